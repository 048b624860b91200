import type { DateOrder } from '../../../shared/facts/site.ts'
// `YMD` is only ever configured: of dates with two-digit years, `27/04/03` is 3 April 2027

/** `configured`: the file itself does not say (spec 05 §9). */
export type FileOrder = { readonly order: DateOrder; readonly by: 'file' | 'configured' }

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const LONG = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
]

const pad = (value: number, width = 2) => String(value).padStart(width, '0')

const dateText = (year: number, month: number, day: number): string | null => {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
  return year >= 1 && day >= 1 && day <= days ? `${pad(year, 4)}-${pad(month)}-${pad(day)}` : null
}

const yearOf = (text: string): number => {
  const year = Number(text)
  if (text.length > 2) return year
  return year <= 68 ? 2000 + year : 1900 + year
}

const numbersOf = (text: string) => {
  const [, first, , second, third] = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})$/.exec(text) ?? []
  return first === undefined || second === undefined || third === undefined ? null : { first, second, third }
}

const numeric = (text: string, order: DateOrder): string | null => {
  const numbers = numbersOf(text)
  if (numbers === null) return null
  const { first, second, third } = numbers
  if (order === 'MDY') return dateText(yearOf(third), Number(first), Number(second))
  if (order === 'DMY') return dateText(yearOf(third), Number(second), Number(first))
  return third.length === 2 && first.length === 2
    ? dateText(yearOf(first), Number(second), Number(third))
    : null
}

const monthOf = (name: string): number => {
  const lower = name
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^sept$/, 'sep')
  return Math.max(MONTHS.indexOf(lower), LONG.indexOf(lower)) + 1
}

const spelled = (text: string): string | null => {
  const american = /^([a-z]+\.?) (\d{1,2})(?:, ?| )(\d{4}|\d{2})$/i.exec(text)
  const british = /^(\d{1,2}) ([a-z]+\.?),? (\d{4}|\d{2})$/i.exec(text)
  const [name = '', day = '', year = ''] = american?.slice(1) ?? [british?.[2], british?.[1], british?.[3]]
  return dateText(yearOf(year), monthOf(name), Number(day))
}

/**
 * `YYYY-MM-DD` of a date cell in one of the forms of spec 05 §9 (and with the year first, which no order can mistake);
 * null: none of them, or no day there is.
 */
export const readDate = (cell: string, order: DateOrder): string | null => {
  const text = cell.replace(/\s+/g, ' ')
  const [, year, , month, day] = /^(\d{4})([/.-])(\d{1,2})\2(\d{1,2})$/.exec(text) ?? []
  if (year !== undefined) return dateText(Number(year), Number(month), Number(day))
  return numeric(text, order) ?? spelled(text)
}

/** The orders a file may have: those of spec 05 §9, and what is configured. */
const ordersOf = (configured: DateOrder): readonly DateOrder[] =>
  configured === 'YMD' ? ['MDY', 'DMY', 'YMD'] : ['MDY', 'DMY']

/** More than one order reads it, and differently. */
export const isAmbiguous = (cell: string, configured: DateOrder): boolean =>
  new Set(ordersOf(configured).flatMap(order => numeric(cell, order) ?? [])).size > 1

/** Texts of date cells that are looked at once. */
const MOST_KNOWN = 1_000

/** Finds the one order of a file: `see` wants all its date cells, one by one. */
export const orderFinder = (
  configured: DateOrder,
): { readonly see: (cell: string) => void; readonly order: () => FileOrder } => {
  const only = new Set<DateOrder>()
  const known = new Set<string>()
  return {
    see: cell => {
      if (only.size > 1 || known.has(cell)) return
      const readers = ordersOf(configured).filter(order => numeric(cell, order) !== null)
      const [reader] = readers
      if (readers.length === 1 && reader !== undefined) only.add(reader)
      // what is longer than any date is hardly there twice
      if (known.size < MOST_KNOWN && cell.length <= 10) known.add(cell)
    },
    order: () => {
      const [order] = only
      return order === undefined || only.size > 1
        ? { order: configured, by: 'configured' }
        : { order, by: 'file' }
    },
  }
}

/** `HH:MM:SS` of `H:MM[:SS]`, with or without am/pm; null: unreadable. */
export const readTime = (cell: string): string | null => {
  const [, hour, minute, second = '0', half] =
    /^(\d{1,2}):(\d{2})(?::(\d{2}))?\s*(?:([ap])\.?m\.?)?$/i.exec(cell) ?? []
  if (hour === undefined || minute === undefined) return null
  const [hours, minutes, seconds] = [Number(hour), Number(minute), Number(second)]
  if (minutes > 59 || seconds > 59) return null
  if (half === undefined) return hours > 23 ? null : `${pad(hours)}:${pad(minutes)}:${pad(seconds)}`
  if (hours < 1 || hours > 12) return null
  return `${pad((hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0))}:${pad(minutes)}:${pad(seconds)}`
}
