import { eventId, organizerId, venueId } from '../../shared/kernel/brands.ts'
import { eventStream, type EventFact, type EventValues } from '../../shared/facts/event.ts'
import { organizerStream, type OrganizerFact, type OrganizerValues } from '../../shared/facts/organizer.ts'
import { venueStream, type VenueFact, type VenueValues } from '../../shared/facts/venue.ts'
import { event } from './event/index.ts'
import type { Kind } from './item/kind.ts'
import { organizer } from './organizer/index.ts'
import { venue } from './venue/index.ts'

const eventKind: Kind<EventValues, EventFact> = {
  noun: 'event',
  aggregate: event,
  stream: id => eventStream(eventId(id)),
  named: ({ title }) => title,
}
const venueKind: Kind<VenueValues, VenueFact> = {
  noun: 'venue',
  aggregate: venue,
  stream: id => venueStream(venueId(id)),
  named: ({ name }) => name,
}
const organizerKind: Kind<OrganizerValues, OrganizerFact> = {
  noun: 'organizer',
  aggregate: organizer,
  stream: id => organizerStream(organizerId(id)),
  named: ({ name }) => name,
}

/** The kinds of items: where they are told of, and how they are decided on. */
export const itemKinds = { event: eventKind, venue: venueKind, organizer: organizerKind } as const
