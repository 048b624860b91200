/**
 * Append-only collections for folds over long streams: every version is a prefix of one shared array or map, so
 * adding costs the added elements only, and older versions stay as they were.
 */
export type Growing<T> = { readonly shared: T[]; readonly length: number }

export const emptyList = <T>(): Growing<T> => ({ shared: [], length: 0 })

export const appended = <T>(list: Growing<T>, element: T): Growing<T> => {
  // somebody went on from this version already: they keep the shared array, this branch gets its own
  const shared = list.shared.length === list.length ? list.shared : list.shared.slice(0, list.length)
  shared.push(element)
  return { shared, length: shared.length }
}

export const at = <T>(list: Growing<T>, index: number): T | undefined =>
  index >= 0 && index < list.length ? list.shared[index] : undefined

/** All elements, as a list of its own. */
export const elementsOf = <T>({ shared, length }: Growing<T>): readonly T[] => shared.slice(0, length)

type Entry<T> = { readonly index: number; readonly value: T }
export type GrowingMap<T, Key = string> = { readonly shared: Map<Key, Entry<T>>; readonly size: number }

export const emptyMap = <T, Key = string>(): GrowingMap<T, Key> => ({ shared: new Map(), size: 0 })

export const found = <T, Key>(map: GrowingMap<T, Key>, key: Key): T | undefined => {
  const entry = map.shared.get(key)
  return entry !== undefined && entry.index < map.size ? entry.value : undefined
}

/** The first value of a key stays. Who takes the same step as somebody else did from here goes on with theirs. */
export const added = <T, Key>(
  map: GrowingMap<T, Key>,
  key: Key,
  value: T,
  isSame: (a: T, b: T) => boolean,
): GrowingMap<T, Key> => {
  const { shared, size } = map
  const entry = shared.get(key)
  if (entry !== undefined && entry.index < size) return map
  if (entry?.index === size && isSame(entry.value, value)) return { shared, size: size + 1 }
  const mine = shared.size === size ? shared : new Map([...shared].slice(0, size))
  mine.set(key, { index: size, value })
  return { shared: mine, size: size + 1 }
}

/** In the order of adding. */
export function* valuesOf<T>(map: GrowingMap<T, unknown>): Generator<T> {
  let index = 0
  for (const entry of map.shared.values()) {
    if (index++ === map.size) return
    yield entry.value
  }
}
