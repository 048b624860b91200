/** Costly work that strangers can ask for. null: too many wait already, and it was not begun. */
export type FewAtOnce = <Value>(work: () => Promise<Value>) => Promise<Value | null>

/** So many run at once, in the order of the calls, and so many wait; `running` is at least 1. */
export const fewAtOnce = (running: number, waiting: number): FewAtOnce => {
  const queue: (() => void)[] = []
  let free = running
  return async work => {
    if (free > 0) free--
    else if (queue.length >= waiting) return null
    // whoever ends hands its place on
    else await new Promise<void>(resolve => queue.push(resolve))
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next === undefined) free++
      else next()
    }
  }
}
