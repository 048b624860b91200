import type { Bounds } from './bounds.ts'
import type { DocumentIndex } from './document-index.ts'
import type { SortField } from '../find-options.ts'

/** How to go through an index so that documents come in sort order. */
export type Order = {
  /** Keys before this one do not count: they have one value, or the intervals are merged. */
  readonly start: number
  readonly direction: 1 | -1
  /** From this key on (the `_id` is the last) entries go the other way; beyond the last key: none does. */
  readonly turn: number
}

/** The way through the index that serves this sort, if there is one. */
export const orderOf = (
  index: DocumentIndex,
  { single }: Bounds,
  sort: readonly SortField[],
): Order | null => {
  const fixed = single.indexOf(false) === -1 ? single.length : single.indexOf(false)
  return (
    orderFrom(fixed, index, single, sort) ??
    (fixed < single.length ? orderFrom(single.length, index, single, sort) : null)
  )
}

const orderFrom = (
  start: number,
  index: DocumentIndex,
  single: readonly boolean[],
  sort: readonly SortField[],
): Order | null => {
  const never = index.keys.length + 1
  let direction: 1 | -1 | null = null
  let turn = never
  let next = start
  for (const field of sort) {
    if (hasOneValue(index, single, field)) continue
    const key = next < index.keys.length ? index.keys[next] : '_id'
    if (field.field !== key || next >= never || index.hasMany(next)) return null
    direction ??= field.direction
    if ((turn === never) !== (field.direction === direction)) {
      if (turn !== never) return null
      turn = next
    }
    next++
  }
  return { start, direction: direction ?? 1, turn }
}

const hasOneValue = (index: DocumentIndex, single: readonly boolean[], { field }: SortField): boolean => {
  const n = field === '_id' ? index.keys.length : index.keys.indexOf(field)
  return n !== -1 && single[n] === true && !index.hasMany(n)
}
