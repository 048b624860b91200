import type { StoredRecord } from '../../../../../shared/event-store/port.ts'
import type { ItemStatus } from '../../../../../shared/facts/common.ts'
import { can } from '../../../../../shared/rights.ts'
import type { Call, Caller } from '../../../platform/call.ts'
import { eachItem, type SeveralItems } from './each-item.ts'
import { keptText, type Done, type One } from './each.ts'
import { refusedWith, type CallOf, type ManagedItem } from './item-actions.ts'
import { putBackOf } from './put-back.ts'

/** Statuses that are given back, as an update takes them. */
const statusSent = (status: ItemStatus | null): Call['sent'] =>
  status === null || status === 'trash' ? {} : { status }

const putBackOne = async <Values>(
  { noun, commands }: SeveralItems<Values>,
  item: ManagedItem<Values>,
  records: readonly StoredRecord[],
  correlation: string,
  caller: Caller,
  callOf: CallOf,
): Promise<Omit<One, 'title'>> => {
  const plan = putBackOf(noun, records, correlation)
  if (plan === null) return { outcome: refusedWith('There is nothing left to take back.') }
  const { status, patch, kept } = plan
  if ('author' in patch && !can(caller, 'assign-author'))
    return { outcome: refusedWith('You may not name another author.') }
  const call = callOf(item._id, statusSent(status))
  const isIdle = status === null && Object.keys(patch).length === 0
  if (isIdle) return { outcome: refusedWith(keptText(kept)) }
  if (status === 'trash') return { outcome: await commands.trash(call), kept }
  // members of the same kind of item, by its own stream
  return { outcome: await commands.change(call, item.values, patch as Partial<Values>), kept }
}

/** Takes back what was done to several items under one correlation, as far as nobody changed it since. */
export const putBack = <Values>(
  items: SeveralItems<Values>,
  correlation: string,
  ids: readonly number[],
  caller: Caller,
  callOf: CallOf,
): Promise<readonly Done[]> =>
  eachItem(items, ids, caller, (item, records) =>
    putBackOne(items, item, records, correlation, caller, callOf),
  )
