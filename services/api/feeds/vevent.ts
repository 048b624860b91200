import type { EventValues } from '../../../shared/facts/event.ts'
import type { OrganizerValues } from '../../../shared/facts/organizer.ts'
import type { VenueValues } from '../../../shared/facts/venue.ts'
import { plainText } from '../../../shared/kernel/html/plain-text.ts'
import { plusDays, secondsBetween } from '../../../shared/kernel/time/calculate.ts'
import { dateOf, quoted, stampOf, textValue } from './content-line.ts'
import { hasTimezone } from './vtimezone.ts'

export type FeedEvent = {
  readonly _id: number
  readonly created: string
  readonly modified: string
  readonly values: EventValues
}

/** What an event refers to, as far as everybody may see it. */
export type FeedRelated = {
  readonly venue: VenueValues | null
  readonly organizer: OrganizerValues | null
  readonly categories: readonly string[]
  readonly url: string
}

/** The uid of the source; occurrences of a series share theirs and need one each. */
const uidOf = ({ _id, values: { origin } }: FeedEvent, host: string): string =>
  origin?.uid == null || origin.occurrence !== null ? `${_id}@${host}` : origin.uid

const times = ({ allDay, start, end, startUtc, endUtc, timezone }: EventValues): readonly string[] => {
  if (allDay) return [`DTSTART;VALUE=DATE:${dateOf(start)}`, `DTEND;VALUE=DATE:${dateOf(plusDays(end, 1))}`]
  if (!hasTimezone(timezone)) return [`DTSTART:${stampOf(startUtc)}Z`, `DTEND:${stampOf(endUtc)}Z`]
  return [`DTSTART;TZID=${timezone}:${stampOf(start)}`, `DTEND;TZID=${timezone}:${stampOf(end)}`]
}

const text = (name: string, value: string): readonly string[] =>
  value === '' ? [] : [`${name}:${textValue(value)}`]

const place = (venue: VenueValues | null): readonly string[] => {
  if (venue === null) return []
  const { name, address, city, state, province, zip, country, latitude, longitude } = venue
  const parts = [name, address, city, state === '' ? province : state, zip, country].filter(
    part => part !== '',
  )
  return [
    ...text('LOCATION', parts.map(plainText).join(', ')),
    ...(latitude === null || longitude === null ? [] : [`GEO:${latitude};${longitude}`]),
  ]
}

/** An address in a calendar is a mail address: organizers without one are left out. */
const organizer = (values: OrganizerValues | null): readonly string[] =>
  values === null || !/^[^\s@:;,"]+@[^\s@:;,"]+$/.test(values.email)
    ? []
    : [`ORGANIZER;CN=${quoted(plainText(values.name))}:mailto:${values.email}`]

/** One VEVENT (spec 06 §4), unfolded lines. SEQUENCE and LAST-MODIFIED grow with each change. */
export const vevent = (event: FeedEvent, related: FeedRelated, host: string): readonly string[] => {
  const { values, created, modified } = event
  return [
    'BEGIN:VEVENT',
    `UID:${textValue(uidOf(event, host))}`,
    `DTSTAMP:${stampOf(modified)}Z`,
    `CREATED:${stampOf(created)}Z`,
    `LAST-MODIFIED:${stampOf(modified)}Z`,
    `SEQUENCE:${Math.min(2_147_483_647, Math.max(0, secondsBetween(created, modified)))}`,
    ...times(values),
    ...text('SUMMARY', plainText(values.title)),
    ...text('DESCRIPTION', plainText(values.description)),
    ...place(related.venue),
    ...organizer(related.organizer),
    `URL:${related.url}`,
    ...(related.categories.length === 0
      ? []
      : [`CATEGORIES:${related.categories.map(name => textValue(plainText(name))).join(',')}`]),
    'STATUS:CONFIRMED',
    'END:VEVENT',
  ]
}
