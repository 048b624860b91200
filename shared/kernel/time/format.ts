import { memoized } from '../memoized.ts'
import { civilDate, dayNumber, daysInMonth, toSeconds } from './calculate.ts'

/** Names as the formats of spec 00 §7 show them. */
const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
]
/** From Sunday on. */
export const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

const two = (n: number) => String(n).padStart(2, '0')

const ordinal = (day: number): string => {
  if (day >= 11 && day <= 13) return 'th'
  return ['th', 'st', 'nd', 'rd'][day % 10] ?? 'th'
}

const partsOf = (dateTime: string) => {
  const seconds = toSeconds(dateTime)
  const days = Math.floor(seconds / 86_400)
  const rest = seconds - days * 86_400
  const { year, month, day } = civilDate(days)
  const hour = Math.floor(rest / 3600)
  return {
    ...{ year, month, day, hour, minute: Math.floor(rest / 60) % 60, second: rest % 60 },
    weekday: (((days + 4) % 7) + 7) % 7,
    dayOfYear: days - dayNumber(year, 1, 1),
    hour12: hour % 12 === 0 ? 12 : hour % 12,
  }
}
type Parts = ReturnType<typeof partsOf>

const LETTERS: Readonly<Record<string, (at: Parts) => string>> = {
  d: ({ day }) => two(day),
  j: ({ day }) => String(day),
  S: ({ day }) => ordinal(day),
  D: ({ weekday }) => (DAYS[weekday] ?? '').slice(0, 3),
  l: ({ weekday }) => DAYS[weekday] ?? '',
  N: ({ weekday }) => String(weekday === 0 ? 7 : weekday),
  w: ({ weekday }) => String(weekday),
  z: ({ dayOfYear }) => String(dayOfYear),
  F: ({ month }) => MONTHS[month - 1] ?? '',
  M: ({ month }) => (MONTHS[month - 1] ?? '').slice(0, 3),
  m: ({ month }) => two(month),
  n: ({ month }) => String(month),
  t: ({ year, month }) => String(daysInMonth(year, month)),
  Y: ({ year }) => String(year).padStart(4, '0'),
  y: ({ year }) => two(year % 100),
  a: ({ hour }) => (hour < 12 ? 'am' : 'pm'),
  A: ({ hour }) => (hour < 12 ? 'AM' : 'PM'),
  g: ({ hour12 }) => String(hour12),
  h: ({ hour12 }) => two(hour12),
  G: ({ hour }) => String(hour),
  H: ({ hour }) => two(hour),
  i: ({ minute }) => two(minute),
  s: ({ second }) => two(second),
}

/** Formats are few: those of the settings and of pages. */
const KEPT_FORMATS = 100

/** Letters as what writes them, everything else as it is. */
const piecesOf = memoized(KEPT_FORMATS, (format: string) =>
  (format.match(/\\.|[^]/g) ?? []).map(
    piece => LETTERS[piece] ?? (piece.length === 1 ? piece : piece.slice(1)),
  ),
)

/**
 * A wall clock text `YYYY-MM-DD HH:MM:SS` in a format of letters such as `F j, Y` and `g:i a` (spec 00 §7): each
 * letter stands for a part, `\` takes the next sign as it is, everything else is itself.
 */
export const formatDate = (format: string, dateTime: string): string => {
  const parts = partsOf(dateTime)
  let text = ''
  for (const piece of piecesOf(format)) text += typeof piece === 'string' ? piece : piece(parts)
  return text
}

const between = /[\s,./-]/
const year = /(?<!\\)[Yy]/

/** Behind the signs that stand between parts, in one direction. */
const behindSigns = (format: string, from: number, step: 1 | -1): number => {
  let at = from
  while (between.test(format.charAt(at))) at += step
  return at
}

/** The same format without the year and the punctuation that belongs to it. */
export const withoutYear = memoized(KEPT_FORMATS, (format: string): string => {
  const last = behindSigns(format, format.length - 1, -1)
  const isLast = /^[Yy]$/.test(format.charAt(last)) && format.charAt(last - 1) !== '\\'
  const rest = isLast
    ? format.slice(0, behindSigns(format, last - 1, -1) + 1) + format.slice(last + 1)
    : format
  const at = rest.search(year)
  return (at === -1 ? rest : rest.slice(0, at) + rest.slice(behindSigns(rest, at + 1, 1))).trim()
})
