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

/**
 * Calls are gathered until `until` resolves, which begins with the first of them and must not reject, and then `run` is
 * given all of them at once; what it returns tells each its own answer.
 */
export const gathered = <Given, Result>(
  until: () => Promise<unknown>,
  run: (all: readonly Given[]) => (given: Given) => Promise<Result>,
): ((given: Given) => Promise<Result>) => {
  type Gathering = { readonly all: Given[]; readonly answerOf: Promise<ReturnType<typeof run>> }
  let gathering: Gathering | null = null
  const begin = (): Gathering => {
    const all: Given[] = []
    const ran = async () => {
      await until()
      gathering = null
      return run(all)
    }
    return { all, answerOf: ran() }
  }
  return async given => {
    const { all, answerOf } = (gathering ??= begin())
    all.push(given)
    const answer = await answerOf
    return answer(given)
  }
}
