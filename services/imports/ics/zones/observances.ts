import { memoized } from '../../../../shared/kernel/memoized.ts'
import { civilDate, dayNumber } from '../../../../shared/kernel/time/calculate.ts'
import { parseZone } from '../../../../shared/kernel/time/zone.ts'
import { firstOf, type Component } from '../components.ts'
import { expansion, occurrences } from '../recurrence/expand.ts'
import { readRule, type Rule } from '../recurrence/rule.ts'
import { DAY, readWall } from './wall.ts'

/** From a wall clock of the offset `from` on, `to` is in force; of two at once, that of the later part. */
type Onset = { readonly wall: number; readonly from: number; readonly to: number; readonly part: number }

/** Onsets that a STANDARD or DAYLIGHT part has by a rule. */
type Yearly = Omit<Onset, 'wall'> & {
  readonly interval: number
  /** Year of its last one, and the wall after which there is none. */
  readonly lastYear: number
  readonly end: number
  readonly walls: ReturnType<typeof expansion>
}

/** Offsets of a VTIMEZONE, in seconds: onsets that are listed, ascending, and those that rules give around a year. */
export type Observances = {
  readonly listed: readonly Onset[]
  readonly ruledAround: (year: number) => readonly Onset[]
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

/** More than a zone has ever had: dates listed, rules, onsets of a rule that counts, and of any rule in two years. */
const MOST_DATES = 2_000
const MOST_RULES = 100
const MOST_COUNTED = 500
const MOST_IN_YEARS = 100

/** Years kept of a zone. */
const YEARS = 16

type Part = Omit<Onset, 'wall'> & {
  readonly start: number
  readonly values: (name: string) => readonly string[]
}

const readPart = ({ properties }: Component, part: number): Part | null => {
  const value = (name: string) => firstOf(properties, name)?.value
  const [from, to] = [readOffset(value('TZOFFSETFROM')), readOffset(value('TZOFFSETTO'))]
  const start = readWall(value('DTSTART') ?? '')
  if (to === null || start === null) return null
  const values = (name: string) => properties.filter(one => one.name === name).map(one => one.value)
  return { part, from: from ?? to, to, start: start.wall, values }
}

/** Walls of RDATEs, as many of them as are still wanted. */
const datesOf = ({ values }: Part, most: number): number[] => {
  const texts: string[] = []
  for (const list of values('RDATE')) texts.push(...list.split(',', most - texts.length))
  return texts.flatMap(text => readWall(text)?.wall ?? [])
}

/** The last onset of a rule that counts them; of others there is none. */
const lastCounted = (rule: Rule, start: number): number => {
  if (rule.count === null) return Infinity
  let [last, left] = [start, MOST_COUNTED]
  for (const wall of occurrences(rule, start)) {
    last = wall ?? last
    if (--left === 0) break
  }
  return last
}

const yearly = (rule: Rule, { start, from, to, part }: Part): Yearly => {
  const counted = lastCounted(rule, start)
  const walls = expansion({ ...rule, count: null }, start)
  const last = Math.min(rule.until?.wall ?? Infinity, counted)
  return {
    ...{ from, to, part, walls, interval: rule.interval },
    lastYear: last === Infinity ? Infinity : civilDate(Math.floor(last / DAY)).year,
    end: Math.min((rule.until?.wall ?? Infinity) + DAY, counted),
  }
}

const rulesOf = (part: Part): Yearly[] =>
  part
    .values('RRULE')
    .flatMap(text => readRule(text) ?? [])
    .filter(({ frequency }) => frequency === 'YEARLY')
    .map(rule => yearly(rule, part))

const byWall = (a: Onset, b: Onset) => a.wall - b.wall || a.part - b.part

/** Offsets a VTIMEZONE gives; null when it gives none. */
export const readObservances = (zone: Component): Observances | null => {
  const parts = zone.parts.flatMap((part, n) => readPart(part, n) ?? [])
  const listed: Onset[] = []
  const rules: Yearly[] = []
  let left = MOST_DATES
  for (const part of parts) {
    const { from, to, start } = part
    const dates = datesOf(part, left)
    left -= dates.length
    for (const wall of [start, ...dates]) listed.push({ wall, from, to, part: part.part })
    if (rules.length < MOST_RULES) rules.push(...rulesOf(part).slice(0, MOST_RULES - rules.length))
  }
  return parts.length === 0
    ? null
    : { listed: listed.sort(byWall), ruledAround: memoized(YEARS, onsetsAround(rules)) }
}

/** Onsets of a rule in the years before the end of one, as far back as its last one. */
const onsetsOf = ({ from, to, part, interval, lastYear, end, walls }: Yearly, year: number): Onset[] => {
  const last = Math.min(year, lastYear)
  const window = dayNumber(Math.max(1, last - interval), 1, 1) * DAY
  const found: Onset[] = []
  let left = MOST_IN_YEARS
  for (const wall of walls({ from: window, to: Math.min(dayNumber(last + 1, 1, 1) * DAY, end) })) {
    if (wall !== null) found.push({ wall, from, to, part })
    if (--left === 0) break
  }
  return found
}

const onsetsAround =
  (rules: readonly Yearly[]) =>
  (year: number): readonly Onset[] =>
    rules.flatMap(rule => onsetsOf(rule, year)).sort(byWall)

/** Index of the first onset after a wall. */
const indexAfter = (onsets: readonly Onset[], wall: number): number => {
  let [low, high] = [0, onsets.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((onsets[middle]?.wall ?? Infinity) <= wall) low = middle + 1
    else high = middle
  }
  return low
}

/** Farther from UTC than offsets are read, in seconds. */
const FARTHEST = 16 * 3600

const offsetWhere = (
  observances: Observances,
  seconds: number,
  isPast: (onset: Onset) => boolean,
): number => {
  const { listed } = observances
  const ruled = observances.ruledAround(civilDate(Math.floor(seconds / DAY)).year)
  const [one, other] = [listed, ruled].map(onsets => {
    let index = indexAfter(onsets, seconds + FARTHEST) - 1
    for (let onset = onsets[index]; onset !== undefined && !isPast(onset); onset = onsets[index]) index--
    return onsets[index]
  })
  const last = one !== undefined && other !== undefined && byWall(one, other) < 0 ? other : (one ?? other)
  // before every onset the file still says which offset the first one ended
  return last?.to ?? listed[0]?.from ?? 0
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
