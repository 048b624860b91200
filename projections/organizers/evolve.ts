import { type OrganizerId, organizerId } from '../../shared/kernel/brands.ts'
import type { OrganizerFact, OrganizerValues } from '../../shared/facts/organizer.ts'
import { organizerMembers } from '../../shared/members/organizer.ts'
import { organizerFact } from '../engine/fold.ts'
import { entryFrom, type Entry } from '../items/directory.ts'
import { buried, evolveShownItem, type ShownItem, withPurges } from '../items/item.ts'
import { nothingOfOrganizer } from '../items/tombstones.ts'
import { searchedTexts, type Site, withRendered } from '../items/post.ts'
import type { LastEnd } from '../items/last-ends.ts'
import { organizerTexts } from './cal-text.ts'

type OrganizerItem = ShownItem<OrganizerValues>

export const organizerFold = withPurges<OrganizerItem, OrganizerFact, OrganizerId>(
  organizerId,
  {
    decode: organizerFact,
    idOf: fact => fact.organizerId,
    evolve: (item, fact, record) => evolveShownItem(item, fact.organizerId, fact, record),
  },
  (id, record) => ({ ...buried(id, record, nothingOfOrganizer), shown: false }),
)

const searched = searchedTexts(organizerMembers)

export const organizerEntry =
  (site: Site) =>
  (folded: ShownItem<OrganizerValues>, lastEnd: LastEnd): Entry<OrganizerValues> => {
    const item = withRendered(folded)
    return entryFrom(
      item,
      lastEnd,
      searched(item.values),
      organizerTexts(item, site, item.values.password === ''),
    )
  }
