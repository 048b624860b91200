import type { Documents } from '../../shared/documents/port.ts'
import { organizerMembers } from '../../shared/members/organizer.ts'
import { directory } from '../items/directory.ts'
import { directoryQueries } from '../items/directory-queries.ts'
import type { ImageLookup } from '../items/images.ts'
import type { Projection } from '../engine/projection.ts'
import type { Site } from '../items/post.ts'
import { organizerTexts } from './cal-text.ts'
import { calxOrganizerText } from './calx-text.ts'
import { organizerEntry, organizerFold } from './evolve.ts'
import { personLd } from './json-ld.ts'
import type { OrganizerQueries } from './queries.ts'

export const organizers =
  (site: Site, images: ImageLookup) =>
  async (documents: Documents): Promise<Projection & { readonly queries: OrganizerQueries }> => {
    const { entries, ...projection } = await directory(documents, {
      name: 'organizers',
      prefix: 'organizer-',
      members: organizerMembers,
      fold: organizerFold,
      entryOf: organizerEntry(site),
    })
    return {
      ...projection,
      queries: directoryQueries({
        entries,
        images,
        site,
        texts: (item, open) => organizerTexts(item, site, open),
        calx: (item, form) => calxOrganizerText(item, site, form),
        jsonLd: (item, open) => personLd(item, site, open),
      }),
    }
  }
