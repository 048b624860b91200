import { civilDate, dayNumber } from '../../../../shared/kernel/time/calculate.ts'
import { weekdayOf, type RuleDays } from './rule-days.ts'
import type { Rule } from './rule.ts'
import { DAY } from '../zones/wall.ts'

/** Days of a period on which its rule takes place; of an HOURLY one, its hour. Never without days. */
type Period = { readonly days: readonly number[]; readonly hour: number | null }

/** Null stands for a look that found nothing, so that callers can bound the search. */
type Looks = Generator<Period | null, void>

/** Periods of a rule, counted from the one its start stands in. */
export type Periods = {
  /** Number of the last period that begins at or before a wall. */
  readonly at: (wall: number) => number
  readonly from: (n: number) => Looks
}

/** First day of the period of a number, and the number of the period, or of the gap after one, that a day is in. */
type Scale = { readonly first: (n: number) => number; readonly at: (day: number) => number }

const monthsOf = (day: number) => {
  const { year, month } = civilDate(day)
  return year * 12 + month - 1
}

/** Periods that follow each other without gaps: INTERVAL is not its business. */
const scaleOf = ({ frequency, weekStart }: Rule, start: number): Scale => {
  if (frequency === 'YEARLY') {
    const { year } = civilDate(start)
    return { first: n => dayNumber(year + n, 1, 1), at: day => civilDate(day).year - year }
  }
  if (frequency === 'MONTHLY') {
    const begin = monthsOf(start)
    return {
      first: n => dayNumber(Math.floor((begin + n) / 12), ((begin + n) % 12) + 1, 1),
      at: day => monthsOf(day) - begin,
    }
  }
  const begin = frequency === 'WEEKLY' ? start - weekdayOf(start, weekStart) : start
  const length = frequency === 'WEEKLY' ? 7 : 1
  return { first: n => begin + n * length, at: day => Math.floor((day - begin) / length) }
}

/** Periods of whole days. Whatever stands between two days of the rule is passed at once. */
const dayPeriods = (rule: Rule, days: RuleDays, start: number, last: number): Periods => {
  const { first, at } = scaleOf(rule, Math.floor(start / DAY))
  const { interval } = rule
  const numberAt = (day: number) => Math.floor(at(day) / interval)
  return {
    at: wall => numberAt(Math.floor(wall / DAY)),
    from: function* (begin) {
      for (let n = begin; ; n++) {
        const next = days.next(first(n * interval), last)
        if (next === null) return
        n = Math.max(n, numberAt(next))
        const found = days.between(first(n * interval), first(n * interval + 1) - 1)
        yield found.length === 0 ? null : { days: found, hour: null }
      }
    },
  }
}

const ascending = (days: readonly number[]): number[] => [...new Set(days)].sort((a, b) => a - b)

/** The same where days that do not exist go elsewhere (RFC 7529): a day of a period may stand in the next one. */
const skippingPeriods = (rule: Rule, days: RuleDays, start: number, last: number): Periods => {
  const { first, at } = scaleOf(rule, Math.floor(start / DAY))
  const { interval } = rule
  return {
    at: wall => Math.max(0, Math.floor(at(Math.floor(wall / DAY)) / interval) - 1),
    from: function* (begin) {
      let known = -Infinity
      for (let n = begin; first(n * interval) <= last; n++) {
        const [from, to] = [first(n * interval), first(n * interval + 1) - 1]
        const found = ascending([...days.between(from, to), ...days.skipped(from, to)]).filter(
          day => day > known,
        )
        known = found.at(-1) ?? known
        yield found.length === 0 ? null : { days: found, hour: null }
      }
    },
  }
}

const skips = ({ frequency, skip }: Rule): boolean =>
  skip !== 'OMIT' && (frequency === 'YEARLY' || frequency === 'MONTHLY')

/** Hours of a rule: days, then hours of a day, without its own are passed at once. */
const hourPeriods = (rule: Rule, days: RuleDays, start: number, last: number): Periods => {
  const begin = Math.floor(start / 3600)
  const { interval, hours } = rule
  const numberFrom = (hour: number) => Math.ceil((hour - begin) / interval)
  return {
    at: wall => Math.floor((Math.floor(wall / 3600) - begin) / interval),
    from: function* (first) {
      let known: readonly number[] = []
      for (let n = first; ;) {
        const at = begin + n * interval
        const day = Math.floor(at / 24)
        if (known[0] !== day) {
          const next = days.next(day, last)
          if (next === null) return
          known = [next]
          if (next !== day) {
            n = numberFrom(next * 24)
            yield null
            continue
          }
        }
        const hour = at - day * 24
        const allowed = hours === null ? hour : (hours.find(one => one >= hour) ?? 24)
        if (allowed === hour) n++
        else n = numberFrom(day * 24 + allowed)
        yield allowed === hour ? { days: known, hour } : null
      }
    },
  }
}

/** `last`: day number after which no period is looked at. */
export const periodsOf = (rule: Rule, days: RuleDays, start: number, last: number): Periods =>
  (skips(rule) ? skippingPeriods : rule.frequency === 'HOURLY' ? hourPeriods : dayPeriods)(
    rule,
    days,
    start,
    last,
  )

/** How many HOURLY periods there are from number `begin` to before `end`; yields null for each day looked at. */
export function* hoursBetween(
  rule: Rule,
  days: RuleDays,
  start: number,
  [begin, end]: readonly [begin: number, end: number],
): Generator<null, number> {
  const zero = Math.floor(start / 3600)
  const { interval, hours } = rule
  const dayAt = (n: number) => Math.floor((zero + n * interval) / 24)
  let count = 0
  for (let day = days.next(dayAt(begin), dayAt(end - 1)); day !== null;) {
    const low = Math.max(begin, Math.ceil((day * 24 - zero) / interval))
    const high = Math.min(end - 1, Math.floor((day * 24 + 23 - zero) / interval))
    if (hours === null) count += Math.max(0, high - low + 1)
    else for (let n = low; n <= high; n++) if (hours.includes(zero + n * interval - day * 24)) count++
    yield null
    day = days.next(day + 1, dayAt(end - 1))
  }
  return count
}
