export type DateOrder = 'MDY' | 'DMY'

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

const numeric = (text: string, order: DateOrder): string | null => {
  const [, first, , second, year] = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})$/.exec(text) ?? []
  if (first === undefined || second === undefined || year === undefined) return null
  const [month, day] = order === 'MDY' ? [first, second] : [second, first]
  return dateText(yearOf(year), Number(month), Number(day))
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

/** `YYYY-MM-DD` of a date cell in one of the forms of spec 05 §9; null: none of them, or no day there is. */
export const readDate = (cell: string, order: DateOrder): string | null => {
  const text = cell.replace(/\s+/g, ' ')
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? []
  if (year !== undefined) return dateText(Number(year), Number(month), Number(day))
  return numeric(text, order) ?? spelled(text)
}

/** Both orders read it, and differently. */
export const isAmbiguous = (cell: string): boolean => {
  const [mdy, dmy] = [numeric(cell, 'MDY'), numeric(cell, 'DMY')]
  return mdy !== null && dmy !== null && mdy !== dmy
}

/** The one order of a file, from all its date cells. */
export const orderOf = (cells: Iterable<string>, configured: DateOrder): FileOrder => {
  const only = new Set<DateOrder>()
  for (const cell of cells) {
    const [mdy, dmy] = [numeric(cell, 'MDY'), numeric(cell, 'DMY')]
    if (mdy !== null && dmy === null) only.add('MDY')
    if (dmy !== null && mdy === null) only.add('DMY')
  }
  const [order] = only
  return order === undefined || only.size > 1
    ? { order: configured, by: 'configured' }
    : { order, by: 'file' }
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
