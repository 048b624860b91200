import type { VenueValues } from '../../shared/facts/venue.ts'
import { mapAddress, postalOf } from '../../shared/kernel/text/place.ts'
import { venueMembers, venueOrders } from '../../shared/members/venue.ts'
import { type RenderedItem, shownTexts, type Site } from '../items/post.ts'
import { blanked, calxObject, calxPost, isShut, type CalxForm } from '../items/calx-post.ts'

const textsOf = shownTexts(venueMembers, 'calx', venueOrders.calx)

/** Venue object of the second generation, JSON. */
export const calxVenueText = (item: RenderedItem<VenueValues>, site: Site, form: CalxForm): string => {
  const { values } = item
  const { website = '', ...texts } = textsOf(values)
  const calendar = {
    ...texts,
    directions_link: mapAddress(site.mapLinkTemplate, postalOf(values)),
    website,
  }
  return calxObject(
    calxPost(item, 'venue', values.name, site, form),
    isShut(values, form) ? blanked(calendar) : calendar,
  )
}
