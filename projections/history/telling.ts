import type { UserId, Revision, IsoTime } from '../../shared/kernel/brands.ts'
import type { Collection } from '../../shared/documents/port.ts'
import type { EventStore, Position, StoredRecord } from '../../shared/event-store/port.ts'
import type { Source } from '../../shared/facts/meta.ts'
import { changesOf, type Changes } from './changes.ts'
import type { HistoryEntry, Kind } from './evolve.ts'
import { decode } from './kinds.ts'
import { isoOfMs } from '../../shared/kernel/time/calculate.ts'

/** An entry as people are told of it (spec 00 §6 `history`). */
export type ToldEntry = {
  readonly position: Position
  /** ISO 8601 UTC. */
  readonly at: IsoTime
  readonly actor: { readonly id: UserId; readonly login: string | null } | null
  readonly source: Source
  /** Method and path of the request; null: no request, or purged. */
  readonly route: string | null
  readonly correlation: string
  readonly fact: string
  /** Empty once the item was purged. */
  readonly changes: Changes
}

/** What a fact is about: as `historyOf` takes it, but `term` for categories and tags. */
type About = { readonly kind: Kind; readonly id: string }

/** A fact about something, without what it changed. */
export type RecentEntry = About &
  Omit<ToldEntry, 'route' | 'changes'> & {
    /** In the stream where it was told first: of its item, or beside it. */
    readonly revision: Revision
  }

/** A fact about something, with what it changed. */
export type FullEntry = About & ToldEntry

export type HistoryDeps = {
  readonly store: EventStore
  /** null: no such user any more. */
  readonly loginOf: (userId: UserId) => string | null
  /** How many entries and facts are looked at for one answer. Absent: as many as the limits of the history say. */
  readonly patience?: Patience
}

/** How much is looked at for one answer. */
export type Patience = {
  /** Entries, where no index answers. */
  readonly entries: number
  /** Facts that are read for the texts in them. */
  readonly facts: number
}

export type Asked = HistoryDeps & { readonly entries: Collection<HistoryEntry> }

const isoTextOf = ({ at }: HistoryEntry): IsoTime => isoOfMs(at)

export const actorOf = (
  { loginOf }: Pick<HistoryDeps, 'loginOf'>,
  actor: UserId | null,
): ToldEntry['actor'] => (actor === null ? null : { id: actor, login: loginOf(actor) })

/** Without the record nothing is told of what was changed. */
export const told = (asked: Asked, entry: HistoryEntry, record: StoredRecord | undefined): ToldEntry => ({
  position: entry._id,
  at: isoTextOf(entry),
  actor: actorOf(asked, entry.actor),
  source: entry.source,
  route: record?.meta.route ?? null,
  correlation: entry.correlation,
  fact: entry.fact,
  changes: record === undefined ? {} : changesOf(decode[entry.kind](record.type, record.data)),
})

export const aboutOf = ({ key, kind }: HistoryEntry): About => ({ kind, id: key.slice(kind.length + 1) })

export const recentOf = (asked: Asked, entry: HistoryEntry): RecentEntry => ({
  ...aboutOf(entry),
  ...{ position: entry._id, revision: entry.first ?? entry.revision },
  at: isoTextOf(entry),
  actor: actorOf(asked, entry.actor),
  source: entry.source,
  correlation: entry.correlation,
  fact: entry.fact,
})
