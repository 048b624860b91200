import type { Doc, Filter, Key } from '../port.ts'

/** `{_id}`, or `{_id, field: {$lt: number}}` as guarded writes ask. */
export type Guard = {
  readonly id: Key
  /** null: nothing but the id is asked. */
  readonly field: string | null
  readonly below: number
}

const plainName = /^[A-Za-z]\w*$/

/**
 * Spells out the two filters nearly all writes come with, without the cost of a general one; null: any other
 * filter, right or wrong.
 */
export const guardOf = (filter: Filter): Guard | null => {
  let id: unknown
  let field: string | null = null
  let below: unknown = 0
  for (const key in filter) {
    if (!Object.hasOwn(filter, key)) return null
    const condition: unknown = filter[key]
    if (key === '_id') id = condition
    else if (field === null && plainName.test(key)) {
      field = key
      below = onlyLimit(condition)
    } else return null
  }
  if (typeof id !== 'string' && !(typeof id === 'number' && Number.isFinite(id))) return null
  return typeof below === 'number' && Number.isFinite(below) ? { id, field, below } : null
}

const onlyLimit = (condition: unknown): unknown => {
  if (typeof condition !== 'object' || condition === null) return null
  if (Object.getPrototypeOf(condition) !== Object.prototype) return null
  for (const operator in condition) if (operator !== '$lt') return null
  return '$lt' in condition ? condition.$lt : null
}

/** Whether the document passes; null: its value is a list or an object, which the general filter must look at. */
export const passes = ({ field, below }: Guard, document: Doc): boolean | null => {
  if (field === null) return true
  const members: Readonly<Record<string, unknown>> = document
  const value = Object.hasOwn(members, field) ? members[field] : undefined
  if (typeof value === 'object' && value !== null) return null
  return typeof value === 'number' && value < below
}
