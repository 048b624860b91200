import { type Position, logPosition } from '../../../../../shared/kernel/brands.ts'
import type { StoredRecord } from '../../../../../shared/event-store/port.ts'
import { canRead } from '../../../../../shared/rights.ts'
import { mayEdit } from '../../../items/access.ts'
import type { Met } from '../../../../calendar/purged.ts'
import type { MetItem, Owned } from '../../../items/deps.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Nested } from '../../../platform/request/addressing.ts'
import { textOf } from '../../page.ts'

/** An item that somebody edits, and the records of its stream. */
export type EditedItem<Item> = { readonly item: Item; readonly records: readonly StoredRecord[] }

/** Why there is no form of it. */
export type NoForm = 'unknown' | 'forbidden' | 'trash'

/** The item of a form, as the log says, for somebody who may change it. */
export const editedItem = <Item extends Owned>(
  { item, met }: MetItem<Item, Met>,
  caller: Caller,
): EditedItem<Item> | NoForm => {
  if (item === null || met === undefined) return 'unknown'
  if (!mayEdit(caller, item)) return canRead(caller, item.values) ? 'forbidden' : 'unknown'
  return item.values.status === 'trash' ? 'trash' : { item, records: met.records }
}

/** Where the log was when a form was opened, as the form says: position of the newest record that it knows of. */
export const openedAt = (form: Nested): Position => logPosition(Number(textOf(form, 'rev')))

/** The same of something that is not there yet. */
export const NO_RECORD = logPosition(0)

/** Records by which a form was made that was opened at `rev`; null: there was never such a one. Pure. */
export const recordsAt = (records: readonly StoredRecord[], rev: Position): readonly StoredRecord[] | null =>
  records.some(({ position }) => position === rev) ? records.filter(({ position }) => position <= rev) : null
