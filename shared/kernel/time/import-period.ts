import type { Period } from '../../facts/event.ts'
import type { UtcTime } from '../brands.ts'
import { plusDays, secondsBetween } from './calculate.ts'
import { parseDateText, type DateContext } from './date-text.ts'
import { dayPeriod, durationOf, timedPeriod, type Ends } from './ends.ts'
import { inZone, readMoment, type ReadMoment } from './moment.ts'
import { parseZone } from './zone.ts'

/** When an imported event takes place, as received; an absent member is left out. */
export type ImportedDates = {
  readonly start?: string | undefined
  readonly end?: string | undefined
  readonly timezone?: string | undefined
  readonly allDay?: boolean | undefined
}

type ImportWarning = 'unknown_timezone' | 'invalid_end_date' | 'overnight' | 'end_before_start'

export type ImportedPeriod =
  | { readonly ok: true; readonly period: Period; readonly warnings: readonly ImportWarning[] }
  | { readonly ok: false; readonly reason: 'invalid_date' }

const LONGEST_NIGHT = 12 * 3600

/** Reads dates of an import: only an unreadable start is refused, everything else is mended with a warning (spec 05 §7). */
export const importPeriod = (
  { start: startText, end: endText, timezone = '', allDay = false }: ImportedDates,
  at: { readonly nowUtc: UtcTime; readonly siteZone: string },
): ImportedPeriod => {
  const named = timezone === '' ? at.siteZone : parseZone(timezone)
  const zone = named ?? at.siteZone
  const context = { nowUtc: at.nowUtc, zone }
  const start = read(startText, context)
  if (start === null) return { ok: false, reason: 'invalid_date' }
  const end = read(endText, context)

  const sent = { start, end: end ?? start }
  const { period, warning } = allDay ? ofDays(sent, zone) : ofTimes(sent, zone)
  const warnings: ImportWarning[] = [
    ...(named === null ? (['unknown_timezone'] as const) : []),
    ...(endText !== undefined && endText !== '' && end === null ? (['invalid_end_date'] as const) : []),
    ...(warning === null ? [] : [warning]),
  ]
  return { ok: true, period, warnings }
}

const read = (text: string | undefined, context: DateContext): ReadMoment | null => {
  const value = text === undefined ? null : parseDateText(text, context)
  return value === null ? null : readMoment(value, null, { zone: context.zone, stored: null })
}

type Mended = { readonly period: Period; readonly warning: ImportWarning | null }

const ofDays = ({ start, end }: Ends, zone: string): Mended => {
  const period = dayPeriod({ start, end }, zone, null)
  if (durationOf(period) >= 0) return { period, warning: null }
  return { period: dayPeriod({ start, end: start }, zone, null), warning: 'end_before_start' }
}

const ofTimes = ({ start, end }: Ends, zone: string): Mended => {
  const period = timedPeriod({ start, end }, zone)
  if (durationOf(period) >= 0) return { period, warning: null }
  if (start.local.slice(0, 10) === end.local.slice(0, 10) && end.local < start.local) {
    const nextDay = inZone(plusDays(end.local, 1), zone)
    if (secondsBetween(start.utc, nextDay.utc) <= LONGEST_NIGHT) {
      return { period: timedPeriod({ start, end: nextDay }, zone), warning: 'overnight' }
    }
  }
  return { period: timedPeriod({ start, end: start }, zone), warning: 'end_before_start' }
}
