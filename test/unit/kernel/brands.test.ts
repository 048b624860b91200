import { describe, expect, expectTypeOf, it } from 'vitest'
import type { EventId } from '../../../shared/kernel/brands.ts'
import {
  eventId,
  LocalTime,
  localTime,
  UtcTime,
  utcTime,
  type StreamName,
  streamRevision,
  furthest,
  logPosition,
  noPosition,
  noRevision,
  revisionAfter,
  epochMs,
  type EpochMs,
  isoTime,
  StoredIsoTime,
  IsoTime,
} from '../../../shared/kernel/brands.ts'
import type {
  EventStore,
  Expected,
  Position,
  Revision,
  StoredRecord,
} from '../../../shared/event-store/port.ts'
import { itemIn } from '../../../shared/facts/common.ts'
import { eventStream } from '../../../shared/facts/event.ts'
import { subscriptionCodec } from '../../../shared/facts/subscription.ts'
import type { Meta } from '../../../shared/facts/meta.ts'
import {
  msOf,
  nowUtc,
  plusDays,
  plusSeconds,
  secondsBetween,
  withOffset,
  isoOfMs,
  msOfIso,
  plusMs,
  utcOfIso,
  isoOf,
} from '../../../shared/kernel/time/calculate.ts'
import { toLocal, toUtc } from '../../../shared/kernel/time/zone.ts'

// What these tests hold is checked by the compiler: a line that it does not refuse any more is an error.

const instant = utcTime('2027-05-08 14:00:00')
const wall = localTime('2027-05-08 10:00:00')
const ZONE = 'America/New_York'

describe('wall clocks and instants', () => {
  it('go where any text goes', () => {
    expectTypeOf(instant).toExtend<string>()
    expectTypeOf(wall).toExtend<string>()
    expect(`${wall} is ${instant}`).toBe('2027-05-08 10:00:00 is 2027-05-08 14:00:00')
  })

  it('do not stand for one another, nor does a text for either', () => {
    expectTypeOf<UtcTime>().not.toExtend<LocalTime>()
    expectTypeOf<LocalTime>().not.toExtend<UtcTime>()
    expectTypeOf<string>().not.toExtend<UtcTime>()
    expectTypeOf<string>().not.toExtend<LocalTime>()
  })

  it('are moved between by a zone alone, each in its direction', () => {
    expectTypeOf(toLocal).parameter(0).toEqualTypeOf<UtcTime>()
    expectTypeOf(toLocal).returns.toEqualTypeOf<LocalTime>()
    expectTypeOf(toUtc).parameter(0).toEqualTypeOf<LocalTime>()
    // @ts-expect-error a wall clock is no instant
    expect(toLocal(wall, ZONE)).toBe('2027-05-08 06:00:00')
    // @ts-expect-error an instant is no wall clock
    expect(toUtc(instant, ZONE).utc).toBe('2027-05-08 18:00:00')
    // @ts-expect-error they were mistaken for each other
    expect(withOffset(instant, wall)).toBe('2027-05-08T14:00:00+04:00')
    // @ts-expect-error epoch milliseconds are those of an instant
    expect(msOf(wall)).toBe(1_809_770_400_000)
  })

  it('are compared with their own kind', () => {
    // @ts-expect-error one of them depends on a zone
    expect(wall < instant).toBe(true)
    // @ts-expect-error the same for being equal
    expect(wall === instant).toBe(false)
    // @ts-expect-error and for what lies between them
    expect(secondsBetween(wall, instant)).toBe(14_400)
    expect(secondsBetween(instant, nowUtc(epochMs(1_809_784_801_000)))).toBe(1)
  })

  it('stay what they are when they are moved on their own clock', () => {
    expectTypeOf(plusSeconds(instant, 1)).toEqualTypeOf<UtcTime>()
    expectTypeOf(plusDays(wall, 1)).toEqualTypeOf<LocalTime>()
    expectTypeOf(plusDays('2027-05-08', 1)).toEqualTypeOf<string>()
    expect(plusDays(wall, 1)).toBe('2027-05-09 10:00:00')
  })

  it('come out of a schema, which looks', () => {
    expectTypeOf(UtcTime.parse('2027-05-08 14:00:00')).toEqualTypeOf<UtcTime>()
    expect(LocalTime.safeParse('2027-05-08T10:00:00').success).toBe(false)
    expect(LocalTime.parse('2027-05-08 10:00:00')).toBe('2027-05-08 10:00:00')
  })
})

describe('revisions and positions', () => {
  const [revision, position] = [streamRevision(3), logPosition(40)]

  it('do not stand for one another, nor does a number for either', () => {
    expectTypeOf<Position>().not.toExtend<Revision>()
    expectTypeOf<Revision>().not.toExtend<Position>()
    expectTypeOf<Position>().not.toExtend<Expected>()
    expectTypeOf<number>().not.toExtend<Expected>()
    expectTypeOf<number>().not.toExtend<Position>()
    expectTypeOf<Position>().not.toExtend<EventId>()
    expectTypeOf<StoredRecord['revision']>().toEqualTypeOf<Revision>()
    expectTypeOf<StoredRecord['position']>().toEqualTypeOf<Position>()
    // @ts-expect-error where it stands in the log
    expect(revisionAfter(position)).toBe(41)
    // @ts-expect-error where it stands in its stream
    expect(furthest(position, revision)).toBe(40)
    // @ts-expect-error one of them says nothing of the other
    expect(revision === position).toBe(false)
  })

  it('are counted on within a stream, and compared within the log', () => {
    expect([revisionAfter(revision), revisionAfter(revision, 4), revisionAfter(noRevision)]).toEqual([
      4, 7, 0,
    ])
    expect(furthest(noPosition, logPosition(7), position)).toBe(40)
    // @ts-expect-error positions have gaps: what is computed with one is none
    expect(furthest(position + 1)).toBe(41)
  })
})

describe('names of streams', () => {
  const event = eventStream(eventId(41))

  it('come from what builds them, and go where any text goes', () => {
    expectTypeOf(event).toEqualTypeOf<StreamName>()
    expectTypeOf<StreamName>().toExtend<string>()
    expectTypeOf<string>().not.toExtend<StreamName>()
    expectTypeOf<StoredRecord['stream']>().toEqualTypeOf<StreamName>()
    expect(itemIn(event)).toEqual({ kind: 'event', id: 41 })
    // @ts-expect-error a text that only looks like one
    expect(itemIn('event-41')).toEqual({ kind: 'event', id: 41 })
  })

  it('are no ids, times or contents, nor those for them', () => {
    expectTypeOf<StreamName>().not.toExtend<UtcTime>()
    expectTypeOf<UtcTime>().not.toExtend<StreamName>()
    // @ts-expect-error an instant
    expect(itemIn(instant)).toBe(null)
    // @ts-expect-error the number of an event
    expect(itemIn(eventId(41))).toBe(null)
    expectTypeOf<Parameters<EventStore['read']>[0]>().toEqualTypeOf<StreamName>()
  })
})

describe('instants in epoch milliseconds', () => {
  const [now, took] = [epochMs(1_809_784_800_000), 1_500]

  it('are no durations, no instants as texts and no places, nor those for them', () => {
    expectTypeOf<EpochMs>().toExtend<number>()
    expectTypeOf<number>().not.toExtend<EpochMs>()
    expectTypeOf<EpochMs>().not.toExtend<Position>()
    expectTypeOf<EpochMs>().not.toExtend<EventId>()
    expectTypeOf(msOf).returns.toEqualTypeOf<EpochMs>()
    expectTypeOf(nowUtc).parameter(0).toEqualTypeOf<EpochMs>()
    // @ts-expect-error how long something took
    expect(nowUtc(took)).toBe('1970-01-01 00:00:01')
    // @ts-expect-error what a clock says that only measures
    expect(nowUtc(performance.now()).slice(0, 4)).toBe('1970')
    // @ts-expect-error a place in the log
    expect(isoOfMs(logPosition(0))).toBe('1970-01-01T00:00:00.000Z')
  })

  it('differ by a duration, and a duration leads from one to another', () => {
    expectTypeOf(now - now).toEqualTypeOf<number>()
    expect(isoOfMs(plusMs(now, took))).toBe('2027-05-08T14:00:01.500Z')
    expect(msOfIso(isoTime('2027-05-08T14:00:00.000Z'))).toBe(now)
    // @ts-expect-error what is computed with one is one by `plusMs` alone
    expect(nowUtc(now + took)).toBe('2027-05-08 14:00:01')
    // @ts-expect-error a duration does not begin anywhere
    expect(plusMs(took, took)).toBe(3_000)
  })
})

describe('instants in ISO 8601', () => {
  const at = isoTime('2027-05-08T14:00:00.000Z')

  it('are no instants as they are stored, no wall clocks and no texts, nor those for them', () => {
    expectTypeOf<IsoTime>().toExtend<string>()
    expectTypeOf<string>().not.toExtend<IsoTime>()
    expectTypeOf<IsoTime>().not.toExtend<UtcTime>()
    expectTypeOf<UtcTime>().not.toExtend<IsoTime>()
    expectTypeOf<Meta['at']>().toEqualTypeOf<IsoTime>()
    expect([utcOfIso(at), isoOf(instant)]).toEqual([instant, '2027-05-08T14:00:00Z'])
    // @ts-expect-error as it is stored
    expect(msOfIso(instant)).toBeTypeOf('number')
    // @ts-expect-error the instant of a record is not stored like those of items
    expect(msOf(at)).toBeTypeOf('number')
    // @ts-expect-error the name of a stream
    expect(msOfIso(eventStream(eventId(41)))).toBeTypeOf('number')
  })

  it('come out of a schema, which looks', () => {
    expectTypeOf(IsoTime.parse('2027-05-08T14:00:00Z')).toEqualTypeOf<IsoTime>()
    const texts = ['2027-05-08', '2027-05-08 14:00:00', '2027-05-08T10:00:00-04:00']
    expect(texts.map(text => IsoTime.safeParse(text).success)).toEqual([false, false, false])
  })

  it('stay readable where a fact took any text at first', () => {
    expectTypeOf(StoredIsoTime.parse('2027-05-08')).toEqualTypeOf<IsoTime>()
    const stored = { subscriptionId: 's1', dueAt: 'soon' }
    expect(subscriptionCodec.decode('SubscriptionResumed', stored)).toMatchObject({ dueAt: 'soon' })
  })
})
