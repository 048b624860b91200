import type { EventDetail } from '../../../../../projections/event-listing/queries.ts'
import type { EventReads } from '../../../items/event-deps.ts'
import type { Caller } from '../../../platform/caller.ts'
import type { Call } from '../../../platform/call.ts'
import type { Outcome } from '../call.ts'
import type { EventCommands } from '../commands.ts'
import { EVENTS } from '../words.ts'
import type { Action } from './actions.ts'
import { eachOf, type Done } from './each.ts'
import { doToItem, refusedWith } from './item-actions.ts'
import { titleFor, type CallOf, type UndoneItems } from './put-back-items.ts'

export type CarryOutDeps = {
  readonly events: Pick<EventReads, 'meetEvent'>
  readonly commands: EventCommands
}

/** What an action sets, besides the events: an id of a category, an author or a venue; null: nothing. */
export type Given = number | null

const sentBy = (action: Action, given: Given, { values }: EventDetail): Call['sent'] => {
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
  event: EventDetail,
  callOf: CallOf,
): Promise<Outcome> => {
  if (action === 'trash' || action === 'purge' || action === 'restore')
    return doToItem(commands, action, event, EVENTS.one, callOf)
  return event.values.status === 'trash'
    ? refusedWith('An event in the trash cannot be changed.')
    : commands.change(callOf(event._id, sentBy(action, given, event)), event.values)
}

/** Events, to take back what was done to them. */
export const undoneEvents = ({ events, commands }: CarryOutDeps): UndoneItems<EventDetail['values']> => ({
  ...{ noun: 'event', commands, meet: events.meetEvent, nameIn: ({ title }) => title },
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
  eachOf(ids, async id => {
    const { item } = await deps.events.meetEvent(id)
    const title = titleFor(undoneEvents(deps), caller, item)
    if (item === null) return { outcome: refusedWith('There is no such event.'), title }
    return { outcome: await doOnce(deps, action, given, item, callOf), title }
  })
