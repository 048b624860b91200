import type { VenueValues } from '../../shared/facts/venue.ts'
import { mapAddress, postalOf } from '../../shared/kernel/text/place.ts'
import { asciiJson } from '../items/ascii-json.ts'
import { calxPost, isShut, type CalxForm } from '../items/calx-post.ts'
import type { RenderedItem } from '../items/rendered.ts'
import type { Site } from '../items/site.ts'

/** Venue object of the second generation, JSON. */
export const calxVenueText = (item: RenderedItem<VenueValues>, site: Site, form: CalxForm): string => {
  const { values } = item
  const { address, country, city, state, province, zip, phone, website } = values
  const postal = postalOf(values)
  const calendar = {
    address,
    country,
    city,
    state_province: postal.region,
    state,
    province,
    zip,
    phone,
    directions_link: mapAddress(site.mapLinkTemplate, postal),
    website,
  }
  const blank = Object.fromEntries(Object.keys(calendar).map(member => [member, '']))
  return asciiJson({
    ...calxPost(item, 'venue', values.name, site, form),
    ...(isShut(values, form) ? blank : calendar),
  })
}
