import type { OrganizerValues } from '../../shared/facts/organizer.ts'
import { asciiJson } from '../items/ascii-json.ts'
import { calxPost, isShut, type CalxForm } from '../items/calx-post.ts'
import type { RenderedItem } from '../items/rendered.ts'
import type { Site } from '../items/site.ts'

/** Organizer object of the second generation, JSON. */
export const calxOrganizerText = (
  item: RenderedItem<OrganizerValues>,
  site: Site,
  form: CalxForm,
): string => {
  const { values } = item
  const { phone, website, email } = values
  return asciiJson({
    ...calxPost(item, 'organizer', values.name, site, form),
    ...(isShut(values, form) ? { phone: '', website: '', email: '' } : { phone, website, email }),
  })
}
