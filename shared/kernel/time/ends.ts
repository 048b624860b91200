import type { Period } from '../../facts/event.ts'
import { endOfDay, secondsBetween, startOfDay } from './calculate.ts'
import type { ReadMoment } from './moment.ts'
import { dayUtc } from './zone.ts'

/** Start and end of a period, before its rules are applied. */
export type Ends = { readonly start: ReadMoment; readonly end: ReadMoment }

/** Elapsed seconds; negative when the end is before the start. */
export const durationOf = (period: Period): number => secondsBetween(period.startUtc, period.endUtc)

export const endsOf = (period: Period): Ends => ({
  start: { local: period.start, utc: period.startUtc, unmoved: period.start },
  end: { local: period.end, utc: period.endUtc, unmoved: period.end },
})

/** Whether only a gap put the end before the start: as sent, the wall clocks were in order. */
const disorderedByGap = ({ start, end }: Ends): boolean =>
  secondsBetween(start.utc, end.utc) < 0 &&
  (start.local !== start.unmoved || end.local !== end.unmoved) &&
  secondsBetween(start.unmoved, end.unmoved) >= 0

/** The period of a timed event; its end may lie before its start, which is for the caller to judge. */
export const timedPeriod = (ends: Ends, timezone: string): Period => {
  const { start } = ends
  const end = disorderedByGap(ends) ? start : ends.end
  return { allDay: false, start: start.local, end: end.local, timezone, startUtc: start.utc, endUtc: end.utc }
}

/** The period of an all-day event: whole local days (spec 04 §4). Days that were stored keep their instants. */
export const dayPeriod = (ends: Ends, timezone: string, stored: Period | null): Period => {
  const [first, last] = [ends.start.unmoved.slice(0, 10), ends.end.unmoved.slice(0, 10)]
  const [start, end] = [startOfDay(first), endOfDay(last)]
  const kept = stored?.allDay === true && stored.timezone === timezone ? stored : null
  return {
    allDay: true,
    start,
    end,
    timezone,
    startUtc: kept?.start === start ? kept.startUtc : dayUtc(first, timezone).first,
    endUtc: kept?.end === end ? kept.endUtc : dayUtc(last, timezone).last,
  }
}
