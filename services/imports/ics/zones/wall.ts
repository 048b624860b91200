import { dayNumber, daysInMonth, inYears } from '../../../../shared/kernel/time/calculate.ts'

/** Seconds of a day on a wall clock. */
export const DAY = 86_400

/**
 * A date or date-time as written: seconds from 1970-01-01 00:00:00 of the clock it is written for, whose zone
 * stands elsewhere. `utc`: written with `Z`.
 */
export type WrittenWall = { readonly wall: number; readonly dateOnly: boolean; readonly utc: boolean }

const form = /^(\d{4})(-?)(\d\d)\2(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d))?(Z)?)?$/i

/** Second 60 is read as 59 (RFC 5545 §3.3.12), 24:00 as midnight at the end of the day. */
const secondsOfDay = (hours: number, minutes: number, seconds: number): number | null => {
  if (hours === 24 && minutes === 0 && seconds === 0) return DAY
  return hours > 23 || minutes > 59 || seconds > 60
    ? null
    : hours * 3600 + minutes * 60 + Math.min(seconds, 59)
}

/** Reads `YYYYMMDD[THHMM[SS][Z]]`, also with `-` and `:`; null when it is no date that exists (years 0001-9999). */
export const readWall = (text: string): WrittenWall | null => {
  const match = form.exec(text.trim())
  if (match === null) return null
  const [, year, , month, day, hours, minutes = '', seconds = '0', utc] = match
  const [y, m, d] = [Number(year), Number(month), Number(day)]
  if (y < 1 || m < 1 || m > 12 || d < 1 || d > daysInMonth(y, m)) return null
  const clock = hours === undefined ? 0 : secondsOfDay(Number(hours), Number(minutes), Number(seconds))
  if (clock === null) return null
  const wall = dayNumber(y, m, d) * DAY + clock
  return inYears(wall) ? { wall, dateOnly: hours === undefined, utc: utc !== undefined } : null
}

export const dayOf = (wall: number): number => Math.floor(wall / DAY) * DAY

export type Duration = { readonly days: number; readonly seconds: number }

const duration =
  /^([+-])?P(?:(\d{1,9})W)?(?:(\d{1,9})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?$/i

/** Reads a DURATION value; days and weeks stay apart because they are calendar days (spec 05 §8.4). */
export const readDuration = (text: string): Duration | null => {
  const match = duration.exec(text.trim())
  if (match === null || !/\d/.test(text)) return null
  const sign = match[1] === '-' ? -1 : 1
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(2)
    .map((part: string | undefined) => Number(part ?? 0))
  return { days: sign * (weeks * 7 + days), seconds: sign * (hours * 3600 + minutes * 60 + seconds) }
}
