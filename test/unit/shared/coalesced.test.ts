import { expect, it, vi } from 'vitest'
import { coalesced } from '../../../shared/coalesced.ts'

/** Work that ends when it is told to. */
const work = () => {
  const ends: (() => void)[] = []
  const run = () => new Promise<void>(resolve => void ends.push(resolve))
  return { run, begun: () => ends.length, end: (n: number) => ends[n]?.() }
}

it('whoever calls during a run is answered by one that began after the call, and shares it', async () => {
  const { run, begun, end } = work()
  const call = coalesced(run)
  const answered: string[] = []
  const first = call().then(() => answered.push('first'))
  await vi.waitFor(() => expect(begun()).toBe(1))
  const second = call().then(() => answered.push('second'))
  const third = call().then(() => answered.push('third'))
  expect(begun()).toBe(1)
  end(0)
  await first
  expect(answered).toEqual(['first'])
  await vi.waitFor(() => expect(begun()).toBe(2))
  end(1)
  await Promise.all([second, third])
  expect(begun()).toBe(2)
})

it('a run that fails fails its callers alone', async () => {
  let runs = 0
  const call = coalesced(async () => {
    if (++runs === 1) throw new Error('once')
  })
  const failing = call()
  await Promise.resolve()
  const [first, second] = await Promise.allSettled([failing, call()])
  expect([first.status, second.status]).toEqual(['rejected', 'fulfilled'])
  await call()
  expect(runs).toBe(3)
})

it('whoever calls in the same turn shares a run and what it comes to', async () => {
  let runs = 0
  const call = coalesced(async () => ++runs)
  expect(await Promise.all([call(), call(), call()])).toEqual([1, 1, 1])
  expect(await call()).toBe(2)
})
