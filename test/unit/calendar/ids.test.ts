import { describe, expect, it } from 'vitest'
import { streamName } from '../../../shared/kernel/brands.ts'
import { StoreUnavailable } from '../../../shared/event-store/port.ts'
import { idSequence } from '../../../services/calendar/ids.ts'
import { personAt } from '../../support/calendar.ts'
import { failAt } from '../../support/fail-at.ts'
import { memoryLog } from '../../support/memory-log.ts'

const context = personAt()

describe('ids', () => {
  it('start at 1 and count up', async () => {
    const { next } = idSequence(memoryLog())
    expect([await next('post', context), await next('post', context)]).toEqual([1, 2])
  })

  it('of different sequences do not meet', async () => {
    const { next } = idSequence(memoryLog())
    expect([await next('post', context), await next('term', context)]).toEqual([1, 1])
  })

  it('are unique when two processes race on one log', async () => {
    const store = memoryLog()
    const [one, other] = [idSequence(store), idSequence(store)]
    const ids = await Promise.all(
      Array.from({ length: 5000 }, (_, n) => (n % 2 === 0 ? one : other).next('post', context)),
    )
    expect(new Set(ids).size).toBe(5000)
  })

  it('take few reservations for many callers', async () => {
    const store = memoryLog()
    const { next } = idSequence(store)
    await Promise.all(Array.from({ length: 10_000 }, () => next('post', context)))
    expect((await store.read(streamName('ids-post'))).length).toBeLessThanOrEqual(14)
  })

  it('are never reused after a restart', async () => {
    const store = memoryLog()
    const before = await idSequence(store).next('post', context)
    expect(await idSequence(store).next('post', context)).toBeGreaterThan(before)
  })

  it.each(['before', 'after'] as const)('stay unique when the log fails %s a call', async when => {
    for (let n = 1; ; n++) {
      const log = memoryLog()
      const { store, fired } = failAt(log, n, when)
      const flaky = idSequence(store)
      const ids: number[] = []
      for (let k = 0; k < 40; k++) {
        try {
          ids.push(await flaky.next('post', context))
        } catch (error) {
          if (!(error instanceof StoreUnavailable)) throw error
        }
      }
      ids.push(await idSequence(log).next('post', context))
      expect(new Set(ids).size).toBe(ids.length)
      if (!fired()) break
    }
  })
})
