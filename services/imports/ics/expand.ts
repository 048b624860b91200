import { civilDate, dayNumber, inYears } from '../../../shared/kernel/time/calculate.ts'
import { daySelector, periodDays, weekdayOf, withDefaults, type RuleDay } from './rule-days.ts'
import type { Rule } from './rule.ts'
import { DAY } from './wall.ts'

/** Clock times of a day the rule asks for, as seconds, ascending. */
const timesOf = (rule: Rule, start: number, hour: number | null): number[] => {
  const clock = ((start % DAY) + DAY) % DAY
  const hours = hour !== null ? [hour] : (rule.hours ?? [Math.floor(clock / 3600)])
  const minutes = rule.minutes ?? [Math.floor(clock / 60) % 60]
  const seconds = rule.seconds ?? [clock % 60]
  return hours.flatMap(h => minutes.flatMap(m => seconds.map(s => h * 3600 + m * 60 + s)))
}

/** The chosen places (1 = first, -1 = last) of days × times without making the whole list, which may be huge. */
function* atPositions(days: readonly RuleDay[], times: readonly number[], positions: readonly number[]) {
  const total = days.length * times.length
  const places = positions.map(p => (p > 0 ? p - 1 : total + p)).filter(p => p >= 0 && p < total)
  for (const place of [...new Set(places)].sort((a, b) => a - b))
    yield (days[Math.floor(place / times.length)]?.number ?? 0) * DAY + (times[place % times.length] ?? 0)
}

function* allOf(days: readonly RuleDay[], times: readonly number[]) {
  for (const day of days) for (const time of times) yield day.number * DAY + time
}

/** Index of the last period that begins at or before `from`, at least 0. */
const periodAt = (rule: Rule, start: number, from: number): number => {
  const { year, month } = civilDate(Math.floor(start / DAY))
  const then = civilDate(Math.floor(from / DAY))
  const passed = {
    YEARLY: then.year - year,
    MONTHLY: (then.year - year) * 12 + then.month - month,
    WEEKLY: Math.floor((from - start) / (7 * DAY)) - 1,
    DAILY: Math.floor((from - start) / DAY) - 1,
    HOURLY: Math.floor((from - start) / 3600) - 1,
    MINUTELY: 0,
    SECONDLY: 0,
  }[rule.frequency]
  return Math.max(0, Math.floor(passed / rule.interval))
}

/** First day (day number) of period `n`; for HOURLY with the hour. Null past the year 9999. */
const periodStart = (rule: Rule, start: number, n: number): { day: number; hour: number | null } | null => {
  const first = Math.floor(start / DAY)
  const { year, month } = civilDate(first)
  const step = n * rule.interval
  const hours = Math.floor(start / 3600) + step
  const months = year * 12 + month - 1 + step
  const day = {
    YEARLY: () => dayNumber(year + step, 1, 1),
    MONTHLY: () => dayNumber(Math.floor(months / 12), (months % 12) + 1, 1),
    WEEKLY: () => first - weekdayOf(first, rule.weekStart) + step * 7,
    DAILY: () => first + step,
    HOURLY: () => Math.floor(hours / 24),
    MINUTELY: () => first,
    SECONDLY: () => first,
  }[rule.frequency]()
  if (!inYears(day * DAY)) return null
  return { day, hour: rule.frequency === 'HOURLY' ? ((hours % 24) + 24) % 24 : null }
}

/**
 * Wall clocks of a rule in ascending order, from the start itself (always the first, RFC 5545 §3.8.5.3), or from
 * the period that holds `from` on when that is later, to the period that holds `to`. Callers stop at UNTIL. Yields null after every period, so that callers can bound periods that hold nothing.
 */
export function* occurrences(
  given: Rule,
  start: number,
  { from = start, to = Infinity }: { readonly from?: number; readonly to?: number } = {},
): Generator<number | null, void> {
  const rule = withDefaults(given, start)
  const selects = daySelector(rule)
  const times = timesOf(rule, start, null)
  let left = rule.count ?? Infinity
  // COUNT counts from the start, so nothing may be jumped over
  const first = rule.count === null && from > start ? periodAt(rule, start, from) : 0
  if (first === 0) {
    yield start
    left--
  }
  for (let n = first; left > 0; n++) {
    const period = periodStart(rule, start, n)
    if (period === null) return
    const { day, hour } = period
    if (day * DAY > to) return
    const idle = hour !== null && rule.hours !== null && !rule.hours.includes(hour)
    const days = idle ? [] : periodDays(rule.frequency, day, rule.months).filter(selects)
    const clock = hour === null ? times : timesOf(rule, start, hour)
    for (const wall of rule.positions === null
      ? allOf(days, clock)
      : atPositions(days, clock, rule.positions)) {
      if (wall <= start) continue
      if (left-- <= 0) return
      yield wall
    }
    yield null
  }
}
