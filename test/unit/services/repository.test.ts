import { describe, expect, it, vi } from 'vitest'
import { streamName } from '../../../shared/kernel/brands.ts'
import { repositoryOf } from '../../../services/repository.ts'
import type { Aggregate } from '../../../services/handle.ts'
import { nothing, record, refuse } from '../../../shared/kernel/decision.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import { personAt } from '../../support/calendar.ts'
import { memoryLog } from '../../support/memory-log.ts'

type Added = { readonly type: 'Added'; readonly by: number }

/** A sum of at most 10; adding 0 is nothing. */
const sum: Aggregate<number, number, Added, 'too_much'> = {
  initial: 0,
  evolve: (state, { by }) => state + by,
  decide: (by, state) => {
    if (by === 0) return nothing
    return state + by > 10 ? refuse('too_much') : record<Added>({ type: 'Added', by })
  },
  codec: {
    encode: ({ type, by }) => ({ type, data: { by } }),
    decode: (_, data) => ({ type: 'Added', by: (data as { by: number }).by }),
  },
}

const world = (most = 1_000) => {
  const log = memoryLog()
  const reads: [string, number | undefined, number][] = []
  const store: EventStore = {
    ...log,
    read: async (stream, options) => {
      const records = await log.read(stream, options)
      reads.push([stream, options?.from, records.length])
      return records
    },
  }
  const keeping = { streamOf: (id: string) => streamName(`sum-${id}`), most, weightOf: () => 1 }
  const streams = repositoryOf(store, sum, keeping)
  const other = repositoryOf(log, sum, keeping)
  return { streams, other, reads, log, add: (by: number) => streams.execute('a', by, personAt()) }
}

describe('streams of one kind', () => {
  it('are gone on with: only what is new is read', async () => {
    const { streams, other, reads, add } = world()
    await add(1)
    await other.execute('a', 2, personAt())
    expect(await streams.load('a')).toBe(3)
    reads.length = 0
    expect(await streams.load('a')).toBe(3)
    expect(reads).toEqual([['sum-a', 2, 0]])
  })

  it('decide on what somebody else did in between, for a refusal too', async () => {
    const { other, add } = world()
    await add(1)
    await other.execute('a', 8, personAt())
    expect(await add(2)).toEqual({ ok: false, refusal: 'too_much' })
    expect(await add(1)).toMatchObject({ ok: true, state: 10, revision: 2 })
    expect(await add(0)).toMatchObject({ ok: true, state: 10, position: null })
  })

  it('take turns on one stream, and a failure holds nobody up', async () => {
    const { streams, log, add } = world()
    const appends: string[] = []
    const slow: EventStore = {
      ...log,
      append: async (stream, records, expected) => {
        appends.push(`begin ${stream}`)
        await new Promise(resolve => setImmediate(resolve))
        appends.push(`end ${stream}`)
        if (appends.length === 2) throw new Error('the disk is full')
        return log.append(stream, records, expected)
      },
    }
    const { execute } = repositoryOf(slow, sum, {
      streamOf: id => streamName(`sum-${id}`),
      most: 9,
      weightOf: () => 1,
    })
    const [failed, second] = await Promise.allSettled([
      execute('a', 1, personAt()),
      execute('a', 2, personAt()),
    ])
    expect([failed.status, second.status]).toEqual(['rejected', 'fulfilled'])
    expect(appends).toEqual(['begin sum-a', 'end sum-a', 'begin sum-a', 'end sum-a'])
    expect(await streams.load('a')).toBe(2)
    expect(await add(1)).toMatchObject({ state: 3 })
  })

  it('are let go a quarter of an hour later, and read again from the beginning', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let now = performance.now()
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
    const pass = (ms: number) => {
      now += ms
      vi.advanceTimersByTime(ms)
    }
    try {
      const { streams, reads, add } = world()
      await add(1)
      reads.length = 0
      pass(890_000)
      expect(await streams.load('a')).toBe(1)
      pass(901_000)
      expect(await streams.load('a')).toBe(1)
      expect(reads.map(([, from]) => from)).toEqual([1, 0])
    } finally {
      clock.mockRestore()
      vi.useRealTimers()
    }
  })

  it('are kept up to a weight; what is no longer kept is read again', async () => {
    const { streams, reads } = world(2)
    for (const id of ['a', 'b', 'c']) await streams.execute(id, 1, personAt())
    reads.length = 0
    expect(await streams.load('a')).toBe(1)
    expect(await streams.load('c')).toBe(1)
    expect(reads).toEqual([
      ['sum-a', 0, 1],
      ['sum-c', 1, 0],
    ])
  })
})
