import { toText } from '../../../shared/kernel/time/calculate.ts'
import { instantOf, isSameClock, shownWall, textIn, wallAt, zoneAt, type When } from './zones/clock.ts'
import { firstOf, type Component } from './components.ts'
import { DAY, dayOf, readDuration, type Duration } from './zones/wall.ts'
import type { Notice } from '../item/notices.ts'
import type { Property } from './property.ts'
import { floatingWith, oddnessOf, readWhen, type ReadWhen } from './when.ts'
import type { Zones } from './zones/zones.ts'

type End =
  | { readonly kind: 'days'; readonly days: number }
  | { readonly kind: 'at'; readonly when: When }
  | { readonly kind: 'after'; readonly duration: Duration }

/** When an event takes place, as its file says (spec 05 §8.4); all-day starts are midnights. */
export type Span = {
  readonly start: When
  readonly end: End
  readonly notices: readonly Notice[]
}

export const isAllDay = (span: Span): boolean => span.end.kind === 'days'

const HALF_DAY = DAY / 2
const NO_TIME: Duration = { days: 0, seconds: 0 }

const atLeastOne = (days: number): End => ({ kind: 'days', days: Math.max(1, days) })

/** Days from a first day to an exclusive end. */
const daysTo = (start: number, exclusive: number): End => atLeastOne(Math.round((exclusive - start) / DAY))

const daysLong = ({ days, seconds }: Duration): End => atLeastOne(days + Math.ceil(seconds / DAY))

/** A date-time end counts its own day, unless it is that day's first moment. */
const daysToTime = (start: number, end: number): End => daysTo(start, Math.ceil(end / DAY) * DAY)

/** Days of an event from midnight to midnight, null when it is none. */
const midnights = (start: When, end: End): { start: number; end: End } | null => {
  for (const read of [(when: When) => when.wall, shownWall]) {
    const first = read(start)
    if (first % DAY !== 0) continue
    if (end.kind === 'after' && end.duration.seconds % DAY === 0)
      return { start: first, end: daysLong(end.duration) }
    if (end.kind === 'at' && read(end.when) % DAY === 0)
      return { start: first, end: daysTo(first, read(end.when)) }
  }
  return null
}

const allDay = (start: When, wall: number, end: End) => ({
  start: { wall: dayOf(wall), dateOnly: true, clock: floatingWith(start) },
  end,
})

const isOutlookAllDay = (event: Component) =>
  firstOf(event.properties, 'X-MICROSOFT-CDO-ALLDAYEVENT')?.value.trim().toUpperCase() === 'TRUE'

type Read = { readonly property: Property; readonly when: ReadWhen }

const spanOf = (event: Component, start: When, end: ReadWhen | null, duration: Duration | null) => {
  if (start.dateOnly) {
    if (end !== null)
      return allDay(start, start.wall, (end.dateOnly ? daysTo : daysToTime)(start.wall, end.wall))
    return allDay(start, start.wall, daysLong(duration ?? NO_TIME))
  }
  if (end?.dateOnly === true) return allDay(start, start.wall, daysTo(dayOf(start.wall), end.wall))
  const until: End =
    end !== null ? { kind: 'at', when: end } : { kind: 'after', duration: duration ?? NO_TIME }
  const days = isOutlookAllDay(event) ? midnights(start, until) : null
  return days === null ? { start, end: until } : allDay(start, days.start, days.end)
}

/** What tells a time of an event that has none, because its other end is a date; null: nothing does. */
const idleTimeOf = (
  start: Read,
  end: Read | null,
  lasting: { readonly property: Property; readonly duration: Duration } | null,
): Property | null => {
  if (start.when.dateOnly) {
    if (end !== null) return end.when.wall % DAY === 0 ? null : end.property
    return lasting === null || lasting.duration.seconds % DAY === 0 ? null : lasting.property
  }
  return end?.when.dateOnly === true && start.when.wall % DAY !== 0 ? start.property : null
}

const idleTime = (...args: Parameters<typeof idleTimeOf>): readonly Notice[] => {
  const property = idleTimeOf(...args)
  return property === null
    ? []
    : [{ code: 'all_day_times', found: `${property.name}:${property.value.trim()}` }]
}

/** Null when DTSTART is missing or unreadable. */
export const readSpan = (event: Component, zones: Zones): Span | null => {
  const property = (name: string) => firstOf(event.properties, name)
  const dtstart = property('DTSTART')
  const start = dtstart === undefined ? null : readWhen(dtstart.value, dtstart, zones)
  if (start === null || dtstart === undefined) return null
  // an empty property says nothing
  const [dtend, lasting] = ['DTEND', 'DURATION'].map(name => {
    const one = property(name)
    return one?.value.trim() === '' ? undefined : one
  })
  const end = dtend === undefined ? null : readWhen(dtend.value, dtend, zones, floatingWith(start))
  const duration = lasting === undefined ? null : readDuration(lasting.value)
  const unread =
    dtend === undefined ? (duration === null ? lasting : undefined) : end === null ? dtend : undefined
  return {
    ...spanOf(event, start, end, duration),
    notices: [
      ...oddnessOf(dtstart, start),
      ...(dtend === undefined || end === null ? [] : oddnessOf(dtend, end)),
      ...idleTime(
        { property: dtstart, when: start },
        dtend === undefined || end === null ? null : { property: dtend, when: end },
        lasting === undefined || duration === null ? null : { property: lasting, duration },
      ),
      ...(unread === undefined
        ? []
        : [{ code: 'invalid_end_date', found: `${unread.name}:${unread.value}` }]),
      ...(dtend === undefined || lasting === undefined
        ? []
        : [{ code: 'two_ends', found: `DURATION:${lasting.value.trim()}` }]),
    ],
  }
}

const after = (start: When, { days, seconds }: Duration): When => {
  const moved = { ...start, wall: start.wall + days * DAY }
  if (seconds === 0) return moved
  return { wall: instantOf(moved) + seconds, dateOnly: false, clock: { kind: 'utc', zone: zoneAt(start) } }
}

export const dateText = (wall: number) => toText(wall).slice(0, 10)

/** The item members of a span. All-day ends are the last day. */
export const datesOf = ({ start, end }: Span) => {
  const timezone = zoneAt(start)
  if (end.kind === 'days') {
    const last = start.wall + (end.days - 1) * DAY
    return { start_date: dateText(start.wall), end_date: dateText(last), timezone, all_day: true }
  }
  const until = end.kind === 'at' ? end.when : after(start, end.duration)
  return { start_date: textIn(start, timezone), end_date: textIn(until, timezone), timezone, all_day: false }
}

const overnight = (start: When, end: When): boolean => {
  const [from, to] = [shownWall(start), shownWall({ wall: end.wall, dateOnly: false, clock: start.clock })]
  return to < from && dayOf(to) === dayOf(from) && to + DAY - from <= HALF_DAY
}

/**
 * The span an occurrence of the series takes when it starts at `wall` on the clock of the series: start and end keep
 * their wall clocks, a duration its length. An end that is earlier only for want of a date is repaired here (spec 05
 * §7), because occurrences at other clock times could not show it any more.
 */
export const spanAt = (span: Span, wall: number): Span => {
  const { start, end } = span
  const moved: When = { ...start, wall: span.end.kind === 'days' ? dayOf(wall) : wall }
  if (end.kind !== 'at') return { ...span, start: moved }
  const same = isSameClock(end.when.clock, start.clock)
  const own: When = same ? end.when : { ...start, wall: wallAt(instantOf(end.when), start.clock) }
  const late = overnight(start, own)
  return {
    start: moved,
    end: { kind: 'at', when: { ...own, wall: own.wall + (wall - start.wall) + (late ? DAY : 0) } },
    notices: late ? [...span.notices, { code: 'overnight' }] : span.notices,
  }
}
