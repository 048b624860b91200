import { organizerId, venueId, nobody, termId } from '../../../../../shared/kernel/brands.ts'
import type { EventRow, ListQuery } from '../../../../../projections/event-listing/queries.ts'
import type { DirectoryQueries } from '../../../../../projections/items/directory-queries.ts'
import type { TermQueries } from '../../../../../projections/terms/queries.ts'
import type { OrganizerValues } from '../../../../../shared/facts/organizer.ts'
import type { VenueValues } from '../../../../../shared/facts/venue.ts'
import { toUtc } from '../../../../../shared/kernel/time/zone.ts'
import { can } from '../../../../../shared/rights.ts'
import type { EventReads } from '../../../items/event-deps.ts'
import type { Caller } from '../../../platform/call.ts'
import { PER_PAGE } from '../listing.ts'
import { numberTyped } from '../names-typed.ts'
import { endOfDay, startOfDay } from '../../../../../shared/kernel/time/calculate.ts'
import { TABS, type Tab } from '../words.ts'
import { BY_HAND, NO_VENUE, type Listing } from './address.ts'

type Directory<Values> = Pick<DirectoryQueries<Values>, 'byIds' | 'byName' | 'list'>

export type FindDeps = {
  readonly events: Pick<EventReads, 'listEvents'>
  readonly venues: Directory<VenueValues>
  readonly organizers: Directory<OrganizerValues>
  readonly terms: Pick<TermQueries, 'list' | 'byIds' | 'byName' | 'withDescendants'>
}

export type FoundEvents = {
  readonly rows: readonly EventRow[]
  readonly total: number
  /** Events of each tab with the same filters. */
  readonly counts: Readonly<Record<Tab, number>>
}

type Named = { readonly _id: number }

/** What a typed name means: every one of that name, or the one with the number behind `#`. */
const idsNamed = async <Id extends number>(
  directory: { readonly byName: (name: string) => Promise<readonly Named[]> },
  text: string,
  of: (id: number) => Id,
): Promise<readonly Id[] | undefined> => {
  if (text === '') return undefined
  const number = numberTyped(text)
  return number === undefined
    ? (await directory.byName(text)).map(({ _id }) => of(_id))
    : [of(Number(number))]
}

/** Everything but what is in the trash. */
export const LIVE = ['publish', 'future', 'draft', 'pending', 'private'] as const

const statusesOf = (tab: Tab): ListQuery['statuses'] => (tab === 'any' ? LIVE : [tab])

type Sought = Omit<ListQuery, 'skip' | 'limit' | 'statuses' | 'sort'>

/** What the filters ask; who does not edit what others wrote is shown their own events alone (spec 07 §3). */
const soughtBy = async (deps: FindDeps, listing: Listing, caller: Caller, zone: string): Promise<Sought> => {
  const { from, to, search, category, source, since } = listing
  const [venues, organizers, tags, categories] = await Promise.all([
    listing.venue === NO_VENUE ? undefined : idsNamed(deps.venues, listing.venue, venueId),
    idsNamed(deps.organizers, listing.organizer, organizerId),
    idsNamed({ byName: name => deps.terms.byName('post_tag', name) }, listing.tag, termId),
    category === null ? undefined : deps.terms.withDescendants([category]),
  ])
  const author = can(caller, 'edit-others') ? listing.author : (caller?.id ?? nobody)
  return {
    viewer: caller,
    includeHidden: true,
    start: to === '' ? {} : { lte: endOfDay(to) },
    end: from === '' ? {} : { gte: startOfDay(from) },
    ...(search === '' ? {} : { search }),
    ...(venues === undefined ? {} : { venues }),
    ...(listing.venue === NO_VENUE ? { withoutVenue: true as const } : {}),
    ...(organizers === undefined ? {} : { organizers }),
    ...(categories === undefined ? {} : { categories }),
    ...(tags === undefined ? {} : { tags }),
    ...(author === null ? {} : { author }),
    ...(source === '' ? {} : { source: source === BY_HAND ? null : source }),
    ...(since === '' ? {} : { changedSince: toUtc(startOfDay(since), zone).utc }),
  }
}

const START = { member: 'start', descending: false } as const

/** Asks for events of a table, tab by tab, with the same filters. */
const askerFor = async (deps: FindDeps, listing: Listing, caller: Caller, zone: string) => {
  const sought = await soughtBy(deps, listing, caller, zone)
  return (of: Tab, page: Pick<ListQuery, 'sort' | 'skip' | 'limit'>) =>
    deps.events.listEvents({ ...sought, ...page, statuses: statusesOf(of) })
}

/** The events that begin first, and how many there are, of what a table would show; tabs are not counted. */
export const firstEvents = async (
  deps: FindDeps,
  listing: Listing,
  limit: number,
  caller: Caller,
  zone: string,
): Promise<Pick<FoundEvents, 'rows' | 'total'>> => {
  const ask = await askerFor(deps, listing, caller, zone)
  return ask(listing.tab, { sort: START, skip: 0, limit })
}

/** One page of the table, and how many events every tab has. */
export const findEvents = async (
  deps: FindDeps,
  listing: Listing,
  caller: Caller,
  zone: string,
): Promise<FoundEvents> => {
  const ask = await askerFor(deps, listing, caller, zone)
  const { sort: member, descending, page, tab } = listing
  const { rows, total } = await ask(tab, {
    sort: { member, descending },
    ...{ skip: (page - 1) * PER_PAGE, limit: PER_PAGE },
  })
  const counts: Partial<Record<Tab, number>> = { [tab]: total }
  // one after the other: each may look through everything
  for (const one of TABS) counts[one] ??= (await ask(one, { sort: START, skip: 0, limit: 0 })).total
  return { rows, total, counts: counts as Record<Tab, number> }
}
