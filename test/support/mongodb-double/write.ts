import type { Document } from 'mongodb'
import type { Collection, Doc, Filter, Update, WriteOp } from '../../../shared/documents/port.ts'
import { duplicateOf, told } from './refused.ts'

/** An element of the command `update`. */
export type UpdateStatement = {
  readonly q: Filter
  /** A whole document, or operators. */
  readonly u: Doc | Update
  readonly multi?: boolean
  readonly upsert?: boolean
}

/** One of the command `delete`. */
export type DeleteStatement = { readonly q: Filter; readonly limit: 0 | 1 }

/** One of the command `bulkWrite`: a change or a removal, and the number of its collection. */
export type BulkOperation = {
  readonly update?: number
  readonly delete?: number
  readonly filter: Filter
  readonly updateMods?: Doc | Update
  readonly multi?: boolean
  readonly upsert?: boolean
}

export const updateOf = ({ q, u, multi = false, upsert = false }: UpdateStatement): WriteOp<Doc> => {
  if ('_id' in u) return { replaceOne: { filter: q, replacement: u, upsert } }
  return multi ? { updateMany: { filter: q, update: u } } : { updateOne: { filter: q, update: u } }
}

export const deleteOf = ({ q, limit }: DeleteStatement): WriteOp<Doc> =>
  limit === 1 ? { deleteOne: { filter: q } } : { deleteMany: { filter: q } }

export const bulkOf = ({ filter, updateMods, multi = false, upsert = false }: BulkOperation): WriteOp<Doc> =>
  updateMods === undefined
    ? deleteOf({ q: filter, limit: multi ? 0 : 1 })
    : updateOf({ q: filter, u: updateMods, multi, upsert })

/** A new document with an id that is there, and one that would be made because its condition does not hold, are refused. */
const refuseTaken = async (rows: Collection<Doc>, name: string, operation: WriteOp<Doc>) => {
  if (!('replaceOne' in operation) || operation.replaceOne.upsert !== true) return
  const { filter, replacement } = operation.replaceOne
  if ((await rows.count(filter)) === 0 && (await rows.get(replacement._id)) !== null)
    throw duplicateOf(name, '_id_', JSON.stringify(replacement._id))
}

/** Of a list of operations: how many were done, and why the first behind them was not. */
export type Written = { readonly done: number; readonly refusal: ReturnType<typeof told> | null }

/** In order, up to the first that is refused. */
export const written = async (
  operations: readonly (readonly [string, Collection<Doc>, WriteOp<Doc>])[],
): Promise<Written> => {
  let done = 0
  for (const [name, rows, operation] of operations) {
    try {
      await refuseTaken(rows, name, operation)
      await rows.bulkWrite([operation])
    } catch (error) {
      return { done, refusal: told(error) }
    }
    done++
  }
  return { done, refusal: null }
}

/** As `update`, `delete` and `insert` answer. */
export const answerOf = ({ done, refusal }: Written): Document => ({
  n: done,
  nModified: done,
  ...(refusal === null ? {} : { writeErrors: [{ index: done, ...refusal }] }),
})

/** As `bulkWrite` does. */
export const bulkAnswerOf = ({ done, refusal }: Written) => {
  const errors = refusal === null ? [] : [{ ok: 0, idx: done, n: 0, ...refusal }]
  const none = { nInserted: 0, nUpserted: 0, nDeleted: 0 }
  return { errors, counts: { nErrors: errors.length, nMatched: done, nModified: done, ...none } }
}
