import type { OrganizerValues } from '../../shared/facts/organizer.ts'
import { displayTitle } from '../../shared/kernel/html/sanitize.ts'
import { organizerMembers, organizerOrders } from '../../shared/members/organizer.ts'
import {
  asciiJson,
  calGlobalId,
  calPost,
  ownExcerpt,
  pageUrl,
  presentMembers,
  type RenderedItem,
  shownTexts,
  type Site,
} from '../items/post.ts'
import type { CalTexts } from '../items/directory.ts'

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
