import { isObject } from '../kernel/json.ts'

/** MongoDB's order of values: nothing < null < numbers < strings < objects < arrays < booleans. */

const rank = (value: unknown): number => {
  switch (typeof value) {
    case 'undefined':
      return 0
    case 'number':
      return 2
    case 'string':
      return 3
    case 'boolean':
      return 6
    default:
      return value === null ? 1 : Array.isArray(value) ? 5 : 4
  }
}

/** `undefined` is the place of an array without elements. Objects are compared member by member, as written. */
export const compare = (a: unknown, b: unknown): number => {
  if (a === b) return 0
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b)
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const kind = rank(a)
  const difference = kind - rank(b)
  if (difference !== 0) return difference
  if (kind === 6) return a === true ? 1 : -1
  return compareLists(partsOf(a), partsOf(b))
}

const beyondOrder = /[\ud800-\uffff]/

/** Whether a text (or any other value) may be given to `compareEasy` together with whatever else. */
export const isEasy = (value: unknown): boolean => typeof value !== 'string' || !beyondOrder.test(value)

/**
 * The same as `compare` in a fraction of its time, for two values of which one is easy: JavaScript's own order of
 * texts is that of code points unless both have a sign from the last part of the table.
 */
export const compareEasy = (a: unknown, b: unknown): number => {
  if (a === b) return 0
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : 1
  return compare(a, b)
}

/** By code point, as bytes of UTF-8 compare; JavaScript's own `<` puts emoji before some rarer letters. */
const compareText = (a: string, b: string): number => {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x !== y) return codePointOrder(x) - codePointOrder(y)
  }
  return a.length - b.length
}

/** Halves of surrogate pairs stand for code points above all others. */
const codePointOrder = (unit: number): number =>
  unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit

const partsOf = (value: unknown): readonly unknown[] => {
  if (isList(value)) return value
  return isObject(value) ? Object.entries(value).flatMap(([key, member]) => [rank(member), key, member]) : []
}

const compareLists = (a: readonly unknown[], b: readonly unknown[]): number => {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const difference = compare(a[i], b[i])
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)
