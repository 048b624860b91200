import type { StoredRecord } from '../shared/event-store/port.ts'

/** An item as it now is. Instants are `YYYY-MM-DD HH:MM:SS`, UTC. */
export type Item<Values> = {
  readonly _id: number
  /** Position of its newest record. */
  readonly rev: number
  readonly created: string
  readonly modified: string
  readonly values: Values
}

/** Member → before and after. */
export type Changes<Values> = {
  readonly [Member in keyof Values]?: readonly [before: Values[Member], after: Values[Member]] | undefined
}

/** What facts about items have in common: the first carries all values, every other one what it changed. */
export type ItemFact<Values> = { readonly values: Values } | { readonly changes: Changes<Values> }

type Recorded = Pick<StoredRecord, 'position' | 'meta'>

const instant = (iso: string): string => iso.slice(0, 19).replace('T', ' ')

const changed = <Values extends object>(values: Values, changes: Changes<Values>): Values => {
  const next = { ...values }
  for (const member in changes) {
    const pair = changes[member]
    if (pair !== undefined) next[member] = pair[1]
  }
  return next
}

/** A change of an item that was never created has nothing to change. */
export const evolveItem = <Values extends object>(
  item: Item<Values> | null,
  id: number,
  fact: ItemFact<Values>,
  { position, meta }: Recorded,
): Item<Values> | null => {
  const at = instant(meta.at)
  if ('values' in fact) return { _id: id, rev: position, created: at, modified: at, values: fact.values }
  if (item === null) return null
  return {
    _id: id,
    rev: position,
    created: item.created,
    modified: at,
    values: changed(item.values, fact.changes),
  }
}
