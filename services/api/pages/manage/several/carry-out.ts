import { eventId } from '../../../../../shared/kernel/brands.ts'
import type { EventDetail } from '../../../../../projections/event-listing/queries.ts'
import type { EventReads } from '../../../items/event-deps.ts'
import type { Call, Caller } from '../../../platform/call.ts'
import type { Outcome } from '../call.ts'
import type { EventCommands } from '../commands.ts'
import { EVENTS } from '../words.ts'
import type { Action } from './actions.ts'
import { eachItem, type SeveralItems } from './each-item.ts'
import type { Done } from './each.ts'
import { doToItem, refusedWith, type CallOf, type ManagedItem } from './item-actions.ts'

export type CarryOutDeps = {
  readonly events: Pick<EventReads, 'meetEvent'>
  readonly commands: EventCommands
}

/** What an action sets, besides the events: an id of a category, an author or a venue; null: nothing. */
export type Given = number | null

const sentBy = (action: Action, given: Given, { values }: Pick<EventDetail, 'values'>): Call['sent'] => {
  switch (action) {
    case 'publish':
    case 'draft':
      return { status: action }
    case 'venue':
      return { venue: given === null ? [] : [given] }
    case 'add-category':
      return { categories: [...new Set([...values.categories, ...(given === null ? [] : [given])])] }
    case 'take-category':
      return { categories: values.categories.filter(id => id !== given) }
    case 'author':
      return { author: given }
    default:
      return {}
  }
}

const doOnce = async (
  { commands }: CarryOutDeps,
  action: Action,
  given: Given,
  event: ManagedItem<EventDetail['values']>,
  callOf: CallOf,
): Promise<Outcome> => {
  if (action === 'trash' || action === 'purge' || action === 'restore')
    return doToItem(commands, action, event, EVENTS.one, callOf)
  return event.values.status === 'trash'
    ? refusedWith('An event in the trash cannot be changed.')
    : commands.change(callOf(event._id, sentBy(action, given, event)), event.values)
}

/** Events, to do something to several of them and to take it back. */
export const itemsOf = ({ events, commands }: CarryOutDeps): SeveralItems<EventDetail['values']> => ({
  ...{ noun: 'event', idOf: eventId, commands, meet: events.meetEvent, nameIn: ({ title }) => title },
})

/** Does one thing to several events (spec 07 §4); each may be refused by itself. */
export const carryOut = (
  deps: CarryOutDeps,
  action: Action,
  given: Given,
  ids: readonly number[],
  caller: Caller,
  callOf: CallOf,
): Promise<readonly Done[]> =>
  eachItem(itemsOf(deps), ids, caller, async item => ({
    outcome: await doOnce(deps, action, given, item, callOf),
  }))
