import type { CollectionSpec, Documents, WriteOp } from '../../shared/documents/port.ts'
import type { StoredRecord } from '../../shared/event-store/port.ts'
import { onHistoryFailure } from '../engine/failure-policy.ts'
import type { Projection } from '../engine/projection.ts'
import { entriesOf, prefixes, type HistoryEntry } from './evolve.ts'
import { historyQueries, type HistoryDeps, type HistoryQueries } from './queries.ts'

const spec: CollectionSpec = {
  name: 'history@7',
  indexes: [
    { name: 'item', keys: ['key', '_id'] },
    { name: 'newest', keys: ['_id'] },
    { name: 'recent', keys: ['at', '_id'] },
    { name: 'person', keys: ['actor', '_id'] },
    { name: 'kind', keys: ['kind', '_id'] },
    { name: 'source', keys: ['source', '_id'] },
    { name: 'cause', keys: ['correlation', '_id'] },
    { name: 'member', keys: ['members', '_id'] },
  ],
  packed: true,
}

/** Who changed what and when: one entry per fact about an item, a user, an import or a schedule. */
export const history =
  (deps: HistoryDeps) =>
  async (documents: Documents): Promise<Projection & { readonly queries: HistoryQueries }> => {
    const entries = await documents.collection<HistoryEntry>(spec)
    // the entry of a position is always the same: written again or late, it changes nothing
    const write = (record: StoredRecord): WriteOp<HistoryEntry>[] =>
      entriesOf(record).map(entry => ({
        replaceOne: { filter: { _id: entry._id }, replacement: entry, upsert: true },
      }))
    return {
      name: spec.name,
      prefixes,
      apply: records => entries.bulkWrite(records.flatMap(write)),
      onFailure: onHistoryFailure,
      queries: historyQueries(entries, deps),
    }
  }
