import type { CalxShown } from '../../../projections/event-listing/queries.ts'
import { endOfTime, type EpochMs, type UtcTime } from '../../../shared/kernel/brands.ts'
import { msOf } from '../../../shared/kernel/time/calculate.ts'

/** Until when the clock leaves all of these as they are. */
export const untilOf = (shown: readonly CalxShown[]): EpochMs => {
  let first: UtcTime | null = null
  for (const { until } of shown) if (first === null || until < first) first = until
  return first === null ? endOfTime : msOf(first)
}
