import type { UtcTime } from '../../../shared/kernel/brands.ts'
import type { Period } from '../../../shared/facts/event.ts'
import { importPeriod, type ImportedPeriod } from '../../../shared/kernel/time/import-period.ts'
import type { RawItem } from './item.ts'
import { looseFlag, looseLine } from './loose.ts'

/** What an item says about its time; "" and undefined: sent empty, not sent. */
export type Timing = {
  readonly start: string
  readonly end: string
  readonly timezone: string | undefined
  readonly allDay: boolean | undefined
}

export type TimingContext = { readonly nowUtc: UtcTime; readonly siteZone: string }

/** `start_date` with `start_hour`, `start_minute`, `start_meridian`, or alone (spec 05 §7). */
const textOf = (raw: RawItem, side: 'start' | 'end'): string => {
  const date = looseLine(raw[`${side}_date`]) ?? ''
  const hour = looseLine(raw[`${side}_hour`]) ?? ''
  if (date === '' || hour === '') return date
  const minute = looseLine(raw[`${side}_minute`]) ?? ''
  const meridian = (looseLine(raw[`${side}_meridian`]) ?? '').toLowerCase()
  const clock = `${hour.padStart(2, '0')}:${(minute === '' ? '0' : minute).padStart(2, '0')}`
  if (meridian === '') return `${date.slice(0, 10)} ${clock}`
  const number = Number(hour)
  if (!/^\d{1,2}$/.test(hour) || number < 1 || number > 12 || !/^[ap]m$/.test(meridian)) return 'unreadable'
  const hours = (number % 12) + (meridian === 'pm' ? 12 : 0)
  return `${date.slice(0, 10)} ${String(hours).padStart(2, '0')}:${clock.slice(3)}`
}

export const timingOf = (raw: RawItem): Timing => ({
  start: textOf(raw, 'start'),
  end: textOf(raw, 'end'),
  timezone: looseLine(raw['timezone']),
  allDay: looseFlag(raw['all_day']),
})

const sameClock = (a: Period, b: Period): boolean =>
  a.start === b.start && a.end === b.end && a.timezone === b.timezone && a.allDay === b.allDay

/**
 * When the item takes place (spec 05 §7). With the stored period of a known event, zone and all-day flag that were
 * not sent stay as they are, and a clock that did not change keeps its instants.
 */
export const periodOf = (timing: Timing, at: TimingContext, stored: Period | null): ImportedPeriod => {
  const { start, end } = timing
  const timezone = timing.timezone ?? stored?.timezone
  const resolved = importPeriod({ start, end, timezone, allDay: timing.allDay ?? stored?.allDay }, at)
  if (!resolved.ok || stored === null || !sameClock(resolved.period, stored)) return resolved
  const { startUtc, endUtc } = stored
  return { ...resolved, period: { ...resolved.period, startUtc, endUtc } }
}
