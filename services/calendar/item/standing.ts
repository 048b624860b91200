import type { StoredRecord } from '../../../shared/event-store/port.ts'
import type { ItemKind } from '../../../shared/facts/common.ts'
import { itemKinds } from '../kinds.ts'
import { evolveItem, type Item, type ItemFact, type ItemState, type SharedValues } from './state.ts'

/** Whatever the kind: values by their names. */
export type AnyValues = SharedValues & Readonly<Record<string, unknown>>
/** How an item stands at some moment. */
export type Standing = Pick<Item<AnyValues>, 'values' | 'trashed'>

/** Title or name, as stored. */
export const nameIn = (values: AnyValues | undefined): string => {
  const name = values?.['title'] ?? values?.['name']
  return typeof name === 'string' ? name : ''
}

export const factIn = (noun: ItemKind, { type, data }: StoredRecord): ItemFact<AnyValues> =>
  itemKinds[noun].aggregate.codec.decode(type, data)

/** Whatever the kind: terms that an import brought are of no interest here. */
export const afterFact = evolveItem<AnyValues>([])

/** How an item stands after these records; null: there is none. */
export const standingOf = (noun: ItemKind, records: readonly StoredRecord[]): Standing | null =>
  records.reduce<ItemState<AnyValues>>((state, record) => afterFact(state, factIn(noun, record)), null)
