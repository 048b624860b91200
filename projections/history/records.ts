import { type StreamName, streamRevision } from '../../shared/kernel/brands.ts'
import type { EventStore, Position, StoredRecord } from '../../shared/event-store/port.ts'
import { placeOf } from '../../shared/facts/forgotten.ts'
import { purgedAt } from '../../shared/facts/purge.ts'
import { termCodec, type Taxonomy } from '../../shared/facts/term.ts'
import { streamOf, type HistoryEntry, type Kind } from './evolve.ts'

/** Records for each that is wanted, from which on they are read one by one. */
const SPARSE = 10

/** Categories and tags share one sequence of ids and one kind of stream. */
export const isOfTaxonomy = async (
  store: EventStore,
  stream: StreamName,
  taxonomy: Taxonomy,
): Promise<boolean> => {
  const [first] = await store.read(stream, { limit: 1 })
  if (first === undefined) return true
  const fact = termCodec.decode(first.type, first.data)
  return fact.type !== 'TermCreated' || fact.values.taxonomy === taxonomy
}

/** Nothing is told of what somebody wrote who did not know of the purge. */
export const isPurged = async (store: EventStore, kind: Kind, id: number | string): Promise<boolean> =>
  (await purgedAt(store, streamOf(kind, String(id)))) !== null

/** By position: a stream that was purged and began anew has used its revisions twice. */
export const recordsOf = async (
  store: EventStore,
  stream: StreamName,
  page: readonly HistoryEntry[],
): Promise<ReadonlyMap<Position, StoredRecord>> => {
  if (page.length === 0) return new Map()
  const revisions = page.map(entry => entry.revision)
  const from = streamRevision(Math.min(...revisions))
  const span = Math.max(...revisions) - from + 1
  // between two things that happened to a schedule, its feed may have been looked at a thousand times
  const isSparse = span > SPARSE * page.length
  const records = isSparse
    ? (await Promise.all(revisions.map(one => store.read(stream, { from: one, limit: 1 })))).flat()
    : await store.read(stream, { from, limit: span })
  return new Map(records.map(record => [placeOf(record), record]))
}
