import type { EventFact, EventValues } from '../shared/facts/event.ts'
import type { Fold } from './batch.ts'
import { eventFact } from './decode.ts'
import { evolveItem, type Item } from './item.ts'

export const eventFold: Fold<Item<EventValues>, EventFact> = {
  decode: eventFact,
  idOf: fact => fact.eventId,
  evolve: (item, fact, record) => evolveItem(item, fact.eventId, fact, record),
}
