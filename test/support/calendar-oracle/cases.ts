import type { Random } from '../../../scripts/fuzz-bodies/random.ts'
import type { Asked, Told } from './ask.ts'
import { instantAt, itemsOf, minus } from './readings.ts'
import { madeSeries, type MadeSeries } from './rules.ts'

/** `exrule`: what it leaves out, which the other reader reads as a series of its own. */
export type Case = {
  readonly id: string
  readonly series: MadeSeries
  readonly ics: string
  readonly exrule: string | null
}

const EXRULES = [
  ...(['FREQ=WEEKLY;BYDAY=TU', 'FREQ=WEEKLY;BYDAY=MO,WE,FR,SU', 'FREQ=MONTHLY;BYDAY=1SA,-1TH'] as const),
  ...([
    'FREQ=MONTHLY;BYMONTHDAY=1,15,31',
    'FREQ=DAILY;INTERVAL=3',
    'FREQ=YEARLY;BYMONTH=2,7;BYDAY=TH',
  ] as const),
] as const

/** RFC 7529, as the other reader, which knows no SKIP, has it: the last day of each month, the sixtieth day of each year. */
const SKIPPED: readonly (readonly [ours: RegExp, theirs: string])[] = [
  [/RSCALE=GREGORIAN;SKIP=OMIT;/, ''],
  [/RSCALE=GREGORIAN;SKIP=BACKWARD;(.*?)BYMONTHDAY=31\b/, '$1BYMONTHDAY=-1'],
  [/RSCALE=GREGORIAN;SKIP=FORWARD;(FREQ=YEARLY.*?)BYMONTH=2;BYMONTHDAY=29\b/, '$1BYYEARDAY=60'],
]

export const withoutSkip = (ics: string): string =>
  SKIPPED.reduce((text, [ours, theirs]) => text.replace(ours, theirs), ics)

/** Days that a month does not have are left out, or the one before is taken, of one rule in twenty. */
const skipping = (made: MadeSeries, { number }: Random): MadeSeries => {
  const isOf = /^FREQ=(?:MONTHLY|YEARLY)/.test(made.rule)
  if (!isOf || number(8) > 0) return made
  if (number(2) === 0) return { ...made, rule: `RSCALE=GREGORIAN;SKIP=OMIT;${made.rule}` }
  const rule = `RSCALE=GREGORIAN;SKIP=BACKWARD;FREQ=MONTHLY;INTERVAL=${1 + number(3)};BYMONTHDAY=31`
  return { ...made, frequency: 'MONTHLY', rule, days: 725 }
}

const FORWARD = [
  (n: number) => `FREQ=MONTHLY;INTERVAL=${n};BYMONTHDAY=31`,
  (n: number) => `FREQ=MONTHLY;INTERVAL=${n};BYMONTHDAY=${28 + n}`,
  () => 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29',
] as const

/** Of days that a month does not have, the one after is taken. */
const skippingForward = (made: MadeSeries, { number, oneOf }: Random): MadeSeries => {
  const rule = `RSCALE=GREGORIAN;SKIP=FORWARD;${oneOf(FORWARD)(1 + number(3))}`
  return { ...made, frequency: rule.includes('YEARLY') ? 'YEARLY' : 'MONTHLY', rule, days: 725 }
}

const dateProperty = (name: string, { zone, allDay }: MadeSeries, text: string): string => {
  if (allDay) return `${name};VALUE=DATE:${text.slice(0, 8)}`
  return zone === 'UTC' ? `${name}:${text}Z` : `${name};TZID=${zone}:${text}`
}

export const icsOf = (series: MadeSeries, more: readonly string[] = []): string =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:x', 'BEGIN:VEVENT', 'UID:s', 'DTSTAMP:20270101T000000Z'],
    ...[
      'SUMMARY:S',
      dateProperty('DTSTART', series, series.start),
      `RRULE:${series.rule}${series.bound}`,
      ...more,
    ],
    ...['END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n')

/** When all of them are read. */
export const NOW = '2027-01-01 00:00:00'

export const compact = (start: string) =>
  start.replace(/[-:]/g, '').replace(' ', 'T').padEnd(15, 'T000000').slice(0, 15)

export const dayAfter = ({ start, days }: MadeSeries, more = 0): string => {
  const first = Date.UTC(Number(start.slice(0, 4)), Number(start.slice(4, 6)) - 1, Number(start.slice(6, 8)))
  return new Date(first + (days + more) * 86_400_000).toISOString().slice(0, 10)
}

/** Starts where its rule has an occurrence, in nine of ten cases; some dates left out, some added. */
const dated = (random: Random, id: string, made: MadeSeries): Case => {
  const [, second] = itemsOf(Buffer.from(icsOf(made)), NOW)
  const isAligned =
    second?.start_date !== undefined && !second.start_date.endsWith('Z') && random.number(10) > 0
  const moved = isAligned ? { ...made, start: compact(second.start_date ?? '') } : made
  const starts = itemsOf(Buffer.from(icsOf(moved)), NOW).map(({ start_date: start = '' }) => start)
  const series = moved
  const other = starts[random.number(Math.max(1, Math.min(starts.length, 20)))] ?? ''
  const more = [
    ...(random.number(3) === 0 && other !== '' && !other.endsWith('Z')
      ? [dateProperty('EXDATE', series, compact(other))]
      : []),
    ...(random.number(4) === 0 ? [dateProperty('RDATE', series, '20280229T101500')] : []),
  ]
  const exrule = !isFast(series) && random.number(6) === 0 ? random.oneOf(EXRULES) : null
  const all = exrule === null ? more : [...more, `EXRULE:${exrule}`]
  return { id, series, ics: icsOf(series, all), exrule }
}

export const caseOf = (random: Random, id: string): Case =>
  dated(random, id, skipping(madeSeries(random), random))

export const forwardCaseOf = (random: Random, id: string): Case =>
  dated(random, id, skippingForward(madeSeries(random), random))

const weekdayOf = ({ start }: MadeSeries): string =>
  ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'][
    new Date(`${start.slice(0, 4)}-${start.slice(4, 6)}-${start.slice(6, 8)}`).getUTCDay()
  ] ?? ''

/**
 * With the weekday that a rule of week numbers alone takes from its start (RFC 5545 §3.3.10: information that is missing
 * is retrieved from DTSTART): dateutil takes all seven.
 */
export const spelledOut = (series: MadeSeries, ics: string): string =>
  /BYWEEKNO/.test(series.rule) && !/BYDAY|BYMONTHDAY|BYYEARDAY/.test(series.rule)
    ? ics.replace(/BYWEEKNO/, `BYDAY=${weekdayOf(series)};BYWEEKNO`)
    : ics

export const isFast = ({ frequency }: MadeSeries) => frequency === 'MINUTELY' || frequency === 'SECONDLY'

/** DTSTART and RDATE: what is there without any rule. */
export const instantsOf = (
  ics: string,
  { zone, allDay }: MadeSeries,
  names: 'DTSTART|RDATE' | 'RDATE' | 'EXDATE' = 'DTSTART|RDATE',
): readonly string[] =>
  [...ics.matchAll(new RegExp(`^(?:${names})[^:]*:(\\d{8}(?:T\\d{6})?)`, 'gm'))].map(([, text = '']) =>
    allDay ? `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}` : instantAt(text, zone),
  )

/** A series of what an EXRULE holds. */
export const exclusionsOf = ({ id, series }: Case, rule: string): Asked => ({
  id: `${id}x`,
  ics: icsOf({ ...series, rule, bound: '' }),
  from: '2026-12-30T00:00:00',
  to: `${dayAfter(series, 3)}T00:00:00`,
})

/** What it leaves out: its start is there in any case for the other reader. */
export const excludedBy = ({ series }: Case, told: Told | undefined): readonly string[] => {
  if (told === undefined || 'error' in told) return []
  const all = told.begins.map(([, begin]) => begin)
  return told.startInRule ? all : minus(all, instantsOf(icsOf(series), series))
}
