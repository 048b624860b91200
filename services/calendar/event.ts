import { EventFact, eventCodec, type EventValues } from '../../shared/facts/event.ts'
import { itemAggregate } from './item/aggregate.ts'

export const event = itemAggregate<EventValues, EventFact>({
  noun: 'event',
  prefix: 'Event',
  contract: EventFact,
  codec: eventCodec,
  termMembers: ['categories', 'tags'],
})
