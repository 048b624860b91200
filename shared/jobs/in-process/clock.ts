/** Time as the queue needs it. */
export type QueueClock = {
  /** Milliseconds since some fixed instant. */
  readonly now: () => number
  /** Calls `wake` once after so many milliseconds; the answer calls it off. */
  readonly after: (ms: number, wake: () => void) => () => void
}

/** Waiting for a delayed job keeps no process alive. */
export const systemClock: QueueClock = {
  now: Date.now,
  after: (ms, wake) => {
    const timer = setTimeout(wake, ms).unref()
    return () => clearTimeout(timer)
  },
}
