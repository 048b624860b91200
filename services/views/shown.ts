import type { LocalTime, TermId, EventId } from '../../shared/kernel/brands.ts'
import { cutText } from './cut-text.ts'
import type { EventRow } from '../../projections/event-listing/queries.ts'
import type { Cost } from '../../shared/kernel/cost.ts'
import { parseCost } from '../../shared/kernel/cost.ts'
import { displayTitle } from '../../shared/kernel/html/sanitize.ts'
import { firstWords, plainText } from '../../shared/kernel/html/text.ts'
import { withOffset } from '../../shared/kernel/time/calculate.ts'
import { abbreviation } from '../../shared/kernel/time/zone.ts'

/** A category as events name it; `name`: plain text. */
export type ShownTerm = { readonly id: TermId; readonly name: string; readonly slug: string }
/** One that a view is limited to; `path`: what names it in addresses. */
export type LimitingTerm = ShownTerm & { readonly path: string }
/** `place`: address as stored. */
export type ShownVenue = { readonly name: string; readonly place: string; readonly url: string }

/**
 * An event as views show it: plain texts, "" where there is nothing. Of a protected one title, dates and address.
 */
export type ShownEvent = {
  readonly id: EventId
  readonly title: string
  readonly url: string
  /** Own wall clock. */
  readonly start: LocalTime
  readonly end: LocalTime
  readonly allDay: boolean
  /** With the offset of its clock: `2027-05-08T10:00:00-04:00`. */
  readonly startsAt: string
  readonly endsAt: string
  readonly zone: string
  readonly zoneName: string
  readonly featured: boolean
  readonly categories: readonly ShownTerm[]
  readonly summary: string
  readonly venue: ShownVenue | null
  /** As stored. */
  readonly cost: string
}

export type Surroundings = {
  readonly url: string
  readonly categories: readonly ShownTerm[]
  readonly venue: ShownVenue | null
  readonly currency: Pick<Cost, 'symbol' | 'code' | 'position'>
  /** Whether it is told what a cell of a month leaves out: its end, zone, place, cost and description. */
  readonly hasDetails: boolean
}

/** Characters of what is told of how an event is described. */
export const SUMMARY_SIGNS = 400

/** The excerpt, or how the description begins. */
const summaryOf = ({ rendered, values }: Pick<EventRow, 'rendered' | 'values'>): string => {
  return cutText(plainText(rendered.excerpt) || firstWords(values.description), SUMMARY_SIGNS)
}

/** Of a row of the listing and what is known around it. */
export const shownEvent = (
  row: EventRow,
  { url, categories, venue, currency, hasDetails }: Surroundings,
): ShownEvent => {
  const { values } = row
  const open = !row.protected
  const { startUtc, endUtc, timezone } = values
  const isTold = open && hasDetails
  return {
    id: row._id,
    title: plainText(displayTitle(values.title)),
    url,
    start: row.start,
    end: row.end,
    allDay: open && values.allDay,
    startsAt: withOffset(values.start, startUtc),
    endsAt: hasDetails ? withOffset(values.end, endUtc) : '',
    zone: timezone,
    zoneName: hasDetails ? abbreviation(startUtc, timezone) : '',
    featured: open && values.featured,
    categories: open ? categories : [],
    summary: isTold ? summaryOf(row) : '',
    venue: isTold ? venue : null,
    cost: isTold ? parseCost(values.cost, values.currency, currency).display : '',
  }
}
