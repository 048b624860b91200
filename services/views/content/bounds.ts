import {
  VIEW_CELL_EVENTS,
  VIEW_CELL_LENGTH,
  VIEW_DAY_EVENTS,
  VIEW_DAY_LENGTH,
  VIEW_DESCRIPTION_LENGTH,
  VIEW_LENGTH,
  VIEW_TOLD_LENGTH,
  VIEW_TITLE_LENGTH,
} from '../../../shared/limits/views.ts'
import { cutText } from '../cut-text.ts'
import { touchedIn, type Times } from './days.ts'
import type { EventRow, JsonLd } from '../reads.ts'
import { SUMMARY_SIGNS, type ShownEvent } from '../shown.ts'

export const cellTitle = ({ title }: ShownEvent): string => cutText(title, VIEW_TITLE_LENGTH)

/** The first ones, as long as they fit together; at least one. */
const fitting = <One>(all: readonly One[], most: number, lengthOf: (one: One) => number): readonly One[] => {
  let length = 0
  const end = all.findIndex((one, n) => (length += lengthOf(one)) > most && n > 0)
  return end === -1 ? all : all.slice(0, end)
}

/** Characters of the markup around the texts of an event, about. */
const AROUND = 300
const classesLength = ({ categories }: ShownEvent): number =>
  categories.reduce((sum, { slug }) => sum + slug.length + 20, 0)

/** Characters of an event in a cell of a month, about. */
export const cellLength = (event: ShownEvent): number =>
  AROUND + event.url.length + cellTitle(event).length + classesLength(event)

/** Those that fit into so many characters of a cell. */
export const fittingWithin = (events: readonly ShownEvent[], most: number): readonly ShownEvent[] =>
  fitting(events, most, cellLength)

/** Those that a cell of a month tells of; the day itself shows all. */
export const fittingCell = (events: readonly ShownEvent[]): readonly ShownEvent[] =>
  fittingWithin(events.slice(0, VIEW_CELL_EVENTS), VIEW_CELL_LENGTH)

const detailsLength = (event: ShownEvent): number => {
  const { title, url, summary, venue, cost, categories } = event
  const place = venue === null ? 0 : venue.name.length + venue.place.length + venue.url.length
  const names = categories.reduce((sum, { name }) => sum + name.length, 0)
  return 2 * AROUND + title.length + url.length + summary.length + cost.length + place + names
}

/** Characters of an event of a day, about: what it names is not looked up, and taken to have names of usual length. */
const rowLength = ({ values, rendered, venues, categories }: EventRow): number => {
  const { title, slug, cost, description } = values
  const summary = Math.min(Math.max(rendered.excerpt.length, description.length), SUMMARY_SIGNS)
  const place = venues.length === 0 ? 0 : AROUND
  return 2 * AROUND + 80 + title.length + slug.length + cost.length + summary + place + 70 * categories.length
}

/** A page of a day: from where to where its events stand among all of them. */
type Span = { readonly begin: number; readonly end: number }

/** The pages of a day, of which each has at least one event. */
const daySpans = (rows: readonly EventRow[]): readonly Span[] => {
  const spans: Span[] = []
  let [begin, length] = [0, 0]
  for (const [n, row] of rows.entries()) {
    const own = rowLength(row)
    const isFull = n - begin === VIEW_DAY_EVENTS || (n > begin && length + own > VIEW_DAY_LENGTH)
    if (isFull) {
      spans.push({ begin, end: n })
      ;[begin, length] = [n, 0]
    }
    length += own
  }
  return rows.length === 0 ? spans : [...spans, { begin, end: rows.length }]
}

/** Where a page of a day stands among all its events; one past the end has none. */
export type PageOfDay = Span & { readonly page: number; readonly pages: number }

export const pageOfDay = (rows: readonly EventRow[], page: number): PageOfDay => {
  const spans = daySpans(rows)
  const span = spans[page - 1] ?? { begin: rows.length, end: rows.length }
  return { ...span, page, pages: spans.length }
}

/** Those that a page of a day shows. */
export const fittingDay = (events: readonly ShownEvent[]): readonly ShownEvent[] =>
  fitting(events, VIEW_LENGTH, event => detailsLength(event) + classesLength(event))

const withShortDescription = (one: JsonLd): JsonLd =>
  typeof one['description'] === 'string'
    ? { ...one, description: cutText(one['description'], VIEW_DESCRIPTION_LENGTH) }
    : one

/** Takes what programs are told of events, until there is enough of it. */
export const toldWithin = () => {
  const told: JsonLd[] = []
  let length = 0
  return {
    told,
    isFull: () => length >= VIEW_TOLD_LENGTH,
    take: (more: readonly JsonLd[]) => {
      for (const one of more.map(withShortDescription)) {
        if (length >= VIEW_TOLD_LENGTH) return
        length += JSON.stringify(one).length
        told.push(one)
      }
    },
  }
}

/** Of events in their order those that stand among the first of a date, and how many each date has. */
export const firstOfEachDate = <Row extends Times>(
  grid: readonly string[],
  rows: readonly Row[],
): { readonly rows: readonly Row[]; readonly counts: ReadonlyMap<string, number> } => {
  const touched = touchedIn(grid)
  const counts = grid.map(() => 0)
  const first = rows.filter(row => {
    const range = touched(row)
    if (range === null) return false
    let isAmongFirst = false
    for (let n = range.begin; n <= range.end; n++) {
      const count = (counts[n] ?? 0) + 1
      counts[n] = count
      isAmongFirst ||= count <= VIEW_CELL_EVENTS
    }
    return isAmongFirst
  })
  return { rows: first, counts: new Map(grid.map((date, n) => [date, counts[n] ?? 0])) }
}
