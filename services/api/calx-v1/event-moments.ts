import type { CalxShown } from '../../../projections/event-listing/queries.ts'
import { endOfTime, epochMs, type EpochMs } from '../../../shared/kernel/brands.ts'

/** Until when the clock leaves all of these as they are. */
export const untilOf = (shown: readonly CalxShown[]): EpochMs => {
  let first = Infinity
  for (const { until } of shown) if (until < first) first = until
  return first === Infinity ? endOfTime : epochMs(first * 1_000)
}
