import type { LocalTime, UtcTime } from '../../shared/kernel/brands.ts'
import { setImmediate as turn } from 'node:timers/promises'
import type { ListQuery } from '../../projections/event-listing/queries.ts'
import { endOfDay, plusDays, plusSeconds, startOfDay } from '../../shared/kernel/time/calculate.ts'
import { toLocal, toUtc } from '../../shared/kernel/time/zone.ts'
import { plainText } from '../../shared/kernel/html/text.ts'
import type { View } from '../../shared/facts/site.ts'
import { everybody } from '../../shared/rights.ts'
import { firstOfEachDate, fittingDay, pageOfDay, toldWithin, type PageOfDay } from './bounds.ts'
import { cellsOf, noCells, type Cells } from './cells.ts'
import { gridOf, monthAfter, dayAfter, touches } from './days.ts'
import { shownEvents, type EventRow, type JsonLd, type ViewReads } from './reads.ts'
import type { ViewQuery, ViewSite } from './query.ts'
import type { LimitingTerm, ShownEvent, ShownTerm } from './shown.ts'

/** Everything a view says, but for its words. */
export type ViewContent = {
  readonly query: ViewQuery
  readonly site: ViewSite
  /** The instant at which it was asked, on the clock of the site. */
  readonly now: LocalTime
  /** `YYYY-MM` of a month, else `YYYY-MM-DD`. */
  readonly date: string
  readonly events: readonly ShownEvent[]
  /** Of a month. */
  readonly cells: Cells
  /** Of the first ones, as long as there is room. */
  readonly jsonLd: readonly JsonLd[]
  /** Of a month: date → events, with those that its cell does not show. */
  readonly counts: ReadonlyMap<string, number>
  /** Of a day; null: another view. */
  readonly pageOfDay: PageOfDay | null
  /** Of a list or a day: on all pages; with those that are not shown. */
  readonly total: number
  /** Where earlier and later events are; null: there are none. */
  readonly earlier: Step | null
  readonly later: Step | null
  /** What it is limited to, as far as it exists. */
  readonly category: LimitingTerm | null
  readonly tag: LimitingTerm | null
  /** Instant (UTC) up to which, inclusive, it says the same as long as nobody changes anything. */
  readonly sameUntil: UtcTime
}

export type Step = Pick<ViewQuery, 'date' | 'page' | 'past'>

/** More than a day or a month of any school has. */
const EVERYTHING = 100_000

type Found = Pick<ViewContent, 'total' | 'earlier' | 'later'> & {
  readonly counts?: ViewContent['counts']
  readonly pageOfDay?: PageOfDay
  readonly rows: readonly EventRow[]
  readonly sameUntil?: UtcTime | undefined
}
type Asking = {
  readonly reads: ViewReads
  /** What each question has in common; null: nothing can be found. */
  readonly base: ListQuery | null
  readonly query: ViewQuery
  readonly site: ViewSite
  readonly nowUtc: UtcTime
}
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
  const ends = await asked({ end: { gt: after } })
  return { before, after: ends || (await asked({ start: { gte: after } })) }
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

const termOf = async (
  { terms }: ViewReads,
  taxonomy: 'cal_events_cat' | 'post_tag',
  path: string,
): Promise<LimitingTerm | null> => {
  const found = path === '' ? null : await terms.byPath(taxonomy, path)
  if (found === null) return null
  const { slug, name } = found.values
  const [own = slug] = await terms.paths([found])
  return { id: found._id, name: plainText(name), slug, path: own }
}

const baseOf = async (
  { terms }: ViewReads,
  query: ViewQuery,
  category: ShownTerm | null,
  tag: ShownTerm | null,
): Promise<ListQuery | null> => {
  if ((query.category !== '' && category === null) || (query.tag !== '' && tag === null)) return null
  return {
    viewer: everybody,
    statuses: ['publish'],
    includeHidden: false,
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

/** Characters of events looked at between two turns of the process, so that nobody waits for a large month. */
const SLICE = 100_000
/** Of an event whatever stands in it. */
const EACH = 500

const inSlices = (rows: readonly EventRow[]): readonly (readonly EventRow[])[] => {
  const slices: EventRow[][] = []
  let room = 0
  for (const row of rows) {
    if (room <= 0) {
      slices.push([])
      room = SLICE
    }
    slices.at(-1)?.push(row)
    room -= EACH + row.values.description.length + row.values.title.length
  }
  return slices
}

/** The events that stand in the cells of a month. */
const standingOf = ({ standing }: Cells, rows: readonly EventRow[]): readonly EventRow[] => {
  const seen = new Set([...standing.values()].flat().map(({ id }) => id))
  return rows.filter(({ _id }) => seen.has(_id))
}

const toldOf = async (reads: ViewReads, rows: readonly EventRow[]): Promise<readonly JsonLd[]> => {
  const { told, isFull, take } = toldWithin()
  for (const slice of inSlices(rows)) {
    if (isFull()) return told
    await turn()
    take(await reads.jsonLd(slice, everybody))
  }
  return told
}

/** What people see of the events, and what programs are told. `grid`: of a month. */
const shownOf = async (
  reads: ViewReads,
  rows: readonly EventRow[],
  view: View,
  grid: readonly string[] | null,
) => {
  const all: ShownEvent[] = []
  for (const slice of inSlices(rows)) {
    await turn()
    for (const one of await shownEvents(reads, slice, view !== 'month')) all.push(one)
  }
  const events = view === 'day' ? fittingDay(all) : all
  const cells = grid === null ? noCells : cellsOf(grid, events)
  const told = grid === null ? rows : standingOf(cells, rows)
  return { events, cells, jsonLd: await toldOf(reads, told) }
}

const NO_COUNTS: ViewContent['counts'] = new Map()

/** Last second of the day on the clock of the site: until then "today" means the same day. */
const endOfToday = (today: string, zone: string): UtcTime =>
  plusSeconds(toUtc(startOfDay(plusDays(today, 1)), zone).utc, -1)

/** What a view shows at an instant (UTC), from the read models (spec 06 §1.2). */
export const viewContent = async (
  reads: ViewReads,
  site: ViewSite,
  query: ViewQuery,
  nowUtc: UtcTime,
): Promise<ViewContent> => {
  const now = toLocal(nowUtc, site.zone)
  const today = now.slice(0, 10)
  const [category, tag] = await Promise.all([
    termOf(reads, 'cal_events_cat', query.category),
    termOf(reads, 'post_tag', query.tag),
  ])
  const asking = { reads, base: await baseOf(reads, query, category, tag), query, site, nowUtc }
  const date = query.date ?? (query.view === 'month' ? today.slice(0, 7) : today)
  const found =
    query.view === 'list'
      ? await ofList(asking)
      : query.view === 'month'
        ? await ofMonth(asking, date)
        : await ofDay(asking, date)
  const { events, cells, jsonLd } = await shownOf(
    reads,
    found.rows,
    query.view,
    query.view === 'month' ? gridOf(date, site.startOfWeek) : null,
  )
  const midnight = endOfToday(today, site.zone)
  const { total, earlier, later, counts = NO_COUNTS, pageOfDay: page = null, sameUntil = midnight } = found
  return {
    ...{ query, site, now, date, events, cells, jsonLd, counts, total, earlier, later, category, tag },
    pageOfDay: page,
    sameUntil: sameUntil < midnight ? sameUntil : midnight,
  }
}
