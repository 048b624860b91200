import { utcTime, type LocalTime, type UtcTime } from '../brands.ts'
import { dayNumber, daysInMonth, inYears, localText, toSeconds, utcText } from './calculate.ts'
import { hasLocal, toLocal } from './zone.ts'

/** A wall clock without a place, or an instant. */
export type DateValue =
  { readonly kind: 'wall'; readonly local: LocalTime } | { readonly kind: 'instant'; readonly utc: UtcTime }

/** What words and the check of instants depend on; `zone` is the zone that applies to the value. */
export type DateContext = { readonly nowUtc: UtcTime; readonly zone: string }

const dateForm =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:([Zz])|([+-]\d{2})(?::?(\d{2}))?)?)?$/
const timestampForm = /^\d{9,}$/
const wordForm = /^(now|today|tomorrow|yesterday)(?:\s+(\S.*))?$/i
const hourForm = /^(\d{1,2})(?::(\d{2}))?\s?(am|pm)$/i
const clockForm = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/

/** Seconds of a day; 24:00:00 is the end of it. null: no such time. */
const clockSeconds = (hour: number, minute: number, second: number): number | null => {
  const total = hour * 3600 + minute * 60 + second
  return minute > 59 || second > 59 || total > 86_400 ? null : total
}

const midnight = (year: number, month: number, day: number): number | null =>
  year < 1 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)
    ? null
    : dayNumber(year, month, day) * 86_400

const wall = (seconds: number): DateValue | null =>
  inYears(seconds) ? { kind: 'wall', local: localText(seconds) } : null

const instant = (seconds: number, zone: string): DateValue | null => {
  if (!inYears(seconds)) return null
  const utc = utcText(seconds)
  return hasLocal(utc, zone) ? { kind: 'instant', utc } : null
}

const dateValue = (text: string, zone: string): DateValue | null => {
  const match = dateForm.exec(text)
  if (match === null) return null
  const [, year, month, day, hour = '0', minute = '0', second = '0', utc, offsetHour, offsetMinute = '0'] =
    match
  const date = midnight(Number(year), Number(month), Number(day))
  const clock = clockSeconds(Number(hour), Number(minute), Number(second))
  if (date === null || clock === null) return null
  if (utc !== undefined) return instant(date + clock, zone)
  if (offsetHour === undefined) return wall(date + clock)
  const east = clockSeconds(Math.abs(Number(offsetHour)), Number(offsetMinute), 0)
  if (east === null || east === 86_400) return null
  return instant(date + clock + (offsetHour.startsWith('-') ? east : -east), zone)
}

const timeOfDay = (text: string): number | null => {
  const [short, hour, minute = '0', half] = hourForm.exec(text) ?? []
  if (short !== undefined) {
    const twelve = Number(hour)
    if (twelve < 1 || twelve > 12) return null
    return clockSeconds((twelve % 12) + (half?.toLowerCase() === 'pm' ? 12 : 0), Number(minute), 0)
  }
  const match = clockForm.exec(text)
  return match === null ? null : clockSeconds(Number(match[1]), Number(match[2]), Number(match[3] ?? 0))
}

const dayOf: Readonly<Record<string, number>> = { now: 0, today: 0, tomorrow: 1, yesterday: -1 }

const wordValue = (text: string, { nowUtc, zone }: DateContext): DateValue | null => {
  const match = wordForm.exec(text)
  if (match === null) return null
  const [, word = '', time] = match
  const day = dayOf[word.toLowerCase()] ?? 0
  if (time === undefined && word.toLowerCase() === 'now') return { kind: 'instant', utc: nowUtc }
  const clock = time === undefined ? 0 : timeOfDay(time)
  if (clock === null) return null
  return wall(toSeconds(toLocal(nowUtc, zone).slice(0, 10)) + day * 86_400 + clock)
}

/** Reads a date text (spec 04 §1) whole or not at all; null: not one of the accepted forms, or impossible. */
export const parseDateText = (text: string, at: DateContext): DateValue | null =>
  dateValue(text, at.zone) ??
  (timestampForm.test(text) ? instant(Number(text), at.zone) : wordValue(text, at))

const exactForm = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/
const publicationForm = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})?$/

/** The one form of calx `start_date`, `end_date` and their `_utc` members: `YYYY-MM-DD HH:MM:SS`. */
export const parseExactDateText = (text: string): LocalTime | null => {
  const value = exactForm.test(text) ? dateValue(text, 'UTC') : null
  return value?.kind === 'wall' ? value.local : null
}

/** The same form of a member that is in UTC. */
export const parseExactUtcText = (text: string): UtcTime | null => {
  const clock = parseExactDateText(text)
  return clock === null ? null : utcTime(clock)
}

/** The forms of calx `date`, `date_gmt`: no words, no date alone. */
export const parsePublicationText = (text: string, zone: string): DateValue | null =>
  publicationForm.test(text) ? dateValue(text, zone) : null

/** Wall clock of a value in a zone. */
export const localOf = (value: DateValue, zone: string): LocalTime =>
  value.kind === 'wall' ? value.local : toLocal(value.utc, zone)
