import { expect, it } from 'vitest'
import { fewAtOnce } from '../../../services/accounts/few-at-once.ts'

/** Work that ends when it is told to. */
const held = () => {
  const begun: (() => void)[] = []
  const work = () => new Promise<string>(resolve => begun.push(() => resolve('done')))
  return { begun, work }
}

it('01 §8.1 sign-ins at once (chosen): so many run, so many wait in the order of the calls, and more are not begun', async () => {
  const { begun, work } = held()
  const few = fewAtOnce(2, 3)
  const all = Array.from({ length: 1_000 }, () => few(work))
  expect(await Promise.all(all.slice(5))).toEqual(Array.from({ length: 995 }, () => null))
  expect(begun).toHaveLength(2)
  for (let n = 0; n < 5; n++) {
    expect(begun).toHaveLength(Math.min(2 + n, 5))
    begun[n]?.()
    expect(await all[n]).toBe('done')
    await Promise.resolve()
  }
  const again = few(work)
  begun[5]?.()
  expect(await again).toBe('done')
})

it('work that fails makes room', async () => {
  const few = fewAtOnce(1, 0)
  for (let n = 0; n < 3; n++) await expect(few(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await few(async () => 'done')).toBe('done')
})
