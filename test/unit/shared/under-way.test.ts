import { expect, it } from 'vitest'
import { underWay } from '../../../shared/under-way.ts'

it('who asks meanwhile gets the same answer, who asks later a new one', async () => {
  const asking = underWay<number>()
  let asked = 0
  const ask = async () => ++asked
  expect(await Promise.all([asking('a', ask), asking('a', ask), asking('b', ask)])).toEqual([1, 1, 2])
  expect(await asking('a', ask)).toBe(3)
})

it('a failure is shared, and is not kept', async () => {
  const asking = underWay<number>()
  const fail = async (): Promise<number> => {
    throw new Error('no')
  }
  const both = await Promise.allSettled([asking('a', fail), asking('a', async () => 1)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await asking('a', async () => 2)).toBe(2)
})
