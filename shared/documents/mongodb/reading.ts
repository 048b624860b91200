import {
  BSON,
  type Collection as MongoCollection,
  type Document,
  type Filter,
  type FindOptions,
} from 'mongodb'
import { PAGED_BYTES } from '../../limits/views.ts'
import { keptByHalves, LET_GO } from '../../remembered.ts'
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

type Read = { readonly document: Document; readonly bytes: number }

/** Of a document that is kept, beside its bytes. */
const OVERHEAD = 512

/**
 * For what readers see again and again in other company: what comes in the same bytes as lately is the same object, so that
 * neither it nor what was made of it (`madeLately`) is made anew.
 */
export const readingOfLate = (most = PAGED_BYTES): ((bytes: Buffer) => Document) => {
  const known = keptByHalves<string, Read>(most, LET_GO.ttl, ({ bytes }) => bytes + OVERHEAD)
  return bytes => {
    // a text for each byte is the cheapest key that tells all of them
    const key = bytes.toString('latin1')
    const before = known.get(key)
    if (before !== undefined) return before.document
    const document = BSON.deserialize(bytes)
    known.set(key, { document, bytes: bytes.length })
    return document
  }
}
