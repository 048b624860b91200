import type { OrganizerValues } from '../../../shared/facts/organizer.ts'
import type { VenueValues } from '../../../shared/facts/venue.ts'
import { calendarOn, type Calendar } from '../../calendar/calendar.ts'
import { knownIds } from '../../calendar/known-names.ts'
import { findOrCreateTerm } from '../../calendar/term/find-or-create.ts'
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
import type { UsersInMemory } from '../../accounts/users-in-memory.ts'
import type { SiteImages } from './images.ts'

export type ItemParts = {
  readonly writing: Writing
  readonly support: WriteSupport
  readonly events: EventReads
  readonly venues: DirectoryReads<VenueValues>
  readonly organizers: DirectoryReads<OrganizerValues>
  readonly terms: TermDeps
  readonly unlock: Unlock
}

/** What writes of every kind ask, by routes and at the desk. */
export const writeSupport = (
  directory: Pick<UsersInMemory, 'byId'>,
  images: Pick<SiteImages, 'exists' | 'byAddress'>,
  waitUntilVisible: WriteSupport['waitUntilVisible'],
): WriteSupport => ({
  userExists: async id => directory.byId(id) !== null,
  imageExists: images.exists,
  imagesByAddress: images.byAddress,
  waitUntilVisible,
})

/** What is asked and written of events, by routes and at the desk. */
export const eventDeps = (
  { writing, support, events }: Pick<ItemParts, 'writing' | 'support' | 'events'>,
  { event, venue, organizer }: Calendar = calendarOn(writing),
): EventDeps => ({
  reads: events,
  writes: {
    ...support,
    events: event,
    venues: venue,
    organizers: organizer,
    knownPlaces: knownIds(writing.store),
    findOrCreateTerm: (taxonomy, name, context) => findOrCreateTerm(writing, taxonomy, name, 'slug', context),
  },
})

/** The routes of both generations, each in index order (spec 00 §4). */
export const itemRoutes = (parts: ItemParts): readonly Route[] => {
  const calendar = calendarOn(parts.writing)
  const { eventById } = parts.events
  const events = eventDeps(parts, calendar)
  const venues: DirectoryDeps<VenueValues> = {
    reads: parts.venues,
    eventById,
    writes: { ...parts.support, items: calendar.venue },
  }
  const organizers: DirectoryDeps<OrganizerValues> = {
    reads: parts.organizers,
    eventById,
    writes: { ...parts.support, items: calendar.organizer },
  }
  const first = [
    ...eventRoutes(events, parts.unlock),
    ...venueRoutes(venues, parts.unlock),
    ...organizerRoutes(organizers, parts.unlock),
    ...termRoutes(parts.terms),
  ]
  return [...withDoc(first), ...calxRoutes({ events, organizers, venues })]
}
