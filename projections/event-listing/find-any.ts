import type { Filter } from '../../shared/documents/port.ts'
import type { EventRow, Rows } from './row.ts'

/** One question with several sides; each side names all that its index is about. */
export const findAny = (
  rows: Rows,
  filters: readonly Filter[],
  rest: readonly Filter[],
): Promise<readonly EventRow[]> => rows.find({ $or: filters.map(filter => ({ $and: [filter, ...rest] })) })
