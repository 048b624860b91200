import type { EventId, OrganizerId, UtcTime, VenueId, UserId, TermId } from '../../shared/kernel/brands.ts'
import type { Filter } from '../../shared/documents/port.ts'
import type { ItemStatus } from '../../shared/facts/common.ts'
import { everybody, listable, openFilter, type Principal } from '../../shared/rights.ts'
import { searchFilters } from '../items/search.ts'
import type { Range } from './window.ts'

/** `menu`: sticky ones first; `title`: folded. */
export type SortMember = 'start' | 'published' | 'title' | 'menu' | 'modified'
export type ListSort = { readonly member: SortMember; readonly descending: boolean }

/** What a list of events asks: OR inside one member, AND between members. */
export type ListQuery = {
  readonly viewer: Principal
  /** Only what the viewer may read of these is answered. */
  readonly statuses: readonly ItemStatus[]
  /** Events kept out of listings, too. */
  readonly includeHidden: boolean
  /** Event's own wall clock. */
  readonly start: Range
  readonly end: Range
  /** Only those that have, or have not, ended at this instant, UTC; sorted by start, and without limits of start. */
  readonly ended?: { readonly at: UtcTime; readonly is: boolean }
  /** As sent (spec 02 §3.4). */
  readonly search?: string
  /** Term ids, descendants already among them. */
  readonly categories?: readonly TermId[]
  readonly tags?: readonly TermId[]
  readonly venues?: readonly VenueId[]
  readonly organizers?: readonly OrganizerId[]
  /** Only those that have no venue. */
  readonly withoutVenue?: true
  readonly featured?: boolean
  readonly include?: readonly EventId[]
  readonly exclude?: readonly EventId[]
  readonly parent?: EventId
  /** User id. */
  readonly author?: UserId
  /** Name of the source that brought them; null: those that no import brought. */
  readonly source?: string | null
  /** Published, or to be published, before this instant, UTC. */
  readonly publishedBefore?: UtcTime
  /** Changed at this instant or later, UTC. */
  readonly changedSince?: UtcTime
  /** Ties by id. */
  readonly sort: ListSort
  readonly skip: number
  /** 0: how many there are is asked, and none of them. */
  readonly limit: number
}

/** What is asked for, on whichever page. */
export type Sought = Omit<ListQuery, 'skip' | 'limit'>

/** Which events the calendar lists for everybody. */
export const forEverybody: Pick<ListQuery, 'viewer' | 'statuses' | 'includeHidden'> = {
  viewer: everybody,
  statuses: ['publish'],
  includeHidden: false,
}

const everyStatus: readonly ItemStatus[] = ['publish', 'pending', 'draft', 'future', 'private']

/** Two sets of events without an event in common. */
export type Audience = {
  /** What nearly all matches are among; null: none. */
  readonly everybodys: Filter | null
  /** The viewer's own ones that not everybody sees: index `status-start`; null: none. */
  readonly own: Filter | null
}

const isEverything = (statuses: readonly ItemStatus[]): boolean =>
  statuses.length === everyStatus.length && everyStatus.every(status => statuses.includes(status))

/** Events of everybody: the two usual questions are one precomputed member each, else index `status-start`. */
const everybodysFilter = (statuses: readonly ItemStatus[], includeHidden: boolean): Filter | null => {
  if (statuses.length === 0) return null
  if (includeHidden) return { status: { $in: statuses } }
  if (statuses.every(status => status === 'publish')) return { public: true }
  return isEverything(statuses) ? { listed: true } : { status: { $in: statuses }, hidden: false }
}

export const audienceOf = ({
  viewer,
  statuses,
  includeHidden,
}: Pick<ListQuery, 'viewer' | 'statuses' | 'includeHidden'>): Audience => {
  const { everybodys, own } = listable(viewer, [...new Set(statuses)])
  const shown = includeHidden ? {} : { hidden: false }
  return {
    everybodys: everybodysFilter(everybodys, includeHidden),
    own: own === null ? null : { ...own, ...shown },
  }
}

const anyOf = (member: string, ids: readonly number[] | undefined): readonly Filter[] =>
  ids === undefined ? [] : [{ [member]: { $in: ids } }]

const sourceFilter = (source: string | null): Filter =>
  source === null ? { 'values.origin': null } : { 'values.origin.source': source }

/** Those on members that a protected event hides (spec 01 §9.1). */
const hiddenConditionsOf = (query: Sought): readonly Filter[] => [
  ...(query.search === undefined ? [] : searchFilters(query.search)),
  ...anyOf('categories', query.categories),
  ...anyOf('tags', query.tags),
  ...anyOf('venues', query.venues),
  ...anyOf('organizers', query.organizers),
  ...(query.withoutVenue === undefined ? [] : [{ lacks: 'venue' }]),
  ...(query.featured === undefined ? [] : [{ featured: query.featured }]),
  ...(query.parent === undefined ? [] : [{ parent: query.parent }]),
  ...(query.source === undefined ? [] : [sourceFilter(query.source)]),
]

/** Everything but the audience and the dates. */
export const conditionsOf = (query: Sought): readonly Filter[] => {
  const hidden = hiddenConditionsOf(query)
  return [
    ...(hidden.length === 0 ? [] : [openFilter(query.viewer), ...hidden]),
    ...anyOf('_id', query.include),
    ...(query.author === undefined ? [] : [{ author: query.author }]),
    ...(query.publishedBefore === undefined ? [] : [{ published: { $lt: query.publishedBefore } }]),
    ...(query.changedSince === undefined ? [] : [{ modified: { $gte: query.changedSince } }]),
    ...(query.exclude === undefined ? [] : [{ _id: { $nin: query.exclude } }]),
  ]
}
