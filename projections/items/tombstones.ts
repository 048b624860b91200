import type { EventValues } from '../../shared/facts/event.ts'
import type { OrganizerValues } from '../../shared/facts/organizer.ts'
import type { VenueValues } from '../../shared/facts/venue.ts'
import { purgedOf } from '../../shared/members/derive.ts'
import { eventMembers } from '../../shared/members/event.ts'
import { organizerMembers } from '../../shared/members/organizer.ts'
import { venueMembers } from '../../shared/members/venue.ts'

/** What stands in a tombstone in place of the values: in nobody's list, and nobody's. */
export const nothingOfEvent: EventValues = purgedOf(eventMembers)

export const nothingOfVenue: VenueValues = purgedOf(venueMembers)

export const nothingOfOrganizer: OrganizerValues = purgedOf(organizerMembers)
