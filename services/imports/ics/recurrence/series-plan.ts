import { MOST_OCCURRENCES } from '../../../../shared/limits/imports.ts'
import type { UtcTime } from '../../../../shared/kernel/brands.ts'
import type { Notice } from '../../item/notices.ts'
import { holdsStart, occurrences } from './expand.ts'
import { readRuleParts, type Rule } from './rule.ts'
import {
  exclusionsOf,
  horizonOf,
  isExcluded,
  isPast,
  keyAt,
  keyOf,
  LOOKS_PER_SLICE,
  ruleWalls,
  wallOfKey,
  type Exclusions,
  type Horizon,
} from './series-dates.ts'
import { dateText, isAllDay, type Span } from '../span.ts'
import { shownWall } from '../zones/clock.ts'
import {
  DATES_PER_SLICE,
  readExdates,
  readRdates,
  unreadOf,
  type ExtraDate,
  type ReadEvent,
} from '../vevent.ts'

/** A VEVENT that repeats, with a readable start. */
export type Series = ReadEvent & { readonly span: Span }

/** An occurrence: its wall on the clock of the series, and its own end where an RDATE gives one. */
export type Occurrence = { readonly wall: number; readonly end?: Span['end'] }

/** By key (`keyAt`), ascending. */
export type Occurrences = ReadonlyMap<number, Occurrence>

/** What bounds a series: the time from which its horizon is counted, and the patience with rules that hold nothing. */
export type SeriesLimits = { readonly nowUtc: UtcTime; readonly goesOn: () => boolean }

type Plan = {
  readonly span: Span
  readonly rules: readonly Rule[]
  readonly extra: Occurrences
  /** There are more extra dates than are ever kept, and the old ones are gone already. */
  readonly tooMany: boolean
  /** Keys that overrides replace; they stand even where no rule reaches them. */
  readonly replaced: readonly number[]
  readonly excluded: Exclusions
  readonly horizon: Horizon
  readonly goesOn: () => boolean
}

/** Dates that a rule of exception leaves out at most: far more than a series keeps. */
const MOST_EXCLUDED = 100_000

const isFast = (rule: Rule) => rule.frequency === 'SECONDLY' || rule.frequency === 'MINUTELY'

type Rules = { readonly rules: readonly Rule[]; readonly notices: readonly Notice[] }

/** The rules of a property; an empty one is none. Of fast ones nothing is to be had. */
const rulesOf = ({ source }: Series, name: 'RRULE' | 'EXRULE', bad: string): Rules => {
  const [rules, notices]: [Rule[], Notice[]] = [[], []]
  for (const property of source.event.properties) {
    const text = property.value.trim()
    if (property.name !== name || text === '') continue
    const read = readRuleParts(text)
    const found = `${name}:${text}`
    if (read === null) notices.push({ code: bad, found })
    else if (isFast(read.rule)) notices.push({ code: name === 'RRULE' ? 'series_truncated' : bad, found })
    else rules.push(read.rule)
    for (const part of read?.badParts ?? []) notices.push({ code: 'bad_rrule_part', found: part })
  }
  return { rules, notices }
}

const byKey = <Value>(entries: Iterable<readonly [number, Value]>) =>
  new Map([...entries].sort(([a], [b]) => a - b))

/** Keys that rules of exception leave out (RFC 2445 EXRULE), among those that a series may keep. */
function* ruledOut(
  rules: readonly Rule[],
  { span, horizon, goesOn }: Pick<Plan, 'span' | 'horizon' | 'goesOn'>,
): Generator<'pause', { readonly keys: ReadonlySet<number>; readonly exhausted: boolean }> {
  const keys = new Set<number>()
  let exhausted = false
  for (const rule of rules) {
    const start = span.start.wall
    let [count, left] = [0, MOST_EXCLUDED]
    for (const wall of occurrences(rule, start, { to: horizon.end })) {
      if (++count % LOOKS_PER_SLICE === 0) yield 'pause'
      if (wall === null) {
        if (goesOn()) continue
        exhausted = true
        break
      }
      // the start is an instance of a rule only where the rule holds it
      if (rule.until !== null && isPast(rule.until, span, wall)) break
      if (wall !== start || holdsStart(rule, start)) keys.add(keyAt(span, wall))
      if (--left > 0) continue
      exhausted = true
      break
    }
  }
  return { keys, exhausted }
}

/** Occurrences from a wall on, at least one more than are ever kept when there are as many. */
function* occurrencesFrom(
  plan: Plan,
  from: number,
): Generator<'pause', { found: Occurrences; exhausted: boolean }> {
  const { span, excluded, horizon, goesOn } = plan
  const found = new Map<number, Occurrence>()
  const add = (key: number, occurrence: Occurrence) => {
    if (occurrence.wall >= from && occurrence.wall <= horizon.end) found.set(key, occurrence)
  }
  const start = span.start.wall
  for (const [key, occurrence] of [[keyAt(span, start), { wall: start }] as const, ...plan.extra])
    if (!isExcluded(excluded, span, occurrence.wall, key)) add(key, occurrence)
  let exhausted = false
  for (const rule of plan.rules) {
    const ruled = yield* ruleWalls(rule, span, { from, end: horizon.end }, excluded, goesOn)
    for (const [key, wall] of ruled.walls) if (!found.has(key)) add(key, { wall })
    exhausted ||= ruled.exhausted
    yield 'pause'
  }
  for (const [n, key] of plan.replaced.entries()) {
    if (n % DATES_PER_SLICE === DATES_PER_SLICE - 1) yield 'pause'
    if (!found.has(key)) add(key, { wall: wallOfKey(span, key) })
  }
  return { found: byKey(found), exhausted }
}

type Extras = { readonly extra: Occurrences; readonly tooMany: boolean }

/** So many extra dates are kept until those that cannot count are dropped. */
const EXTRAS_KEPT = 4 * MOST_OCCURRENCES

/** Extra dates that may be kept in the end, however many there are. */
function* extrasOf(
  span: Span,
  dates: readonly ExtraDate[],
  excluded: Exclusions,
  horizon: Horizon,
): Generator<'pause', Extras> {
  let extra = new Map<number, Occurrence>()
  let tooMany = false
  for (const [n, { when, end }] of dates.entries()) {
    if (n % DATES_PER_SLICE === DATES_PER_SLICE - 1) yield 'pause'
    const key = keyOf(span, when)
    const wall = wallOfKey(span, key)
    if (wall > horizon.end || isExcluded(excluded, span, wall, key)) continue
    extra.set(key, { wall, ...(end === null ? {} : { end }) })
    if (extra.size < EXTRAS_KEPT) continue
    tooMany = true
    const recent = [...extra].filter(([, occurrence]) => occurrence.wall >= horizon.recent)
    extra = new Map([...byKey(recent)].slice(0, MOST_OCCURRENCES + 1))
  }
  return { extra, tooMany }
}

/** What is kept: all of a modest series; of a larger one what is recent, and of that the first thousand. */
function* kept(plan: Plan): Generator<'pause', { occurrences: Occurrences; truncated: boolean }> {
  const all = yield* occurrencesFrom(plan, -Infinity)
  if (all.found.size <= MOST_OCCURRENCES && !plan.tooMany)
    return { occurrences: all.found, truncated: all.exhausted }
  const { found } = yield* occurrencesFrom(plan, plan.horizon.recent)
  return { occurrences: new Map([...found].slice(0, MOST_OCCURRENCES)), truncated: true }
}

/** Local days, both inclusive. */
type Cover = { readonly start: string; readonly end: string }

/** Days on which what is there of a series is all that there is (spec 05 §5); null: nobody can tell. */
const coverOf = (
  span: Span,
  horizon: Horizon,
  occurrences: Occurrences,
  warnings: ReadonlySet<string>,
): Cover | null => {
  const walls = [...occurrences.values()].map(({ wall }) => wall)
  const [first, last] = [walls[0], walls.at(-1)]
  if (warnings.size === 0) {
    const start = isAllDay(span) ? span.start.wall : shownWall(span.start)
    return { start: dateText(start), end: dateText(horizon.end) }
  }
  const isCut = warnings.size === 1 && warnings.has('series_truncated')
  return isCut && first !== undefined && last !== undefined
    ? { start: dateText(first), end: dateText(last) }
    : null
}

/** Occurrences of a series within its limits, with what was noticed about the series (spec 05 §8.5). */
export function* planSeries(
  series: Series,
  replaced: readonly number[],
  { nowUtc, goesOn }: SeriesLimits,
): Generator<'pause', { occurrences: Occurrences; cover: Cover | null; notices: readonly Notice[] }> {
  const { span } = series
  const ruled = rulesOf(series, 'RRULE', 'bad_rrule')
  const exruled = rulesOf(series, 'EXRULE', 'bad_exrule')
  const exdates = yield* readExdates(series)
  const rdates = yield* readRdates(series)
  const horizon = horizonOf(span, nowUtc)
  const listed = yield* exclusionsOf(span, exdates.dates)
  const out = yield* ruledOut(exruled.rules, { span, horizon, goesOn })
  const excluded = {
    ...listed,
    keys: out.keys.size === 0 ? listed.keys : new Set([...listed.keys, ...out.keys]),
  }
  const extras = yield* extrasOf(span, rdates.dates, excluded, horizon)
  const plan = { span, rules: ruled.rules, ...extras, replaced, excluded, horizon, goesOn }
  const { occurrences: found, truncated } = yield* kept(plan)
  const notices: Notice[] = [...ruled.notices, ...exruled.notices, ...exdates.notices, ...rdates.notices]
  if (exdates.isMore || rdates.isMore) notices.push({ code: 'too_many_dates' })
  if (truncated || out.exhausted) notices.push({ code: 'series_truncated' })
  const codes = new Set([...notices, ...unreadOf(series.source.event)].map(({ code }) => code))
  return { occurrences: found, cover: coverOf(span, horizon, found, codes), notices }
}
