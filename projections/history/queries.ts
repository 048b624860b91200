import type { Collection, Filter } from '../../shared/documents/port.ts'
import type { EventStore, Position, StoredRecord } from '../../shared/event-store/port.ts'
import type { JsonObject } from '../../shared/kernel/json.ts'
import type { Source } from '../../shared/facts/meta.ts'
import { stateAfter } from './as-of.ts'
import { changesOf, type Changes } from './changes.ts'
import { isNamed, keyOf, streamOf, type HistoryEntry, type Kind } from './evolve.ts'
import { decode, types } from './kinds.ts'
import { isOfTaxonomy, isPurged, recordsOf } from './records.ts'

export { maskedPairs, type Changes } from './changes.ts'
export { isNamed } from './evolve.ts'

/** An entry as people are told of it (spec 00 §6 `history`). */
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

type RecentPage = Narrowed & {
  /** Only entries older than this position. */
  readonly before?: Position
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
   * spec 00 §6). `id`: a number, or the text id of an import or a schedule.
   */
  readonly historyOf: (
    type: string,
    id: number | string,
    page?: HistoryPage,
  ) => Promise<readonly ToldEntry[] | null>
  /** Of everything, newest first: in the order of the log, since clocks may differ or be set back. */
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

type Asked = HistoryDeps & { readonly entries: Collection<HistoryEntry> }

const isoTextOf = ({ at }: HistoryEntry): string => new Date(at).toISOString()

const actorOf = ({ loginOf }: Asked, { actor }: HistoryEntry): ToldEntry['actor'] =>
  actor === null ? null : { id: actor, login: loginOf(actor) }

const told = (asked: Asked, kind: Kind, entry: HistoryEntry, record: StoredRecord | undefined): ToldEntry => {
  const fact = record === undefined ? null : decode[kind](record.type, record.data)
  return {
    position: entry._id,
    at: isoTextOf(entry),
    actor: actorOf(asked, entry),
    source: entry.source,
    route: record?.meta.route ?? null,
    correlation: entry.correlation,
    fact: entry.fact,
    changes: fact === null ? {} : changesOf(fact),
  }
}

const recent =
  (asked: Asked): HistoryQueries['recent'] =>
  async ({ before, limit, ...narrowed }) => {
    const older = before === undefined ? { $gte: 0 } : { $lt: before }
    const filter = { ...narrowing(narrowed), _id: older }
    const found = await asked.entries.find(filter, { sort: { _id: -1 }, limit })
    return found.map(entry => {
      const [kind = '', ...rest] = entry.key.split('/')
      return {
        kind: kind as Kind,
        id: rest.join('/'),
        position: entry._id,
        at: isoTextOf(entry),
        actor: actorOf(asked, entry),
        source: entry.source,
        correlation: entry.correlation,
        fact: entry.fact,
      }
    })
  }

const asOf =
  ({ store }: Asked): HistoryQueries['asOf'] =>
  async (type, id, when) => {
    const told = types.get(type)
    if (told === undefined || isNamed(told.kind)) return null
    const { kind, taxonomy } = told
    const stream = streamOf(kind, String(id))
    if (taxonomy !== undefined && !(await isOfTaxonomy(store, stream, taxonomy))) return null
    const records = (await isPurged(store, kind, id)) ? [] : await store.read(stream)
    const isPast = ({ position, meta }: StoredRecord) =>
      'ms' in when ? Date.parse(meta.at) <= when.ms : position <= when.position
    const past = records.slice(0, records.findLastIndex(isPast) + 1)
    const last = past.at(-1)
    if (last === undefined) return null
    const facts = past.map(record => decode[kind](record.type, record.data))
    return { position: last.position, at: last.meta.at, values: stateAfter(facts) }
  }

const historyOf =
  (asked: Asked): HistoryQueries['historyOf'] =>
  async (type, id, { before, limit = DEFAULT_LIMIT, ...narrowed } = {}) => {
    const { store, entries } = asked
    const known = types.get(type)
    if (known === undefined) return null
    const { kind, taxonomy } = known
    const stream = streamOf(kind, String(id))
    if (taxonomy !== undefined && !(await isOfTaxonomy(store, stream, taxonomy))) return []
    const filter = {
      key: keyOf(kind, String(id)),
      ...narrowing(narrowed),
      ...(before === undefined ? {} : { _id: { $lt: before } }),
    }
    const page = await entries.find(filter, { sort: { key: -1, _id: -1 }, limit })
    if (page.length === 0) return []
    const records = await recordsOf(store, stream, (await isPurged(store, kind, id)) ? [] : page)
    return page.map(entry => told(asked, kind, entry, records.get(entry._id)))
  }

export const historyQueries = (entries: Collection<HistoryEntry>, deps: HistoryDeps): HistoryQueries => {
  const asked: Asked = { ...deps, entries }
  return { recent: recent(asked), asOf: asOf(asked), historyOf: historyOf(asked) }
}
