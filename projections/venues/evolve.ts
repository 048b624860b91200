import { type VenueId, venueId } from '../../shared/kernel/brands.ts'
import type { VenueFact, VenueValues } from '../../shared/facts/venue.ts'
import { venueMembers } from '../../shared/members/venue.ts'
import { venueFact } from '../engine/fold.ts'
import { entryFrom, type Entry } from '../items/directory.ts'
import { buried, evolveShownItem, type ShownItem, withPurges } from '../items/item.ts'
import { nothingOfVenue } from '../items/tombstones.ts'
import { searchedTexts, type Site, withRendered } from '../items/post.ts'
import type { LastEnd } from '../items/last-ends.ts'
import { venueTexts } from './cal-text.ts'

type VenueItem = ShownItem<VenueValues>

export const venueFold = withPurges<VenueItem, VenueFact, VenueId>(
  venueId,
  {
    decode: venueFact,
    idOf: fact => fact.venueId,
    evolve: (item, fact, record) => evolveShownItem(item, fact.venueId, fact, record),
  },
  (id, record) => ({ ...buried(id, record, nothingOfVenue), shown: false }),
)

const searched = searchedTexts(venueMembers)

export const venueEntry =
  (site: Site) =>
  (folded: ShownItem<VenueValues>, lastEnd: LastEnd): Entry<VenueValues> => {
    const item = withRendered(folded)
    return entryFrom(
      item,
      lastEnd,
      searched(item.values),
      venueTexts(item, site, item.values.password === ''),
    )
  }
