import type { StoredRecord } from '../../../../../shared/event-store/port.ts'
import type { ItemKind, ItemStatus } from '../../../../../shared/facts/common.ts'
import { can, canRead } from '../../../../../shared/rights.ts'
import { mayEdit } from '../../../items/access.ts'
import type { MetItem } from '../../../items/deps.ts'
import type { Caller } from '../../../platform/caller.ts'
import type { Call } from '../../../platform/call.ts'
import { nameOf } from '../../items/objects.ts'
import { cut } from '../words.ts'
import { eachOf, keptText, type Done, type One } from './each.ts'
import { refusedWith, type ItemCommands, type ManagedItem } from './item-actions.ts'
import { putBackOf } from './put-back.ts'

export type CallOf = (id: number, sent: Call['sent']) => Call

/** Items of a kind, to do something to several of them and to take it back. */
export type UndoneItems<Values> = {
  readonly noun: ItemKind
  readonly meet: (id: number) => Promise<MetItem<ManagedItem<Values>>>
  /** As stored. */
  readonly nameIn: (values: Values) => string
  readonly commands: ItemCommands<Values>
}

/** What an item is called, for who may see it; "": nobody tells them. */
export const titleFor = <Values>(
  { nameIn }: Pick<UndoneItems<Values>, 'nameIn'>,
  caller: Caller,
  item: ManagedItem<Values> | null,
): string =>
  item !== null && (canRead(caller, item.values) || mayEdit(caller, item))
    ? cut(nameOf(nameIn(item.values)))
    : ''

/** Statuses that are given back, as an update takes them. */
const statusSent = (status: ItemStatus | null): Call['sent'] =>
  status === null || status === 'trash' ? {} : { status }

const putBackOne = async <Values>(
  { noun, commands }: UndoneItems<Values>,
  item: ManagedItem<Values>,
  records: readonly StoredRecord[],
  correlation: string,
  callOf: CallOf,
): Promise<Omit<One, 'title'>> => {
  const plan = putBackOf(noun, records, correlation)
  if (plan === null) return { outcome: refusedWith('There is nothing left to take back.') }
  const { status, patch, kept } = plan
  const call = callOf(item._id, statusSent(status))
  const isIdle = status === null && Object.keys(patch).length === 0
  if (isIdle) return { outcome: refusedWith(keptText(kept)) }
  if (status === 'trash') return { outcome: await commands.trash(call), kept }
  // members of the same kind of item, by its own stream
  return { outcome: await commands.change(call, item.values, patch as Partial<Values>), kept }
}

/** Takes back what was done to several items under one correlation, as far as nobody changed it since. */
export const putBack = <Values>(
  items: UndoneItems<Values>,
  correlation: string,
  ids: readonly number[],
  caller: Caller,
  callOf: CallOf,
): Promise<readonly Done[]> =>
  eachOf(ids, async id => {
    const { item, met } = await items.meet(id)
    const title = titleFor(items, caller, item)
    if (item === null || met === undefined)
      return { outcome: refusedWith(`There is no such ${items.noun}.`), title }
    if (
      'author' in (putBackOf(items.noun, met.records, correlation)?.patch ?? {}) &&
      !can(caller, 'assign-author')
    )
      return { outcome: refusedWith('You may not name another author.'), title }
    return { ...(await putBackOne(items, item, met.records, correlation, callOf)), title }
  })
