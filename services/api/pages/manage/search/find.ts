import type { EventRow, ListQuery } from '../../../../../projections/event-listing/queries.ts'
import type { DirectoryQueries } from '../../../../../projections/items/directory-queries.ts'
import type { TermQueries, TermRow } from '../../../../../projections/terms/queries.ts'
import type { Taxonomy } from '../../../../../shared/facts/term.ts'
import type { OrganizerValues } from '../../../../../shared/facts/organizer.ts'
import type { VenueValues } from '../../../../../shared/facts/venue.ts'
import type { Owned } from '../../../items/deps.ts'
import type { EventReads } from '../../../items/event-deps.ts'
import type { Caller } from '../../../platform/call.ts'
import { LIVE } from '../events/find.ts'
import { startOfDay } from '../../../../../shared/kernel/time/calculate.ts'

/** Things of each kind that a search shows. */
const SHOWN = 10

export type SearchDeps = {
  readonly events: Pick<EventReads, 'listEvents'>
  readonly venues: Pick<DirectoryQueries<VenueValues>, 'list'>
  readonly organizers: Pick<DirectoryQueries<OrganizerValues>, 'list'>
  readonly terms: Pick<TermQueries, 'list'>
}

type Some<Thing> = { readonly rows: readonly Thing[]; readonly total: number }
type Named = Owned & { readonly _id: number; readonly values: { readonly name: string } }

/** What a search found, of what its reader may read. */
export type Found = {
  readonly events: Some<EventRow>
  readonly venues: Some<Named>
  readonly organizers: Some<Named>
  readonly categories: Some<TermRow>
  readonly tags: Some<TermRow>
}

/** Those that are not over, the next one first; then those that are, the last one first. */
const eventsFor = async ({ events }: SearchDeps, search: string, viewer: Caller, today: string) => {
  const asked = { viewer, statuses: LIVE, includeHidden: true, search, skip: 0, limit: SHOWN }
  const ask = (query: Pick<ListQuery, 'start' | 'end'>, descending: boolean) =>
    events.listEvents({ ...asked, ...query, sort: { member: 'start', descending } })
  const coming = await ask({ start: {}, end: { gte: startOfDay(today) } }, false)
  const over = await ask({ start: {}, end: { lt: startOfDay(today) } }, true)
  return { rows: [...coming.rows, ...over.rows].slice(0, SHOWN), total: coming.total + over.total }
}

/** Everything that has these words in it (spec 07 §2). */
export const searchFor = async (
  deps: SearchDeps,
  search: string,
  viewer: Caller,
  today: string,
): Promise<Found> => {
  const page = { search, skip: 0, limit: SHOWN }
  const termsOf = (taxonomy: Taxonomy) =>
    deps.terms.list({ ...page, taxonomy, hideEmpty: false, orderBy: 'name', descending: false })
  // one after the other: each may look through all of its kind
  const events = await eventsFor(deps, search, viewer, today)
  const venues = await deps.venues.list({ ...page, viewer, statuses: LIVE })
  const organizers = await deps.organizers.list({ ...page, viewer, statuses: LIVE })
  return {
    ...{ events, venues, organizers },
    categories: await termsOf('cal_events_cat'),
    tags: await termsOf('post_tag'),
  }
}
