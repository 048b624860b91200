import type { Viewer } from '../readable.ts'
import type { Related } from '../related.ts'
import { calEventText, holesOf, lookedUp, NO_HOLES } from './compose.ts'
import { listEvents, type EventPage, type ListQuery } from './list.ts'
import type { EventRow, Rows } from './row.ts'

export type { EventPage, ListQuery } from './list.ts'
export type { EventRow } from './row.ts'
export type { Range } from './window.ts'
export type { Viewer } from '../readable.ts'
export type { Site } from '../site.ts'

export type EventListingQueries = {
  readonly listEvents: (query: ListQuery) => Promise<EventPage>
  /** First-generation objects of a list, JSON; protected ones blanked. */
  readonly calEvents: (rows: readonly EventRow[], viewer: Viewer) => Promise<readonly string[]>
}

const calEvents =
  (related: Related): EventListingQueries['calEvents'] =>
  async (rows, viewer) => {
    const found = await lookedUp(
      rows.filter(row => !row.protected),
      related,
      viewer,
    )
    return rows.map(row => calEventText(row.cal, row.protected ? NO_HOLES : holesOf(row, found)))
  }

export const eventListingQueries = (rows: Rows, related: Related): EventListingQueries => ({
  listEvents: listEvents(rows),
  calEvents: calEvents(related),
})
