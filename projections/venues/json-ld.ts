import type { VenueValues } from '../../shared/facts/venue.ts'
import { plainText } from '../../shared/kernel/html/text.ts'
import { stateProvince } from '../../shared/kernel/text/place.ts'
import type { Item } from '../items/item.ts'
import { presentLd, type JsonLd } from '../items/related.ts'
import { pageUrl, type Site } from '../items/post.ts'

const postalAddress = (values: VenueValues): JsonLd => {
  const parts = presentLd({
    streetAddress: values.address,
    addressLocality: values.city,
    addressRegion: stateProvince(values),
    postalCode: values.zip,
    addressCountry: values.country,
  })
  return Object.keys(parts).length === 0 ? {} : { address: { '@type': 'PostalAddress', ...parts } }
}

/** schema.org Place; of one that is not `open` only name and address of its page (spec 02 §1.2 `json_ld`). */
export const placeLd = ({ _id, values }: Item<VenueValues>, site: Site, open: boolean): JsonLd => ({
  '@type': 'Place',
  ...presentLd({
    name: plainText(values.name),
    description: open ? plainText(values.description) : '',
    url: pageUrl(site, 'venue', _id, values),
  }),
  ...(open ? postalAddress(values) : {}),
  ...(open ? presentLd({ telephone: values.phone, sameAs: values.website }) : {}),
})
