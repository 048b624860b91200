import { SLUG_BYTES } from '../../limits/items.ts'
import { foldLetters } from './fold.ts'

const tags = /<[/!]?[a-z][^<>]*>/gi
const references = /&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]+);/gi
const escapes = /(?:%[89a-f][\da-f])+/gi
const encodedLetters = /%[c-f][\da-f](?:%[89ab][\da-f])+|[^%]/g
const gaps = /[\s./\p{Pd}]+/gu
/** Signs of ASCII, quotes and marks of Latin texts, and what is not seen, but for the joiners that make one sign of several. */
const dropped =
  /[!-,:-@[-^`{-~¡¢£¨©«®¯°´¸»¿\u2018-\u201f\u2020-\u2022\u2026\u2032\u2033\u2039\u203a™]|(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}]/gu
const TRASH_MARK = /(?<!_)_{2,}trashed$/

/** Resolves the escapes of signs beyond ASCII; what is none in UTF-8 stays. */
const decoded = (text: string): string =>
  text.includes('%')
    ? text.replace(escapes, run => {
        try {
          return decodeURIComponent(run)
        } catch {
          return run
        }
      })
    : text

/** At most that many bytes of a slug, letters whole, without a `-` at the end. */
const cut = (slug: string, bytes: number): string => {
  if (slug.length <= bytes) return slug
  let end = 0
  for (const { 0: letter, index } of slug.matchAll(encodedLetters)) {
    if (index + letter.length > bytes) break
    end = index + letter.length
  }
  return slug.slice(0, end).replace(/-+$/, '')
}

/**
 * Slug of a title, a name, a sent slug or one from an address, raw or percent-encoded (spec 02 §7):
 * `R & D` → `r-d`, `v1.2_final` → `v1-2_final`, `山川 über` → `%e5%b1%b1%e5%b7%9d-uber`; "" when no sign of it is kept.
 * A slug is its own slug. None looks like that of an item in the trash.
 */
export const slugOf = (text: string): string => {
  const kept = decoded(text.replace(tags, '').replace(references, ''))
    .normalize('NFC')
    .replaceAll('×', 'x')
    .replaceAll('€', 'e')
    .replace(gaps, '-')
    .replace(dropped, '')
  const signs = foldLetters(kept).replace(/-{2,}/g, '-').replace(/^-|-$/g, '').replace(TRASH_MARK, '_trashed')
  return cut(encodeURIComponent(signs).toLowerCase(), SLUG_BYTES)
}

/** The numbered form of a slug that is taken: `base-2`, within 200 bytes. */
export const nextSlug = (base: string, number: number): string => {
  const suffix = `-${number}`
  return `${cut(base, SLUG_BYTES - suffix.length)}${suffix}`
}
