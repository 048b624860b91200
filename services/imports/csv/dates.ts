import type { DateOrder } from '../../../shared/facts/site.ts'
import { evenBlanks } from '../../../shared/kernel/text/spelling.ts'
import { folded, MONTHS, WEEKDAYS } from './calendar-words.ts'
import { LONGEST, readTime } from './times.ts'

// `YMD` is only ever configured: of dates with two-digit years, `27/04/03` is 3 April 2027

/** `configured`: the file itself does not say (spec 05 §9). */
export type FileOrder = { readonly order: DateOrder; readonly by: 'file' | 'configured' }

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

const DAY = /^(\d{1,2})(?:st|nd|rd|th|er|re|e|o|a|º|ª)?$/
/** `7 de junio`, `7th of June`, `le 7 juin`, `June 7 at 9:30` */
const FILLERS: ReadonlySet<string> = new Set([
  'de',
  'del',
  'of',
  'the',
  'le',
  'el',
  'den',
  'am',
  'on',
  'at',
  'um',
])

/** Words of a date, folded; none of a text that is longer than dates are. */
const wordsOf = (text: string): readonly string[] =>
  text.length > LONGEST
    ? []
    : folded(text)
        .split(/[\s,/-]+/)
        .filter(word => word !== '' && !FILLERS.has(word))

const spelled = (text: string): string | null => {
  const words = wordsOf(text)
  const [a = '', b = '', c = ''] = words.length === 4 && WEEKDAYS.has(words[0] ?? '') ? words.slice(1) : words
  if (words.length > 4 || (words.length === 4 && !WEEKDAYS.has(words[0] ?? ''))) return null
  const forms = [
    [c, b, a],
    [c, a, b],
    [a, b, c],
  ] as const
  for (const [year, name, day] of forms) {
    const [month, number] = [MONTHS.get(name), DAY.exec(day)?.[1]]
    if (month === undefined || number === undefined || !/^(?:\d{4}|'?\d{2})$/.test(year)) continue
    return dateText(yearOf(year.replace("'", '')), month, Number(number))
  }
  return null
}

const LETTER = /\p{L}/u

/** Blanks after dots go (`7. 6. 2027`), and so does the name of a day of the week in front. */
const plain = (text: string): string => {
  if (!text.includes(' ')) return text
  const [first = '', ...rest] = text.split(' ')
  return (WEEKDAYS.has(folded(first.replace(',', ''))) ? rest.join(' ') : text).replaceAll('. ', '.')
}

/**
 * `YYYY-MM-DD` of a date cell in one of the forms of spec 05 §9 (and with the year first, which no order can mistake);
 * null: none of them, or no day there is.
 */
export const readDate = (cell: string, order: DateOrder): string | null => {
  if (cell.length > LONGEST) return null
  const text = evenBlanks(cell)
  const isSpelled = LETTER.test(text)
  const digits = plain(text)
  const [, year, , month, day] = /^(\d{4})([/.-])(\d{1,2})\2(\d{1,2})\.?$/.exec(digits) ?? []
  if (year !== undefined) return dateText(Number(year), Number(month), Number(day))
  return numeric(digits, order) ?? (isSpelled ? spelled(text) : null)
}

/** A cell that may hold a date and a time: `time` `HH:MM:SS`, `offset` of an instant: `Z` or `+02:00`. */
export type Moment = { readonly date: string; readonly time: string | null; readonly offset: string }

const INSTANT =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d{1,9})? ?(?:(Z)|([+-](?:0\d|1[0-4]))(?::?([0-5]\d))?)?$/i
/** From a blank on, what may be a clock time. */
const CLOCK_BEHIND =
  /(?:T|[ ,]+(?:(?:at|um|à|om|kl\.?|@|-|–) )?)(\d{1,2}(?:[:.h]\d\d(?:[:.]\d\d)?)? ?(?:[ap]\.? ?m\.?|uhr|h|hrs?)?)$/i

/** Parts of a date cell, still as written; of most cells that is the cell. */
const partsOf = (cell: string): Moment => {
  const whole = { date: cell, time: null, offset: '' }
  if (cell.length <= 10 || cell.length > LONGEST) return whole
  const text = evenBlanks(cell)
  const [, day, clock, utc = '', hours, minutes = '00'] = INSTANT.exec(text) ?? []
  if (day !== undefined && clock !== undefined) {
    const offset = hours === undefined ? utc.toUpperCase() : `${hours}:${minutes}`
    return { date: day, time: clock.length === 5 ? `${clock}:00` : clock, offset }
  }
  const behind = CLOCK_BEHIND.exec(text)
  const time = behind === null ? null : readTime(behind[1] ?? '')
  return behind === null || time === null ? whole : { date: text.slice(0, behind.index), time, offset: '' }
}

/** What a date cell says; null: no date that can be read. */
export const readMoment = (cell: string, order: DateOrder): Moment | null => {
  const { date: written, ...rest } = partsOf(cell)
  const date = readDate(written, order)
  return date === null ? null : { date, ...rest }
}

/** A date without names of months. */
const readNumeric = (text: string, order: DateOrder): string | null =>
  text.length > LONGEST ? null : numeric(plain(text), order)

/** The orders a file may have: those of spec 05 §9, and what is configured. */
const ordersOf = (configured: DateOrder): readonly DateOrder[] =>
  configured === 'YMD' ? ['MDY', 'DMY', 'YMD'] : ['MDY', 'DMY']

/** More than one order reads it, and differently. */
export const isAmbiguous = (cell: string, configured: DateOrder): boolean => {
  const { date } = partsOf(cell)
  return new Set(ordersOf(configured).flatMap(order => readNumeric(date, order) ?? [])).size > 1
}

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
      const { date } = partsOf(cell)
      const readers = ordersOf(configured).filter(order => readNumeric(date, order) !== null)
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
