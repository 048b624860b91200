/** Work on the same key goes one after the other, in the order of the calls; other work runs side by side. */
export const turns = () => {
  const tails = new Map<string, Promise<void>>()
  return async <T>(keys: readonly string[], work: () => Promise<T>): Promise<T> => {
    const before = keys.flatMap(key => tails.get(key) ?? [])
    const mine = before.length === 0 ? work() : Promise.all(before).then(work)
    const settled = mine.then(
      () => undefined,
      () => undefined,
    )
    for (const key of keys) tails.set(key, settled)
    // nobody waits behind the last one
    void settled.then(() => {
      for (const key of keys) if (tails.get(key) === settled) tails.delete(key)
    })
    return mine
  }
}
