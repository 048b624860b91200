import type { UtcTime } from '../../../shared/kernel/brands.ts'
import type { Cleaning } from '../../../shared/cleaning/texts.ts'
import type { ItemStatus } from '../../../shared/facts/common.ts'
import { defined } from '../../../shared/kernel/json.ts'
import { slugOf } from '../../../shared/kernel/text/spelling.ts'
import { ITEM_PASSWORD_LENGTH, LINE_LENGTH } from '../../../shared/limits/items.ts'
import { untrashedSlug } from '../../calendar/item/state.ts'
import { cutHtml, cutLine, isLongHtml } from '../../imports/item/cut.ts'
import { looseLine } from '../../imports/item/loose.ts'
import type { calxShape, OldLinks, Shown } from './shape.ts'

/** Something about a thing that its reader has to know: the member, and a code of spec 05 §15. */
export type Notice = { readonly member: string; readonly why: NoticeCode }
type NoticeCode = 'wrong_type' | 'text_cut' | 'unreadable' | 'unknown_timezone' | 'mended' | 'slug_taken'

/** null: there is none, or the zeros that stand for none. */
const instantIn = (sent: UtcTime | undefined): UtcTime | null =>
  sent === undefined || sent.startsWith('0000') ? null : sent

type ShownPost = {
  readonly slug?: string
  readonly status?: ItemStatus
  readonly date_utc?: UtcTime
  readonly description?: string
  readonly excerpt?: string
  readonly global_id?: string
  readonly global_id_lineage?: readonly string[]
}

/** Its life in the other calendar: one in the trash is moved as a draft, and then put there. */
const lifeOf = ({ status = 'draft', date_utc: date, slug = '' }: ShownPost) => {
  const isOut = status === 'draft' || status === 'pending' || status === 'trash'
  return {
    status: status === 'trash' ? ('draft' as const) : status,
    publishedAt: isOut ? null : instantIn(date),
    slug: slugOf(status === 'trash' ? untrashedSlug(slug) : slug),
  }
}

/** Ids by which other sites know it, the one of the other calendar first. */
const lineageOf = ({ global_id: own, global_id_lineage: others = [] }: ShownPost): string[] =>
  [...new Set([own ?? '', ...others].map(id => cutLine(looseLine(id) ?? '')))].filter(id => id !== '')

const htmlIn = (text: string, cleaning: Cleaning): string => cleaning('blocks', cutHtml(text))

/** What all items have; texts as they were written where the other calendar shows that. */
export const postValues = (
  cal: ShownPost,
  calx: Shown<typeof calxShape>,
  { author, image }: OldLinks,
  cleaning: Cleaning,
) => {
  const texts = {
    description: calx.content?.raw ?? cal.description ?? '',
    excerpt: calx.excerpt?.raw ?? cal.excerpt ?? '',
  }
  const cut = Object.entries(texts).filter(([, text]) => isLongHtml(text))
  return {
    values: {
      ...lifeOf(cal),
      description: htmlIn(texts.description, cleaning),
      excerpt: htmlIn(texts.excerpt, cleaning),
      lineage: lineageOf(cal),
      ...defined({
        author,
        image,
        password: calx.password?.slice(0, ITEM_PASSWORD_LENGTH),
        template: calx.template === undefined ? undefined : cutLine(calx.template),
      }),
    },
    notices: cut.map(([member]): Notice => ({ member, why: 'text_cut' })),
  }
}

/** A title or name as it may be stored here; "" when nothing of it is to be seen. */
export const titleIn = (sent: string | undefined, cleaning: Cleaning): string =>
  cleaning('title', (looseLine(sent) ?? '').slice(0, 2 * LINE_LENGTH))
    .trim()
    .slice(0, LINE_LENGTH)

export const wrongTypes = (...lists: readonly (readonly string[])[]): readonly Notice[] =>
  lists.flat().map(member => ({ member, why: 'wrong_type' }))
