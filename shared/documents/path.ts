import { isObject } from '../kernel/json.ts'
import { UnsupportedQuery } from './port.ts'

/** Members to go through, outermost first. */
export type Path = readonly string[]

/** Most names: one member, and none of the refused ones. */
const plain = /^(?!__)[A-Za-z_]\w*$/

/**
 * A dotted field name. Positions in arrays (`terms.0`) are refused: MongoDB reads them in two ways at once.
 * Throws UnsupportedQuery.
 */
export const parsePath = (field: string): Path => {
  if (plain.test(field)) return [field]
  const path = field.split('.')
  for (const member of path)
    if (member === '' || member.startsWith('$') || member === '__proto__' || /^\d+$/.test(member))
      throw new UnsupportedQuery(`field ${JSON.stringify(field)} is not supported`)
  return path
}

/**
 * Whether `matches` holds for any value the path leads to: arrays on the way are entered, one at the end is
 * given whole. A member that is missing is given as undefined.
 */
export const someLeaf = (
  value: unknown,
  path: Path,
  matches: (leaf: unknown) => boolean,
  from = 0,
): boolean => {
  let current = value
  for (let i = from; i < path.length; i++) {
    if (Array.isArray(current)) {
      const deeper = i
      return current.some(element => isObject(element) && someLeaf(element, path, matches, deeper))
    }
    const member = path[i]
    if (member === undefined || !isObject(current) || !Object.hasOwn(current, member))
      return matches(undefined)
    current = current[member]
  }
  return matches(current)
}

export type Values = {
  /** Elements of arrays, `null` for what is missing; empty for an array without elements. */
  readonly values: readonly unknown[]
  /** Whether an array offered them: there may be any number. */
  readonly many: boolean
}

/** The values a document offers at this path to indexes and sorts. */
export const valuesAt = (document: unknown, path: Path): Values => {
  const leaves: unknown[] = []
  someLeaf(document, path, leaf => {
    leaves.push(leaf ?? null)
    return false
  })
  const [only] = leaves
  return leaves.length === 1 && !Array.isArray(only)
    ? { values: leaves, many: false }
    : { values: leaves.flat(), many: true }
}

/** The name of a member that is counted by its values. Throws UnsupportedQuery for a path into one. */
export const plainMember = (member: string): string => {
  const [name = '', ...deeper] = parsePath(member)
  if (deeper.length > 0) throw new UnsupportedQuery(`${member}: only plain members are counted`)
  return name
}

/** What a document has under a plain member; undefined: it is missing. */
export const memberOf = (document: object, member: string): unknown =>
  Object.hasOwn(document, member) ? (document as Readonly<Record<string, unknown>>)[member] : undefined
