/** At most `limit` pieces of work at once; the others wait, in the order in which they came. */
export const gate = (limit: number) => {
  let free = limit
  const waiting: (() => void)[] = []
  return async <Done>(work: () => Promise<Done>): Promise<Done> => {
    if (free === 0) await new Promise<void>(resolve => waiting.push(resolve))
    else free--
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) free++
      else next()
    }
  }
}
