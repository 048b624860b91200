import type { EventDetail } from '../../../../projections/event-detail/queries.ts'
import { canRead } from '../../../accounts/capabilities.ts'
import type { OrganizerValues } from '../../../../shared/facts/organizer.ts'
import type { VenueValues } from '../../../../shared/facts/venue.ts'
import type { DirectoryReads } from '../../items/directory-deps.ts'
import type { EventReads } from '../../items/event-deps.ts'
import { mayEdit } from '../../items/access.ts'
import type { Noun, Owned } from '../../items/deps.ts'
import { targetOf } from '../../oembed/target.ts'
import { textOf, type Page, type Shown, type Visit } from '../page.ts'
import { gone, notFound } from '../refusals.ts'
import type { PageRoute } from '../serve.ts'
import { presentOrganizer, presentVenue, type UpcomingReads } from './directory.ts'
import { presentEvent } from './event.ts'
import { embedPage, itemPage } from './page.ts'
import type { Presented } from './parts.ts'

export type ItemPagesDeps = {
  readonly events: Pick<EventReads, 'eventById' | 'eventBySlug' | 'calEvent' | 'listEvents'>
  readonly venues: DirectoryReads<VenueValues>
  readonly organizers: DirectoryReads<OrganizerValues>
  readonly pageUrl: UpcomingReads['pageUrl']
}

type Readable = Owned & { readonly values: { readonly password: string } }

/** `byId` null: nothing has the id. */
type Kind = {
  readonly byId: (id: number, visit: Visit) => Promise<Shown>
  readonly bySlug: (slug: string, visit: Visit) => Promise<Shown>
}

const isEmbed = ({ query }: Visit): boolean => textOf(query, 'embed') === 'true'

const kindOf = <Found extends Readable>(
  find: {
    readonly byId: (id: number) => Promise<Found | null>
    readonly bySlug: (slug: string) => Promise<Found | null>
  },
  present: (item: Found, visit: Visit, open: boolean) => Promise<Presented>,
): Kind => {
  /** Who may read what is decided as by the routes of items (spec 00 §5, 01 §9). */
  const page = async (item: Found, visit: Visit): Promise<Page> => {
    const caller = visit.held?.user ?? null
    const editable = mayEdit(caller, item)
    if (item.values.status === 'trash') return editable ? gone : notFound
    if (!canRead(caller, item.values)) return notFound
    const isProtected = item.values.password !== ''
    const presented = await present(item, visit, !isProtected || editable)
    return isEmbed(visit)
      ? embedPage(presented, visit.at.site)
      : itemPage(presented, { status: item.values.status, isProtected }, visit.at.site)
  }
  const shown = async (item: Found | null, visit: Visit): Promise<Shown> => {
    if (item === null) return null
    const made = await page(item, visit)
    return isEmbed(visit) ? { ...made, frame: 'embed' } : made
  }
  return {
    byId: async (id, visit) => shown(await find.byId(id), visit),
    bySlug: async (slug, visit) => shown(await find.bySlug(slug), visit),
  }
}

export type ItemPages = {
  readonly routes: readonly PageRoute[]
  /** Whether the address of the home page means an item: `/?p={id}`, `/?post_type=TYPE&p={id}`. */
  readonly isItem: (visit: Visit) => boolean
  readonly byId: (visit: Visit) => Promise<Shown>
}

/** Pages of events, venues and organizers, by slug and by id (spec 00 §5). */
export const itemPages = ({ events, venues, organizers, pageUrl }: ItemPagesDeps): ItemPages => {
  const { listEvents } = events
  const kinds: Readonly<Record<Noun, Kind>> = {
    event: kindOf<EventDetail>(
      { byId: events.eventById, bySlug: events.eventBySlug },
      presentEvent({ calEvent: events.calEvent }),
    ),
    venue: kindOf(venues, presentVenue({ calSingle: venues.calSingle, listEvents, pageUrl })),
    organizer: kindOf(organizers, presentOrganizer({ calSingle: organizers.calSingle, listEvents, pageUrl })),
  }
  const nouns = ['event', 'venue', 'organizer'] as const
  return {
    routes: nouns.map(noun => ({
      method: 'GET',
      path: `/${noun}/:slug`,
      show: (visit, { slug = '' }) => kinds[noun].bySlug(slug, visit),
    })),
    isItem: ({ query }) => query['p'] !== undefined,
    byId: async visit => {
      const { baseUrl } = visit.at.site
      const address = new URL(`${baseUrl}/`)
      for (const name of ['p', 'post_type'])
        if (visit.query[name] !== undefined) address.searchParams.set(name, textOf(visit.query, name))
      const target = targetOf(address, baseUrl)
      if (target?.by !== 'id') return null
      for (const noun of target.kind === null ? nouns : [target.kind]) {
        const shown = await kinds[noun].byId(target.id, visit)
        if (shown !== null) return shown
      }
      return null
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
