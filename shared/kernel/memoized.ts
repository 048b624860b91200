/**
 * What `make` makes of a key, made once for each of `most` keys; before it is made of one more, all are forgotten. For what
 * is small and made of few keys, where a cache that knows which was used last would cost more than it saves.
 */
export const memoized = <Key extends string | number, Made>(
  most: number,
  make: (key: Key) => Made,
): ((key: Key) => Made) => {
  const kept = new Map<Key, Made>()
  return key => {
    const known = kept.get(key)
    if (known !== undefined) return known
    const made = make(key)
    if (kept.size >= most) kept.clear()
    kept.set(key, made)
    return made
  }
}
