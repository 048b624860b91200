import type { Position } from '../../shared/kernel/brands.ts'
import type { Collection, Doc, WriteOp } from '../../shared/documents/port.ts'

/** A document that knows the newest record it contains: position in the log. */
export type Versioned = Doc & { readonly rev: Position }

/** Write `next` unless the stored document has already seen `next.rev` or later. Safe to repeat. */
export const putIfNewer = <D extends Versioned>(next: D): WriteOp<D> => ({
  replaceOne: { filter: { _id: next._id, rev: { $lt: next.rev } }, replacement: next, upsert: true },
})

/**
 * A document that holds more than its own records tell, such as how many events name it. `epoch` is that of the lease
 * under which it was last written, and of the try: a count made by a holder that was taken over meanwhile, or in a step that
 * failed, must not come back.
 */
export type Fenced = Versioned & { readonly epoch: number }

/** The same for a fenced document: not when a later holder has it. */
export const putIfNewerAndOurs = <D extends Fenced>(next: D): WriteOp<D> => ({
  replaceOne: {
    filter: { _id: next._id, rev: { $lt: next.rev }, epoch: { $lte: next.epoch } },
    replacement: next,
    upsert: true,
  },
})

/** So many may fail under one lease. */
const FAILURES = 2 ** 20

/**
 * The epoch of a holder's next try behind one that failed, below that of the next lease: what was sent may still arrive, as a
 * command does that nobody waits for any more, between whatever the holder does since then.
 */
export const epochAfterFailure = (epoch: number): number =>
  Math.min(epoch + 1 / FAILURES, Math.floor(epoch) + 1 - 1 / FAILURES)

/** From now on these documents take no write of an earlier epoch. */
export const fenceOff = <D extends Fenced>(documents: Collection<D>, epoch: number): Promise<void> =>
  documents.bulkWrite([{ updateMany: { filter: { epoch: { $lt: epoch } }, update: { $set: { epoch } } } }])
