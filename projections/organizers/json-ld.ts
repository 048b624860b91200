import type { OrganizerValues } from '../../shared/facts/organizer.ts'
import { plainText } from '../../shared/kernel/html/text.ts'
import type { Item } from '../items/item.ts'
import { presentLd, type JsonLd } from '../items/related.ts'
import { pageUrl, type Site } from '../items/post.ts'

/** Each sign as a character reference: keeps simple harvesters away. */
const obfuscated = (email: string): string =>
  Array.from(email, sign => `&#${sign.codePointAt(0) ?? 0};`).join('')

/** schema.org Person; of one that is not `open` only name and address of its page (spec 02 §1.3 `json_ld`). */
export const personLd = ({ _id, values }: Item<OrganizerValues>, site: Site, open: boolean): JsonLd => ({
  '@type': 'Person',
  ...presentLd({
    name: plainText(values.name),
    description: open ? plainText(values.description) : '',
    url: pageUrl(site, 'organizer', _id, values),
  }),
  ...(open
    ? presentLd({ telephone: values.phone, email: obfuscated(values.email), sameAs: values.website })
    : {}),
})
