import { expect, it } from 'vitest'
import { late } from '../../../shared/late.ts'

/** Fails so many times, then gives how often it was asked. */
const failing = (times: number) => {
  let asked = 0
  const load = async () => {
    if (++asked <= times) throw new Error(`failed ${asked}`)
    return asked
  }
  return { load, asked: () => asked }
}

it('is loaded by the first who asks, once for all of them', async () => {
  const { load, asked } = failing(0)
  const loaded = late(load)
  expect(asked()).toBe(0)
  expect(await Promise.all([loaded(), loaded()])).toEqual([1, 1])
  expect(await loaded()).toBe(1)
})

it('a load that failed fails for all who wait for it, and for nobody after them', async () => {
  const loaded = late(failing(2).load)
  const both = await Promise.allSettled([loaded(), loaded()])
  expect(both).toEqual([
    { status: 'rejected', reason: new Error('failed 1') },
    { status: 'rejected', reason: new Error('failed 1') },
  ])
  await expect(loaded()).rejects.toThrow('failed 2')
  expect(await Promise.all([loaded(), loaded()])).toEqual([3, 3])
})

it('is loaded after its pieces, one after the other, each in a turn of its own', async () => {
  const done: string[] = []
  const load = (name: string) => async () => {
    done.push(name)
    setImmediate(() => done.push(`turn after ${name}`))
  }
  await late(load('whole'), [load('first'), load('second')])()
  expect(done).toEqual(['first', 'turn after first', 'second', 'turn after second', 'whole'])
})

it('a piece that failed is loaded again by the next who asks', async () => {
  const loaded = late(async () => 'whole', [failing(1).load])
  await expect(loaded()).rejects.toThrow('failed 1')
  expect(await loaded()).toBe('whole')
})
