import type { EventId, OrganizerId, TermId, VenueId } from '../kernel/brands.ts'
import type { EventValues } from './event.ts'
import type { OrganizerValues } from './organizer.ts'
import type { TermValues } from './term.ts'
import type { VenueValues } from './venue.ts'

/** What the id of something with these values is; a number for who takes several kinds, or asks for some values alone. */
export type IdOf<Values> = Values extends EventValues
  ? EventId
  : Values extends VenueValues
    ? VenueId
    : Values extends OrganizerValues
      ? OrganizerId
      : Values extends TermValues
        ? TermId
        : number
