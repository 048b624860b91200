import type { EpochMs } from '../../../../../shared/kernel/brands.ts'
import type { EventRow } from '../../../../../projections/event-listing/queries.ts'
import { toLocal } from '../../../../../shared/kernel/time/zone.ts'
import { can } from '../../../../../shared/rights.ts'
import type { Held } from '../../../../accounts/sessions.ts'
import type { Caller, Moment } from '../../../platform/call.ts'
import { namesOf, type NameDeps } from '../../history/names.ts'
import type { Shown, Visit } from '../../page.ts'
import type { PageRoute } from '../../serve.ts'
import { creatorsOnly } from '../../signed-in.ts'
import { authorChoices, categoryChoices, namesIn, sourcesIn, type OfferDeps } from '../offered.ts'
import { listingIn, type Listing } from './address.ts'
import type { Proposals } from './filters.ts'
import { findEvents, type FindDeps } from './find.ts'
import { eventsPage } from './page.ts'

export type EventsDeps = OfferDeps & {
  readonly events: FindDeps['events']
  readonly names: NameDeps
}

/** The day it is at the site. */
export const todayAt = ({ nowUtc, site }: Pick<Moment, 'nowUtc' | 'site'>): string =>
  toLocal(nowUtc, site.zone).slice(0, 10)

const proposalsFor = async (
  deps: EventsDeps,
  listing: Listing,
  caller: Caller,
  nowMs: EpochMs,
): Promise<Proposals> => {
  const isEditor = can(caller, 'edit-others')
  const [categories, venues, organizers, sources] = await Promise.all([
    categoryChoices(deps.terms, listing.category),
    namesIn(deps.venues, caller),
    namesIn(deps.organizers, caller),
    isEditor ? sourcesIn(deps.imports, nowMs) : [],
  ])
  const authors = isEditor ? authorChoices(deps.users, listing.author) : null
  return { categories, venues, organizers, sources, authors }
}

const namesOfRows = (deps: EventsDeps, rows: readonly EventRow[]) => {
  const venue = [...new Set(rows.flatMap(({ venues }) => venues))]
  const term = [...new Set(rows.flatMap(({ categories }) => categories))]
  return namesOf(deps.names, { venue, term })
}

const table =
  (deps: EventsDeps) =>
  async (held: Held, { at, query }: Visit): Promise<Shown> => {
    const today = todayAt(at)
    const listing = listingIn(query, today)
    const found = await findEvents(deps, listing, held.user, at.site.zone)
    return eventsPage({
      ...{ listing, found, today },
      offered: await proposalsFor(deps, listing, held.user, at.ms),
      showing: { site: at.site, names: await namesOfRows(deps, found.rows), caller: held.user },
    })
  }

/** The table of events (spec 07 §3). */
export const eventsPages = (deps: EventsDeps): readonly PageRoute[] => [
  { method: 'GET', path: '/manage/events', show: creatorsOnly(table(deps)) },
]
