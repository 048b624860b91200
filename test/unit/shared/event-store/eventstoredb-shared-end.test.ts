import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { logPosition } from '../../../../shared/kernel/brands.ts'
import type { Stretch } from '../../../../shared/event-store/eventstoredb/leg.ts'
import { positionOf, type RawEvent } from '../../../../shared/event-store/eventstoredb/record.ts'
import { sharedEnd, type Wish } from '../../../../shared/event-store/eventstoredb/shared-end.ts'

const event = (position: number, streamId = 'note-1'): RawEvent => ({
  ...{ streamId, id: 'b1f7c1de-0000-4000-8000-000000000000', revision: 0n, type: 'Noted' },
  ...{ created: new Date(0), isJson: true as const, data: {}, metadata: undefined },
  position: { commit: BigInt(position), prepare: BigInt(position) },
})

/**
 * An end of the log at 100 to which events come when they are sent, so many bytes apart. `unsent`: what stands there of
 * which the subscription says nothing; `asked` is told of each.
 */
const endWith = (unsent: readonly RawEvent[] = [], asked: Wish[] = []) => {
  let wake = Promise.withResolvers<undefined>()
  let [sent, last]: [RawEvent[], number] = [[], 100]
  let looks = 0
  const end = sharedEnd({
    read: {
      // what stands there was appended since the end was looked for
      head: async () => {
        if (asked.length === 0) return logPosition(100)
        looks++
        return logPosition(200)
      },
      // it takes longer than to ask for something else
      all: async after => {
        for (let turn = 0; turn < 5; turn++) await nextTurn()
        return unsent.filter(one => positionOf(one) > (after ?? -1))
      },
    },
    hidden: { hides: () => false },
    readOn: async function* (_after, wish, signal): AsyncGenerator<Stretch> {
      asked.push(wish)
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
  const sit = async (unhurried = false, prefixes = ['note-']) => {
    const seat = end.seat({ prefixes, unhurried }, () => undefined)
    await seat.taken
    return seat
  }
  return { send, sit, looks: () => looks }
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

describe('what is asked for at the end of the log', () => {
  it('is hurried as soon as one of those who follow is, and as long', async () => {
    const asked: Wish[] = []
    const { sit } = endWith([], asked)
    const [patient, another] = [await sit(true), await sit(true)]
    const [hurried, also] = [await sit(false), await sit(false)]
    const calm = { prefixes: ['note-'], unhurried: true }
    const haste = { prefixes: ['note-'], unhurried: false }
    hurried.leave()
    await sit(true)
    expect(asked).toEqual([calm, haste])
    also.leave()
    for (let turn = 0; turn < 5; turn++) await nextTurn()
    expect(asked).toEqual([calm, haste, calm])
    patient.leave()
    another.leave()
  })
  it('what nobody wants is passed by a look into the log, as far as nothing that is wanted stands there', async () => {
    const { sit } = endWith([event(110, 'other-1'), event(120, 'other-2'), event(130), event(140, 'other-1')])
    const seat = await sit(true)
    await seat.pass()
    expect(seat.take(logPosition(100))).toMatchObject({ events: [], reached: 120 })
    seat.leave()
  })
  it('those who want to know it at the same time look once', async () => {
    const { sit, looks } = endWith([event(110, 'other-1')])
    const seats = [await sit(true), await sit(true), await sit(true)]
    await Promise.all(seats.map(({ pass }) => pass()))
    expect(looks()).toBe(1)
    for (const seat of seats) {
      expect(seat.take(logPosition(100))).toMatchObject({ events: [], reached: 110 })
      seat.leave()
    }
  })
  it('but not for who came meanwhile and wants it', async () => {
    const { sit } = endWith([event(110, 'other-1'), event(120, 'other-2')])
    const seat = await sit(true)
    const [, other] = await Promise.all([seat.pass(), sit(true, ['other-'])])
    expect(other.take(logPosition(100))).toMatchObject({ events: [], reached: 100 })
    seat.leave()
    other.leave()
  })
})
