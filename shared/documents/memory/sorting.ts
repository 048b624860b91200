import type { SortField } from '../find-options.ts'
import { compare } from '../order.ts'
import { valuesAt } from '../path.ts'
import type { Doc } from '../port.ts'

/** Collects documents and keeps the first `wanted` of them in sort order, without holding many more. */
export const sortedBuffer = <D extends Doc>(fields: readonly SortField[], wanted: number) => {
  type Row = { readonly document: D; readonly keys: readonly unknown[] }
  const full = Math.max(1_024, 4 * wanted)
  let rows: Row[] = []
  const inOrder = (a: Row, b: Row): number => {
    for (let i = 0; i < fields.length; i++) {
      const difference = compare(a.keys[i], b.keys[i])
      if (difference !== 0) return fields[i]?.direction === 1 ? difference : -difference
    }
    return 0
  }
  const settle = () => {
    rows.sort(inOrder)
    if (rows.length > wanted) rows = rows.slice(0, wanted)
  }
  return {
    /** Whether it has as many as are wanted: until then any might be among the first. */
    hasAll: (): boolean => rows.length >= wanted,
    /** Whether one with such a value of the first field might still be among the first. */
    mayTake: (value: unknown): boolean => {
      settle()
      const last = rows[wanted - 1]
      const [field] = fields
      return last === undefined || field === undefined || compare(value, last.keys[0]) * field.direction <= 0
    },
    add: (document: D) => {
      rows.push({ document, keys: fields.map(field => sortKey(document, field)) })
      if (rows.length >= full) settle()
    },
    take: (skip: number): readonly D[] => {
      settle()
      return rows.slice(skip).map(({ document }) => document)
    },
  }
}

/** An array stands where its least element does; descending, where its greatest does. */
const sortKey = (document: Doc, { path, direction }: SortField): unknown => {
  const { values } = valuesAt(document, path)
  return values.length < 2
    ? values[0]
    : values.reduce((best, value) => (compare(value, best) * direction < 0 ? value : best))
}
