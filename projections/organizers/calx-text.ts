import type { OrganizerValues } from '../../shared/facts/organizer.ts'
import { organizerMembers, organizerOrders } from '../../shared/members/organizer.ts'
import { type RenderedItem, shownTexts, type Site } from '../items/post.ts'
import { blanked, calxObject, calxPost, isShut, type CalxForm } from '../items/calx-post.ts'

const textsOf = shownTexts(organizerMembers, 'calx', organizerOrders.calx)

/** Organizer object of the second generation, JSON. */
export const calxOrganizerText = (
  item: RenderedItem<OrganizerValues>,
  site: Site,
  form: CalxForm,
): string => {
  const { values } = item
  const texts = textsOf(values)
  return calxObject(
    calxPost(item, 'organizer', values.name, site, form),
    isShut(values, form) ? blanked(texts) : texts,
  )
}
