import { RRULE_LENGTH } from '../../../../shared/limits/imports.ts'
import { readWall } from '../zones/wall.ts'

type Frequency = 'YEARLY' | 'MONTHLY' | 'WEEKLY' | 'DAILY' | 'HOURLY' | 'MINUTELY' | 'SECONDLY'

/** `nth` 0: every such weekday of the period. Weekdays from Sunday = 0. */
export type WeekdayPart = { readonly weekday: number; readonly nth: number }

/** End of a rule: a wall clock (or day, inclusive) of the series, or an instant. */
export type Until = { readonly wall: number; readonly form: 'date' | 'local' | 'utc' }

export type Rule = {
  readonly frequency: Frequency
  readonly interval: number
  readonly count: number | null
  readonly until: Until | null
  readonly weekStart: number
  readonly months: readonly number[] | null
  readonly weekNumbers: readonly number[] | null
  readonly yearDays: readonly number[] | null
  readonly monthDays: readonly number[] | null
  readonly weekdays: readonly WeekdayPart[] | null
  readonly hours: readonly number[] | null
  readonly minutes: readonly number[] | null
  readonly seconds: readonly number[] | null
  readonly positions: readonly number[] | null
  /** What becomes of days that a month does not have (RFC 7529). */
  readonly skip: Skip
}

const SKIPS = ['OMIT', 'BACKWARD', 'FORWARD'] as const
type Skip = (typeof SKIPS)[number]

/** A rule that was read, and parts of it that were left out because their values mean nothing: `COUNT=-1`. */
export type ReadRule = { readonly rule: Rule; readonly badParts: readonly string[] }

const frequencies: ReadonlyMap<string, Frequency> = new Map(
  (['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY'] as const).map(f => [f, f]),
)
const dayNames = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
const weekdayPart = /^([+-]?\d{1,2})?(SU|MO|TU|WE|TH|FR|SA)$/

type Check = (text: string) => boolean

const within =
  (low: number, high: number): Check =>
  text =>
    /^\d{1,9}$/.test(text) && Number(text) >= low && Number(text) <= high

/** A number of the range, or as many from the end. */
const signedWithin =
  (high: number): Check =>
  text =>
    within(1, high)(text.replace(/^[+-]/, ''))

const list =
  (check: Check): Check =>
  text =>
    text.split(',').every(check)

/** Every part this program understands, with what its value may be. */
const grammar: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['FREQ', text => frequencies.has(text)],
  ['INTERVAL', within(1, 999_999_999)],
  ['COUNT', within(1, 999_999_999)],
  ['UNTIL', text => readWall(text) !== null],
  ['WKST', text => dayNames.includes(text)],
  ['RSCALE', text => text === 'GREGORIAN'],
  ['SKIP', text => SKIPS.some(skip => skip === text)],
  ['BYMONTH', list(within(1, 12))],
  ['BYWEEKNO', list(signedWithin(53))],
  ['BYYEARDAY', list(signedWithin(366))],
  ['BYMONTHDAY', list(signedWithin(31))],
  ['BYDAY', list(text => weekdayPart.test(text) && !/^[+-]?0/.test(text))],
  ['BYHOUR', list(within(0, 23))],
  ['BYMINUTE', list(within(0, 59))],
  ['BYSECOND', list(within(0, 60))],
  ['BYSETPOS', list(signedWithin(366))],
])

/** Parts without which a rule still says on which days it is; the others must be as they should. */
const SPARE: ReadonlySet<string> = new Set(['COUNT', 'INTERVAL', 'SKIP'])
const wholeNumber = /^[+-]?\d+$/

/** A number that is out of range, or what no program writes. */
const isSpare = (name: string, value: string): boolean =>
  SPARE.has(name) && (wholeNumber.test(value) || value === '' || name === 'SKIP')

type Parts = { readonly found: ReadonlyMap<string, string>; readonly badParts: readonly string[] }

const partsOf = (text: string): Parts | null => {
  const found = new Map<string, string>()
  const badParts: string[] = []
  for (const part of text.toUpperCase().replace(/\s+/g, '').split(';').filter(Boolean)) {
    const equals = part.indexOf('=')
    const name = part.slice(0, Math.max(equals, 0))
    const value = part.slice(equals + 1)
    const isGood = grammar.get(name)?.(value) === true
    if (found.has(name) || (!isGood && !isSpare(name, value))) return null
    if (isGood) found.set(name, value)
    else badParts.push(part)
  }
  return found.has('FREQ') ? { found, badParts } : null
}

const numbers = (text: string | undefined): number[] | null =>
  text === undefined ? null : [...new Set(text.split(',').map(Number))].sort((a, b) => a - b)

const weekdaysIn = (text: string | undefined): WeekdayPart[] | null =>
  text?.split(',').map(item => {
    const [, nth = '0', day = ''] = weekdayPart.exec(item) ?? []
    return { weekday: dayNames.indexOf(day), nth: Number(nth) }
  }) ?? null

const untilIn = (text: string | undefined): Until | null => {
  const read = text === undefined ? null : readWall(text)
  return read === null ? null : { wall: read.wall, form: read.dateOnly ? 'date' : read.utc ? 'utc' : 'local' }
}

/** What RFC 5545 §3.3.10 forbids; a rule that breaks it means nothing certain. */
const forbidden = (rule: Rule): boolean => {
  const { frequency } = rule
  const coarse = frequency === 'YEARLY' || frequency === 'MONTHLY'
  const numbered = rule.weekdays?.some(({ nth }) => nth !== 0) ?? false
  const days = [rule.months, rule.weekNumbers, rule.yearDays, rule.monthDays, rule.weekdays]
  const selects = [...days, rule.hours, rule.minutes, rule.seconds].some(part => part !== null)
  return (
    (numbered && (!coarse || rule.weekNumbers !== null)) ||
    (rule.weekNumbers !== null && frequency !== 'YEARLY') ||
    (rule.monthDays !== null && frequency === 'WEEKLY') ||
    (rule.yearDays !== null && ['DAILY', 'WEEKLY', 'MONTHLY'].includes(frequency)) ||
    (rule.positions !== null && !selects)
  )
}

const skipIn = (text: string | undefined): Skip => SKIPS.find(skip => skip === text) ?? 'OMIT'

const ruleOf = (parts: ReadonlyMap<string, string>, frequency: Frequency): Rule => ({
  frequency,
  interval: Number(parts.get('INTERVAL') ?? 1),
  count: parts.has('COUNT') ? Number(parts.get('COUNT')) : null,
  until: untilIn(parts.get('UNTIL')),
  weekStart: dayNames.indexOf(parts.get('WKST') ?? 'MO'),
  months: numbers(parts.get('BYMONTH')),
  weekNumbers: numbers(parts.get('BYWEEKNO')),
  yearDays: numbers(parts.get('BYYEARDAY')),
  monthDays: numbers(parts.get('BYMONTHDAY')),
  weekdays: weekdaysIn(parts.get('BYDAY')),
  hours: numbers(parts.get('BYHOUR')),
  minutes: numbers(parts.get('BYMINUTE')),
  // second 60 exists on few clocks; RFC 5545 reads it as 59 elsewhere
  seconds: numbers(parts.get('BYSECOND')?.replace(/\b60\b/g, '59')),
  positions: numbers(parts.get('BYSETPOS')),
  skip: skipIn(parts.get('SKIP')),
})

/** Reads a RECUR value (RFC 5545 §3.3.10, RFC 7529); null when it is broken or asks for what is not supported. */
export const readRuleParts = (text: string): ReadRule | null => {
  const parts = text.length > RRULE_LENGTH ? null : partsOf(text)
  const frequency = frequencies.get(parts?.found.get('FREQ') ?? '')
  if (parts === null || frequency === undefined) return null
  const rule = ruleOf(parts.found, frequency)
  return forbidden(rule) ? null : { rule, badParts: parts.badParts }
}

/** The rule alone. */
export const readRule = (text: string): Rule | null => readRuleParts(text)?.rule ?? null
