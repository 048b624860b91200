/**
 * Work on one stream happens in the order asked for, one after the other; on different streams at once, but no
 * more than `width` together, so that no call spends its time waiting for a free place on the connection.
 */
export const lanes = (width: number) => {
  const last = new Map<string, Promise<void>>()
  const underWay = new Set<Promise<void>>()
  const waiting: (() => void)[] = []
  let busy = 0

  const enter = async (): Promise<void> => {
    if (busy < width) busy++
    else await new Promise<void>(resolve => waiting.push(resolve))
  }
  const leave = (): void => {
    const next = waiting.shift()
    if (next === undefined) busy--
    else next()
  }

  const inTurn = async <Result>(
    before: Promise<void> | undefined,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    await before
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }

  /** Remembers it until it is settled, whether well or badly. */
  const attend = <Result>(result: Promise<Result>): Promise<void> => {
    const done = result.then(
      () => undefined,
      () => undefined,
    )
    underWay.add(done)
    void done.then(() => underWay.delete(done))
    return done
  }

  return {
    /** In its turn. */
    run: <Result>(stream: string, work: () => Promise<Result>): Promise<Result> => {
      const result = inTurn(last.get(stream), work)
      const done = attend(result)
      last.set(stream, done)
      void done.then(() => {
        if (last.get(stream) === done) last.delete(stream)
      })
      return result
    },
    /** At once. */
    beside: <Result>(work: Promise<Result>): Promise<Result> => {
      void attend(work)
      return work
    },
    /** Resolves when nothing is under way any more. */
    settled: async (): Promise<void> => {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
