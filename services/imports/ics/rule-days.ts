import { civilDate, dayNumber, daysInMonth } from '../../../shared/kernel/time/calculate.ts'
import type { Frequency, Rule, WeekdayPart } from './rule.ts'
import { DAY } from './wall.ts'

/** What rules ask about a day. */
export type RuleDay = {
  /** Days from 1970-01-01. */
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

/** Days `from`..`to` of a month. */
const monthDays = (year: number, month: number, from = 1, to = daysInMonth(year, month)): RuleDay[] => {
  const newYear = dayNumber(year, 1, 1)
  const before = dayNumber(year, month, 1) - 1
  const [monthLength, yearLength] = [daysInMonth(year, month), dayNumber(year + 1, 1, 1) - newYear]
  return Array.from({ length: to - from + 1 }, (_, n) => {
    const number = before + from + n
    const weekday = weekdayOf(number)
    return { number, weekday, month, day: from + n, monthLength, yearDay: number - newYear + 1, yearLength }
  })
}

const describe = (number: number): RuleDay[] => {
  const { year, month, day } = civilDate(number)
  return monthDays(year, month, day, day)
}

const everyMonth = Array.from({ length: 12 }, (_, n) => n + 1)

/** Days of the period that begins on a day (day number), of a year only those in the months asked for. */
export const periodDays = (
  frequency: Frequency,
  first: number,
  months: readonly number[] | null,
): RuleDay[] => {
  const { year, month } = civilDate(first)
  if (frequency === 'YEARLY') return (months ?? everyMonth).flatMap(m => monthDays(year, m))
  if (frequency === 'MONTHLY') return monthDays(year, month)
  if (frequency === 'WEEKLY') return Array.from({ length: 7 }, (_, n) => first + n).flatMap(describe)
  return describe(first)
}

const isNth = (nth: number, place: number, length: number): boolean =>
  nth > 0 ? Math.ceil(place / 7) === nth : Math.ceil((length - place + 1) / 7) === -nth

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

const hasPlace = (places: readonly number[], place: number, length: number) =>
  places.includes(place) || places.includes(place - length - 1)

/** Test whether a rule with its defaults takes place on a day; the clock time is not its business. */
export const daySelector = (rule: Rule): ((day: RuleDay) => boolean) => {
  const { months, weekNumbers, yearDays, monthDays, weekdays, weekStart, frequency } = rule
  const inMonth = frequency === 'MONTHLY' || months !== null
  const matches = ({ weekday, nth }: WeekdayPart, day: RuleDay) =>
    weekday === day.weekday &&
    (nth === 0 || (inMonth ? isNth(nth, day.day, day.monthLength) : isNth(nth, day.yearDay, day.yearLength)))
  return day => {
    if (months !== null && !months.includes(day.month)) return false
    if (monthDays !== null && !hasPlace(monthDays, day.day, day.monthLength)) return false
    if (yearDays !== null && !hasPlace(yearDays, day.yearDay, day.yearLength)) return false
    if (weekdays !== null && !weekdays.some(part => matches(part, day))) return false
    if (weekNumbers === null) return true
    const { week, weeks } = weekOf(day.number, weekStart)
    return hasPlace(weekNumbers, week, weeks)
  }
}
