import type { LocalTime, UtcTime } from '../../../shared/kernel/brands.ts'
import { setImmediate as turn } from 'node:timers/promises'
import { plusDays, plusSeconds, startOfDay } from '../../../shared/kernel/time/calculate.ts'
import { toLocal, toUtc } from '../../../shared/kernel/time/zone.ts'
import { plainText } from '../../../shared/kernel/html/text.ts'
import type { View } from '../../../shared/facts/site.ts'
import { everybody } from '../../../shared/rights.ts'
import { fittingDay, toldWithin, type PageOfDay } from './bounds.ts'
import { cellsOf, noCells, type Cells } from './cells.ts'
import { gridOf } from './days.ts'
import { findEvents, type Found } from './find.ts'
import { shownEvents, type EventRow, type JsonLd, type ViewReads } from '../reads.ts'
import type { ViewQuery, ViewSite } from '../query.ts'
import type { LimitingTerm, ShownEvent } from '../shown.ts'

/** Everything a view says, but for its words. */
export type ViewContent = Pick<Found, 'total' | 'earlier' | 'later'> & {
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
  /** What it is limited to, as far as it exists. */
  readonly category: LimitingTerm | null
  readonly tag: LimitingTerm | null
  /** Instant (UTC) up to which, inclusive, it says the same as long as nobody changes anything. */
  readonly sameUntil: UtcTime
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

/** Characters of events looked at between two turns of the process, so that nobody waits for a large month. */
const SLICE = 100_000
/** Of an event whatever stands in it. */
const EACH = 500

const slicesOf = (rows: readonly EventRow[]): readonly (readonly EventRow[])[] => {
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
  for (const slice of slicesOf(rows)) {
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
  for (const slice of slicesOf(rows)) {
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
  const date = query.date ?? (query.view === 'month' ? today.slice(0, 7) : today)
  const found = await findEvents({ reads, site, query, nowUtc }, { category, tag }, date)
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
