import { organizerId, eventId, venueId } from '../../shared/kernel/brands.ts'
import type { EventFact, EventValues } from '../../shared/facts/event.ts'
import type { OrganizerFact, OrganizerValues } from '../../shared/facts/organizer.ts'
import type { VenueFact, VenueValues } from '../../shared/facts/venue.ts'
import { event } from './event.ts'
import type { Kind } from './item/kind.ts'
import { organizer } from './organizer.ts'
import { venue } from './venue.ts'

const eventKind: Kind<EventValues, EventFact> = {
  noun: 'event',
  idOf: eventId,
  aggregate: event,
  named: ({ title }) => title,
}
const venueKind: Kind<VenueValues, VenueFact> = {
  noun: 'venue',
  idOf: venueId,
  aggregate: venue,
  named: ({ name }) => name,
}
const organizerKind: Kind<OrganizerValues, OrganizerFact> = {
  noun: 'organizer',
  idOf: organizerId,
  aggregate: organizer,
  named: ({ name }) => name,
}

/** The kinds of items: where they are told of, and how they are decided on. */
export const itemKinds = { event: eventKind, venue: venueKind, organizer: organizerKind } as const
