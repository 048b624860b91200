import type { UtcTime } from '../../../shared/kernel/brands.ts'
import type { EventValues } from '../../../shared/facts/event.ts'
import type { OrganizerValues } from '../../../shared/facts/organizer.ts'
import type { VenueValues } from '../../../shared/facts/venue.ts'
import { plainLines, plainText } from '../../../shared/kernel/html/text.ts'
import { postalOf, postalParts } from '../../../shared/kernel/text/place.ts'
import { plusDays, secondsBetween } from '../../../shared/kernel/time/calculate.ts'
import { toUtc, toUtcLater } from '../../../shared/kernel/time/zone.ts'
import { dateOf, quoted, stampOf, textValue } from './content-line.ts'
import { hasTimezone } from './vtimezone.ts'

export type FeedEvent = {
  readonly _id: number
  readonly created: UtcTime
  readonly modified: UtcTime
  readonly values: EventValues
}

/** What an event refers to, as far as everybody may see it. */
export type FeedRelated = {
  /** In the order of the event. */
  readonly venues: readonly VenueValues[]
  readonly organizer: (OrganizerValues & { readonly url: string }) | null
  readonly categories: readonly string[]
  readonly url: string
  /** When any of what it refers to changed last, shown or not; "": it refers to nothing. */
  readonly modified: UtcTime | ''
}

const ownForm = /^\d+@(.*)$/

/**
 * The uid of the source. Occurrences of a series share theirs and need one each; one that reads like those given out
 * here belongs to the event of its number.
 */
const uidOf = ({ _id, values: { origin } }: FeedEvent, host: string): string => {
  const own = `${_id}@${host}`
  if (origin?.uid == null || origin.uid === '' || origin.occurrence !== null) return own
  return ownForm.exec(origin.uid)?.[1] === host ? own : origin.uid
}

/** Uids of the events of one feed: where two sources use the same, the oldest event has it (RFC 5545 §3.8.4.7). */
export const uidsOf = (events: readonly FeedEvent[], host: string): ReadonlyMap<number, string> => {
  const holders = new Map<string, number>()
  for (const event of events) {
    const uid = uidOf(event, host)
    holders.set(uid, Math.min(event._id, holders.get(uid) ?? event._id))
  }
  return new Map(
    events.map(event => {
      const uid = uidOf(event, host)
      return [event._id, holders.get(uid) === event._id ? uid : `${event._id}@${host}`]
    }),
  )
}

/**
 * Whether an event's times are written with TZID. A wall clock that occurs twice means its first occurrence
 * (RFC 5545 §3.3.5), and programs read it as either: such times are written as UTC instants, as are fixed offsets.
 */
export const isZoned = ({ allDay, start, end, startUtc, endUtc, timezone }: EventValues): boolean =>
  !allDay &&
  hasTimezone(timezone) &&
  toUtc(start, timezone).utc === startUtc &&
  toUtc(end, timezone).utc === endUtc &&
  toUtcLater(start, timezone) === null &&
  toUtcLater(end, timezone) === null

/** Ends with the day behind the last one. Behind 9999-12-31 there is none, so that its days are counted instead. */
const wholeDays = ({ start, end }: EventValues): readonly string[] => {
  const behind = dateOf(plusDays(end, 1))
  const days = (secondsBetween(start, end) + 1) / 86_400
  return [
    `DTSTART;VALUE=DATE:${dateOf(start)}`,
    behind === dateOf(end) ? `DURATION:P${days}D` : `DTEND;VALUE=DATE:${behind}`,
  ]
}

const times = (values: EventValues): readonly string[] => {
  const { allDay, start, end, startUtc, endUtc, timezone } = values
  if (allDay) return wholeDays(values)
  if (!isZoned(values)) return [`DTSTART:${stampOf(startUtc)}Z`, `DTEND:${stampOf(endUtc)}Z`]
  return [`DTSTART;TZID=${timezone}:${stampOf(start)}`, `DTEND;TZID=${timezone}:${stampOf(end)}`]
}

const text = (name: string, value: string): readonly string[] =>
  value === '' ? [] : [`${name}:${textValue(value)}`]

/** A number without an exponent, to about ten centimetres. */
const degrees = (value: number): string => String(Number(value.toFixed(6)))

const located = (venue: VenueValues): string =>
  [venue.name, ...postalParts(postalOf(venue))]
    .filter(part => part !== '')
    .map(plainText)
    .join(', ')

/** All places in one text; on the map an event is at the first of them. */
const place = (venues: readonly VenueValues[]): readonly string[] => {
  const { latitude = null, longitude = null } = venues[0] ?? {}
  return [
    ...text('LOCATION', venues.map(located).join('; ')),
    ...(latitude === null || longitude === null ? [] : [`GEO:${degrees(latitude)};${degrees(longitude)}`]),
  ]
}

/** An organizer's address in a calendar is any URI (RFC 5545 §3.3.3): the page of one without a mail address. */
const organizer = (values: FeedRelated['organizer']): readonly string[] => {
  if (values === null) return []
  const address = /^[^\s@:;,"]+@[^\s@:;,"]+$/.test(values.email) ? `mailto:${values.email}` : values.url
  return [`ORGANIZER;CN=${quoted(plainText(values.name))}:${address}`]
}

/** One VEVENT (spec 06 §4), unfolded lines. SEQUENCE and LAST-MODIFIED grow with each change of it and of what it names. */
export const vevent = (event: FeedEvent, related: FeedRelated, uid: string): readonly string[] => {
  const { values, created } = event
  const modified =
    related.modified !== '' && related.modified > event.modified ? related.modified : event.modified
  return [
    'BEGIN:VEVENT',
    `UID:${textValue(uid)}`,
    `DTSTAMP:${stampOf(modified)}Z`,
    `CREATED:${stampOf(created)}Z`,
    `LAST-MODIFIED:${stampOf(modified)}Z`,
    `SEQUENCE:${Math.min(2_147_483_647, Math.max(0, secondsBetween(created, modified)))}`,
    ...times(values),
    ...text('SUMMARY', plainText(values.title)),
    ...text('DESCRIPTION', plainLines(values.description)),
    ...place(related.venues),
    ...organizer(related.organizer),
    `URL:${related.url}`,
    ...(related.categories.length === 0
      ? []
      : [`CATEGORIES:${related.categories.map(name => textValue(plainText(name))).join(',')}`]),
    'STATUS:CONFIRMED',
    'END:VEVENT',
  ]
}
