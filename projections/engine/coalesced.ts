/**
 * Calls share the work: each is answered by a run that began after the call, one run is under way at a time, and at
 * most one waits.
 */
export const coalesced = (run: () => Promise<void>): (() => Promise<void>) => {
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null
  const begin = (): Promise<void> => {
    const begun = run().finally(() => {
      if (running === begun) running = null
    })
    running = begun
    return begun
  }
  return () => {
    if (next !== null) return next
    if (running === null) return begin()
    const ended = running.catch(() => undefined)
    next = ended.then(() => {
      next = null
      return begin()
    })
    return next
  }
}
