/**
 * Calls share the work: each is answered by a run that began after the call, one run is under way at a time, and at
 * most one waits. Whoever calls in the same turn shares the first as well.
 */
export const coalesced = <Result>(run: () => Promise<Result>): (() => Promise<Result>) => {
  let running: Promise<unknown> | null = null
  let next: Promise<Result> | null = null
  const begin = (): Promise<Result> => {
    next = null
    const begun = run().finally(() => {
      if (running === begun) running = null
    })
    running = begun
    return begun
  }
  return () => (next ??= (running ?? Promise.resolve()).then(begin, begin))
}
