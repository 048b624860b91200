/** Timers do not reach farther than some weeks; who is early asks again. */
const LONGEST_DELAY_MS = 12 * 3_600_000

/** Delay until an instant, none when it has passed. */
export const untilMs = (atMs: number, nowMs: number): number =>
  Math.min(Math.max(atMs - nowMs, 0), LONGEST_DELAY_MS)
