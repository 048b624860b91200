import { expect, it } from 'vitest'
import { allSettled } from '../../../shared/all-settled.ts'

it('answers what all of them answer, each in its place', async () => {
  expect(await allSettled([Promise.resolve(1), Promise.resolve('two'), 3])).toEqual([1, 'two', 3])
})

it('of several that fail the first is told, whichever failed first, when the last is over', async () => {
  const [first, second, last] = [
    Promise.withResolvers<null>(),
    Promise.withResolvers<null>(),
    Promise.withResolvers<null>(),
  ]
  let isTold = false
  const told = allSettled([last.promise, first.promise, second.promise]).catch((error: unknown) => {
    isTold = true
    return error
  })
  second.reject(new Error('second'))
  first.reject(new Error('first'))
  await new Promise(setImmediate)
  expect(isTold).toBe(false)
  last.resolve(null)
  expect(await told).toEqual(new Error('first'))
})
