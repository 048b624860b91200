import { type StreamName, type Revision, noRevision, revisionAfter } from '../../shared/kernel/brands.ts'
import { RevisionConflict, type EventStore } from '../../shared/event-store/port.ts'
import { highestOf, idsCodec, idsStream, type Sequence } from '../../shared/facts/claim.ts'
import { expectedAfter, MOST_ATTEMPTS, recordOf, type Context } from '../handle.ts'

const FIRST_BLOCK = 16
const LARGEST_BLOCK = 1024
const GROWTH = 4

type Block = { readonly from: number; readonly to: number }

export type Ids = {
  /** An id nobody else has or will get. Gaps are allowed. Throws StoreUnavailable, RevisionConflict. */
  readonly next: (sequence: Sequence, context: Context) => Promise<number>
  /** From now on `next` answers larger ones only: these are those of items brought from another service. */
  readonly reserveThrough: (sequence: Sequence, id: number, context: Context) => Promise<void>
}

/** What is known of the `ids-` stream: its last revision and the highest id reserved so far. */
type Reserved = { revision: Revision; highest: number }

const catchUp = async (store: EventStore, stream: StreamName, known: Reserved): Promise<void> => {
  for (const { revision, type, data } of await store.read(stream, { from: revisionAfter(known.revision) })) {
    known.highest = Math.max(known.highest, highestOf(idsCodec.decode(type, data)))
    known.revision = revision
  }
}

/**
 * Appends the next block at the expected revision, so two processes never hold the same one. When the store
 * does not say whether it took effect, the block is skipped: the next reservation reads it as reserved.
 */
const reserve = async (
  store: EventStore,
  stream: StreamName,
  known: Reserved,
  size: number,
  context: Context,
): Promise<Block> => {
  for (let attempt = 1; ; attempt++) {
    await catchUp(store, stream, known)
    const block = { from: known.highest + 1, to: known.highest + size }
    const record = recordOf(idsCodec, { type: 'IdsReserved', ...block }, context)
    try {
      const { revision } = await store.append(stream, [record], expectedAfter(known.revision))
      known.revision = revision
      known.highest = block.to
      return block
    } catch (error) {
      if (!(error instanceof RevisionConflict) || attempt === MOST_ATTEMPTS) throw error
    }
  }
}

/** One sequence of this process: a block in use and at most one reservation under way, shared by all callers. */
const sequenceOn = (store: EventStore, stream: StreamName) => {
  const known: Reserved = { revision: noRevision, highest: 0 }
  let next = 1
  let last = 0
  let size = FIRST_BLOCK
  let reservation: Promise<void> | null = null

  const refill = async (context: Context): Promise<void> => {
    const block = await reserve(store, stream, known, size, context)
    next = block.from
    last = block.to
    size = Math.min(size * GROWTH, LARGEST_BLOCK)
  }

  const settled = (work: () => Promise<void>): Promise<void> =>
    (reservation ??= work().finally(() => {
      reservation = null
    }))

  return {
    next: async (context: Context): Promise<number> => {
      while (next > last) await settled(() => refill(context))
      return next++
    },
    reserveThrough: async (id: number, context: Context): Promise<void> => {
      while (reservation !== null) await reservation
      await settled(async () => {
        await catchUp(store, stream, known)
        if (known.highest < id) await reserve(store, stream, known, id - known.highest, context)
        // what is left of a block that was begun before may be among them
        if (next <= id) last = next - 1
      })
    },
  }
}

/** Hands out ids from blocks reserved in the log; blocks grow with demand. */
export const idSequence = (store: EventStore): Ids => {
  const sequences = {
    post: sequenceOn(store, idsStream('post')),
    term: sequenceOn(store, idsStream('term')),
    user: sequenceOn(store, idsStream('user')),
  } satisfies Record<Sequence, unknown>
  return {
    next: (sequence, context) => sequences[sequence].next(context),
    reserveThrough: (sequence, id, context) => sequences[sequence].reserveThrough(id, context),
  }
}
