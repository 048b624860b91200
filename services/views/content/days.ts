import { civilDate, dayNumber, daysInMonth, plusDays } from '../../../shared/kernel/time/calculate.ts'
import type { LocalTime } from '../../../shared/kernel/brands.ts'

const four = (year: number) => String(year).padStart(4, '0')
const two = (n: number) => String(n).padStart(2, '0')

/** Date of a day by its number; grids of the first and the last month reach beyond the years that there are. */
const dateOf = (day: number): string => {
  const { year, month, day: n } = civilDate(day)
  return `${four(year)}-${two(month)}-${two(n)}`
}

export const numberOf = (date: string): number =>
  dayNumber(Number(date.slice(0, -6)), Number(date.slice(-5, -3)), Number(date.slice(-2)))

/** `YYYY-MM-DD` or `YYYY-MM` of years 1 to 9999 that is a date; else null (spec 06 §1.1). */
export const realDate = (text: string): string | null => {
  const [, year = '', month = '', day] = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(text) ?? []
  const [y, m, d] = [Number(year), Number(month), day === undefined ? 1 : Number(day)]
  if (year === '' || y < 1 || m < 1 || m > 12) return null
  return d >= 1 && d <= daysInMonth(y, m) ? text : null
}

/** The same day of the week of whole weeks that cover a month: 28, 35 or 42 dates from `startOfWeek` (0 Sunday) on. */
export const gridOf = (month: string, startOfWeek: number): readonly string[] => {
  const first = numberOf(`${month}-01`)
  const days = daysInMonth(Number(month.slice(0, 4)), Number(month.slice(5, 7)))
  // 1970-01-01 was a Thursday
  const weekday = (((first + 4) % 7) + 7) % 7
  const before = (weekday - startOfWeek + 7) % 7
  const cells = Math.ceil((before + days) / 7) * 7
  return Array.from({ length: cells }, (_, n) => dateOf(first - before + n))
}

/** The month that many months later; null outside the years 1 to 9999. */
export const monthAfter = (month: string, months: number): string | null => {
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + months
  const year = Math.floor(count / 12)
  return year < 1 || year > 9999 ? null : `${four(year)}-${two((count % 12) + 1)}`
}

/** The day that many days later; null outside the years 1 to 9999. */
export const dayAfter = (date: string, days: number): string | null => {
  const moved = plusDays(date, days)
  return numberOf(moved) === numberOf(date) + days ? moved : null
}

export type Times = { readonly start: LocalTime; readonly end: LocalTime }

/** Last local day that an event touches: an end at 00:00:00 does not, unless the event has no length (spec 06 §1.2). */
export const lastDayOf = ({ start, end }: Times): string =>
  end > start && end.endsWith(' 00:00:00') ? plusDays(end.slice(0, 10), -1) : end.slice(0, 10)

export const isMultiday = (times: Times): boolean => lastDayOf(times) > times.start.slice(0, 10)

/** Whether the local interval touches the days from `first` to `last`. */
export const touches = (times: Times, first: string, last = first): boolean =>
  times.start.slice(0, 10) <= last && lastDayOf(times) >= first

/** Which cells of a grid of dates an event touches; null: none. */
export const touchedIn = (grid: readonly string[]) => {
  const [first = '', last = ''] = [grid[0], grid.at(-1)]
  const places = new Map(grid.map((date, n) => [date, n]))
  return (times: Times): { readonly begin: number; readonly end: number } | null => {
    const [from, to] = [times.start.slice(0, 10), lastDayOf(times)]
    const begin = from < first ? 0 : places.get(from)
    const end = to > last ? grid.length - 1 : places.get(to)
    return begin === undefined || end === undefined ? null : { begin, end }
  }
}
