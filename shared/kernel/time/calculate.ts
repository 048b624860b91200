import {
  localTime,
  onSameClock,
  utcTime,
  type LocalTime,
  type OnSameClock,
  type UtcTime,
  type EpochMs,
  epochMs,
  type IsoTime,
  isoTime,
} from '../brands.ts'

/**
 * Arithmetic on wall clock texts `YYYY-MM-DD HH:MM:SS`, no zone involved: days have 86400 seconds here.
 * Inside, a text is its number of seconds from 1970-01-01 00:00:00 of the same clock.
 */

const FIRST = -62_135_596_800
const LAST = 253_402_300_799

/** Whether the seconds fall into the years 0001-9999 (spec 04). */
export const inYears = (seconds: number): boolean => seconds >= FIRST && seconds <= LAST

/** Days from 1970-01-01 of a date of the Gregorian calendar. */
export const dayNumber = (year: number, month: number, day: number): number => {
  // years start in March, so that the leap day is the last one
  const y = month <= 2 ? year - 1 : year
  const era = Math.floor(y / 400)
  const yearOfEra = y - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

export type CivilDate = { readonly year: number; readonly month: number; readonly day: number }

export const civilDate = (dayNumber: number): CivilDate => {
  const z = dayNumber + 719_468
  const era = Math.floor(z / 146_097)
  const dayOfEra = z - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shifted = Math.floor((5 * dayOfYear + 2) / 153)
  const month = shifted < 10 ? shifted + 3 : shifted - 9
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1,
  }
}

/** Number of days of a month (1-12). */
export const daysInMonth = (year: number, month: number): number =>
  dayNumber(month === 12 ? year + 1 : year, month === 12 ? 1 : month + 1, 1) - dayNumber(year, month, 1)

const digit = (text: string, at: number) => text.charCodeAt(at) - 48
const two = (text: string, at: number) => digit(text, at) * 10 + digit(text, at + 1)

/** Seconds of a text of the stored form; a date alone is its first second. */
export const toSeconds = (text: string): number => {
  const day = dayNumber(two(text, 0) * 100 + two(text, 2), two(text, 5), two(text, 8)) * 86_400
  return text.length < 19 ? day : day + two(text, 11) * 3600 + two(text, 14) * 60 + two(text, 17)
}

const padded = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, '0'))
const pair = (n: number) => padded[n] ?? String(n)

const dateText = (dayNumber: number): string => {
  const { year, month, day } = civilDate(dayNumber)
  return `${pair(Math.floor(year / 100))}${pair(year % 100)}-${pair(month)}-${pair(day)}`
}

/** The seconds, outside the years 0001-9999 their first or last one. */
export const withinYears = (seconds: number): number => Math.min(Math.max(seconds, FIRST), LAST)

/** Text of the stored form. Outside the years 0001-9999: their first or last second. */
export const toText = (seconds: number): string => {
  const s = withinYears(seconds)
  const day = Math.floor(s / 86_400)
  const rest = s - day * 86_400
  const minutes = Math.floor(rest / 60)
  return `${dateText(day)} ${pair(Math.floor(minutes / 60))}:${pair(minutes % 60)}:${pair(rest % 60)}`
}

/** An instant of so many seconds from 1970-01-01 00:00:00 UTC. */
export const utcText = (seconds: number): UtcTime => utcTime(toText(seconds))

/** What a clock shows so many seconds from its own 1970-01-01 00:00:00. */
export const localText = (seconds: number): LocalTime => localTime(toText(seconds))

/** What a clock shows at `HH:MM:SS` of a day (`YYYY-MM-DD`). */
export const localAt = (date: string, clock: string): LocalTime => localTime(`${date} ${clock}`)

/** The first and the last second of a day (`YYYY-MM-DD`), as clocks show them. */
export const startOfDay = (date: string): LocalTime => localAt(date, '00:00:00')
export const endOfDay = (date: string): LocalTime => localAt(date, '23:59:59')

export const plusSeconds = <Text extends string>(dateTime: Text, seconds: number): OnSameClock<Text> =>
  onSameClock<Text>(toText(toSeconds(dateTime) + seconds))

/** Seconds from a to b of the same clock; negative when b is earlier. */
export const secondsBetween = <Text extends string>(a: Text, b: OnSameClock<Text>): number =>
  toSeconds(b) - toSeconds(a)

/** Moves a date (`YYYY-MM-DD`, answered as such) or a date-time by whole calendar days. */
export const plusDays = <Text extends string>(text: Text, days: number): OnSameClock<Text> =>
  onSameClock<Text>(plusSeconds(text, days * 86_400).slice(0, text.length))

/** The same day of the month that many months later, clamped to that month's last day; the clock time stays. */
export const plusMonths = <Text extends string>(text: Text, months: number): OnSameClock<Text> => {
  const { year, month, day } = civilDate(Math.floor(toSeconds(text) / 86_400))
  const count = year * 12 + month - 1 + months
  const [y, m] = [Math.floor(count / 12), (((count % 12) + 12) % 12) + 1]
  const moved = dayNumber(y, m, Math.min(day, daysInMonth(y, m))) * 86_400
  return onSameClock<Text>(
    toText(moved + (toSeconds(text) - toSeconds(text.slice(0, 10)))).slice(0, text.length),
  )
}

/** Stored form of epoch milliseconds, UTC. */
export const nowUtc = (at: EpochMs): UtcTime => utcText(Math.floor(at / 1000))

/** Stored form of an ISO 8601 text in UTC, such as `2027-05-08T10:00:00.123Z`. */
export const utcOfIso = (iso: IsoTime): UtcTime => utcTime(iso.slice(0, 19).replace('T', ' '))

/** A stored UTC text in ISO 8601, to the second: `2027-05-08T10:00:00Z`. */
export const isoOf = (utc: UtcTime): IsoTime => isoTime(`${utc.replace(' ', 'T')}Z`)

/** Epoch milliseconds of a stored UTC text. */
export const msOf = (utc: UtcTime): EpochMs => epochMs(toSeconds(utc) * 1_000)

/** Epoch milliseconds of an instant in ISO 8601. */
export const msOfIso = (iso: IsoTime): EpochMs => epochMs(Date.parse(iso))

/** The instant in ISO 8601, UTC: `2027-05-08T10:00:00.123Z`. */
export const isoOfMs = (at: EpochMs): IsoTime => isoTime(new Date(at).toISOString())

/** The instant that comes so long after it. */
export const plusMs = (at: EpochMs, milliseconds: number): EpochMs => epochMs(at + milliseconds)

/** A wall clock with its distance from UTC, where `utc` is the same instant: `2027-05-08T10:00:00-04:00`. */
export const withOffset = (local: LocalTime, utc: UtcTime): string => {
  const minutes = Math.trunc((toSeconds(local) - toSeconds(utc)) / 60)
  const away = Math.abs(minutes)
  return `${local.replace(' ', 'T')}${minutes < 0 ? '-' : '+'}${pair(Math.floor(away / 60))}:${pair(away % 60)}`
}
