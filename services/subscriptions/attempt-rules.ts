import type { IsoTime } from '../../shared/kernel/brands.ts'
import { msOfIso, isoOfMs, plusMs } from '../../shared/kernel/time/calculate.ts'

const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 12 * 3_600_000
/** What is refused for so long is given up (spec 08 §4). */
const PATIENCE_MS = 48 * 3_600_000

/**
 * ISO instant of the attempt after one that failed at `at`: each pause is as long as it has failed so far, from five
 * seconds to twelve hours, so that it doubles. `askedMs`: how long the receiver asks to be left alone.
 */
export const nextAttempt = (since: IsoTime, at: IsoTime, askedMs = 0): IsoTime => {
  const nowMs = msOfIso(at)
  const grown = Math.max(FIRST_PAUSE_MS, nowMs - msOfIso(since), askedMs)
  return isoOfMs(plusMs(nowMs, Math.min(grown, LONGEST_PAUSE_MS)))
}

/** Whether what has failed since then, and also in an attempt at `at`, is given up. */
export const isHopeless = (since: IsoTime, at: IsoTime): boolean =>
  msOfIso(at) - msOfIso(since) >= PATIENCE_MS
