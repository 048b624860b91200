import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { logPosition } from '../../../../shared/kernel/brands.ts'
import type { Stretch } from '../../../../shared/event-store/eventstoredb/leg.ts'
import type { RawEvent } from '../../../../shared/event-store/eventstoredb/record.ts'
import { sharedEnd } from '../../../../shared/event-store/eventstoredb/shared-end.ts'

const event = (position: number): RawEvent => ({
  ...{ streamId: 'note-1', id: 'b1f7c1de-0000-4000-8000-000000000000', revision: 0n, type: 'Noted' },
  ...{ created: new Date(0), isJson: true as const, data: {}, metadata: undefined },
  position: { commit: BigInt(position), prepare: BigInt(position) },
})

/** An end of the log at 100 to which events come when they are sent, so many bytes apart. */
const endWith = () => {
  let wake = Promise.withResolvers<undefined>()
  let [sent, last]: [RawEvent[], number] = [[], 100]
  const end = sharedEnd({
    head: async () => logPosition(100),
    hidden: { hides: () => false },
    readOn: async function* (_after, _prefixes, signal): AsyncGenerator<Stretch> {
      signal.addEventListener('abort', () => wake.resolve(undefined))
      while (!signal.aborted) {
        await wake.promise
        wake = Promise.withResolvers()
        const events = sent
        sent = []
        if (events.length > 0) yield { events, reached: logPosition(last), live: true }
      }
    },
  })
  const send = async (count: number, apart: number) => {
    for (let n = 0; n < count; n++) sent.push(event((last += apart)))
    wake.resolve(undefined)
    await nextTurn()
    return logPosition(last)
  }
  const sit = async () => {
    const seat = end.seat(['note-'], () => undefined)
    await seat.taken
    return seat
  }
  return { send, sit }
}

describe('what is held at the end of the log for who has not taken it', () => {
  it.each([
    { what: '1,000 events', count: 1_000, apart: 10, held: true },
    { what: 'more events', count: 1_001, apart: 10, held: false },
    { what: 'events of 8 MB', count: 11, apart: 800_000, held: true },
    { what: 'events of more than 8 MB', count: 12, apart: 800_000, held: false },
  ])('$what: held $held', async ({ count, apart, held }) => {
    const { send, sit } = endWith()
    const slow = await sit()
    await send(count, apart)
    const taken = slow.take(logPosition(100))
    expect(taken?.events.length ?? null).toBe(held ? count : null)
    slow.leave()
  })
  it('much that others left behind keeps nobody from taking what came after it', async () => {
    const { send, sit } = endWith()
    const [slow, quick] = [await sit(), await sit()]
    const reached = await send(6, 800_000)
    expect(quick.take(logPosition(100))?.events).toHaveLength(6)
    const later = await send(6, 800_000)
    expect(quick.take(reached)?.events).toHaveLength(6)
    expect(slow.take(logPosition(100))).toBeNull()
    // it has read the log by itself up to there
    expect(slow.take(later)?.events).toEqual([])
    slow.leave()
    quick.leave()
  })
})
