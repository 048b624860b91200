import type { Random } from '../../../scripts/fuzz-bodies/random.ts'

/** A series made up. */
export type MadeSeries = {
  readonly zone: string
  readonly allDay: boolean
  readonly frequency: (typeof FREQUENCIES)[number]
  readonly rule: string
  /** COUNT or UNTIL with its semicolon, or nothing. */
  readonly bound: string
  /** How many days of it are compared. */
  readonly days: number
  /** `YYYYMMDDTHHMMSS` */
  readonly start: string
}

const ZONES = [
  ...([
    'America/New_York',
    'Europe/Berlin',
    'Australia/Lord_Howe',
    'America/Sao_Paulo',
    'Asia/Kolkata',
    'UTC',
  ] as const),
  ...(['Pacific/Auckland', 'America/St_Johns', 'Europe/Dublin'] as const),
] as const
const FREQUENCIES = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY'] as const
const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const

const some = <Value>({ number }: Random, most: number, make: () => Value): Value[] => [
  ...new Set(Array.from({ length: 1 + number(most) }, make)),
]

const signed = ({ number }: Random, most: number) => (number(3) === 0 ? -1 : 1) * (1 + number(most))

/** All numbered or none: dateutil takes of a mixed list only what is in both halves of it. */
const days = (random: Random, ofYear: boolean, numbered: boolean) => {
  const most = ofYear ? 20 : 5
  const isNumbered = numbered && random.number(2) === 0
  return some(
    random,
    3,
    () => `${isNumbered ? String(signed(random, most)) : ''}${random.oneOf(DAYS)}`,
  ).join()
}

/** Parts that RFC 5545 §3.3.10 allows beside this frequency. */
const partsOf = (random: Random, frequency: string, allDay: boolean): string[] => {
  const { number } = random
  const chance = (odds: number) => number(odds) === 0
  const parts: string[] = []
  const weekly = frequency === 'YEARLY' && chance(5)
  const put = (name: string, make: () => number, most = 3) =>
    parts.push(`${name}=${some(random, most, make).join()}`)
  if (chance(3)) put('BYMONTH', () => 1 + number(12))
  if (weekly) put('BYWEEKNO', () => signed(random, 53))
  if (['YEARLY', 'HOURLY'].includes(frequency) && !weekly && chance(6))
    put('BYYEARDAY', () => signed(random, 366))
  if (frequency !== 'WEEKLY' && !weekly && chance(4)) put('BYMONTHDAY', () => signed(random, 31))
  if (chance(3))
    parts.push(
      `BYDAY=${days(random, frequency === 'YEARLY' && !parts.some(part => part.startsWith('BYMONTH=')), ['YEARLY', 'MONTHLY'].includes(frequency) && !weekly)}`,
    )
  if (!allDay && chance(4)) put('BYHOUR', () => number(24))
  if (!allDay && chance(6)) put('BYMINUTE', () => number(60))
  if (!allDay && chance(10)) put('BYSECOND', () => number(60), 2)
  if (parts.length > 0 && chance(4)) put('BYSETPOS', () => signed(random, 6), 2)
  if (chance(5)) parts.push(`WKST=${random.oneOf(DAYS)}`)
  if (chance(2)) parts.push(`INTERVAL=${1 + number(frequency === 'HOURLY' ? 30 : 4)}`)
  return parts
}

const dateText = (utcMs: number) => new Date(utcMs).toISOString().replace(/[-:]|\.\d+/g, '')

/** Days since 2027-01-01 at a clock time, as `YYYYMMDDTHHMMSS`. */
const at = (day: number, seconds: number) =>
  dateText(Date.UTC(2027, 0, 1 + day) + seconds * 1_000).slice(0, 15)

/** RFC 5545 §3.3.10: of the kind of DTSTART; of a time with a zone, in UTC. */
const untilOf = (day: number, allDay: boolean) => (allDay ? at(day, 0).slice(0, 8) : `${at(day, 43_200)}Z`)

/** Days after the start in which occurrences are compared: enough of them, and not thousands. */
const DAYS_COMPARED = {
  YEARLY: 725,
  MONTHLY: 725,
  WEEKLY: 400,
  DAILY: 120,
  HOURLY: 15,
  MINUTELY: 1,
  SECONDLY: 1,
} as const

/** A series of a rule that RFC 5545 §3.3.10 allows, with COUNT, UNTIL or no end. */
export const madeSeries = (random: Random): MadeSeries => {
  const { number } = random
  const allDay = number(4) === 0
  const frequency = allDay
    ? random.oneOf(['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY'] as const)
    : random.oneOf(FREQUENCIES)
  const [day, seconds, end] = [number(365), number(96) * 900, number(3)]
  const until = `UNTIL=${untilOf(day + number(700), allDay)}`
  return {
    zone: random.oneOf(ZONES),
    allDay,
    frequency,
    days: DAYS_COMPARED[frequency],
    rule: [`FREQ=${frequency}`, ...partsOf(random, frequency, allDay)].join(';'),
    bound: end === 0 ? `;COUNT=${1 + number(40)}` : end === 1 ? `;${until}` : '',
    start: at(day, allDay ? 0 : seconds),
  }
}
