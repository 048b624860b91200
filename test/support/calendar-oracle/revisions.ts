import type { Random } from '../../../scripts/fuzz-bodies/random.ts'
import { itemsOf } from './readings.ts'

/** One version of a series, as its source has it. */
export type Revision = {
  readonly uid: string
  readonly sequence: number
  readonly zone: string
  readonly allDay: boolean
  /** `YYYYMMDDTHHMMSS` */
  readonly start: string
  /** null: a single event. */
  readonly rule: string | null
  /** How many dates it has; else it goes on to the day `until`, `YYYYMMDD`. */
  readonly count: number | null
  readonly until: string
  /** Dates that are left out, and one that takes place at another time, as `start`. */
  readonly without: readonly string[]
  readonly moved: { readonly from: string; readonly to: string } | null
}

/** When all of them are read. */
export const WRITTEN = '2027-01-01 00:00:00'

const ZONES = ['America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'Pacific/Auckland', 'UTC'] as const

/** Rules that hold any start, so that a COUNT means the same for everybody, and rules that may not. */
const ANY_START = ['FREQ=WEEKLY', 'FREQ=WEEKLY;INTERVAL=2', 'FREQ=DAILY;INTERVAL=3', 'FREQ=MONTHLY'] as const
const OWN_DAYS = [
  ...(['FREQ=WEEKLY;BYDAY=MO,TH', 'FREQ=MONTHLY;BYDAY=2TU', 'FREQ=MONTHLY;BYMONTHDAY=1,-1'] as const),
  ...(['FREQ=DAILY;INTERVAL=11', 'FREQ=WEEKLY;INTERVAL=3;BYDAY=SA,SU;WKST=SU'] as const),
] as const

const dayAt = (day: number): string =>
  new Date(Date.UTC(2027, 0, 1 + day)).toISOString().slice(0, 10).replaceAll('-', '')

/** `YYYYMMDDTHHMMSS` some minutes later. */
const later = (start: string, minutes: number): string => {
  const ms = Date.UTC(
    ...([Number(start.slice(0, 4)), Number(start.slice(4, 6)) - 1, Number(start.slice(6, 8))] as const),
    ...([Number(start.slice(9, 11)), Number(start.slice(11, 13)) + minutes] as const),
  )
  return new Date(ms).toISOString().replace(/[-:]|\.\d+Z/g, '')
}

const property = (name: string, { zone, allDay }: Revision, at: string): string => {
  if (allDay) return `${name};VALUE=DATE:${at.slice(0, 8)}`
  return zone === 'UTC' ? `${name}:${at}Z` : `${name};TZID=${zone}:${at}`
}

const eventLines = (revision: Revision, lines: readonly string[]): readonly string[] => [
  ...['BEGIN:VEVENT', `UID:${revision.uid}`, `SUMMARY:${revision.uid}`, `SEQUENCE:${revision.sequence}`],
  ...['DTSTAMP:20270101T000000Z', ...lines, 'END:VEVENT'],
]

const ruleLines = ({ rule, count, until, allDay }: Revision): readonly string[] => {
  if (rule === null) return []
  const end = count === null ? `UNTIL=${allDay ? until : `${until}T235959Z`}` : `COUNT=${count}`
  return [`RRULE:${rule};${end}`]
}

/** A calendar with this version alone. */
export const bodyOf = (revision: Revision): string => {
  const { start, without, moved } = revision
  const own = [
    property('DTSTART', revision, start),
    ...ruleLines(revision),
    ...without.map(at => property('EXDATE', revision, at)),
  ]
  const other =
    moved === null
      ? []
      : eventLines(revision, [
          property('RECURRENCE-ID', revision, moved.from),
          property('DTSTART', revision, moved.to),
        ])
  const head = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:x']
  return [...head, ...eventLines(revision, own), ...other, 'END:VCALENDAR', ''].join('\r\n')
}

/** Its dates, as `start`; those of a clock time that occurs twice are left out. */
const datesOf = (revision: Revision): readonly string[] =>
  itemsOf(Buffer.from(bodyOf({ ...revision, without: [], moved: null })), WRITTEN).flatMap(
    ({ start_date: start = 'Z' }) =>
      start.endsWith('Z')
        ? []
        : [start.replace(/[-:]/g, '').replace(' ', 'T').padEnd(15, 'T000000').slice(0, 15)],
  )

export const firstRevision = ({ number, oneOf }: Random, uid: string): Revision => {
  const [day, isCounted] = [number(300), number(2) === 0]
  const allDay = number(4) === 0
  const time = String(7 + number(12)).padStart(2, '0')
  return {
    ...{ uid, sequence: 1, zone: oneOf(ZONES), allDay, start: `${dayAt(day)}T${allDay ? '00' : time}0000` },
    rule: isCounted ? oneOf(ANY_START) : oneOf(OWN_DAYS),
    count: isCounted ? 2 + number(12) : null,
    until: dayAt(day + 20 + number(120)),
    ...{ without: [], moved: null },
  }
}

/** No dates of its own: those of another time, day or rule say nothing. */
const plain = { without: [], moved: null } as const

/** What a source may make of a series, each told by its name. */
export const changes = {
  same: revision => revision,
  time: ({ allDay, ...one }) => ({
    ...{ ...one, ...plain, allDay },
    start: allDay ? one.start : later(one.start, one.start.slice(9, 11) < '12' ? 210 : -150),
  }),
  day: one => ({ ...one, ...plain, start: later(one.start, 1_440), count: null }),
  earlier: one => ({ ...one, ...plain, start: later(one.start, -1_440 * 9), count: null }),
  fewer: (one, { number }) => ({
    ...one,
    count: one.count === null ? null : Math.max(1, one.count - 1 - number(6)),
    until:
      one.until > one.start.slice(0, 8) ? later(`${one.until}T000000`, -1_440 * 30).slice(0, 8) : one.until,
  }),
  more: one => ({
    ...one,
    count: one.count === null ? null : one.count + 3,
    until: later(`${one.until}T000000`, 1_440 * 30).slice(0, 8),
  }),
  without: (one, { oneOf }) => {
    const [first, ...others] = datesOf(one)
    return {
      ...one,
      without: first === undefined ? [] : [oneOf([first, ...others]), oneOf([first, ...others])],
    }
  },
  moved: (one, { oneOf }) => {
    const [first, ...others] = datesOf(one)
    if (first === undefined || one.rule === null) return one
    const from = oneOf([first, ...others])
    return { ...one, without: [], moved: { from, to: later(from, one.allDay ? 1_440 : 90) } }
  },
  rule: (one, { oneOf }) => ({ ...one, ...plain, rule: oneOf(OWN_DAYS), count: null }),
  zone: (one, { oneOf }) => ({ ...one, ...plain, zone: oneOf(ZONES) }),
  days: one => ({
    ...{ ...one, ...plain, allDay: !one.allDay },
    start: `${one.start.slice(0, 8)}T${one.allDay ? '10' : '00'}0000`,
  }),
  single: one => ({ ...one, ...plain, rule: null }),
  series: one => (one.rule === null ? { ...one, rule: 'FREQ=WEEKLY', count: 3 } : one),
} satisfies Record<string, (revision: Revision, random: Random) => Revision>
