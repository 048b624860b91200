import type { EventValues } from '../../shared/facts/event.ts'
import { asciiJson } from '../ascii-json.ts'
import type { Item } from '../item.ts'
import type { Viewer } from '../readable.ts'
import type { Related } from '../related.ts'
import type { Site } from '../site.ts'
import { listTexts, openTexts } from './cal-text.ts'
import { calEventText, holesOf, lookedUp, nestedOf, NO_HOLES } from './compose.ts'
import { eventJsonLd } from './json-ld.ts'
import type { ListQuery } from './conditions.ts'
import { listEvents, type EventPage } from './list.ts'
import type { EventRow, Rows } from './row.ts'

export type { ListQuery } from './conditions.ts'
export type { EventPage } from './list.ts'
export type { EventRow } from './row.ts'
export type { Range } from './window.ts'
export type { Viewer } from '../readable.ts'
export type { Site } from '../site.ts'

export type SingleRead = {
  /** Shows a protected event with everything. */
  readonly open: boolean
  /** With `json_ld`, which single GET routes have. */
  readonly jsonLd: boolean
}

export type EventListingQueries = {
  readonly listEvents: (query: ListQuery) => Promise<EventPage>
  /** First-generation objects of a list, JSON; protected ones blanked. */
  readonly calEvents: (rows: readonly EventRow[], viewer: Viewer) => Promise<readonly string[]>
  /** One first-generation object, JSON; of an event read by id or slug, or folded from its stream. */
  readonly calEvent: (item: Item<EventValues>, viewer: Viewer, options: SingleRead) => Promise<string>
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

const calEvent =
  (related: Related, site: Site): EventListingQueries['calEvent'] =>
  async (item, viewer, { open, jsonLd }) => {
    const { values } = item
    if (values.password !== '' && !open) return calEventText(listTexts(item, site), NO_HOLES)
    const found = await lookedUp([values], related, viewer)
    const texts = openTexts(item, site)
    const holes = holesOf(values, found)
    if (!jsonLd) return calEventText(texts, holes)
    const nested = nestedOf(values, found)
    const venues = nested.venues.map(venue => venue.withJsonLd())
    const organizers = nested.organizers.map(organizer => organizer.withJsonLd())
    const described = eventJsonLd(item, site, {
      imageUrl: values.image === null ? undefined : found.images.get(values.image)?.url,
      place: venues[0]?.jsonLd,
      person: organizers[0]?.jsonLd,
    })
    return calEventText(
      texts,
      { ...holes, venues: venues.map(venue => venue.cal), organizers: organizers.map(one => one.cal) },
      asciiJson(described),
    )
  }

export const eventListingQueries = (rows: Rows, related: Related, site: Site): EventListingQueries => ({
  listEvents: listEvents(rows),
  calEvents: calEvents(related),
  calEvent: calEvent(related, site),
})
