import type { OrganizerValues } from '../../../shared/facts/organizer.ts'
import type { VenueValues } from '../../../shared/facts/venue.ts'
import { changeEvent, createEvent, purgeEvent, trashEvent } from '../../calendar/event/write.ts'
import {
  changeOrganizer,
  createOrganizer,
  findOrCreateOrganizer,
  purgeOrganizer,
  trashOrganizer,
} from '../../calendar/organizer/write.ts'
import { findOrCreateTerm } from '../../calendar/term/find-or-create.ts'
import {
  changeVenue,
  createVenue,
  findOrCreateVenue,
  purgeVenue,
  trashVenue,
} from '../../calendar/venue/write.ts'
import type { Writing } from '../../calendar/writing.ts'
import type { DirectoryDeps, DirectoryReads } from '../../api/items/directory-deps.ts'
import { withDoc } from '../../api/cal-v1/doc/doc.ts'
import type { EventDeps, EventReads } from '../../api/items/event-deps.ts'
import { eventRoutes } from '../../api/cal-v1/events/events.ts'
import type { WriteSupport } from '../../api/items/deps.ts'
import { organizerRoutes } from '../../api/cal-v1/directory/organizers.ts'
import type { TermDeps } from '../../api/cal-v1/terms/term-deps.ts'
import { termRoutes } from '../../api/cal-v1/terms/terms.ts'
import { venueRoutes } from '../../api/cal-v1/directory/venues.ts'
import { calxRoutes } from '../../api/calx-v1/routes.ts'
import type { Route } from '../../api/platform/route.ts'
import type { Unlock } from '../../api/items/unlock.ts'

export type ItemParts = {
  readonly writing: Writing
  readonly support: WriteSupport
  readonly events: EventReads
  readonly venues: DirectoryReads<VenueValues>
  readonly organizers: DirectoryReads<OrganizerValues>
  readonly terms: TermDeps
  readonly unlock: Unlock
}

const eventDeps = ({ writing, support, events }: ItemParts): EventDeps => ({
  reads: events,
  writes: {
    ...support,
    events: {
      create: (sent, context) => createEvent(writing, sent, context),
      change: (id, patch, context, met) => changeEvent(writing, id, patch, context, met),
      trash: (id, context, met) => trashEvent(writing, id, 'deleted', context, met),
      purge: (id, context, met) => purgeEvent(writing, id, context, met),
    },
    venues: {
      findOrCreate: (wanted, context) => findOrCreateVenue(writing, wanted, context),
      change: (id, patch, context) => changeVenue(writing, id, patch, context),
    },
    organizers: {
      findOrCreate: (wanted, context) => findOrCreateOrganizer(writing, wanted, context),
      change: (id, patch, context) => changeOrganizer(writing, id, patch, context),
    },
    findOrCreateTerm: (taxonomy, name, context) => findOrCreateTerm(writing, taxonomy, name, 'slug', context),
  },
})

const venueDeps = ({ writing, support, events, venues }: ItemParts): DirectoryDeps<VenueValues> => ({
  reads: venues,
  eventById: events.eventById,
  writes: {
    ...support,
    items: {
      create: (sent, context) => createVenue(writing, sent, context),
      change: (id, patch, context, met) => changeVenue(writing, id, patch, context, met),
      trash: (id, context, met) => trashVenue(writing, id, 'deleted', context, met),
      purge: (id, context, met) => purgeVenue(writing, id, context, met),
    },
  },
})

const organizerDeps = ({
  writing,
  support,
  events,
  organizers,
}: ItemParts): DirectoryDeps<OrganizerValues> => ({
  reads: organizers,
  eventById: events.eventById,
  writes: {
    ...support,
    items: {
      create: (sent, context) => createOrganizer(writing, sent, context),
      change: (id, patch, context, met) => changeOrganizer(writing, id, patch, context, met),
      trash: (id, context, met) => trashOrganizer(writing, id, 'deleted', context, met),
      purge: (id, context, met) => purgeOrganizer(writing, id, context, met),
    },
  },
})

/** The routes of both generations, each in index order (spec 00 §4). */
export const itemRoutes = (parts: ItemParts): readonly Route[] => {
  const [events, venues, organizers] = [eventDeps(parts), venueDeps(parts), organizerDeps(parts)]
  const first = [
    ...eventRoutes(events, parts.unlock),
    ...venueRoutes(venues, parts.unlock),
    ...organizerRoutes(organizers, parts.unlock),
    ...termRoutes(parts.terms),
  ]
  return [...withDoc(first), ...calxRoutes({ events, organizers, venues })]
}
