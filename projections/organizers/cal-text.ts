import type { OrganizerValues } from '../../shared/facts/organizer.ts'
import { displayTitle } from '../../shared/kernel/html/display.ts'
import { asciiJson, presentMembers } from '../items/ascii-json.ts'
import { calGlobalId, calPost } from '../items/cal-post.ts'
import type { CalTexts } from '../items/directory.ts'
import { ownExcerpt, type RenderedItem } from '../items/rendered.ts'
import { pageUrl, type Site } from '../items/site.ts'

/** Organizer object (spec 02 §1.3); one that is not `open` keeps name, dates, slug and address of its page. */
export const organizerTexts = (item: RenderedItem<OrganizerValues>, site: Site, open: boolean): CalTexts => {
  const { _id, values } = item
  const { phone, website, email } = values
  return [
    `{"id":${_id},${calPost(item, site)},"url":${asciiJson(pageUrl(site, 'organizer', _id, values))}` +
      presentMembers({
        organizer: displayTitle(values.name),
        description: open ? item.rendered.description : '',
        excerpt: open ? ownExcerpt(item) : '',
        slug: values.slug,
      }),
    open ? presentMembers({ phone, website, email }) : '',
    `,${calGlobalId(item, site)}}`,
  ]
}
