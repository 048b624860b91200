import type { UtcTime } from '../../shared/kernel/brands.ts'
import { utcOfIso } from '../../shared/kernel/time/calculate.ts'
import type { StoredRecord } from '../../shared/event-store/port.ts'
import type { Carried, CarriedItem, ItemStatus } from '../../shared/facts/common.ts'
import type { Purgeable } from './purges.ts'

/** An item as it now is. Instants are `YYYY-MM-DD HH:MM:SS`, UTC. */
export type Item<Values> = {
  readonly _id: number
  /** Position of its newest record. */
  readonly rev: number
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
export type ItemFact<Values> =
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
  id: number,
  fact: ItemFact<Values>,
  { position, meta }: Recorded,
): Item<Values> | null => {
  const at = utcOfIso(meta.at)
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
  id: number,
  { position, meta }: Recorded,
  values: Values,
): Item<Values> & Purgeable => {
  const at = utcOfIso(meta.at)
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
  id: number,
  fact: ShownFact<Values>,
  recorded: Recorded,
): ShownItem<Values> | null => {
  const next = evolveItem(item, id, fact, recorded)
  if (next === null) return null
  const shown = 'values' in fact ? !fact.hiddenUntilLinked : item?.shown === true
  return { ...next, shown, purged: false, into: intoAfter(item, fact) }
}
