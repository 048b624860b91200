import type { Collection, Filter } from '../../shared/documents/port.ts'
import type { EventStore, Position, StoredRecord } from '../../shared/event-store/port.ts'
import type { JsonObject } from '../../shared/kernel/json.ts'
import type { Source } from '../../shared/facts/meta.ts'
import { eventCodec } from '../../shared/facts/event.ts'
import { imageCodec } from '../../shared/facts/image.ts'
import { importCodec } from '../../shared/facts/import.ts'
import { organizerCodec } from '../../shared/facts/organizer.ts'
import { purgedAt } from '../../shared/facts/purge.ts'
import { scheduleCodec } from '../../shared/facts/schedule.ts'
import { siteCodec } from '../../shared/facts/site.ts'
import { termCodec, type Taxonomy } from '../../shared/facts/term.ts'
import { userCodec } from '../../shared/facts/user.ts'
import { venueCodec } from '../../shared/facts/venue.ts'
import { stateAfter } from './as-of.ts'
import { changesOf, type Changes, type ToldFact } from './changes.ts'
import { isNamed, keyOf, streamOf, type HistoryEntry, type Kind } from './evolve.ts'

export type { Changes } from './changes.ts'
export { isNamed } from './evolve.ts'

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

type HistoryPage = {
  /** Only entries older than this position. */
  readonly before?: Position
  readonly limit?: number
} & Narrowed

/** Who, and when: from this instant on, and before that one (epoch milliseconds). */
export type Narrowed = {
  readonly actor?: number
  readonly since?: number
  readonly until?: number
}

/** A fact about something, without what it changed. */
export type RecentEntry = Omit<ToldEntry, 'route' | 'changes'> & {
  /** As `historyOf` takes it, but `term` for categories and tags. */
  readonly kind: Kind
  readonly id: string
}

/** Of two entries of one instant, the one with the greater position is the newer. */
type RecentPage = Narrowed & {
  /** Only entries older than this one. */
  readonly before?: { readonly at: number; readonly position: Position }
  readonly limit: number
}

/** What an item was. */
export type AsOf = {
  /** The newest fact it contains, and when it happened. */
  readonly position: Position
  readonly at: string
  /** Member → value, secrets masked; null: it had been deleted. */
  readonly values: JsonObject | null
}

/** A moment in the life of an item: after a fact of it, or an instant (epoch milliseconds). */
export type When = { readonly position: Position } | { readonly ms: number }

export type HistoryQueries = {
  /**
   * Newest first; empty when there is no such item, null when nothing of this type has a history (types:
   * ARCHITECTURE §6). `id`: a number, or the text id of an import or a schedule.
   */
  readonly historyOf: (
    type: string,
    id: number | string,
    page?: HistoryPage,
  ) => Promise<readonly ToldEntry[] | null>
  /** Of everything, newest first. */
  readonly recent: (page: RecentPage) => Promise<readonly RecentEntry[]>
  /**
   * An item, a user or the site as it was; null: nothing was recorded of it until then, or it is no more to be seen.
   * Imports and schedules are what they did, so they are not told this way.
   */
  readonly asOf: (type: string, id: number, when: When) => Promise<AsOf | null>
}

export type HistoryDeps = {
  readonly store: EventStore
  /** null: no such user any more. */
  readonly loginOf: (userId: number) => string | null
}

const DEFAULT_LIMIT = 100
/** Records for each that is wanted, from which on they are read one by one. */
const SPARSE = 10

const narrowing = ({ actor, since, until }: Narrowed): Filter => ({
  ...(actor === undefined ? {} : { actor }),
  ...(since === undefined && until === undefined
    ? {}
    : {
        at: {
          ...(since === undefined ? {} : { $gte: since }),
          ...(until === undefined ? {} : { $lt: until }),
        },
      }),
})

/** Older in the order of `recent`. */
const olderThan = ({ at, position }: { readonly at: number; readonly position: Position }): Filter => ({
  $or: [{ at: { $lt: at } }, { at, _id: { $lt: position } }],
})

type Told = { readonly kind: Kind; readonly taxonomy?: Taxonomy }

/** What one may ask about, by the names of `GET /admin/history/{type}/{id}`. */
const types = new Map<string, Told>([
  ['event', { kind: 'event' }],
  ['venue', { kind: 'venue' }],
  ['organizer', { kind: 'organizer' }],
  ['category', { kind: 'term', taxonomy: 'cal_events_cat' }],
  ['tag', { kind: 'term', taxonomy: 'post_tag' }],
  ['image', { kind: 'image' }],
  ['import', { kind: 'import' }],
  ['schedule', { kind: 'schedule' }],
  ['user', { kind: 'user' }],
  ['site', { kind: 'site' }],
])

const decode: Record<Kind, (type: string, data: unknown) => ToldFact> = {
  event: eventCodec.decode,
  venue: venueCodec.decode,
  organizer: organizerCodec.decode,
  term: termCodec.decode,
  user: userCodec.decode,
  image: imageCodec.decode,
  import: importCodec.decode,
  schedule: scheduleCodec.decode,
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

  /** Nothing is told of what somebody wrote who did not know of the purge. */
  const isPurged = async (kind: Kind, id: number | string): Promise<boolean> =>
    (await purgedAt(store, streamOf(kind, String(id)))) !== null

  /** By position: a stream that was purged and began anew has used its revisions twice. */
  const recordsOf = async (
    stream: string,
    page: readonly HistoryEntry[],
  ): Promise<ReadonlyMap<Position, StoredRecord>> => {
    if (page.length === 0) return new Map()
    const revisions = page.map(entry => entry.revision)
    const from = Math.min(...revisions)
    const span = Math.max(...revisions) - from + 1
    // between two things that happened to a schedule, its feed may have been looked at a thousand times
    const isSparse = span > SPARSE * page.length
    const records = isSparse
      ? (await Promise.all(revisions.map(one => store.read(stream, { from: one, limit: 1 })))).flat()
      : await store.read(stream, { from, limit: span })
    return new Map(records.map(record => [record.position, record]))
  }

  const actorOf = ({ actor }: HistoryEntry): ToldEntry['actor'] =>
    actor === null ? null : { id: actor, login: loginOf(actor) }

  const told = (kind: Kind, entry: HistoryEntry, record: StoredRecord | undefined): ToldEntry => {
    const fact = record === undefined ? null : decode[kind](record.type, record.data)
    return {
      position: entry._id,
      at: new Date(entry.at).toISOString(),
      actor: actorOf(entry),
      source: entry.source,
      route: record?.meta.route ?? null,
      correlation: entry.correlation,
      fact: entry.fact,
      changes: fact === null ? {} : changesOf(fact),
    }
  }

  return {
    recent: async ({ before, limit, ...narrowed }) => {
      const within = narrowing({ since: 0, ...narrowed })
      const older = before === undefined ? [] : [{ at: { $lte: before.at } }, olderThan(before)]
      const found = await entries.find({ $and: [within, ...older] }, { sort: { at: -1, _id: -1 }, limit })
      return found.map(entry => {
        const [kind = '', ...rest] = entry.key.split('/')
        return {
          kind: kind as Kind,
          id: rest.join('/'),
          position: entry._id,
          at: new Date(entry.at).toISOString(),
          actor: actorOf(entry),
          source: entry.source,
          correlation: entry.correlation,
          fact: entry.fact,
        }
      })
    },
    asOf: async (type, id, when) => {
      const asked = types.get(type)
      if (asked === undefined || isNamed(asked.kind)) return null
      const stream = streamOf(asked.kind, String(id))
      if (asked.taxonomy !== undefined && !(await isOfTaxonomy(stream, asked.taxonomy))) return null
      const records = (await isPurged(asked.kind, id)) ? [] : await store.read(stream)
      const isPast = ({ position, meta }: StoredRecord) =>
        'ms' in when ? Date.parse(meta.at) <= when.ms : position <= when.position
      const past = records.slice(0, records.findLastIndex(isPast) + 1)
      const last = past.at(-1)
      if (last === undefined) return null
      const facts = past.map(record => decode[asked.kind](record.type, record.data))
      return { position: last.position, at: last.meta.at, values: stateAfter(facts) }
    },
    historyOf: async (type, id, { before, limit = DEFAULT_LIMIT, ...narrowed } = {}) => {
      const asked = types.get(type)
      if (asked === undefined) return null
      const { kind, taxonomy } = asked
      const stream = streamOf(kind, String(id))
      if (taxonomy !== undefined && !(await isOfTaxonomy(stream, taxonomy))) return []
      const key = keyOf(kind, String(id))
      const filter = {
        key,
        ...narrowing(narrowed),
        ...(before === undefined ? {} : { _id: { $lt: before } }),
      }
      const page = await entries.find(filter, { sort: { key: -1, _id: -1 }, limit })
      if (page.length === 0) return []
      const records = await recordsOf(stream, (await isPurged(kind, id)) ? [] : page)
      return page.map(entry => told(kind, entry, records.get(entry._id)))
    },
  }
}
