import { NAME_LEVELS } from '../../../../shared/limits/requests.ts'

/** Values of query strings and forms: texts, nested by `a[]`, `a[0]`, `a[b]` (spec 01 §1). */
export type Nested = { [name: string]: Nested | string }
export type Pair = readonly [name: string, value: string]

/** Characters of all texts, their names included. */
export const textLength = (value: Nested | string): number => {
  if (typeof value === 'string') return value.length
  let length = 0
  for (const [name, inner] of Object.entries(value)) length += name.length + textLength(inner)
  return length
}

const DROPPED: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])
export const isDropped = (name: string): boolean => DROPPED.has(name)

/** `a[b][]` → `['a', 'b', '']`; a name without well-formed brackets is itself. */
const pathOf = (name: string): readonly string[] => {
  const open = name.indexOf('[')
  if (open < 1 || !name.endsWith(']')) return [name]
  return [name.slice(0, open), ...name.slice(open + 1, -1).split('][')]
}

/** The index that `[]` stands for, per list: one beyond the highest so far. */
type NextIndexes = Map<Nested, number>

const own = (node: Nested, key: string) => (Object.hasOwn(node, key) ? node[key] : undefined)

const place = (root: Nested, next: NextIndexes, path: readonly string[], value: string): void => {
  let node = root
  for (const [depth, step] of path.entries()) {
    const index = next.get(node) ?? 0
    const key = step === '' && depth > 0 ? String(index) : step
    if (/^\d+$/.test(key)) next.set(node, Math.max(index, Number(key) + 1))
    if (depth === path.length - 1) {
      node[key] = value
      return
    }
    const inner = own(node, key)
    if (typeof inner === 'object') node = inner
    else {
      const fresh: Nested = {}
      node[key] = fresh
      node = fresh
    }
  }
}

/**
 * Puts pairs in their places, one by one. A scalar name given twice: the last one counts. Names that could reach a
 * prototype are dropped, and those with more than 64 levels. `size`: values so far, each level beyond a plain list
 * counting as one more, because each is one more object.
 */
export const nesting = () => {
  const root: Nested = {}
  const next: NextIndexes = new Map()
  let size = 0
  return {
    root,
    size: () => size,
    place: ([name, value]: Pair): void => {
      const path = pathOf(name)
      size += Math.max(1, Math.min(path.length, NAME_LEVELS) - 1)
      if (name !== '' && path.length <= NAME_LEVELS && !path.some(isDropped)) place(root, next, path, value)
    },
  }
}

/** All pairs of an address, which are few (`nesting`). */
export const nest = (pairs: readonly Pair[]): Nested => {
  const { root, place } = nesting()
  pairs.forEach(place)
  return root
}

const decode = (text: string): string => {
  const plain = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!plain.includes('%')) return plain
  try {
    return decodeURIComponent(plain)
  } catch (error) {
    if (error instanceof URIError) return plain
    throw error
  }
}

/** A pair as it was sent, still encoded. */
export const splitPair = (part: string): Pair => {
  const equals = part.indexOf('=')
  return equals === -1 ? [part, ''] : [part.slice(0, equals), part.slice(equals + 1)]
}

/** Still encoded pairs of a query string or form, in order. */
export const rawPairs = (text: string): readonly Pair[] =>
  text
    .split('&')
    .filter(part => part !== '')
    .map(splitPair)

export const decodePair = ([name, value]: Pair): Pair => [decode(name), decode(value)]
export const decodeText = decode

export const parsePairs = (text: string): readonly Pair[] => rawPairs(text).map(decodePair)
