import type { VenueFact, VenueValues } from '../../shared/facts/venue.ts'
import { plainText } from '../../shared/kernel/html/plain-text.ts'
import type { Fold } from '../batch.ts'
import { venueFact } from '../decode.ts'
import { entryFrom, type Entry } from '../directory.ts'
import { evolveShownItem, type ShownItem } from '../item.ts'
import type { Site } from '../site.ts'
import { stateProvince, venueTexts } from './cal-text.ts'

export const venueFold: Fold<ShownItem<VenueValues>, VenueFact> = {
  decode: venueFact,
  idOf: fact => fact.venueId,
  evolve: (item, fact, record) => evolveShownItem(item, fact.venueId, fact, record),
}

/** What a search looks into (spec 02 §3.2). */
const searched = (values: VenueValues): readonly string[] => [
  ...[values.name, values.description, values.excerpt].map(plainText),
  values.address,
  values.city,
  values.province,
  values.state,
  stateProvince(values),
  values.country,
  values.zip,
  values.phone,
]

export const venueEntry =
  (site: Site) =>
  (item: ShownItem<VenueValues>, lastEnd: string): Entry<VenueValues> =>
    entryFrom(item, lastEnd, searched(item.values), venueTexts(item, site, item.values.password === ''))
