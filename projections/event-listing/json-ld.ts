import type { EventValues } from '../../shared/facts/event.ts'
import { parseCost } from '../../shared/kernel/cost.ts'
import { plainText } from '../../shared/kernel/html/text.ts'
import { withOffset } from '../../shared/kernel/time/calculate.ts'
import { toLocal } from '../../shared/kernel/time/zone.ts'
import { pageUrl, publishedAt, type Site } from '../items/post.ts'
import type { Item } from '../items/item.ts'
import type { JsonLd } from '../items/related.ts'
import type { UtcTime } from '../../shared/kernel/brands.ts'

/** Instant as the clocks of the zone show it, with their offset: `2027-05-08T10:00:00-04:00`. */
const inZone = (utc: UtcTime, zone: string): string => withOffset(toLocal(utc, zone), utc)

/** Only with a cost that names a number; the lowest one counts. */
const offers = (item: Item<EventValues>, site: Site, url: string): JsonLd => {
  const cost = parseCost(item.values.cost, item.values.currency, site.currency)
  const [price] = cost.values
  if (price === undefined) return {}
  return {
    offers: {
      '@type': 'Offer',
      price,
      priceCurrency: cost.code === '' ? site.currency.code : cost.code,
      url,
      category: 'primary',
      availability: 'https://schema.org/InStock',
      validFrom: inZone(publishedAt(item), site.zone),
    },
  }
}

export type Surroundings = {
  readonly imageUrl: string | undefined
  /** Of the first venue and the first organizer shown to this reader. */
  readonly place: JsonLd | undefined
  readonly person: JsonLd | undefined
}

/** schema.org description of an event that the reader sees whole (spec 02 §1.1 `json_ld`). */
export const eventJsonLd = (item: Item<EventValues>, site: Site, around: Surroundings): JsonLd => {
  const { values } = item
  const url = pageUrl(site, 'event', item._id, values)
  return {
    '@context': 'http://schema.org',
    '@type': 'Event',
    name: plainText(values.title),
    description: plainText(values.description),
    ...(around.imageUrl === undefined ? {} : { image: around.imageUrl }),
    url,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: 'https://schema.org/EventScheduled',
    startDate: inZone(values.startUtc, values.timezone),
    endDate: inZone(values.endUtc, values.timezone),
    ...(around.place === undefined ? {} : { location: around.place }),
    ...(around.person === undefined ? {} : { organizer: around.person }),
    ...offers(item, site, url),
  }
}
