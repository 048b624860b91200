import type { CollectionSpec, Documents, WriteOp } from '../../shared/documents/port.ts'
import type { StoredRecord } from '../../shared/event-store/port.ts'
import { onHistoryFailure } from '../engine/failure-policy.ts'
import type { Projection } from '../engine/projection.ts'
import { entriesOf, prefixes, type HistoryEntry } from './evolve.ts'
import { historyQueries, type HistoryDeps, type HistoryQueries } from './queries.ts'

const spec: CollectionSpec = {
  name: 'history@3',
  indexes: [
    { name: 'item', keys: ['key', '_id'] },
    { name: 'newest', keys: ['_id'] },
    { name: 'recent', keys: ['at', '_id'] },
  ],
}

/** Every record brings its texts anew; an entry kept in memory shares them with the entries before it. */
const sharing = () => {
  const names = new Map<string, string>()
  let correlation = ''
  return (entry: HistoryEntry): HistoryEntry => {
    const fact = names.get(entry.fact) ?? entry.fact
    names.set(fact, fact)
    if (entry.correlation !== correlation) correlation = entry.correlation
    return { ...entry, fact, correlation }
  }
}

/** Who changed what and when: one entry per fact about an item, a user, an import or a schedule. */
export const history =
  (deps: HistoryDeps) =>
  async (documents: Documents): Promise<Projection & { readonly queries: HistoryQueries }> => {
    const entries = await documents.collection<HistoryEntry>(spec)
    const share = sharing()
    // the entry of a position is always the same: written again or late, it changes nothing
    const write = (record: StoredRecord): WriteOp<HistoryEntry>[] =>
      entriesOf(record).map(entry => ({
        replaceOne: { filter: { _id: entry._id }, replacement: share(entry), upsert: true },
      }))
    return {
      name: spec.name,
      prefixes,
      apply: records => entries.bulkWrite(records.flatMap(write)),
      onFailure: onHistoryFailure,
      queries: historyQueries(entries, deps),
    }
  }
