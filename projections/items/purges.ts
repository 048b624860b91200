import type { StoredRecord } from '../../shared/event-store/port.ts'
import { PURGED, purgeCodec, type PurgeFact } from '../../shared/facts/purge.ts'
import type { Fold } from '../engine/batch.ts'

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
