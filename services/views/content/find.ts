import type { UtcTime } from '../../../shared/kernel/brands.ts'
import { setImmediate as turn } from 'node:timers/promises'
import { forEverybody, type ListQuery } from '../../../projections/event-listing/queries.ts'
import { endOfDay, plusDays, startOfDay } from '../../../shared/kernel/time/calculate.ts'
import { toLocal } from '../../../shared/kernel/time/zone.ts'
import { firstOfEachDate, pageOfDay, type PageOfDay } from './bounds.ts'
import { gridOf, monthAfter, dayAfter, touches } from './days.ts'
import type { EventRow, ViewReads } from '../reads.ts'
import type { ViewQuery, ViewSite } from '../query.ts'
import type { LimitingTerm } from '../shown.ts'

export type Step = Pick<ViewQuery, 'date' | 'page' | 'past'>

/** The events that a view is about, and where others are. */
export type Found = {
  readonly rows: readonly EventRow[]
  /** On all pages; with those that are not shown. */
  readonly total: number
  /** Where earlier and later events are; null: there are none. */
  readonly earlier: Step | null
  readonly later: Step | null
  /** Of a month: date → events, with those that its cell does not show. */
  readonly counts?: ReadonlyMap<string, number>
  readonly pageOfDay?: PageOfDay
  readonly sameUntil?: UtcTime | undefined
}

/** Who asks what, and when. */
type Asked = {
  readonly reads: ViewReads
  readonly query: ViewQuery
  readonly site: ViewSite
  readonly nowUtc: UtcTime
}
/** `base`: what each question has in common; null: nothing can be found. */
type Asking = Asked & { readonly base: ListQuery | null }
type Ask = Pick<ListQuery, 'start' | 'end' | 'ended' | 'sort' | 'skip' | 'limit'>

const ask = async ({ reads, base }: Asking, wanted: Partial<Ask>) =>
  base === null ? { rows: [], total: 0 } : reads.listEvents({ ...base, ...wanted })

const exists = async ({ reads, base }: Asking, wanted: Partial<Ask>): Promise<boolean> =>
  base !== null && reads.anyEvent({ ...base, ...wanted })

/** Events that touch days from `first` to `last`, by start, then id. */
const touching = async (asking: Asking, first: string, last: string): Promise<readonly EventRow[]> => {
  const { rows } = await ask(asking, {
    start: { lte: endOfDay(last) },
    end: { gte: startOfDay(first) },
  })
  await turn()
  return rows.filter(row => touches(row, first, last))
}

const takesDays = (row: EventRow): boolean => !row.protected && row.values.allDay

/** What takes the whole day comes first (spec 06 §1.2). */
const wholeDaysFirst = (rows: readonly EventRow[]): readonly EventRow[] => [
  ...rows.filter(takesDays),
  ...rows.filter(row => !takesDays(row)),
]

/** One question after the other, with a turn of the process between them: each may look at every event. */
const around = async (asking: Asking, first: string, last: string) => {
  const after = startOfDay(plusDays(last, 1))
  const asked = async (wanted: Partial<Ask>) => {
    await turn()
    return exists(asking, wanted)
  }
  const before = await asked({ start: { lt: startOfDay(first) } })
  // mostly something starts later, which is one look; what is under way then takes more
  const starts = await asked({ start: { gte: after } })
  return { before, after: starts || (await asked({ end: { gt: after } })) }
}

const at = (date: string | null): Step | null => (date === null ? null : { date, page: 1, past: false })

const ofDay = async (asking: Asking, day: string): Promise<Found> => {
  const [rows, { before, after }] = await Promise.all([touching(asking, day, day), around(asking, day, day)])
  const all = wholeDaysFirst(rows)
  const page = pageOfDay(all, asking.query.page)
  return {
    rows: all.slice(page.begin, page.end),
    pageOfDay: page,
    total: rows.length,
    earlier: before ? at(dayAfter(day, -1)) : null,
    later: after ? at(dayAfter(day, 1)) : null,
  }
}

const clamp = (date: string): string =>
  date < '0001-01-01' ? '0001-01-01' : date > '9999-12-31' || date.length > 10 ? '9999-12-31' : date

const ofMonth = async (asking: Asking, month: string): Promise<Found> => {
  const grid = gridOf(month, asking.site.startOfWeek)
  const own = grid.filter(date => date.startsWith(month))
  const [first = '', last = ''] = [own[0], own.at(-1)]
  const [rows, { before, after }] = await Promise.all([
    touching(asking, clamp(grid[0] ?? first), clamp(grid.at(-1) ?? last)),
    around(asking, first, last),
  ])
  return {
    ...firstOfEachDate(grid, rows),
    total: rows.length,
    earlier: before ? at(monthAfter(month, -1)) : null,
    later: after ? at(monthAfter(month, 1)) : null,
  }
}

/** What was over by the end of a day; one that is not over itself limits nothing. Two days ago all clocks agree. */
const endedBy = (date: string, { site, nowUtc }: Asking): Partial<Ask> => {
  const ended = { at: nowUtc, is: true }
  const today = toLocal(nowUtc, site.zone).slice(0, 10)
  if (date >= today) return { ended }
  const end = { lte: endOfDay(date) }
  return date < plusDays(today, -1) ? { end } : { end, ended }
}

const ofList = async (asking: Asking): Promise<Found> => {
  const { query, site, nowUtc } = asking
  const { date, page, past } = query
  const limit = site.perPage
  const ended = (is: boolean) => ({ ended: { at: nowUtc, is } })
  const wanted =
    date === null ? ended(past) : past ? endedBy(date, asking) : { end: { gte: startOfDay(date) } }
  const sort = { member: 'start', descending: past } as const
  const [{ rows, total, ...rest }, others] = await Promise.all([
    ask(asking, { ...wanted, sort, skip: (page - 1) * limit, limit }),
    page === 1 ? exists(asking, ended(!past)) : false,
  ])
  const pages = Math.ceil(total / limit)
  /** Towards the first page: from one past the end to the last one. */
  const back: Step | null = page === 1 ? null : { date, page: Math.max(1, Math.min(page - 1, pages)), past }
  const onwards: Step | null = page < pages ? { date, page: page + 1, past } : null
  const otherSide: Step | null = others ? { date: null, page: 1, past: !past } : null
  const sameUntil = 'sameUntil' in rest ? rest.sameUntil : undefined
  return past
    ? { rows, total, earlier: onwards, later: back ?? otherSide, sameUntil }
    : { rows, total, earlier: back ?? otherSide, later: onwards, sameUntil }
}

/** What a view is limited to; null where there is no limit, or none of that name. */
type Limits = { readonly category: LimitingTerm | null; readonly tag: LimitingTerm | null }

/** More than a day or a month of any school has. */
const EVERYTHING = 100_000

const baseOf = async (
  { reads: { terms }, query }: Asked,
  { category, tag }: Limits,
): Promise<ListQuery | null> => {
  if ((query.category !== '' && category === null) || (query.tag !== '' && tag === null)) return null
  return {
    ...forEverybody,
    start: {},
    end: {},
    sort: { member: 'start', descending: false },
    skip: 0,
    limit: EVERYTHING,
    ...(query.search === '' ? {} : { search: query.search }),
    ...(category === null ? {} : { categories: await terms.withDescendants([category.id]) }),
    ...(tag === null ? {} : { tags: [tag.id] }),
    ...(query.featured ? { featured: true } : {}),
  }
}

/** What is in a view on `date`: `YYYY-MM` of a month, else `YYYY-MM-DD` (spec 06 §1.2). */
export const findEvents = async (asked: Asked, limits: Limits, date: string): Promise<Found> => {
  const asking = { ...asked, base: await baseOf(asked, limits) }
  switch (asked.query.view) {
    case 'list':
      return ofList(asking)
    case 'month':
      return ofMonth(asking, date)
    case 'day':
      return ofDay(asking, date)
  }
}
