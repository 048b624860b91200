import type { UtcTime } from '../../shared/kernel/brands.ts'
import type { Filter, Sort } from '../../shared/documents/port.ts'
import type { Trails } from '../../shared/documents/trails.ts'
import type { Beyond } from './beyond.ts'
import { audienceOf, conditionsOf, type ListQuery, type ListSort, type Sought } from './conditions.ts'
import { findAny } from './find-any.ts'
import { keptPlaces } from './kept-places.ts'
import type { EventRow, Rows } from './row.ts'
import { localText, toSeconds, utcText } from '../../shared/kernel/time/calculate.ts'
import { crossing, earlierBound, laterBound, lowerBound, upperBound, within } from './window.ts'

export type EventPage = {
  readonly rows: readonly EventRow[]
  readonly total: number
  /** With `ended`: until this instant (UTC, inclusive) the same events have ended as do now. */
  readonly sameUntil?: UtcTime
}

/** Where lists look. `trails`: absent: nobody follows what is made of events. */
type Sources = { readonly rows: Rows; readonly beyond: Beyond; readonly trails: Trails | undefined }

/** Farther from UTC than any local clock is, and farther ahead than any is, in seconds. */
const [FARTHEST, AHEAD] = [16 * 3600, 15 * 3600]

type Compare = (a: EventRow, b: EventRow) => number

/** The order of a list; ties by id, ascending. */
const orderOf = ({ member, descending }: ListSort) => {
  const back = descending ? -1 : 1
  const compare: Compare = (a, b) => {
    const [one, other] = [a[member], b[member]]
    return one === other ? a._id - b._id : one < other ? -back : back
  }
  const sort: Sort = { [member]: back, _id: 1 }
  /** What comes before a row of this value. */
  const before = (row: EventRow): Filter => ({ [member]: { [descending ? '$gt' : '$lt']: row[member] } })
  const beside = (row: EventRow): Filter => ({ [member]: row[member] })
  return { compare, sort, before, beside }
}
type Order = ReturnType<typeof orderOf>
export type Paging = Pick<ListQuery, 'skip' | 'limit'>

/**
 * The events of `base` by their dates, as one range of the index of their starts and a few more. An event never ends
 * before it starts, so a limit on the end is nearly one on the start: `end > X` is everything that starts after X
 * and the few under way at X; `end <= B` is everything that starts up to B but the few under way at B. The few come
 * from the index of the classes of length (`public-span`, `listed-span`).
 */
const splitByDates = async ({ rows, beyond }: Sources, base: readonly Filter[], query: Sought) => {
  const [startLow, startHigh] = [lowerBound(query.start), upperBound(query.start)]
  const [endLow, endHigh] = [lowerBound(query.end), upperBound(query.end)]
  const low = laterBound(startLow, endLow)
  const extra =
    endLow === null
      ? []
      : await findAny(rows, crossing(endLow.at, endLow.inclusive), [
          ...base,
          ...within('start', startLow, startHigh),
          ...within('end', null, endHigh),
        ])
  const tooLong = endHigh === null ? [] : await beyond(base, endHigh)
  const range: readonly Filter[] = [
    ...base,
    ...within('start', low, earlierBound(startHigh, endHigh)),
    ...(tooLong.length === 0 ? [] : [{ _id: { $nin: tooLong } }]),
  ]
  return { range, extra }
}

/**
 * The events of `base` that have, or have not, ended at an instant, as one range of the index of their starts and a few
 * more: which of the events around that instant have ended is told by their own clocks, all others by their starts.
 */
const splitByEnd = async (
  rows: Rows,
  base: readonly Filter[],
  { at, is }: NonNullable<ListQuery['ended']>,
) => {
  const now = toSeconds(at)
  const [low, high] = [localText(now - FARTHEST), localText(now + FARTHEST)]
  const [underWay, near] = await Promise.all([
    findAny(rows, crossing(low, true), base),
    rows.find({ $and: [...base, { start: { $gte: low, $lt: high } }] }),
  ])
  const around = [...underWay, ...near]
  const extra = around.filter(({ values }) => values.endUtc < at === is)
  const sameUntil = around.reduce(
    (first, { values: { endUtc } }) => (endUtc >= at && endUtc < first ? endUtc : first),
    utcText(now + FARTHEST - AHEAD),
  )
  const range: readonly Filter[] = is
    ? [
        ...base,
        { start: { $lt: low } },
        ...(underWay.length === 0 ? [] : [{ _id: { $nin: underWay.map(row => row._id) } }]),
      ]
    : [...base, { start: { $gte: high } }]
  return { range, extra, sameUntil }
}

const datesOf = ({ start, end, ended }: Sought): readonly Filter[] => [
  ...within('start', lowerBound(start), upperBound(start)),
  ...within('end', lowerBound(end), upperBound(end)),
  ...(ended === undefined ? [] : [{ 'values.endUtc': ended.is ? { $lt: ended.at } : { $gte: ended.at } }]),
]

/** How many events of the range come before this one. */
const rankIn = async (
  rows: Rows,
  range: Filter,
  row: EventRow,
  { before, beside }: Order,
): Promise<number> => {
  const [earlier, same] = await Promise.all([
    rows.count({ $and: [range, before(row)] }),
    rows.find({ $and: [range, beside(row)] }),
  ])
  return earlier + same.filter(other => other._id < row._id).length
}

/** One page of the range with the few sorted in, and the number of all: counted and skipped without walking the range. */
const mergedPage = async (
  rows: Rows,
  range: Filter,
  { more: extra, order }: Places,
  { skip, limit }: Paging,
): Promise<EventPage> => {
  // no more of them come before the page than are skipped
  let [before, end] = [0, Math.min(extra.length, skip)]
  while (before < end) {
    const middle = (before + end) >> 1
    const row = extra[middle]
    if (row !== undefined && middle + (await rankIn(rows, range, row, order)) < skip) before = middle + 1
    else end = middle
  }
  const page = await rows.page(range, { sort: order.sort, skip: skip - before, limit })
  const merged = [...page.rows, ...extra.slice(before, before + limit)].sort(order.compare)
  return { rows: merged.slice(0, limit), total: extra.length + page.total }
}

/** What everybody may see, as one range of an index and a few more that are in no range. */
const everybodysEvents = (sources: Sources, base: readonly Filter[], query: Sought) => {
  if (query.sort.member !== 'start') return { range: [...base, ...datesOf(query)], extra: [] }
  if (query.ended === undefined) return splitByDates(sources, base, query)
  if (upperBound(query.end) !== null) return { range: [...base, ...datesOf(query)], extra: [] }
  return splitByEnd(sources.rows, base, query.ended)
}

/** Where the events of a question are: in a range (null: in none), and a few more, in order. */
type Places = Pick<EventPage, 'sameUntil'> & {
  readonly order: Order
  readonly range: Filter | null
  readonly more: readonly EventRow[]
}

const placesOf = async (sources: Sources, query: Sought): Promise<Places> => {
  const order = orderOf(query.sort)
  const { everybodys, own } = audienceOf(query)
  const conditions = conditionsOf(query)
  const mine = own === null ? [] : await sources.rows.find({ $and: [own, ...conditions, ...datesOf(query)] })
  if (everybodys === null) return { order, range: null, more: mine.toSorted(order.compare) }
  const { range, extra, ...rest } = await everybodysEvents(sources, [everybodys, ...conditions], query)
  return { order, range: { $and: range }, more: [...extra, ...mine].sort(order.compare), ...rest }
}

/**
 * Pages of a list and the exact number of all matches (spec 02 §2, §3.1; 03 §2.1): by start, ranges of `public-start`,
 * `listed-start` or `status-start`; else of the index of the status and what is sorted by, or of the ids.
 */
export const pagesOfEvents =
  (sources: Sources) =>
  (query: Sought): ((paging: Paging) => Promise<EventPage>) => {
    const find = keptPlaces(sources.trails, () => placesOf(sources, query))
    return async ({ skip, limit }) => {
      const places = await find()
      const { range, more, sameUntil } = places
      if (range === null) return { rows: more.slice(skip, skip + limit), total: more.length }
      const paging = { skip, limit }
      const page = await (more.length === 0
        ? sources.rows.page(range, { sort: places.order.sort, ...paging })
        : mergedPage(sources.rows, range, places, paging))
      return sameUntil === undefined ? page : { ...page, sameUntil }
    }
  }

/** Whether a list would hold anything at all, without counting what. */
export const anyEvent =
  (sources: Sources) =>
  async (query: Sought): Promise<boolean> => {
    const { rows } = sources
    const { everybodys, own } = audienceOf(query)
    const conditions = conditionsOf(query)
    const isIn = async (filters: readonly Filter[]) =>
      (await rows.find({ $and: filters }, { limit: 1 })).length > 0
    if (own !== null && (await isIn([own, ...conditions, ...datesOf(query)]))) return true
    if (everybodys === null) return false
    const { range, extra } = await everybodysEvents(sources, [everybodys, ...conditions], query)
    return extra.length > 0 || isIn(range)
  }
