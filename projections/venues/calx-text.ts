import type { VenueValues } from '../../shared/facts/venue.ts'
import { asciiJson } from '../ascii-json.ts'
import { calxPost, isShut, type CalxForm } from '../calx-post.ts'
import type { Item } from '../item.ts'
import type { Site } from '../site.ts'
import { stateProvince } from './cal-text.ts'

/** Where maps show the address; "" without a template or an address (spec 03 §1.3). */
const directionsLink = (values: VenueValues, { mapLinkTemplate }: Site): string => {
  const { address, city, zip, country } = values
  const parts = [address, city, stateProvince(values), zip, country].filter(part => part !== '')
  if (mapLinkTemplate === '' || parts.length === 0) return ''
  return mapLinkTemplate.replaceAll('%s', () => encodeURIComponent(parts.join(', ')))
}

/** Venue object of the second generation, JSON. */
export const calxVenueText = (item: Item<VenueValues>, site: Site, form: CalxForm): string => {
  const { values } = item
  const { address, country, city, state, province, zip, phone, website } = values
  const calendar = {
    address,
    country,
    city,
    state_province: stateProvince(values),
    state,
    province,
    zip,
    phone,
    directions_link: directionsLink(values, site),
    website,
  }
  const blank = Object.fromEntries(Object.keys(calendar).map(member => [member, '']))
  return asciiJson({
    ...calxPost(item, 'venue', values.name, site, form),
    ...(isShut(values, form) ? blank : calendar),
  })
}
