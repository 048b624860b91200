import type { VenueValues } from '../../shared/facts/venue.ts'
import { displayTitle } from '../../shared/kernel/html/sanitize.ts'
import { venueMembers, venueOrders } from '../../shared/members/venue.ts'
import {
  asciiJson,
  calGlobalId,
  calPost,
  ownExcerpt,
  pageUrl,
  presentMembers,
  type RenderedItem,
  shownFlags,
  shownTexts,
  type Site,
} from '../items/post.ts'
import type { CalTexts } from '../items/directory.ts'

const textsOf = shownTexts(venueMembers, 'cal', venueOrders.calObject)
const flagsOf = shownFlags(venueMembers, 'cal')

const coordinates = ({ latitude, longitude }: VenueValues): string =>
  latitude === null || longitude === null ? '' : `,"geo_lat":${latitude},"geo_lng":${longitude}`

/** Venue object (spec 02 §1.2); one that is not `open` keeps name, dates, slug and address of its page. */
export const venueTexts = (item: RenderedItem<VenueValues>, site: Site, open: boolean): CalTexts => {
  const { _id, values } = item
  return [
    `{"id":${_id},${calPost(item, site)},"url":${asciiJson(pageUrl(site, 'venue', _id, values))}` +
      presentMembers({
        venue: displayTitle(values.name),
        description: open ? item.rendered.description : '',
        excerpt: open ? ownExcerpt(item) : '',
        slug: values.slug,
      }),
    open ? presentMembers(textsOf(values)) + coordinates(values) : '',
    `${flagsOf(values)},${calGlobalId(item, site)}}`,
  ]
}
