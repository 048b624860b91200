import { plusMonths, startOfDay, toSeconds } from '../../../shared/kernel/time/calculate.ts'
import { toLocal, toUtc } from '../../../shared/kernel/time/zone.ts'
import type { Moment } from '../platform/call.ts'
import { type UtcTime, type EpochMs, epochMs } from '../../../shared/kernel/brands.ts'

type Timed = { readonly values: { readonly startUtc: UtcTime; readonly endUtc: UtcTime } }

/** The year of the site is over: schedules are told with and without it (spec 03 §1.1). */
const yearEnd = ({ nowUtc, site }: Moment): number => {
  const year = toLocal(nowUtc, site.zone).slice(0, 4)
  return toSeconds(toUtc(plusMonths(startOfDay(`${year}-01-01`), 12), site.zone).utc)
}

/** Epoch milliseconds of the next instant at which one of the events begins, is over or is past, or a year ends. */
export const nextTurn = (events: readonly Timed[], at: Moment): EpochMs => {
  const now = toSeconds(at.nowUtc)
  let next = events.length === 0 ? Infinity : yearEnd(at)
  for (const { values } of events) {
    const end = toSeconds(values.endUtc)
    for (const turn of [toSeconds(values.startUtc), end, end + 1]) if (turn > now && turn < next) next = turn
  }
  return epochMs(next * 1_000)
}
