/** One VEVENT before it is written. Times are wall clock `YYYYMMDDTHHMMSS`, dates `YYYYMMDD`. */
export type Entry = {
  readonly uid: string
  readonly summary: string
  readonly start: string
  /** Exclusive for all-day entries. */
  readonly end: string
  readonly allDay?: boolean
  readonly rrule?: string
  readonly exdates?: readonly string[]
  /** Of a later version. */
  readonly sequence?: number
  readonly description?: string
  readonly location?: string
  readonly organizer?: { readonly name: string; readonly email: string }
  readonly categories?: readonly string[]
  readonly url?: string
}

const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\n/g, '\\n')

/** RFC 5545 §3.1: at most 75 octets a line, never cut inside a character. */
const folded = (line: string): string => {
  const pieces: string[] = []
  let piece = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > 74) {
      pieces.push(piece)
      piece = ''
      octets = 0
    }
    piece += character
    octets += size
  }
  return [...pieces, piece].join('\r\n ')
}

const vevent = (entry: Entry, zone: string, stamp: string): string[] => {
  const time = entry.allDay === true ? ';VALUE=DATE' : `;TZID=${zone}`
  const { organizer } = entry
  return [
    'BEGIN:VEVENT',
    `UID:${entry.uid}`,
    `DTSTAMP:${stamp}`,
    ...(entry.sequence === undefined ? [] : [`SEQUENCE:${entry.sequence}`]),
    `DTSTART${time}:${entry.start}`,
    `DTEND${time}:${entry.end}`,
    ...(entry.rrule === undefined ? [] : [`RRULE:${entry.rrule}`]),
    ...(entry.exdates ?? []).map(date => `EXDATE${time}:${date}`),
    `SUMMARY:${escaped(entry.summary)}`,
    ...(entry.description === undefined ? [] : [`DESCRIPTION:${escaped(entry.description)}`]),
    ...(entry.location === undefined ? [] : [`LOCATION:${escaped(entry.location)}`]),
    ...(organizer === undefined ? [] : [`ORGANIZER;CN="${organizer.name}":mailto:${organizer.email}`]),
    ...(entry.categories === undefined ? [] : [`CATEGORIES:${entry.categories.map(escaped).join(',')}`]),
    ...(entry.url === undefined ? [] : [`URL:${entry.url}`]),
    'END:VEVENT',
  ]
}

/** A whole iCalendar file, CRLF and folded. */
export const icsText = (name: string, zone: string, stamp: string, entries: readonly Entry[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Belltower//Demo school year//EN',
    `X-WR-CALNAME:${escaped(name)}`,
    `X-WR-TIMEZONE:${zone}`,
    ...entries.flatMap(entry => vevent(entry, zone, stamp)),
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n')
