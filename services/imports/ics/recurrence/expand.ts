import { dayNumber } from '../../../../shared/kernel/time/calculate.ts'
import { ruleDays, withDefaults, type RuleDays } from './rule-days.ts'
import { hoursBetween, periodsOf } from './rule-periods.ts'
import { firstFrom, NO_SLOTS, slotsOf, type Slots, type SlotsOf } from './rule-times.ts'
import type { Rule } from './rule.ts'
import { DAY } from '../zones/wall.ts'

const LAST_DAY = dayNumber(9999, 12, 31)

/** Walls of an HOURLY rule after its start and before the period of a number. */
function* passedHours(
  rule: Rule,
  days: RuleDays,
  slotsIn: SlotsOf,
  start: number,
  end: number,
): Generator<null, number> {
  if (end === 0) return 0
  const at = Math.floor(start / 3600)
  const day = Math.floor(at / 24)
  const slots = slotsIn([day], at - day * 24)
  const own = yield* hoursBetween(rule, days, start, [0, 1])
  const later = end === 1 ? 0 : yield* hoursBetween(rule, days, start, [1, end])
  return own * (slots.size - firstFrom(slots, start + 1)) + later * slots.size
}

type Occurring = Generator<number | null, void>

type Range = { readonly from?: number; readonly to?: number }

function* inRange(
  rule: Rule,
  days: RuleDays,
  slotsIn: SlotsOf,
  start: number,
  { from = start, to = Infinity }: Range,
): Occurring {
  const periods = periodsOf(rule, days, start, Math.min(Math.floor(to / DAY), LAST_DAY))
  let left = (rule.count ?? Infinity) - 1
  if (start >= from && start <= to) yield start
  let first = from > start ? periods.at(from) : 0
  // COUNT counts from the start: what is passed over is counted
  if (rule.count !== null && rule.frequency !== 'HOURLY') first = 0
  else if (rule.count !== null) left -= yield* passedHours(rule, days, slotsIn, start, first)
  if (left <= 0) return
  for (const period of periods.from(first)) {
    const slots: Slots = period === null ? NO_SLOTS : slotsIn(period.days, period.hour)
    const low = firstFrom(slots, start + 1)
    const high = from > start ? firstFrom(slots, from) : low
    left -= high - low
    if (high === slots.size) yield null
    for (let index = high; index < slots.size && left > 0; index++, left--) {
      const wall = slots.at(index)
      if (wall > to) return
      yield wall
    }
    if (left <= 0) return
  }
}

/**
 * Wall clocks of a rule in ascending order, those of each range asked for: the start itself (always the first, RFC
 * 5545 §3.8.5.3) and what follows. Callers stop at UNTIL. The work grows with what is found; null stands for every
 * look that finds nothing, so that callers can bound the search in rules that hold next to nothing. Of the frequencies
 * below HOURLY there is nothing to be had here.
 */
export const expansion = (given: Rule, start: number): ((range: Range) => Occurring) => {
  const rule = withDefaults(given, start)
  const days = ruleDays(rule)
  const slotsIn = slotsOf(rule, start)
  return range => inRange(rule, days, slotsIn, start, range)
}

/** What `expansion` tells of one range. */
export const occurrences = (rule: Rule, start: number, range: Range = {}): Occurring =>
  expansion(rule, start)(range)

/** Whether a rule itself has an occurrence at its start, which counts as one in any case. */
export const holdsStart = (given: Rule, start: number): boolean => {
  const rule = withDefaults(given, start)
  const days = ruleDays(rule)
  const [day] = periodsOf(rule, days, start, Math.floor(start / DAY)).from(0)
  const slots = day === undefined || day === null ? NO_SLOTS : slotsOf(rule, start)(day.days, day.hour)
  return slots.at(firstFrom(slots, start)) === start
}
