import type { Filter } from '../../shared/documents/port.ts'
import type { ItemStatus } from '../../shared/facts/common.ts'
import { readableFilter, searchableFilter, type Viewer } from '../readable.ts'
import { searchFilters } from '../search.ts'
import type { EventRow, Rows } from './row.ts'
import { crossing, earlierBound, laterBound, lowerBound, upperBound, within, type Range } from './window.ts'

/** What a list of events asks: OR inside one member, AND between members. */
export type ListQuery = {
  readonly viewer: Viewer
  /** Only what the viewer may read of these is answered. */
  readonly statuses: readonly ItemStatus[]
  /** Events kept out of listings, too. */
  readonly includeHidden: boolean
  /** Event's own wall clock. */
  readonly start: Range
  readonly end: Range
  /** As sent (spec 02 §3.4). */
  readonly search?: string
  /** Term ids, descendants already among them. */
  readonly categories?: readonly number[]
  readonly tags?: readonly number[]
  readonly venues?: readonly number[]
  readonly organizers?: readonly number[]
  readonly featured?: boolean
  /** Event ids. */
  readonly include?: readonly number[]
  readonly parent?: number
  /** Both ascending, ties by id. */
  readonly sort: 'start' | 'published'
  readonly skip: number
  readonly limit: number
}

export type EventPage = { readonly rows: readonly EventRow[]; readonly total: number }

const NOTHING: EventPage = { rows: [], total: 0 }
const everyStatus = ['publish', 'pending', 'draft', 'future', 'private'] as const

/** Who may see which events; the two usual cases are one precomputed member each. */
const audience = ({ viewer, statuses, includeHidden }: ListQuery): Filter | null => {
  const given = new Set(statuses)
  if (given.size === 1 && given.has('publish'))
    return includeHidden ? { status: 'publish' } : { public: true }
  const everything = given.size === everyStatus.length && everyStatus.every(status => given.has(status))
  if (viewer.readsOthers && everything && !includeHidden) return { listed: true }
  const readable = readableFilter(viewer, statuses)
  return readable === null || includeHidden ? readable : { $and: [{ hidden: false }, readable] }
}

const anyOf = (member: string, ids: readonly number[] | undefined): readonly Filter[] =>
  ids === undefined ? [] : [{ [member]: { $in: ids } }]

/** Everything but the dates; null when nothing can match. */
const conditions = (query: ListQuery): readonly Filter[] | null => {
  const seen = audience(query)
  if (seen === null) return null
  const words = query.search === undefined ? [] : searchFilters(query.search)
  return [
    seen,
    ...(words.length === 0 ? [] : [searchableFilter(query.viewer), ...words]),
    ...anyOf('categories', query.categories),
    ...anyOf('tags', query.tags),
    ...anyOf('venues', query.venues),
    ...anyOf('organizers', query.organizers),
    ...anyOf('_id', query.include),
    ...(query.featured === undefined ? [] : [{ featured: query.featured }]),
    ...(query.parent === undefined ? [] : [{ parent: query.parent }]),
  ]
}

const findAll = async (rows: Rows, filters: readonly Filter[], rest: readonly Filter[]) =>
  (await Promise.all(filters.map(filter => rows.find({ $and: [filter, ...rest] })))).flat()

const byStart = (a: EventRow, b: EventRow): number =>
  a.start === b.start ? a._id - b._id : a.start < b.start ? -1 : 1

/**
 * By start, then id. An event never ends before it starts, so a limit on the end is nearly one on the start:
 * `end > X` is everything that starts after X plus the few that are under way at X, which come first;
 * `end <= B` is everything that starts up to B but the few that are under way at B. The few come from the indexes
 * `public-span` and `listed-span`; all others are one range of `public-start`, `listed-start` or
 * `status-start`, counted and skipped without walking it.
 */
const byStarts = async (rows: Rows, base: readonly Filter[], query: ListQuery): Promise<EventPage> => {
  const [startLow, startHigh] = [lowerBound(query.start), upperBound(query.start)]
  const [endLow, endHigh] = [lowerBound(query.end), upperBound(query.end)]
  const low = laterBound(startLow, endLow)
  const high = earlierBound(startHigh, endHigh)

  const underWay =
    endLow === null
      ? []
      : await findAll(rows, crossing(endLow.at, endLow.inclusive), [
          ...base,
          ...within('start', startLow, startHigh),
          ...within('end', null, endHigh),
        ])
  const tooLong =
    endHigh === null
      ? []
      : await findAll(rows, crossing(endHigh.at, !endHigh.inclusive), [
          ...base,
          ...within('start', low, startHigh),
        ])
  const first = underWay.sort(byStart)
  const later: Filter = {
    $and: [
      ...base,
      ...within('start', low, high),
      ...(tooLong.length === 0 ? [] : [{ _id: { $nin: tooLong.map(row => row._id) } }]),
    ],
  }
  const head = first.slice(query.skip, query.skip + query.limit)
  const wanted = query.limit - head.length
  const [total, tail] = await Promise.all([
    rows.count(later),
    wanted <= 0
      ? []
      : rows.find(later, {
          sort: { start: 1, _id: 1 },
          skip: Math.max(0, query.skip - first.length),
          limit: wanted,
        }),
  ])
  return { rows: [...head, ...tail], total: first.length + total }
}

/** By publication date, then id: asked with `include`, so the ids are the index. */
const byPublication = async (rows: Rows, base: readonly Filter[], query: ListQuery): Promise<EventPage> => {
  const filter: Filter = {
    $and: [
      ...base,
      ...within('start', lowerBound(query.start), upperBound(query.start)),
      ...within('end', lowerBound(query.end), upperBound(query.end)),
    ],
  }
  const { skip, limit } = query
  const [total, page] = await Promise.all([
    rows.count(filter),
    rows.find(filter, { sort: { published: 1, _id: 1 }, skip, limit }),
  ])
  return { rows: page, total }
}

/** One page and the exact number of all matches (spec 02 §2, §3.1). */
export const listEvents =
  (rows: Rows) =>
  async (query: ListQuery): Promise<EventPage> => {
    const base = conditions(query)
    if (base === null) return NOTHING
    return query.sort === 'start' ? byStarts(rows, base, query) : byPublication(rows, base, query)
  }
