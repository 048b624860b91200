import type { SharedValues } from './state.ts'

const TRASHED = '__trashed'

/** What a status and a publication date mean at the instant `at` (spec 01 §9, 02 §5 Draft/pending). */
export const settle = <Values extends SharedValues>(values: Values, at: string): Values => {
  const { status, publishedAt } = values
  if (status === 'draft' || status === 'pending' || status === 'trash') return values
  const scheduled = publishedAt !== null && publishedAt > at
  const settled = status === 'private' ? status : scheduled ? 'future' : 'publish'
  return { ...values, status: settled, publishedAt: publishedAt ?? at }
}

/** A slug is given when an item first becomes public, scheduled or private, and kept from then on (spec 02 §1.1). */
export const needsSlug = ({ status, slug }: SharedValues): boolean =>
  slug === '' && (status === 'publish' || status === 'future' || status === 'private')

export const trashedSlug = (slug: string): string => `${slug}${TRASHED}`

/** The slug an item had before it was trashed. */
export const untrashedSlug = (slug: string): string =>
  slug.endsWith(TRASHED) ? slug.slice(0, -TRASHED.length) : slug
