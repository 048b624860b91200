import type { EventFact, EventValues } from '../../shared/facts/event.ts'
import type { Fold } from '../batch.ts'
import { eventFact } from '../decode.ts'
import { evolveItem, type Item } from '../item.ts'

/** An event with all its values, by id and by slug. */
export type EventDetail = Item<EventValues> & { readonly slug: string }

export const eventFold: Fold<Item<EventValues>, EventFact> = {
  decode: eventFact,
  idOf: fact => fact.eventId,
  evolve: (item, fact, record) => evolveItem(item, fact.eventId, fact, record),
}

export const detailOf = (item: Item<EventValues>): EventDetail => ({
  _id: item._id,
  rev: item.rev,
  created: item.created,
  modified: item.modified,
  values: item.values,
  slug: item.values.slug,
})
