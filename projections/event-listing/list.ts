import type { Filter } from '../../shared/documents/port.ts'
import { audienceOf, conditionsOf, type ListQuery } from './conditions.ts'
import type { EventRow, Rows } from './row.ts'
import { crossing, earlierBound, laterBound, lowerBound, upperBound, within } from './window.ts'

export type EventPage = { readonly rows: readonly EventRow[]; readonly total: number }

const findAll = async (rows: Rows, filters: readonly Filter[], rest: readonly Filter[]) =>
  (await Promise.all(filters.map(filter => rows.find({ $and: [filter, ...rest] })))).flat()

const byStart = (a: EventRow, b: EventRow): number =>
  a.start === b.start ? a._id - b._id : a.start < b.start ? -1 : 1

/**
 * The events of `base` by their dates, as one range of the index of their starts and a few more. An event never ends
 * before it starts, so a limit on the end is nearly one on the start: `end > X` is everything that starts after X
 * and the few under way at X; `end <= B` is everything that starts up to B but the few under way at B. The few come
 * from the index of the classes of length (`public-span`, `listed-span`).
 */
const splitByDates = async (rows: Rows, base: readonly Filter[], query: ListQuery) => {
  const [startLow, startHigh] = [lowerBound(query.start), upperBound(query.start)]
  const [endLow, endHigh] = [lowerBound(query.end), upperBound(query.end)]
  const low = laterBound(startLow, endLow)
  const few =
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
  const range: readonly Filter[] = [
    ...base,
    ...within('start', low, earlierBound(startHigh, endHigh)),
    ...(tooLong.length === 0 ? [] : [{ _id: { $nin: tooLong.map(row => row._id) } }]),
  ]
  return { range, few }
}

const datesOf = ({ start, end }: ListQuery): readonly Filter[] => [
  ...within('start', lowerBound(start), upperBound(start)),
  ...within('end', lowerBound(end), upperBound(end)),
]

/** How many events of the range come before this one. */
const rankIn = async (rows: Rows, range: readonly Filter[], row: EventRow): Promise<number> => {
  const [earlier, same] = await Promise.all([
    rows.count({ $and: [...range, { start: { $lt: row.start } }] }),
    rows.find({ $and: [...range, { start: row.start }] }),
  ])
  return earlier + same.filter(other => other._id < row._id).length
}

/** One page of the range with the few sorted in: counted and skipped without walking the range. */
const mergedPage = async (
  rows: Rows,
  range: readonly Filter[],
  few: readonly EventRow[],
  { skip, limit }: ListQuery,
): Promise<readonly EventRow[]> => {
  let [before, end] = [0, few.length]
  while (before < end) {
    const middle = (before + end) >> 1
    const row = few[middle]
    if (row !== undefined && middle + (await rankIn(rows, range, row)) < skip) before = middle + 1
    else end = middle
  }
  const sort = { start: 1, _id: 1 } as const
  const page = await rows.find({ $and: range }, { sort, skip: skip - before, limit })
  if (few.length === 0) return page
  return [...page, ...few.slice(before, before + limit)].sort(byStart).slice(0, limit)
}

/** By start, then id: ranges of `public-start`, `listed-start` or `status-start`. */
const byStarts = async (rows: Rows, query: ListQuery): Promise<EventPage> => {
  const { everybodys, own } = audienceOf(query)
  const conditions = conditionsOf(query)
  const mine = own === null ? [] : await rows.find({ $and: [own, ...conditions, ...datesOf(query)] })
  if (everybodys === null) {
    const all = mine.toSorted(byStart)
    return { rows: all.slice(query.skip, query.skip + query.limit), total: all.length }
  }
  const { range, few } = await splitByDates(rows, [everybodys, ...conditions], query)
  const more = [...few, ...mine].sort(byStart)
  const [total, page] = await Promise.all([rows.count({ $and: range }), mergedPage(rows, range, more, query)])
  return { rows: page, total: more.length + total }
}

/** By publication date, then id: asked with `include`, so the ids are the index. */
const byPublication = async (rows: Rows, query: ListQuery): Promise<EventPage> => {
  const { everybodys, own } = audienceOf(query)
  const readable = [everybodys, own].filter(filter => filter !== null)
  if (readable.length === 0) return { rows: [], total: 0 }
  const filter: Filter = { $and: [{ $or: readable }, ...conditionsOf(query), ...datesOf(query)] }
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
  (query: ListQuery): Promise<EventPage> =>
    query.sort === 'start' ? byStarts(rows, query) : byPublication(rows, query)
