import type { OrganizerValues } from '../../shared/facts/organizer.ts'
import { displayTitle } from '../../shared/kernel/html/display.ts'
import { organizerMembers, organizerOrders } from '../../shared/members/organizer.ts'
import { asciiJson, presentMembers } from '../items/ascii-json.ts'
import { calGlobalId, calPost } from '../items/cal-post.ts'
import type { CalTexts } from '../items/directory.ts'
import { ownExcerpt, type RenderedItem } from '../items/rendered.ts'
import { shownTexts } from '../items/shown-members.ts'
import { pageUrl, type Site } from '../items/site.ts'

const textsOf = shownTexts(organizerMembers, 'cal', organizerOrders.calObject)

/** Organizer object (spec 02 §1.3); one that is not `open` keeps name, dates, slug and address of its page. */
export const organizerTexts = (item: RenderedItem<OrganizerValues>, site: Site, open: boolean): CalTexts => {
  const { _id, values } = item
  return [
    `{"id":${_id},${calPost(item, site)},"url":${asciiJson(pageUrl(site, 'organizer', _id, values))}` +
      presentMembers({
        organizer: displayTitle(values.name),
        description: open ? item.rendered.description : '',
        excerpt: open ? ownExcerpt(item) : '',
        slug: values.slug,
      }),
    open ? presentMembers(textsOf(values)) : '',
    `,${calGlobalId(item, site)}}`,
  ]
}
