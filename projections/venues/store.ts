import type { Documents } from '../../shared/documents/port.ts'
import { venueMembers } from '../../shared/members/venue.ts'
import { directory } from '../items/directory.ts'
import { directoryQueries } from '../items/directory-queries.ts'
import type { ImageLookup } from '../items/images.ts'
import type { Projection } from '../engine/projection.ts'
import type { Site } from '../items/post.ts'
import { venueTexts } from './cal-text.ts'
import { calxVenueText } from './calx-text.ts'
import { venueEntry, venueFold } from './evolve.ts'
import { placeLd } from './json-ld.ts'
import type { VenueQueries } from './queries.ts'

export const venues =
  (site: Site, images: ImageLookup) =>
  async (documents: Documents): Promise<Projection & { readonly queries: VenueQueries }> => {
    const { entries, ...projection } = await directory(documents, {
      name: 'venues',
      prefix: 'venue-',
      members: venueMembers,
      fold: venueFold,
      entryOf: venueEntry(site),
    })
    return {
      ...projection,
      queries: directoryQueries({
        entries,
        images,
        site,
        texts: (item, open) => venueTexts(item, site, open),
        calx: (item, form) => calxVenueText(item, site, form),
        jsonLd: (item, open) => placeLd(item, site, open),
      }),
    }
  }
