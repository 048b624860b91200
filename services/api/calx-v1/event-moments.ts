import { toSeconds } from '../../../shared/kernel/time/calculate.ts'
import type { Moment } from '../platform/moment.ts'

type Timed = { readonly values: { readonly startUtc: string; readonly endUtc: string } }

/** Epoch milliseconds of the next instant at which one of the events begins, is over or is past; Infinity: never. */
export const nextTurn = (events: readonly Timed[], { nowUtc }: Moment): number => {
  const now = toSeconds(nowUtc)
  let next = Infinity
  for (const { values } of events) {
    const end = toSeconds(values.endUtc)
    for (const at of [toSeconds(values.startUtc), end, end + 1]) if (at > now && at < next) next = at
  }
  return next * 1_000
}
