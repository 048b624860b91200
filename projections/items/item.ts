import { hash } from 'node:crypto'
import type { IdOf } from '../../shared/facts/id-of.ts'
import type { Documents, Filter } from '../../shared/documents/port.ts'
import type { StoredRecord } from '../../shared/event-store/port.ts'
import type { Carried, CarriedItem, ItemStatus } from '../../shared/facts/common.ts'
import type { EventFact, EventValues } from '../../shared/facts/event.ts'
import { purgeCodec, PURGED, type PurgeFact, PURGES, purgesCodec } from '../../shared/facts/purge.ts'
import { type UtcTime, type Position, eventId, type EventId } from '../../shared/kernel/brands.ts'
import { eventFact, recordedAt, type Fold } from '../engine/fold.ts'
import type { Projection } from '../engine/projection.ts'
import { nothingOfEvent } from './tombstones.ts'

// What is known of an item after each of its facts, of its purge, and of an event in particular.

/** An item as it now is. Instants are `YYYY-MM-DD HH:MM:SS`, UTC. */
export type Item<Values> = {
  readonly _id: IdOf<Values>
  /** Position of its newest record. */
  readonly rev: Position
  readonly created: UtcTime
  readonly modified: UtcTime
  readonly values: Values
  /** Status before the trash, which rights depend on; null: not there, or without a status. */
  readonly was: ItemStatus | null
}

/** Member → before and after. */
export type Changes<Values> = {
  readonly [Member in keyof Values]?: readonly [before: Values[Member], after: Values[Member]] | undefined
}

/** What facts about items have in common: the first carries all values, every other one what it changed. */
type ItemFact<Values> =
  | { readonly values: Values; readonly carried?: Carried | CarriedItem | undefined }
  | { readonly changes: Changes<Values> }

type Recorded = Pick<StoredRecord, 'position' | 'meta'>

const changed = <Values extends object>(values: Values, changes: Changes<Values>): Values => {
  const next = { ...values }
  for (const member in changes) {
    const pair = changes[member]
    if (pair !== undefined) next[member] = pair[1]
  }
  return next
}

type StatusChange = { readonly status?: readonly [before: ItemStatus, after: ItemStatus] | undefined }

const wasAfter = (was: ItemStatus | null, { status }: StatusChange): ItemStatus | null => {
  if (status === undefined) return was
  return status[1] === 'trash' ? status[0] : null
}

const wasCarried = (carried: Carried | CarriedItem | undefined): ItemStatus | null =>
  carried !== undefined && 'trashed' in carried ? (carried.trashed?.was ?? null) : null

/** A change of an item that was never created has nothing to change. */
export const evolveItem = <Values extends object>(
  item: Item<Values> | null,
  id: IdOf<Values>,
  fact: ItemFact<Values>,
  { position, meta }: Recorded,
): Item<Values> | null => {
  const at = recordedAt(meta.at)
  const modified = meta.changed ?? at
  if ('values' in fact) {
    const dates = fact.carried ?? { created: at, modified }
    const { values, carried } = fact
    return {
      _id: id,
      rev: position,
      created: dates.created,
      modified: dates.modified,
      values,
      was: wasCarried(carried),
    }
  }
  if (item === null) return null
  return {
    _id: id,
    rev: position,
    created: item.created,
    modified,
    values: changed(item.values, fact.changes),
    was: wasAfter(item.was, fact.changes),
  }
}

/** What stays of an item that was purged: `values` that say nothing. */
export const buried = <Values>(
  id: IdOf<Values>,
  { position, meta }: Recorded,
  values: Values,
): Item<Values> & Purgeable => {
  const at = recordedAt(meta.at)
  return { _id: id, rev: position, created: at, modified: at, values, was: null, purged: true }
}

/** An item that may have been made for an event: `shown` is false until one names it (spec 02 §5 create). */
export type ShownItem<Values> = Item<Values> &
  Purgeable & {
    readonly shown: boolean
    /** In the trash, since it is one with this one, which stands for it (spec 07 §7.1); absent or null: it is not. */
    readonly into?: number | null
  }

type ShownFact<Values> =
  | {
      readonly values: Values
      readonly hiddenUntilLinked: boolean
      readonly carried?: CarriedItem | undefined
    }
  | { readonly changes: Changes<Values>; readonly into?: number }

/** Whatever becomes of its status, it is itself again, unless it was merged. */
const intoAfter = <Values extends object>(
  item: ShownItem<Values> | null,
  fact: ShownFact<Values>,
): number | null => {
  if ('values' in fact) return fact.carried?.trashed?.into ?? null
  if (fact.into !== undefined) return fact.into
  return 'status' in fact.changes ? null : (item?.into ?? null)
}

export const evolveShownItem = <Values extends object>(
  item: ShownItem<Values> | null,
  id: IdOf<Values>,
  fact: ShownFact<Values>,
  recorded: Recorded,
): ShownItem<Values> | null => {
  const next = evolveItem(item, id, fact, recorded)
  if (next === null) return null
  const shown = 'values' in fact ? !fact.hiddenUntilLinked : item?.shown === true
  return { ...next, shown, purged: false, into: intoAfter(item, fact) }
}

/** Where purges of the items of these streams are told, e.g. `purged-event-` of `event-`. */
export const purgesOf = <Prefix extends string>(prefix: Prefix) => `${PURGED}${prefix}` as const

const isPurge = (fact: unknown): fact is PurgeFact =>
  typeof fact === 'object' && fact !== null && 'itemId' in fact

/** What a document may have become: the tombstone of something that was purged, which says nothing of it. */
export type Purgeable = { readonly purged: boolean }

/**
 * The fold of items that may be purged. A tombstone stays, whatever is still told of the item: somebody who did not
 * know of the purge may have written, and a batch may be written late. It is there even where the item never was, as
 * the log has forgotten it. `of`: what their ids are.
 */
export const withPurges = <State extends Purgeable, Fact extends object, Id extends number>(
  of: (id: number) => Id,
  { decode, idOf, evolve }: Fold<State, Fact, Id>,
  tombstoneOf: (id: Id, record: StoredRecord, state: State | null) => State,
): Fold<State, Fact | PurgeFact, Id> => ({
  decode: record =>
    record.stream.startsWith(PURGED) ? purgeCodec.decode(record.type, record.data) : decode(record),
  idOf: fact => (isPurge(fact) ? of(fact.itemId) : idOf(fact)),
  evolve: (state, fact, record) => {
    if (state?.purged === true) return state
    if (!isPurge(fact)) return evolve(state, fact, record)
    return fact.type === 'ItemPurged' ? tombstoneOf(of(fact.itemId), record, state) : state
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
          if (told.length === records.length) return projection.apply(records, epoch)
          if (told.length > 0) await projection.apply(told, epoch)
          const over = records.filter(({ stream }) => stream === PURGES)
          for (const { kinds, documents } of buried)
            await documents.bulkWrite(overIn(over, kinds).map(_id => ({ deleteOne: { filter: { _id } } })))
        },
      }

/** Where everything is told that the fold below knows. */
export const eventPrefixes: readonly string[] = ['event-', purgesOf('event-')]

export type EventItem = Item<EventValues> &
  Purgeable & {
    /** Stands for the records that were applied to it, in order, wherever they are in a log (`madeOfAfter`). */
    readonly madeOf: number
  }

/** 48 bits: a number takes half the room of as good a text, in each row. */
const numberIn = (hex: string): number => Number.parseInt(hex.slice(0, 12), 16)

/**
 * Ids of records are random (`recordId` of random causes among them), and stay as they are in a copy of the log. One that
 * was set aside counts for nothing until it is applied: not by the newest record alone is told what an event says.
 */
const madeOfAfter = (item: EventItem | null, fact: EventFact, { id }: StoredRecord): number =>
  item === null || 'values' in fact
    ? numberIn(id.replace('-', ''))
    : numberIn(hash('sha1', `${item.madeOf} ${id}`))

export const eventFold = withPurges<EventItem, EventFact, EventId>(
  eventId,
  {
    decode: eventFact,
    idOf: fact => fact.eventId,
    evolve: (item, fact, record) => {
      const next = evolveItem(item, fact.eventId, fact, record)
      return next === null ? null : { ...next, purged: false, madeOf: madeOfAfter(item, fact, record) }
    },
  },
  // nobody is shown what was purged
  (id, record) => ({ ...buried(id, record, nothingOfEvent), madeOf: 0 }),
)
