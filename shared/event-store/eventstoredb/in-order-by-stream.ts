/** Work on one stream happens in the order asked for, one after the other; on different streams at once. */
export const inOrderByStream = () => {
  const last = new Map<string, Promise<void>>()
  const underWay = new Set<Promise<void>>()

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
      const before = last.get(stream)
      const result = before === undefined ? work() : before.then(work)
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

export type InOrderByStream = ReturnType<typeof inOrderByStream>
