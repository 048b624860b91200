import { epochMs, type IsoTime } from '../../../../shared/kernel/brands.ts'
import type { Schedule } from './state.ts'
import { msOfIso, isoOfMs, plusMs } from '../../../../shared/kernel/time/calculate.ts'

const everyMs = ({ everyMinutes }: Pick<Schedule, 'everyMinutes'>): number => everyMinutes * 60_000

/** ISO instant of the look after one at `at`: in step with the schedule, without making up for what was missed. */
export const dueAfterLook = (schedule: Pick<Schedule, 'dueAt' | 'everyMinutes'>, at: IsoTime): IsoTime => {
  const next = plusMs(msOfIso(schedule.dueAt), everyMs(schedule))
  const nowMs = msOfIso(at)
  return isoOfMs(next > nowMs ? next : plusMs(nowMs, everyMs(schedule)))
}

/** When it is due with another interval, counted from when it was due the last time; not before `at`. */
export const dueWithInterval = (
  schedule: Pick<Schedule, 'dueAt' | 'everyMinutes' | 'isLookedAt'>,
  everyMinutes: number,
  at: IsoTime,
): IsoTime => {
  // nothing to count from: it is due as soon as it can be
  if (!schedule.isLookedAt) return schedule.dueAt
  const last = plusMs(msOfIso(schedule.dueAt), -everyMs(schedule))
  return isoOfMs(epochMs(Math.max(last + everyMs({ everyMinutes }), msOfIso(at))))
}

/** When it is due after a pause: at the next of its times; at once when nobody has looked at it so far. */
export const dueAfterPause = (
  schedule: Pick<Schedule, 'dueAt' | 'everyMinutes' | 'isLookedAt'>,
  at: IsoTime,
): IsoTime => {
  const [dueMs, nowMs] = [msOfIso(schedule.dueAt), msOfIso(at)]
  if (dueMs >= nowMs) return schedule.dueAt
  if (!schedule.isLookedAt) return isoOfMs(nowMs)
  return isoOfMs(plusMs(dueMs, Math.ceil((nowMs - dueMs) / everyMs(schedule)) * everyMs(schedule)))
}
