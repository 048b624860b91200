import type { LocalTime, UtcTime } from '../brands.ts'
import { endOfDay, localAt, plusMonths, startOfDay } from './calculate.ts'
import { localOf, parseDateText } from './date-text.ts'
import { toLocal } from './zone.ts'

export type DateFilter =
  'start_date' | 'end_date' | 'starts_before' | 'starts_after' | 'ends_before' | 'ends_after'

/** A test of an event's own local wall clock: `side operator local`. */
export type FilterBound = {
  readonly side: 'start' | 'end'
  readonly operator: '>=' | '<=' | '<' | '>'
  readonly local: LocalTime
}

const tests = {
  start_date: { side: 'start', operator: '>=', clock: '00:00:00' },
  end_date: { side: 'end', operator: '<=', clock: '23:59:59' },
  starts_before: { side: 'start', operator: '<', clock: '23:59:59' },
  starts_after: { side: 'start', operator: '>', clock: '23:59:59' },
  ends_before: { side: 'end', operator: '<', clock: '23:59:59' },
  ends_after: { side: 'end', operator: '>', clock: '23:59:59' },
} as const satisfies Record<DateFilter, Omit<FilterBound, 'local'> & { readonly clock: string }>

/** A day without a time of it. */
const DAY = /^(?:\d{4}-\d{2}-\d{2}|today|tomorrow|yesterday)$/i

export type FilterContext = {
  readonly kind: DateFilter
  /** true: the value as given (cal `strict_dates`, calx), but for an `end_date` without a time; false: its whole day. */
  readonly strict: boolean
  readonly nowUtc: UtcTime
  readonly siteZone: string
}

/** Reads the value of a date filter (spec 04 §5); null: unreadable, which is `rest_invalid_date`. */
export const filterBound = (
  value: string,
  { kind, strict, nowUtc, siteZone }: FilterContext,
): FilterBound | null => {
  const date = parseDateText(value, { nowUtc, zone: siteZone })
  if (date === null) return null
  const { side, operator, clock } = tests[kind]
  const local = localOf(date, siteZone)
  const isWholeDay = !strict || (kind === 'end_date' && DAY.test(value.trim()))
  return { side, operator, local: isWholeDay ? localAt(local.slice(0, 10), clock) : local }
}

/** Defaults of `start_date` and `end_date` of the first generation's event list. */
export const defaultWindow = (
  nowUtc: UtcTime,
  siteZone: string,
): { readonly start: LocalTime; readonly end: LocalTime } => {
  const today = toLocal(nowUtc, siteZone).slice(0, 10)
  return { start: startOfDay(today), end: endOfDay(plusMonths(today, 24)) }
}
