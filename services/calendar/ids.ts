import { randomUUID } from 'node:crypto'
import { RevisionConflict, type EventStore } from '../../shared/event-store/port.ts'
import { highestOf, idsCodec, idsStream, type Sequence } from '../../shared/facts/claim.ts'
import { recordId } from '../../shared/kernel/record-id.ts'
import type { Context } from '../handle.ts'

const FIRST_BLOCK = 16
const LARGEST_BLOCK = 1024
const GROWTH = 4
const ATTEMPTS = 64

type Block = { readonly from: number; readonly to: number }

export type Ids = {
  /** An id nobody else has or will get. Gaps are allowed. Throws StoreUnavailable, RevisionConflict. */
  readonly next: (sequence: Sequence, context: Context) => Promise<number>
}

/** What is known of the `ids-` stream: its last revision and the highest id reserved so far. */
type Reserved = { revision: number; highest: number }

const catchUp = async (store: EventStore, stream: string, known: Reserved): Promise<void> => {
  for (const { revision, type, data } of await store.read(stream, { from: known.revision + 1 })) {
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
  stream: string,
  known: Reserved,
  size: number,
  context: Context,
): Promise<Block> => {
  for (let attempt = 1; ; attempt++) {
    await catchUp(store, stream, known)
    const block = { from: known.highest + 1, to: known.highest + size }
    const fact = { id: recordId(randomUUID(), 0), ...idsCodec.encode({ type: 'IdsReserved', ...block }) }
    const expected = known.revision === -1 ? 'absent' : known.revision
    try {
      const { revision } = await store.append(stream, [{ ...fact, meta: context }], expected)
      known.revision = revision
      known.highest = block.to
      return block
    } catch (error) {
      if (!(error instanceof RevisionConflict) || attempt === ATTEMPTS) throw error
    }
  }
}

/** One sequence of this process: a block in use and at most one reservation under way, shared by all callers. */
const sequenceOn = (store: EventStore, stream: string) => {
  const known: Reserved = { revision: -1, highest: 0 }
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

  return async (context: Context): Promise<number> => {
    while (next > last) {
      reservation ??= refill(context).finally(() => {
        reservation = null
      })
      await reservation
    }
    return next++
  }
}

/** Hands out ids from blocks reserved in the log; blocks grow with demand. */
export const idSequence = (store: EventStore): Ids => {
  const sequences = {
    post: sequenceOn(store, idsStream('post')),
    term: sequenceOn(store, idsStream('term')),
    user: sequenceOn(store, idsStream('user')),
  } satisfies Record<Sequence, unknown>
  return { next: (sequence, context) => sequences[sequence](context) }
}
