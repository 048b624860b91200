import { SLUG_BYTES } from '../../../shared/limits/items.ts'
import { VIEW_WORD_LENGTH } from '../../../shared/limits/views.ts'
import { searchExcess } from '../platform/arguments/search-kind.ts'
import type { Said } from './address.ts'

const slugExcess = (slug: string): string | null =>
  Buffer.byteLength(slug) > SLUG_BYTES ? `${SLUG_BYTES} bytes` : null

const pathExcess = (path: string): string | null =>
  path.split('/').reduce<string | null>((found, slug) => found ?? slugExcess(slug), null)

const wordExcess = (word: string): string | null =>
  word.length > VIEW_WORD_LENGTH ? `${VIEW_WORD_LENGTH} characters` : null

const PARTS = [
  ['search', 'search', searchExcess],
  ['category', 'category', pathExcess],
  ['tag', 'tag', slugExcess],
  ['date', 'date', wordExcess],
  ['page', 'page', wordExcess],
  ['display', 'name of the view', wordExcess],
] as const

/** What is longer than anything that exists, in words with its limit (spec 06 §1.1); null: nothing. */
export const excessIn = (said: Said): string | null => {
  for (const [part, name, excess] of PARTS) {
    const most = excess(said[part] ?? '')
    if (most !== null) return `the ${name} must not have more than ${most}`
  }
  return null
}
