import { civilDate, dayNumber, daysInMonth } from '../../../../shared/kernel/time/calculate.ts'
import type { Rule, WeekdayPart } from './rule.ts'
import { DAY } from '../zones/wall.ts'

/** What rules ask about a day. */
type RuleDay = {
  /** Days from 1970-01-01, here or in a year whose days are alike. */
  readonly number: number
  readonly weekday: number
  readonly month: number
  readonly day: number
  readonly monthLength: number
  readonly yearDay: number
  readonly yearLength: number
}

/** Weekday of a day number, from Sunday = 0; counted from `first` when given. */
export const weekdayOf = (number: number, first = 0): number => (((number + 4 - first) % 7) + 7) % 7

const daysOfMonth = (year: number, month: number): RuleDay[] => {
  const newYear = dayNumber(year, 1, 1)
  const first = dayNumber(year, month, 1)
  const [monthLength, yearLength] = [daysInMonth(year, month), dayNumber(year + 1, 1, 1) - newYear]
  return Array.from({ length: monthLength }, (_, n) => {
    const number = first + n
    const weekday = weekdayOf(number)
    return { number, weekday, month, day: n + 1, monthLength, yearDay: number - newYear + 1, yearLength }
  })
}

/** Week of a year counted from its first week of at least four days (RFC 5545 WKST), and how many that year has. */
const weekOf = (number: number, weekStart: number): { week: number; weeks: number } => {
  const firstWeek = (year: number) => {
    const newYear = dayNumber(year, 1, 1)
    const since = weekdayOf(newYear, weekStart)
    return since <= 3 ? newYear - since : newYear - since + 7
  }
  const { year } = civilDate(number)
  const own = number >= firstWeek(year + 1) ? year + 1 : number < firstWeek(year) ? year - 1 : year
  const begin = firstWeek(own)
  return { week: Math.floor((number - begin) / 7) + 1, weeks: (firstWeek(own + 1) - begin) / 7 }
}

/** The rule with the parts it leaves to its start (RFC 5545 §3.3.10): `FREQ=MONTHLY` means the start's day of the month. */
export const withDefaults = (rule: Rule, start: number): Rule => {
  const { year, month, day } = civilDate(Math.floor(start / DAY))
  const sameWeekday: WeekdayPart[] = [{ weekday: weekdayOf(dayNumber(year, month, day)), nth: 0 }]
  const days = [rule.yearDays, rule.monthDays, rule.weekdays]
  if (days.some(part => part !== null)) return rule
  if (rule.frequency === 'WEEKLY' || rule.weekNumbers !== null) return { ...rule, weekdays: sameWeekday }
  if (rule.frequency === 'YEARLY') return { ...rule, months: rule.months ?? [month], monthDays: [day] }
  return rule.frequency === 'MONTHLY' ? { ...rule, monthDays: [day] } : rule
}

type Places = ReadonlySet<number>

const placesOf = (places: readonly number[] | null): Places | null =>
  places === null ? null : new Set(places)

/** Whether a place is among places that are counted from either end. */
const hasPlace = (places: Places | null, place: number, length: number): boolean =>
  places === null || places.has(place) || places.has(place - length - 1)

/** For each weekday, which of a period are meant; 0 stands for all. */
const numbersOf = (weekdays: readonly WeekdayPart[] | null): readonly Places[] | null =>
  weekdays === null
    ? null
    : Array.from(
        { length: 7 },
        (_, day) => new Set(weekdays.filter(({ weekday }) => weekday === day).map(({ nth }) => nth)),
      )

const hasNth = (numbers: Places | undefined, place: number, length: number): boolean =>
  numbers !== undefined &&
  numbers.size > 0 &&
  (numbers.has(0) || numbers.has(Math.ceil(place / 7)) || numbers.has(-Math.ceil((length - place + 1) / 7)))

/** Test whether a rule takes place on a day; the clock time is not its business. */
const daySelector = (rule: Rule): ((day: RuleDay) => boolean) => {
  const { months, weekStart, frequency } = rule
  const inMonth = frequency === 'MONTHLY' || months !== null
  const [ofMonth, ofYear, weeks] = [rule.monthDays, rule.yearDays, rule.weekNumbers].map(placesOf)
  const numbers = numbersOf(rule.weekdays)
  const hasWeek = (number: number): boolean => {
    const { week, weeks: length } = weekOf(number, weekStart)
    return hasPlace(weeks ?? null, week, length)
  }
  return ({ number, weekday, month, day, monthLength, yearDay, yearLength }) =>
    (months === null || months.includes(month)) &&
    hasPlace(ofMonth ?? null, day, monthLength) &&
    hasPlace(ofYear ?? null, yearDay, yearLength) &&
    (numbers === null ||
      hasNth(numbers[weekday], inMonth ? day : yearDay, inMonth ? monthLength : yearLength)) &&
    (rule.weekNumbers === null || hasWeek(number))
}

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

/** The same for years whose days no rule can tell apart: weeks of the neighbours reach into a year. */
const lookOf = (year: number): number => {
  const [before, own, after] = [year - 1, year, year + 1].map(y => (isLeap(y) ? 1 : 0))
  return weekdayOf(dayNumber(year, 1, 1)) * 8 + (before ?? 0) * 4 + (own ?? 0) * 2 + (after ?? 0)
}

const monthsAlike = new Map<number, readonly RuleDay[]>()

/** Days of the month of a year that looks the same: what rules ask about them has one answer. */
const alikeDays = (key: number, year: number, month: number): readonly RuleDay[] => {
  const known = monthsAlike.get(key) ?? daysOfMonth(year, month)
  monthsAlike.set(key, known)
  return known
}

/** After so many months dates fall on the same weekdays again. */
const CYCLE = 400 * 12

/** Days (day numbers) on which a rule takes place. */
export type RuleDays = {
  readonly between: (first: number, last: number) => number[]
  /** First one in a stretch of days, null when it holds none. */
  readonly next: (first: number, last: number) => number | null
  /** Where those go that months which begin in a stretch of days do not have (RFC 7529 SKIP). */
  readonly skipped: (first: number, last: number) => number[]
}

/** Where the days go that a month does not have; null: it has them all, or they are left out. */
const skippedTo = (
  { monthDays, yearDays, skip, weekdays }: Rule,
  { month, monthLength, yearLength, number }: RuleDay,
): number | null => {
  const isMissing =
    (monthDays?.some(day => day > monthLength) ?? false) ||
    (month === 12 && yearLength === 365 && (yearDays?.includes(366) ?? false))
  if (!isMissing || skip === 'OMIT') return null
  const day = skip === 'BACKWARD' ? number : number + 1
  const isWanted =
    weekdays === null || weekdays.some(({ weekday, nth }) => nth === 0 && weekday === weekdayOf(day))
  return isWanted ? day : null
}

/** Days of a rule with its defaults, found month by month; months that look alike are searched once. */
export const ruleDays = (rule: Rule): RuleDays => {
  const selects = daySelector(rule)
  const known = new Map<number, readonly number[]>()
  /** Days of the month; months are counted from January of the year 0. */
  const inMonth = (index: number): readonly number[] => {
    const [year, month] = [Math.floor(index / 12), (index % 12) + 1]
    if (rule.months !== null && !rule.months.includes(month)) return []
    const key = lookOf(year) * 12 + month
    const found = known.get(key)
    if (found !== undefined) return found
    const days = alikeDays(key, year, month)
      .filter(selects)
      .map(({ day }) => day)
    known.set(key, days)
    return days
  }
  const firstOf = (index: number) => dayNumber(Math.floor(index / 12), (index % 12) + 1, 1)
  const indexOf = (number: number) => {
    const { year, month } = civilDate(number)
    return year * 12 + month - 1
  }
  return {
    between: (first, last) => {
      const found: number[] = []
      for (let index = indexOf(first), before = firstOf(index) - 1; before < last;) {
        for (const day of inMonth(index))
          if (before + day >= first && before + day <= last) found.push(before + day)
        before = firstOf(++index) - 1
      }
      return found
    },
    skipped: (first, last) => {
      const found: number[] = []
      for (let index = indexOf(first); firstOf(index) <= last; index++) {
        const [year, month] = [Math.floor(index / 12), (index % 12) + 1]
        if (firstOf(index) < first || (rule.months !== null && !rule.months.includes(month))) continue
        const end = firstOf(index + 1) - 1
        const day = daysOfMonth(year, month).at(-1)
        const moved = day === undefined ? null : skippedTo(rule, { ...day, number: end })
        if (moved !== null) found.push(moved)
      }
      return found
    },
    next: (first, last) => {
      const start = indexOf(first)
      for (let index = start; index <= start + CYCLE; index++) {
        const before = firstOf(index) - 1
        if (before >= last) return null
        const day = inMonth(index).find(one => before + one >= first)
        if (day !== undefined) return before + day > last ? null : before + day
      }
      return null
    },
  }
}
