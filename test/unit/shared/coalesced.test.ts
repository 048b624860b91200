import { expect, it } from 'vitest'
import { coalesced, gathered } from '../../../shared/coalesced.ts'
import { eventually } from '../../support/eventually.ts'

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
  await eventually(() => expect(begun()).toBe(1))
  const second = call().then(() => answered.push('second'))
  const third = call().then(() => answered.push('third'))
  expect(begun()).toBe(1)
  end(0)
  await first
  expect(answered).toEqual(['first'])
  await eventually(() => expect(begun()).toBe(2))
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

it('calls are gathered until it is time, and each has its own answer', async () => {
  const { run, begun, end } = work()
  const runs: (readonly number[])[] = []
  const call = gathered(run, (all: readonly number[]) => {
    runs.push([...all])
    return async given => {
      if (given === 2) throw new Error('two')
      return 10 * given
    }
  })
  const first = Promise.allSettled([call(1), call(2), call(3)])
  expect(begun()).toBe(1)
  expect(runs).toEqual([])
  end(0)
  expect(await first).toMatchObject([{ value: 10 }, { reason: { message: 'two' } }, { value: 30 }])
  const later = call(4)
  end(1)
  expect(await later).toBe(40)
  expect(runs).toEqual([[1, 2, 3], [4]])
})

it('what fails all that were gathered fails no later ones', async () => {
  let runs = 0
  const call = gathered(
    async () => undefined,
    () => {
      if (++runs === 1) throw new Error('once')
      return async (given: number) => given
    },
  )
  const failed = await Promise.allSettled([call(1), call(2)])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await call(3)).toBe(3)
})
