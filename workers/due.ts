import type { EpochMs } from '../shared/kernel/brands.ts'

/** Timers do not reach farther than some weeks; who is early asks again. */
const LONGEST_DELAY_MS = 12 * 3_600_000

/** A delay as far as a timer reaches; none where there is nothing left to wait for. */
export const delayOf = (ms: number): number => Math.min(Math.max(ms, 0), LONGEST_DELAY_MS)

/** Delay until an instant, none when it has passed. */
export const untilMs = (atMs: EpochMs, nowMs: EpochMs): number => delayOf(atMs - nowMs)
