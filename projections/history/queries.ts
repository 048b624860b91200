import type { Collection } from '../../shared/documents/port.ts'
import type { EventStore, Position, Source, StoredRecord } from '../../shared/event-store/port.ts'
import { eventCodec } from '../../shared/facts/event.ts'
import { importCodec } from '../../shared/facts/import.ts'
import { organizerCodec } from '../../shared/facts/organizer.ts'
import { siteCodec } from '../../shared/facts/site.ts'
import { termCodec, type Taxonomy } from '../../shared/facts/term.ts'
import { userCodec } from '../../shared/facts/user.ts'
import { venueCodec } from '../../shared/facts/venue.ts'
import { changesOf, type Changes, type ToldFact } from './changes.ts'
import { keyOf, streamOf, type HistoryEntry, type Kind } from './evolve.ts'

/** ARCHITECTURE §6, `GET /admin/history/{type}/{id}`. */
export type ToldEntry = {
  readonly position: Position
  /** ISO 8601 UTC. */
  readonly at: string
  readonly actor: { readonly id: number; readonly login: string | null } | null
  readonly source: Source
  /** Method and path of the request; null: no request, or purged. */
  readonly route: string | null
  readonly correlation: string
  readonly fact: string
  /** Empty once the item was purged. */
  readonly changes: Changes
}

export type HistoryPage = {
  /** Only entries older than this position. */
  readonly before?: Position
  readonly limit?: number
}

export type HistoryQueries = {
  /**
   * Newest first; empty when there is no such item, null when nothing of this type has a history (types:
   * ARCHITECTURE §6). `id`: a number, or the text id of an import.
   */
  readonly historyOf: (
    type: string,
    id: number | string,
    page?: HistoryPage,
  ) => Promise<readonly ToldEntry[] | null>
}

export type HistoryDeps = {
  readonly store: EventStore
  /** null: no such user any more. */
  readonly loginOf: (userId: number) => string | null
}

const DEFAULT_LIMIT = 100

type Told = { readonly kind: Kind; readonly taxonomy?: Taxonomy }

/** What one may ask about, by the names of `GET /admin/history/{type}/{id}`. */
const types = new Map<string, Told>([
  ['event', { kind: 'event' }],
  ['venue', { kind: 'venue' }],
  ['organizer', { kind: 'organizer' }],
  ['category', { kind: 'term', taxonomy: 'cal_events_cat' }],
  ['tag', { kind: 'term', taxonomy: 'post_tag' }],
  ['import', { kind: 'import' }],
  ['user', { kind: 'user' }],
  ['site', { kind: 'site' }],
])

const decode: Record<Kind, (type: string, data: unknown) => ToldFact> = {
  event: eventCodec.decode,
  venue: venueCodec.decode,
  organizer: organizerCodec.decode,
  term: termCodec.decode,
  user: userCodec.decode,
  import: importCodec.decode,
  site: siteCodec.decode,
}

export const historyQueries = (
  entries: Collection<HistoryEntry>,
  { store, loginOf }: HistoryDeps,
): HistoryQueries => {
  /** Categories and tags share one sequence of ids and one kind of stream. */
  const isOfTaxonomy = async (stream: string, taxonomy: Taxonomy): Promise<boolean> => {
    const [first] = await store.read(stream, { limit: 1 })
    if (first === undefined) return true
    const fact = termCodec.decode(first.type, first.data)
    return fact.type !== 'TermCreated' || fact.values.taxonomy === taxonomy
  }

  /** By position: a stream that was purged and began anew has used its revisions twice. */
  const recordsOf = async (
    stream: string,
    page: readonly HistoryEntry[],
  ): Promise<ReadonlyMap<Position, StoredRecord>> => {
    const revisions = page.map(entry => entry.revision)
    const from = Math.min(...revisions)
    const records = await store.read(stream, { from, limit: Math.max(...revisions) - from + 1 })
    return new Map(records.map(record => [record.position, record]))
  }

  const told = (kind: Kind, entry: HistoryEntry, record: StoredRecord | undefined): ToldEntry => {
    const fact = record === undefined ? null : decode[kind](record.type, record.data)
    return {
      position: entry._id,
      at: new Date(entry.at).toISOString(),
      actor: entry.actor === null ? null : { id: entry.actor, login: loginOf(entry.actor) },
      source: entry.source,
      route: record?.meta.route ?? null,
      correlation: entry.correlation,
      fact: entry.fact,
      changes: fact === null ? {} : changesOf(fact),
    }
  }

  return {
    historyOf: async (type, id, { before, limit = DEFAULT_LIMIT } = {}) => {
      const asked = types.get(type)
      if (asked === undefined) return null
      const { kind, taxonomy } = asked
      const stream = streamOf(kind, String(id))
      if (taxonomy !== undefined && !(await isOfTaxonomy(stream, taxonomy))) return []
      const key = keyOf(kind, String(id))
      const filter = before === undefined ? { key } : { key, _id: { $lt: before } }
      const page = await entries.find(filter, { sort: { key: -1, _id: -1 }, limit })
      if (page.length === 0) return []
      const records = await recordsOf(stream, page)
      return page.map(entry => told(kind, entry, records.get(entry._id)))
    },
  }
}
