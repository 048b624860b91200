import { parsePath, type Path } from './path.ts'
import { UnsupportedQuery, type FindOptions, type Sort } from './port.ts'

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

export type ParsedOptions = {
  readonly sort: readonly SortField[]
  readonly skip: number
  /** Infinity: all. */
  readonly limit: number
}

const NO_SORT: Sort = {}

/** Throws UnsupportedQuery. `sorted`: `parseSort`, or what knows sorts that it has parsed before. */
export const parseOptions = (
  { sort = NO_SORT, skip = 0, limit = Infinity }: FindOptions = {},
  sorted = parseSort,
): ParsedOptions => {
  checkWhole('skip', skip)
  checkWhole('limit', limit)
  return { sort: sorted(sort), skip, limit }
}

const checkWhole = (name: string, given: number): void => {
  if (!(given >= 0) || (given !== Infinity && !Number.isInteger(given)))
    throw new UnsupportedQuery(`${name} must be a whole number, not ${given}`)
}
