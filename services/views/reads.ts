import type { TermId, VenueId } from '../../shared/kernel/brands.ts'
import type { EventListingQueries, EventRow, JsonLd } from '../../projections/event-listing/queries.ts'
import type { TermQueries } from '../../projections/terms/queries.ts'
import type { Cost } from '../../shared/kernel/cost.ts'
import type { VenueValues } from '../../shared/facts/venue.ts'
import { displayTitle } from '../../shared/kernel/html/sanitize.ts'
import { plainText } from '../../shared/kernel/html/text.ts'
import { postalLines, postalOf } from '../../shared/kernel/text/place.ts'
import { shownEvent, type ShownEvent, type ShownTerm, type ShownVenue } from './shown.ts'

type Venue = { readonly _id: VenueId; readonly values: VenueValues }
type Slugged = { readonly status: string; readonly slug: string }

/** What views ask of the read models. */
export type ViewReads = {
  readonly listEvents: EventListingQueries['listEvents']
  readonly anyEvent: EventListingQueries['anyEvent']
  readonly jsonLd: EventListingQueries['jsonLd']
  readonly terms: Pick<TermQueries, 'byPath' | 'paths' | 'withDescendants' | 'namesByIds'>
  readonly venues: (ids: readonly VenueId[]) => Promise<readonly Venue[]>
  readonly pageUrl: (kind: 'event' | 'venue', id: number, values: Slugged) => string
  readonly currency: () => Pick<Cost, 'symbol' | 'code' | 'position'>
}

/** Of a protected venue the name stays (spec 02 §4). */
const shownVenue = ({ _id, values }: Venue, pageUrl: ViewReads['pageUrl']): ShownVenue => ({
  name: plainText(displayTitle(values.name)),
  place: values.password === '' ? postalLines(postalOf(values)).join(', ') : '',
  url: pageUrl('venue', _id, values),
})

/** Ids that those without a password name, each once. */
const idsIn = <Id>(rows: readonly EventRow[], namedBy: (row: EventRow) => readonly Id[]): readonly Id[] => [
  ...new Set(rows.flatMap(row => (row.protected ? [] : namedBy(row)))),
]

/** Rows with what they refer to: one question per kind. */
export const shownEvents = async (
  reads: ViewReads,
  rows: readonly EventRow[],
  hasDetails: boolean,
): Promise<readonly ShownEvent[]> => {
  const [venues, terms] = await Promise.all([
    hasDetails ? reads.venues(idsIn(rows, ({ venues }) => venues)) : [],
    reads.terms.namesByIds(idsIn(rows, ({ categories }) => categories)),
  ])
  const places = new Map(
    venues
      .filter(({ values }) => values.status === 'publish')
      .map(venue => [venue._id, shownVenue(venue, reads.pageUrl)]),
  )
  const words = new Map(
    terms.map(({ _id, values }): [TermId, ShownTerm] => [
      _id,
      { id: _id, name: plainText(values.name), slug: values.slug },
    ]),
  )
  const currency = reads.currency()
  return rows.map(row =>
    shownEvent(row, {
      url: reads.pageUrl('event', row._id, row.values),
      categories: row.categories.flatMap(id => words.get(id) ?? []),
      venue: row.venues.map(id => places.get(id)).find(venue => venue !== undefined) ?? null,
      ...{ currency, hasDetails },
    }),
  )
}

export type { EventRow, JsonLd }
