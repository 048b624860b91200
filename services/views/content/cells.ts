import { VIEW_MONTH_LENGTH } from '../../../shared/limits/views.ts'
import { cellLength, fittingCell, fittingWithin } from './bounds.ts'
import { touchedIn } from './days.ts'
import type { ShownEvent } from '../shown.ts'

/** Date → its events by start, then id. */
export type Days = ReadonlyMap<string, readonly ShownEvent[]>

/** Events of a day that are seen at once; a day that has a few more shows them all. */
const [SEEN, SEEN_AT_MOST] = [6, 7]

/** Date → events whose local days touch it; as many as a cell can tell of. */
const eventsByDate = (grid: readonly string[], events: readonly ShownEvent[]): Days => {
  const touched = touchedIn(grid)
  const days = grid.map((): ShownEvent[] => [])
  for (const event of events) {
    const range = touched(event)
    if (range !== null) for (const day of days.slice(range.begin, range.end + 1)) day.push(event)
  }
  return new Map(grid.map((date, n) => [date, fittingCell(days[n] ?? [])]))
}

/** Those that are seen in a cell before anybody opens it. */
export const seenAtOnce = (events: readonly ShownEvent[]): readonly ShownEvent[] =>
  events.length > SEEN_AT_MOST ? events.slice(0, SEEN) : events

const eachOf = (days: Days, change: (events: readonly ShownEvent[]) => readonly ShownEvent[]): Days =>
  new Map([...days].map(([date, events]) => [date, change(events)]))

const lengthOf = (days: Days): number =>
  [...days.values()].flat().reduce((sum, event) => sum + cellLength(event), 0)

/**
 * Of the events of each day those that stand in its cell: all while they are not too long together, else what is seen
 * at once. The day itself has the others.
 */
const standingIn = (days: Days): Days => {
  if (lengthOf(days) <= VIEW_MONTH_LENGTH) return days
  const most = VIEW_MONTH_LENGTH / days.size
  return eachOf(days, events => fittingWithin(seenAtOnce(events), most))
}

/** The cells of a month: the days of its grid with their events, and what of those stands in the cells. */
export type Cells = { readonly days: Days; readonly standing: Days }

export const cellsOf = (grid: readonly string[], events: readonly ShownEvent[]): Cells => {
  const days = eventsByDate(grid, events)
  return { days, standing: standingIn(days) }
}

/** A view that has none of a month. */
export const noCells: Cells = { days: new Map(), standing: new Map() }
