import { describe, expect, it } from 'vitest'
import { streamName } from '../../../shared/kernel/brands.ts'
import { idSequence } from '../../../services/calendar/ids.ts'
import { keepIds } from '../../../services/calendar/kept-ids.ts'
import { keepingFolds } from '../../../shared/event-store/folding.ts'
import { StoreUnavailable, type EventStore } from '../../../shared/event-store/port.ts'
import { LARGEST_KEPT_ID } from '../../../shared/limits/moving.ts'
import { personAt } from '../../support/calendar.ts'
import { failAt } from '../../support/fail-at.ts'
import { memoryLog } from '../../support/memory-log.ts'

const context = personAt()
const keeping = (store: EventStore, source: string, ...ids: number[]) =>
  keepIds(store, { sequence: 'post', source, ids }, context)
const sorted = (ids: ReadonlySet<number>) => [...ids].sort((a, b) => a - b)

describe('05 §15 ids', () => {
  it('are kept where nobody has them, and whoever asks for the next one gets one above', async () => {
    const store = memoryLog()
    expect(sorted(await keeping(store, 'old.example', 41, 7, 1702))).toEqual([7, 41, 1702])
    const { next } = idSequence(store)
    expect([await next('post', context), await next('post', context)]).toEqual([1703, 1704])
    expect(await next('term', context)).toBe(1)
  })

  it('that stand in a reserved block are nobody else’s, used or not', async () => {
    const store = memoryLog()
    expect(await idSequence(store).next('post', context)).toBe(1)
    expect(sorted(await keeping(store, 'old.example', 1, 16, 17))).toEqual([17])
  })

  it('are jumped over by a process that has a block already', async () => {
    const store = memoryLog()
    const { next } = idSequence(store)
    await next('post', context)
    await keeping(store, 'old.example', 20, 17)
    const ids: number[] = []
    for (let n = 0; n < 20; n++) ids.push(await next('post', context))
    expect(ids.slice(0, 15)).toEqual(Array.from({ length: 15 }, (_, n) => n + 2))
    expect(ids.slice(15)).toEqual([21, 22, 23, 24, 25])
  })

  it('of one calendar are not another one’s; asked again they are told and nothing is recorded', async () => {
    const store = memoryLog()
    await keeping(store, 'old.example', 5, 6)
    expect(sorted(await keeping(store, 'other.example', 6, 9))).toEqual([9])
    const { length } = await store.read(streamName('ids-post'))
    expect(sorted(await keeping(store, 'old.example', 5, 6, 9))).toEqual([5, 6])
    expect((await store.read(streamName('ids-post'))).length).toBe(length)
  })

  it('between kept ones stay free for those that the old calendar gives out later', async () => {
    const store = memoryLog()
    await keeping(store, 'old.example', 100)
    expect(await idSequence(store).next('post', context)).toBe(101)
    expect(sorted(await keeping(store, 'old.example', 99, 101))).toEqual([99])
  })

  it('beyond the limit, and what is no id, are not kept', async () => {
    const store = memoryLog()
    const kept = await keeping(store, 'old.example', LARGEST_KEPT_ID, LARGEST_KEPT_ID + 1, 0, -3, 1.5)
    expect(sorted(kept)).toEqual([LARGEST_KEPT_ID])
  })

  it('are kept for one of two calendars that ask at the same time', async () => {
    const store = memoryLog()
    const ids = Array.from({ length: 50 }, (_, n) => n + 1)
    const kept = await Promise.all(['a.example', 'b.example'].map(name => keeping(store, name, ...ids)))
    expect(kept.map(({ size }) => size).sort((a, b) => a - b)).toEqual([0, 50])
  })

  it('of a calendar that moves in by many parts are asked for at the cost of what is new', async () => {
    const log = memoryLog()
    let read = 0
    const store = keepingFolds({
      ...log,
      read: async (...asked) => {
        const records = await log.read(...asked)
        read += records.length
        return records
      },
    })
    for (let part = 1; part <= 100; part++) {
      read = 0
      expect(sorted(await keeping(store, 'old.example', part * 20, part * 20 + 1))).toHaveLength(2)
      // folds of at least 32 records are kept, and gone on with from the last of them
      expect([part, read]).toEqual([part, part <= 33 ? part - 1 : 2])
    }
    // by another process, and asked again
    await keeping(log, 'other.example', 7)
    expect(sorted(await keeping(store, 'old.example', 7, 20, 2001, 2002))).toEqual([20, 2001, 2002])
  })

  it('whose append was not answered are found kept the next time', async () => {
    const store = memoryLog()
    await expect(keeping(failAt(store, 2, 'after').store, 'old.example', 3, 4)).rejects.toThrow(
      StoreUnavailable,
    )
    expect(sorted(await keeping(store, 'old.example', 3, 4))).toEqual([3, 4])
  })
})
