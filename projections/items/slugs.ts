import type { Collection } from '../../shared/documents/port.ts'
import { slugOf } from '../../shared/kernel/text/spelling.ts'

type Slugged = { readonly _id: number; readonly slug: string }

/** Case-insensitive, raw or percent-encoded, after slug normalisation (spec 02 §4). Slugs of the trash count as they are. */
export const slugForms = (text: string): readonly string[] => {
  const asIs = text.toLowerCase()
  if (asIs.endsWith('__trashed')) return [asIs]
  return [...new Set([slugOf(text), asIs])].filter(slug => slug !== '')
}

/** Uses index `slug`. */
export const bySlug = async <D extends Slugged>(items: Collection<D>, text: string): Promise<D | null> => {
  const forms = slugForms(text)
  if (forms.length === 0) return null
  const [found] = await items.find({ slug: { $in: forms } }, { sort: { _id: 1 }, limit: 1 })
  return found ?? null
}
