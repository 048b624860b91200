import { compare } from '../order.ts'
import { parsePath, valuesAt, type Path } from '../path.ts'
import { UnsupportedQuery, type Doc, type Sort } from '../port.ts'

export type SortField = { readonly field: string; readonly path: Path; readonly direction: 1 | -1 }

/** What follows `_id` decides nothing and is dropped. Throws UnsupportedQuery. */
export const parseSort = (sort: Sort): readonly SortField[] => {
  const fields = Object.entries(sort).map(([field, direction]: [string, unknown]) => {
    if (direction !== 1 && direction !== -1) throw new UnsupportedQuery(`sort.${field} must be 1 or -1`)
    return { field, path: parsePath(field), direction } as const
  })
  const id = fields.findIndex(({ field }) => field === '_id')
  return id === -1 ? fields : fields.slice(0, id + 1)
}

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
