import { evenBlanks } from '../../../shared/kernel/text/spelling.ts'

const pad = (value: number) => String(value).padStart(2, '0')

/** Longer than any clock time or date. */
export const LONGEST = 64

const CLOCK =
  /^(\d{1,2})(?:(?:[:.h]|\s?uhr\s?)(\d{2})(?:[:.](\d{2}))?)?\s?(h|uhr|hrs?|o['’]clock)?\s?(?:([ap])\.?\s?m\.?)?$/i

/** The end of a day (spec 04 §1). */
export const DAYS_END = '24:00:00'

/** `HH:MM:SS` of a clock time (spec 05 §9): `9:30`, `9.30`, `9h30`, `9:30 pm`, `9am`, `9:30 Uhr`; null: none of them. */
export const readTime = (cell: string): string | null => {
  if (cell.length > LONGEST) return null
  const match = CLOCK.exec(evenBlanks(cell))
  if (match === null) return null
  const [, hour, minute, second = '0', unit, half] = match
  // a number alone may be anything
  if (minute === undefined && unit === undefined && half === undefined) return null
  const [hours, minutes, seconds] = [Number(hour), Number(minute ?? 0), Number(second)]
  if (minutes > 59 || seconds > 59) return null
  if (half === undefined) {
    const time = `${pad(hours)}:${pad(minutes)}:${pad(seconds)}`
    return hours > 23 && time !== DAYS_END ? null : time
  }
  if (hours < 1 || hours > 12) return null
  return `${pad((hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0))}:${pad(minutes)}:${pad(seconds)}`
}
