import type { UtcTime } from '../../../../shared/kernel/brands.ts'
import { plusMonths, toSeconds, toText } from '../../../../shared/kernel/time/calculate.ts'
import { MOST_OCCURRENCES } from '../../../../shared/limits/imports.ts'
import { instantAt, instantOf, shownWall, wallAt, type Clock, type When } from '../zones/clock.ts'
import { occurrences } from './expand.ts'
import type { Rule, Until } from './rule.ts'
import { isAllDay, type Span } from '../span.ts'
import { DATES_PER_SLICE } from '../vevent.ts'
import { DAY, dayOf } from '../zones/wall.ts'

const HORIZON_MONTHS = 24
const RECENT_MONTHS = 12

/** Farther than this from an instant, a wall clock is certainly before or after it. */
const SURE = 2 * DAY

/** Walls on the clock of a series between which its occurrences are kept (spec 05 §8.5). */
export type Horizon = { readonly end: number; readonly recent: number }

export const horizonOf = ({ start }: Span, nowUtc: UtcTime): Horizon => {
  const now = wallAt(toSeconds(nowUtc), start.clock)
  const later = toText(Math.max(now, start.wall))
  return {
    end: toSeconds(plusMonths(later, HORIZON_MONTHS)),
    recent: toSeconds(plusMonths(toText(now), -RECENT_MONTHS)),
  }
}

const onStart = (span: Span, wall: number): When => ({ ...span.start, wall })

const localClock = (clock: Clock): Clock =>
  clock.kind === 'utc' ? { kind: 'zone', zone: clock.zone } : clock

/** Key of the occurrence at a wall of the series: its instant, all-day its day. Occurrences are told apart by it. */
export const keyAt = (span: Span, wall: number): number =>
  isAllDay(span) ? dayOf(wall) : instantAt(wall, span.start.clock)

/** Key of the occurrence a RECURRENCE-ID or EXDATE means, whatever zone it is written in (spec 05 §8.5). */
export const keyOf = (span: Span, when: When): number => {
  if (isAllDay(span)) return dayOf(when.wall)
  if (!when.dateOnly) return instantOf(when)
  const shown = shownWall(span.start)
  return instantAt(when.wall + shown - dayOf(shown), localClock(span.start.clock))
}

/** Wall of the series at a key. */
export const wallOfKey = (span: Span, key: number): number =>
  isAllDay(span) ? key : wallAt(key, span.start.clock)

/** Whether a wall of a series is behind the end of a rule. */
export const isPast = ({ wall: last, form }: Until, span: Span, wall: number): boolean => {
  if (form === 'utc') {
    if (Math.abs(wall - last) > SURE) return wall > last
    return instantAt(wall, span.start.clock) > last
  }
  const shown = shownWall(onStart(span, wall))
  return (form === 'date' ? dayOf(shown) : shown) > last
}

/** EXDATEs of a series: by key, and days that are left out as a whole. */
export type Exclusions = { readonly keys: ReadonlySet<number>; readonly days: ReadonlySet<number> }

export function* exclusionsOf(span: Span, dates: readonly When[]): Generator<'pause', Exclusions> {
  const [keys, days] = [new Set<number>(), new Set<number>()]
  for (const [n, date] of dates.entries()) {
    if (n % DATES_PER_SLICE === DATES_PER_SLICE - 1) yield 'pause'
    if (date.dateOnly && !isAllDay(span)) days.add(date.wall)
    else keys.add(keyOf(span, date))
  }
  return { keys, days }
}

export const isExcluded = ({ keys, days }: Exclusions, span: Span, wall: number, key: number): boolean =>
  keys.has(key) || (days.size > 0 && days.has(dayOf(shownWall(onStart(span, wall)))))

/** Occurrences by key. `exhausted`: the rule was given up, because it holds next to nothing. */
type Found = { readonly walls: ReadonlyMap<number, number>; readonly exhausted: boolean }

/** Looks at a rule between two pauses. */
export const LOOKS_PER_SLICE = 2_000

/** Occurrences of a rule from a wall on, at most one more than are ever kept. */
export function* ruleWalls(
  rule: Rule,
  span: Span,
  range: { readonly from: number; readonly end: number },
  excluded: Exclusions,
  goesOn: () => boolean,
): Generator<'pause', Found> {
  const walls = new Map<number, number>()
  const to = Math.min(range.end, rule.until === null ? Infinity : rule.until.wall + SURE)
  let [fruitful, looks] = [true, 0]
  for (const wall of occurrences(rule, span.start.wall, { from: range.from, to })) {
    if (++looks % LOOKS_PER_SLICE === 0) yield 'pause'
    if (wall === null) {
      if (!fruitful && !goesOn()) return { walls, exhausted: true }
      fruitful = false
      continue
    }
    // a start after its own UNTIL is still an occurrence
    const first = wall === span.start.wall
    if (!first && rule.until !== null && isPast(rule.until, span, wall)) break
    fruitful = true
    const key = keyAt(span, wall)
    if (isExcluded(excluded, span, wall, key)) {
      if (!goesOn()) return { walls, exhausted: true }
      continue
    }
    walls.set(key, wall)
    if (walls.size > MOST_OCCURRENCES) break
  }
  return { walls, exhausted: false }
}
