import type { IdOf } from '../../../../../shared/facts/id-of.ts'
import type { StoredRecord } from '../../../../../shared/event-store/port.ts'
import type { ItemKind } from '../../../../../shared/facts/common.ts'
import { canRead } from '../../../../../shared/rights.ts'
import { mayEdit } from '../../../items/access.ts'
import type { Met } from '../../../../calendar/purged.ts'
import type { MetItem } from '../../../items/deps.ts'
import type { Caller } from '../../../platform/call.ts'
import { nameOf } from '../../items/objects.ts'
import { cut } from '../words.ts'
import { eachOf, type Done, type One } from './each.ts'
import { refusedWith, type ItemCommands, type ManagedItem } from './item-actions.ts'

/** Items of a kind, to do something to several of them and to take it back. */
export type SeveralItems<Values> = {
  readonly noun: ItemKind
  /** Makes a number that was chosen an id of these. */
  readonly idOf: (id: number) => IdOf<Values>
  readonly meet: (id: IdOf<Values>) => Promise<MetItem<ManagedItem<Values>, Met>>
  /** As stored. */
  readonly nameIn: (values: Values) => string
  readonly commands: ItemCommands<Values>
}

/** What an item is called, for who may see it; "": nobody tells them. */
const titleFor = <Values>(
  { nameIn }: SeveralItems<Values>,
  caller: Caller,
  item: ManagedItem<Values> | null,
): string =>
  item !== null && (canRead(caller, item.values) || mayEdit(caller, item))
    ? cut(nameOf(nameIn(item.values)))
    : ''

/** Does something to each of some items, as the log has them; what is not there is refused. */
export const eachItem = <Values>(
  items: SeveralItems<Values>,
  ids: readonly number[],
  caller: Caller,
  attempt: (item: ManagedItem<Values>, records: readonly StoredRecord[]) => Promise<Omit<One, 'title'>>,
): Promise<readonly Done[]> =>
  eachOf(ids, async id => {
    const { item, met } = await items.meet(items.idOf(id))
    const title = titleFor(items, caller, item)
    return item === null || met === undefined
      ? { outcome: refusedWith(`There is no such ${items.noun}.`), title }
      : { ...(await attempt(item, met.records)), title }
  })
