import { BSON, type Collection as MongoCollection, type Filter, type FindOptions } from 'mongodb'
import type { Doc } from '../port.ts'
import type { Stored } from './query.ts'

/** How the documents that a question finds become objects. */
export type Reading<D extends Doc> = (
  stored: MongoCollection<Stored>,
  filter: Filter<Stored>,
  options: FindOptions,
) => Promise<readonly D[]>

export const readingAnew =
  <D extends Doc>(): Reading<D> =>
  (stored, filter, options) =>
    stored.find<D>(filter, options).toArray()

/** For what is asked again and again and changes little: what came in the same bytes the last time is not read anew. */
export const rereading = <D extends Doc>(): Reading<D> => {
  let known: readonly { readonly bytes: Buffer; readonly document: D }[] = []
  return async (stored, filter, options) => {
    const sent = await stored.find<Buffer>(filter, { ...options, raw: true }).toArray()
    // what a collection holds is what its own reader says
    known = sent.map((bytes, n) => {
      const before = known[n]
      return before?.bytes.equals(bytes) === true ? before : { bytes, document: BSON.deserialize(bytes) as D }
    })
    return known.map(({ document }) => document)
  }
}
