import type { IsoTime } from '../../shared/kernel/brands.ts'
import type { Collection } from '../../shared/documents/port.ts'
import type { Position } from '../../shared/event-store/port.ts'
import { placeOf } from '../../shared/facts/forgotten.ts'
import { recordsUntil, type Moment } from '../../shared/facts/moment.ts'
import type { JsonObject } from '../../shared/kernel/json.ts'
import { about, newest, passed, type About, type AboutLimits, type Passed } from './about.ts'
import { stateAfter } from './as-of.ts'
import { isNamed, keyOf, streamOf, type HistoryEntry, type Kind } from './evolve.ts'
import { types, decode } from './kinds.ts'
import { full, recent, type Part, type RecentPage } from './lately.ts'
import { narrowing, type Narrowed, type NarrowedAll } from './narrowed.ts'
import { perPerson, type Done, type Period } from './per-person.ts'
import { isOfTaxonomy, isPurged, recordsOf } from './records.ts'
import {
  told,
  type Asked,
  type FullEntry,
  type HistoryDeps,
  type RecentEntry,
  type ToldEntry,
} from './telling.ts'

export { maskedPairs, type Changes } from './changes.ts'
export type { Passed } from './about.ts'
export { isNamed, kinds, type Kind } from './evolve.ts'
export type { NarrowedAll } from './narrowed.ts'
export type { Done } from './per-person.ts'
export type { FullEntry, HistoryDeps, RecentEntry, ToldEntry } from './telling.ts'

export type HistoryPage = {
  /** Only entries older than this position. */
  readonly before?: Position
  readonly limit?: number
} & Narrowed

/** What an item was. */
export type AsOf = {
  /** The newest fact it contains, and when it happened. */
  readonly position: Position
  readonly at: IsoTime
  /** Member → value, secrets masked; null: it had been deleted. */
  readonly values: JsonObject | null
}

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
  readonly recent: (page: RecentPage) => Promise<Part<RecentEntry>>
  /** The same with what each fact changed. */
  readonly full: (page: RecentPage) => Promise<Part<FullEntry>>
  /** Items that everything that is asked for is about; texts are not looked at. */
  readonly about: (narrowed: Omit<NarrowedAll, 'text'>, most: AboutLimits) => Promise<About>
  /** Entries of other kinds that are asked for, by kind: of the newest `most`, and of none of the kinds `hidden`. */
  readonly passed: (
    narrowed: Omit<NarrowedAll, 'text'>,
    hidden: readonly Kind[],
    most: number,
  ) => Promise<Passed>
  /** Position of the newest entry about such an item; null: there is none. */
  readonly newest: (narrowed: Omit<NarrowedAll, 'text'>) => Promise<Position | null>
  /** How much was done in each period, of all that is asked for; texts are not looked at. */
  readonly perPerson: (
    narrowed: Omit<NarrowedAll, 'text'>,
    periods: readonly Period[],
  ) => Promise<readonly Done[]>
  /**
   * An item, a user or the site as it was; null: nothing was recorded of it until then, or it is no more to be seen.
   * Imports and schedules are what they did, so they are not told this way.
   */
  readonly asOf: (type: string, id: number, when: Moment) => Promise<AsOf | null>
}

const DEFAULT_LIMIT = 100

const asOf =
  ({ store }: Asked): HistoryQueries['asOf'] =>
  async (type, id, when) => {
    const told = types.get(type)
    if (told === undefined || isNamed(told.kind)) return null
    const { kind, taxonomy } = told
    const stream = streamOf(kind, String(id))
    if (taxonomy !== undefined && !(await isOfTaxonomy(store, stream, taxonomy))) return null
    const records = (await isPurged(store, kind, id)) ? [] : await store.read(stream)
    const past = recordsUntil(records, when)
    const last = past.at(-1)
    if (last === undefined) return null
    const facts = past.map(record => decode[kind](record.type, record.data))
    return { position: placeOf(last), at: last.meta.at, values: stateAfter(facts) }
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
    return page.map(entry => told(asked, entry, records.get(entry._id)))
  }

export const historyQueries = (entries: Collection<HistoryEntry>, deps: HistoryDeps): HistoryQueries => {
  const asked: Asked = { ...deps, entries }
  return {
    recent: recent(asked),
    full: full(asked),
    about: about(asked),
    newest: newest(asked),
    passed: passed(asked),
    perPerson: perPerson(asked),
    asOf: asOf(asked),
    historyOf: historyOf(asked),
  }
}
