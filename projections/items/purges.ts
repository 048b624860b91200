import type { Documents, Filter } from '../../shared/documents/port.ts'
import type { StoredRecord } from '../../shared/event-store/port.ts'
import { PURGED, PURGES, purgeCodec, purgesCodec, type PurgeFact } from '../../shared/facts/purge.ts'
import type { Fold } from '../engine/batch.ts'
import type { Projection } from '../engine/projection.ts'

/** Where purges of the items of these streams are told, e.g. `purged-event-` of `event-`. */
export const purgesOf = <Prefix extends string>(prefix: Prefix) => `${PURGED}${prefix}` as const

const isPurge = (fact: unknown): fact is PurgeFact =>
  typeof fact === 'object' && fact !== null && 'itemId' in fact

/** What a document may have become: the tombstone of something that was purged, which says nothing of it. */
export type Purgeable = { readonly purged: boolean }

/**
 * The fold of items that may be purged. A tombstone stays, whatever is still told of the item: somebody who did not
 * know of the purge may have written, and a batch may be written late. It is there even where the item never was, as
 * the log has forgotten it.
 */
export const withPurges = <State extends Purgeable, Fact extends object>(
  { decode, idOf, evolve }: Fold<State, Fact>,
  tombstoneOf: (id: number, record: StoredRecord, state: State | null) => State,
): Fold<State, Fact | PurgeFact> => ({
  decode: record =>
    record.stream.startsWith(PURGED) ? purgeCodec.decode(record.type, record.data) : decode(record),
  idOf: fact => (isPurge(fact) ? fact.itemId : idOf(fact)),
  evolve: (state, fact, record) => {
    if (state?.purged === true) return state
    if (!isPurge(fact)) return evolve(state, fact, record)
    return fact.type === 'ItemPurged' ? tombstoneOf(fact.itemId, record, state) : state
  },
})

type Kind = PurgeFact['kind']

/** Ids of the items of these kinds that nobody can write late any more. */
const overIn = (records: readonly StoredRecord[], kinds: readonly Kind[]): readonly number[] =>
  records
    .flatMap(({ type, data }) => purgesCodec.decode(type, data).items)
    .flatMap(({ kind, itemId }) => (kinds.includes(kind) ? [itemId] : []))

type Deletion = { readonly deleteOne: { readonly filter: Filter } }

/** A collection that holds tombstones of items of these kinds, under their ids. */
type Buried = {
  readonly kinds: readonly Kind[]
  readonly documents: { readonly bulkWrite: (deletions: readonly Deletion[]) => Promise<void> }
}

/**
 * The projection, whose tombstones are taken away once nobody can write late any more (ADR 15). Where other processes
 * write these documents, too, they stay: one that was stopped for long may still write what it held.
 */
export const forgettingPurges = <Made extends Projection>(
  { isShared }: Pick<Documents, 'isShared'>,
  buried: readonly Buried[],
  projection: Made,
): Made =>
  isShared
    ? projection
    : {
        ...projection,
        prefixes: [...projection.prefixes, PURGES],
        apply: async (records, epoch) => {
          const told = records.filter(({ stream }) => stream !== PURGES)
          if (told.length > 0) await projection.apply(told, epoch)
          if (told.length === records.length) return
          const over = records.filter(({ stream }) => stream === PURGES)
          for (const { kinds, documents } of buried)
            await documents.bulkWrite(overIn(over, kinds).map(_id => ({ deleteOne: { filter: { _id } } })))
        },
      }
