import { inYears, plusDays, plusSeconds, secondsBetween, startOfDay, toSeconds } from './calculate.ts'
import type { Ends } from './ends.ts'
import { inZone, momentAt, type ReadMoment } from './moment.ts'

/** What is known of a period. */
type Known = {
  readonly start: ReadMoment | null
  readonly end: ReadMoment | null
  /** Elapsed seconds, 0 or more. */
  readonly duration: number | undefined
  /** The stored ends, null on create. */
  readonly stays: Ends | null
  readonly allDay: boolean
  readonly zone: string
}

const daysCovered = (duration: number) => Math.max(1, Math.ceil(duration / 86_400))

const dateOf = (moment: ReadMoment) => moment.unmoved.slice(0, 10)

/** The other end: elapsed seconds away, or for an all-day event as many days as the seconds touch. */
const otherEnd = (moment: ReadMoment, duration: number, sign: 1 | -1, known: Known): ReadMoment | null => {
  if (!inYears(toSeconds(moment.utc) + sign * duration)) return null
  if (!known.allDay) return momentAt(plusSeconds(moment.utc, sign * duration), known.zone)
  return inZone(startOfDay(plusDays(dateOf(moment), sign * (daysCovered(duration) - 1))), known.zone)
}

/** A duration read and written back changes nothing, whatever the lengths of its days. */
const isStored = (start: ReadMoment, duration: number, stays: Ends): boolean =>
  start.utc === stays.start.utc && secondsBetween(start.utc, stays.end.utc) === duration

/**
 * Both ends from what is known (spec 04 §4, table of calx). null: one of them is beyond the years 0001-9999.
 * Throws when too little is known, which is refused before.
 */
export const bothEnds = (known: Known): Ends | null => {
  const { duration, stays } = known
  if (duration !== undefined && known.start === null && known.end !== null) {
    const start = otherEnd(known.end, duration, -1, known)
    return start === null ? null : { start, end: known.end }
  }
  const start = known.start ?? stays?.start
  if (start === undefined) throw new Error('a period without a start was not refused')
  if (duration !== undefined && known.end === null && !(stays !== null && isStored(start, duration, stays))) {
    const end = otherEnd(start, duration, 1, known)
    return end === null ? null : { start, end }
  }
  const end = known.end ?? stays?.end
  if (end === undefined) throw new Error('a period without an end was not refused')
  return { start, end }
}
