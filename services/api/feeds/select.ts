import {
  type EpochMs,
  epochMs,
  type UtcTime,
  type VenueId,
  type OrganizerId,
  type TermId,
} from '../../../shared/kernel/brands.ts'
import { setImmediate as turn } from 'node:timers/promises'
import {
  type EventListingQueries,
  forEverybody,
  type ListQuery,
} from '../../../projections/event-listing/queries.ts'
import type { OrganizerValues } from '../../../shared/facts/organizer.ts'
import type { VenueValues } from '../../../shared/facts/venue.ts'
import { msOf, plusMonths, plusMs, plusSeconds } from '../../../shared/kernel/time/calculate.ts'
import { ATOM_ENTRIES, ATOM_LOOKED_AT, RSS_ITEMS } from '../../../shared/limits/views.ts'
import { toLocal } from '../../../shared/kernel/time/zone.ts'
import { everybody, isPublic } from '../../../shared/rights.ts'
import type { ChangedEvent } from './atom.ts'
import type { FeedEvent, FeedRelated } from './vevent.ts'

type Limits = Pick<ListQuery, 'categories' | 'tags'>

type Referred<Values> = { readonly _id: number; readonly modified: UtcTime; readonly values: Values }

export type FeedReads = {
  readonly listEvents: EventListingQueries['listEvents']
  readonly venues: (ids: readonly VenueId[]) => Promise<readonly Referred<VenueValues>[]>
  readonly organizers: (ids: readonly OrganizerId[]) => Promise<readonly Referred<OrganizerValues>[]>
  readonly terms: (ids: readonly TermId[]) => Promise<readonly Referred<{ readonly name: string }>[]>
  readonly pageUrl: (
    kind: 'event' | 'organizer',
    id: number,
    values: { readonly status: string; readonly slug: string },
  ) => string
}

const MONTHS_BACK = 3
const PAGE = 500
/** Of those that changed last, usually all that are wanted. */
const CHANGED_PAGE = 2 * ATOM_ENTRIES
/** No two clocks are farther apart. */
const TWO_DAYS = 172_800

type Listing = Pick<FeedReads, 'listEvents'>

/** Published, not hidden, unprotected events that end later than an instant, by start; at most so many. */
const endingAfter = async (
  { listEvents }: Listing,
  oldest: UtcTime,
  zone: string,
  { most = Infinity, ...limits }: Limits & { readonly most?: number },
): Promise<readonly FeedEvent[]> => {
  const found: FeedEvent[] = []
  for (let skip = 0; ; skip += PAGE) {
    const { rows } = await listEvents({
      ...forEverybody,
      start: {},
      end: { gte: toLocal(plusSeconds(oldest, -TWO_DAYS), zone) },
      sort: { member: 'start', descending: false },
      ...limits,
      skip,
      limit: PAGE,
    })
    found.push(...rows.filter(row => !row.protected && row.values.endUtc > oldest))
    if (rows.length < PAGE || found.length >= most) return found.slice(0, most)
    // a page costs little, all of them together a while
    await turn()
  }
}

/** Those that end later than three months ago (spec 06 §4). */
export const currentEvents = (reads: Listing, nowUtc: UtcTime, zone: string, limits: Limits) =>
  endingAfter(reads, plusMonths(nowUtc, -MONTHS_BACK), zone, limits)

/** The next ones that have not ended (spec 06 §4.1): in the second in which it ends an event has not. */
export const comingEvents = (reads: Listing, nowUtc: UtcTime, zone: string) =>
  endingAfter(reads, plusSeconds(nowUtc, -1), zone, { most: RSS_ITEMS })

/** Epoch milliseconds at which the first of them has ended. */
export const firstEnded = (events: readonly FeedEvent[]): EpochMs =>
  plusMs(epochMs(Math.min(...events.map(({ values }) => msOf(values.endUtc)))), 1_000)

/**
 * Those that everybody may see and that changed last, the last one first (spec 06 §4.2). Asked by status, of whose
 * changes there is an index; so those kept out of listings, and protected ones, come along and are left out here.
 */
export const changedEvents = async ({ listEvents }: Listing): Promise<readonly ChangedEvent[]> => {
  const found: ChangedEvent[] = []
  for (let skip = 0; skip < ATOM_LOOKED_AT; skip += CHANGED_PAGE) {
    const { rows } = await listEvents({
      viewer: everybody,
      statuses: ['publish'],
      includeHidden: true,
      start: {},
      end: {},
      sort: { member: 'modified', descending: true },
      skip,
      limit: CHANGED_PAGE,
    })
    found.push(...rows.filter(row => !row.hidden && !row.protected))
    if (rows.length < CHANGED_PAGE || found.length >= ATOM_ENTRIES) break
    await turn()
  }
  return found.slice(0, ATOM_ENTRIES)
}

const byId = <Item extends { readonly _id: number }>(items: readonly Item[]) =>
  new Map(items.map(item => [item._id, item]))

/** What the events refer to, one lookup per kind. */
export const relatedTo = async (
  reads: Omit<FeedReads, 'listEvents'>,
  events: readonly FeedEvent[],
): Promise<(event: FeedEvent) => FeedRelated> => {
  const ids = <Id>(of: (values: FeedEvent['values']) => readonly Id[]) => [
    ...new Set(events.flatMap(({ values }) => of(values))),
  ]
  const [venues, organizers, terms] = await Promise.all([
    reads.venues(ids(values => values.venues)),
    reads.organizers(ids(values => values.organizers)),
    reads.terms(ids(values => values.categories)),
  ])
  const [places, people, words] = [
    byId(venues.filter(({ values }) => isPublic(values))),
    byId(organizers.filter(({ values }) => isPublic(values))),
    byId(terms),
  ]
  const changed = {
    venues: byId(venues),
    organizers: byId(organizers),
    categories: words,
  }
  const lastOf = (values: FeedEvent['values']): FeedRelated['modified'] =>
    (['venues', 'organizers', 'categories'] as const)
      .flatMap(member => values[member].map(id => changed[member].get(id)?.modified ?? ''))
      .reduce<FeedRelated['modified']>((last, modified) => (modified > last ? modified : last), '')
  return ({ _id, values }) => {
    const host = values.organizers.map(id => people.get(id)).find(one => one !== undefined)
    return {
      venues: values.venues.flatMap(id => places.get(id)?.values ?? []),
      modified: lastOf(values),
      organizer:
        host === undefined
          ? null
          : { ...host.values, url: reads.pageUrl('organizer', host._id, host.values) },
      categories: values.categories.flatMap(id => words.get(id)?.values.name ?? []),
      url: reads.pageUrl('event', _id, values),
    }
  }
}
