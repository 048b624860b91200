import type { Doc, WriteOp } from '../shared/documents/port.ts'

/** A document that knows the newest record it contains: position in the log. */
export type Versioned = Doc & { readonly rev: number }

/** Write `next` unless the stored document has already seen `next.rev` or later. Safe to repeat. */
export const putIfNewer = <D extends Versioned>(next: D): WriteOp<D> => ({
  replaceOne: { filter: { _id: next._id, rev: { $lt: next.rev } }, replacement: next, upsert: true },
})
