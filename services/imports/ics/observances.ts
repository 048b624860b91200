import { civilDate, dayNumber } from '../../../shared/kernel/time/calculate.ts'
import { parseZone } from '../../../shared/kernel/time/zone.ts'
import { firstOf, type Component } from './components.ts'
import { occurrences } from './expand.ts'
import { readRule, type Rule } from './rule.ts'
import { DAY, readWall } from './wall.ts'

/** A STANDARD or DAYLIGHT part: from each onset (wall clock of the offset before it) on, `to` is in force. */
type Observance = {
  readonly from: number
  readonly to: number
  readonly start: number
  readonly dates: readonly number[]
  readonly rules: readonly Rule[]
}

type Onset = { readonly wall: number; readonly from: number; readonly to: number }

/** Offsets of a VTIMEZONE, in seconds; onsets are kept per year asked for. */
export type Observances = {
  readonly parts: readonly Observance[]
  readonly years: Map<number, readonly Onset[]>
}

const pair = (n: number) => String(n).padStart(2, '0')

/** Zone text of an offset in whole minutes, null beyond what fixed zones can be (spec 04 §2). */
const fixedZone = (seconds: number): string | null => {
  const minutes = Math.round(Math.abs(seconds) / 60)
  return parseZone(`${seconds < 0 ? '-' : '+'}${pair(Math.floor(minutes / 60))}:${pair(minutes % 60)}`)
}

const offset = /^([+-])(\d\d):?(\d\d)(?::?(\d\d))?$/

const readOffset = (text: string | undefined): number | null => {
  const match = offset.exec(text?.trim() ?? '')
  if (match === null) return null
  const [, sign, hours, minutes, seconds = 0] = match
  const size = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  const signed = sign === '-' ? -size : size
  return fixedZone(signed) === null ? null : signed
}

/** More than a zone has ever had of them. */
const MOST_ONSETS = 2_000
const MOST_RULES = 10

const readObservance = ({ properties }: Component): Observance | null => {
  const value = (name: string) => firstOf(properties, name)?.value
  const [from, to] = [readOffset(value('TZOFFSETFROM')), readOffset(value('TZOFFSETTO'))]
  const start = readWall(value('DTSTART') ?? '')
  if (to === null || start === null) return null
  const all = (name: string) =>
    properties.filter(property => property.name === name).map(({ value }) => value)
  return {
    from: from ?? to,
    to,
    start: start.wall,
    dates: all('RDATE')
      .flatMap(list => list.split(',').flatMap(date => readWall(date)?.wall ?? []))
      .slice(0, MOST_ONSETS),
    rules: all('RRULE')
      .slice(0, MOST_RULES)
      .flatMap(rule => readRule(rule) ?? [])
      .filter(({ frequency }) => frequency === 'YEARLY'),
  }
}

/** Offsets a VTIMEZONE gives; null when it gives none. */
export const readObservances = (zone: Component): Observances | null => {
  const parts = zone.parts.flatMap(part => readObservance(part) ?? [])
  return parts.length === 0 ? null : { parts, years: new Map() }
}

/** Periods looked at of a rule that counts its onsets: more than there have been years with zones. */
const PERIODS = 2000

/** Onsets of a rule in the years before the end of one, as far back as its last one. */
const ruleOnsets = (rule: Rule, start: number, year: number): number[] => {
  const last = rule.until === null ? year : Math.min(year, civilDate(Math.floor(rule.until.wall / DAY)).year)
  const window = dayNumber(Math.max(1, last - rule.interval), 1, 1) * DAY
  const end = Math.min(dayNumber(last + 1, 1, 1) * DAY, (rule.until?.wall ?? Infinity) + DAY)
  const found: number[] = []
  let periods = 0
  for (const wall of occurrences(rule, start, { from: rule.count === null ? window : start, to: end })) {
    if (wall === null ? ++periods > PERIODS : wall > end) break
    if (wall !== null) found.push(wall)
  }
  return found
}

const onsetsAround = ({ parts, years }: Observances, year: number): readonly Onset[] => {
  const known = years.get(year)
  if (known !== undefined) return known
  const onsets = parts
    .flatMap(({ start, dates, rules, from, to }) =>
      [start, ...dates, ...rules.flatMap(rule => ruleOnsets(rule, start, year))].map(wall => ({
        wall,
        from,
        to,
      })),
    )
    .sort((a, b) => a.wall - b.wall)
  years.set(year, onsets)
  return onsets
}

const offsetWhere = (
  observances: Observances,
  seconds: number,
  isPast: (onset: Onset) => boolean,
): number => {
  const onsets = onsetsAround(observances, civilDate(Math.floor(seconds / DAY)).year)
  // before every onset the file still says which offset the first one ended
  return onsets.findLast(isPast)?.to ?? onsets[0]?.from ?? 0
}

/** Offset in force on a wall clock; of one that occurs twice, the earlier. */
export const offsetAtWall = (observances: Observances, wall: number): number =>
  offsetWhere(observances, wall, onset => onset.wall <= wall)

export const offsetAtInstant = (observances: Observances, instant: number): number =>
  offsetWhere(observances, instant, onset => onset.wall - onset.from <= instant)

/** Fixed offset in force on a wall clock. */
export const fixedZoneAt = (observances: Observances, wall: number): string => {
  const seconds = offsetAtWall(observances, wall)
  const zone = fixedZone(seconds)
  if (zone === null) throw new Error(`no fixed zone is ${seconds} seconds from UTC`)
  return zone
}
