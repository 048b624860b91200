import { z } from 'zod'
import { type EpochMs, epochMs } from '../../../shared/kernel/brands.ts'
import { localAt, msOf, plusMs } from '../../../shared/kernel/time/calculate.ts'
import { dayUtc, toUtc } from '../../../shared/kernel/time/zone.ts'

const Day = z.iso.date().refine(text => !text.startsWith('0000'))
const CLOCK = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/

/** Epoch milliseconds at which a day of the zone begins, and at which it is over; null: the text is no day. */
export const dayIn = (
  text: string,
  zone: string,
): { readonly from: EpochMs; readonly until: EpochMs } | null => {
  if (!Day.safeParse(text).success) return null
  const { first, last } = dayUtc(text, zone)
  return { from: msOf(first), until: plusMs(msOf(last), 1_000) }
}

/**
 * The last millisecond of what `<input type="datetime-local">` sends, in the zone: whoever asks for 10:00 wants to see
 * what was done at 10:00, too. null: it is none.
 */
export const momentIn = (text: string, zone: string): EpochMs | null => {
  const [, day = '', hour = '', minute = '', second] = CLOCK.exec(text) ?? []
  if (!Day.safeParse(day).success) return null
  return epochMs(msOf(toUtc(localAt(day, `${hour}:${minute}:${second ?? '59'}`), zone).utc) + 999)
}
