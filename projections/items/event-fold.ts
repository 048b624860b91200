import type { EventFact, EventValues } from '../../shared/facts/event.ts'
import type { PurgeFact } from '../../shared/facts/purge.ts'
import type { Fold } from '../engine/batch.ts'
import { eventFact } from '../engine/decode.ts'
import { buried, evolveItem, type Item } from './item.ts'
import { nothingOfEvent } from './tombstones.ts'
import { purgesOf, withPurges, type Purgeable } from './purges.ts'

/** Where everything is told that the fold below knows. */
export const eventPrefixes: readonly string[] = ['event-', purgesOf('event-')]

export type EventItem = Item<EventValues> & Purgeable

export const eventFold: Fold<EventItem, EventFact | PurgeFact> = withPurges<EventItem, EventFact>(
  {
    decode: eventFact,
    idOf: fact => fact.eventId,
    evolve: (item, fact, record) => {
      const next = evolveItem(item, fact.eventId, fact, record)
      return next === null ? null : { ...next, purged: false }
    },
  },
  (id, record) => buried(id, record, nothingOfEvent),
)
