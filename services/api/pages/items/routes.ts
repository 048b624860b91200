import { eventId } from '../../../../shared/kernel/brands.ts'
import type { ItemKind } from '../../../../shared/facts/common.ts'
import type { EventDetail } from '../../../../projections/event-listing/queries.ts'
import type { OrganizerValues } from '../../../../shared/facts/organizer.ts'
import type { VenueValues } from '../../../../shared/facts/venue.ts'
import type { DirectoryReads } from '../../items/directory-deps.ts'
import type { EventReads } from '../../items/event-deps.ts'
import { targetOf } from '../../oembed/target.ts'
import { textOf, type Shown, type Visit } from '../page.ts'
import type { PageRoute } from '../serve.ts'
import { presentOrganizer, presentVenue, type UpcomingReads } from './directory.ts'
import { presentEvent } from './event.ts'
import { kindOf, type PageKind } from './kind.ts'
import type { Lock } from './lock.ts'

export type ItemPagesDeps = {
  readonly events: Pick<EventReads, 'eventById' | 'eventBySlug' | 'calEvent' | 'listEvents'>
  readonly venues: DirectoryReads<VenueValues>
  readonly organizers: DirectoryReads<OrganizerValues>
  readonly pageUrl: UpcomingReads['pageUrl']
  readonly lock: Lock
}

export type ItemPages = {
  readonly routes: readonly PageRoute[]
  /** Whether the address of the home page means an item: `/?p={id}`, `/?post_type=TYPE&p={id}`. */
  readonly isItem: (visit: Visit) => boolean
  readonly byId: (visit: Visit) => Promise<Shown>
}

/** Pages of events, venues and organizers, by slug and by id (spec 00 §5). */
export const itemPages = ({ events, venues, organizers, pageUrl, lock }: ItemPagesDeps): ItemPages => {
  const { listEvents } = events
  const kinds: Readonly<Record<ItemKind, PageKind>> = {
    event: kindOf<EventDetail>(
      'event',
      lock,
      { idOf: eventId, byId: events.eventById, bySlug: events.eventBySlug },
      presentEvent({ calEvent: events.calEvent }),
    ),
    venue: kindOf('venue', lock, venues, presentVenue({ calSingle: venues.calSingle, listEvents, pageUrl })),
    organizer: kindOf(
      'organizer',
      lock,
      organizers,
      presentOrganizer({ calSingle: organizers.calSingle, listEvents, pageUrl }),
    ),
  }
  const nouns = ['event', 'venue', 'organizer'] as const
  return {
    routes: nouns.flatMap(noun =>
      (['GET', 'POST'] as const).map(method => ({
        method,
        path: `/${noun}/:slug`,
        show: (visit, { slug = '' }) => kinds[noun].bySlug(slug, visit),
      })),
    ),
    isItem: ({ query }) => query['p'] !== undefined,
    byId: async visit => {
      const { baseUrl } = visit.at.site
      const address = new URL(`${baseUrl}/`)
      for (const name of ['p', 'post_type'])
        if (visit.query[name] !== undefined) address.searchParams.set(name, textOf(visit.query, name))
      const target = targetOf(address, baseUrl)
      if (target?.by !== 'id') return null
      const asked = (target.kind === null ? nouns : [target.kind]).map(noun =>
        kinds[noun].byId(target.id, visit),
      )
      return (await Promise.all(asked)).find(shown => shown !== null) ?? null
    },
  }
}

/** The home page, but for the addresses that mean an item. */
export const beforeHome =
  ({ isItem, byId }: ItemPages) =>
  (route: PageRoute): PageRoute =>
    route.path === ''
      ? { ...route, show: async (visit, params) => (isItem(visit) ? byId(visit) : route.show(visit, params)) }
      : route
