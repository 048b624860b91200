import { SLUG_BYTES } from '../../limits.ts'
import { foldLetters } from './fold.ts'

const tags = /<[/!]?[a-z][^<>]*>/gi
const references = /&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]+);/gi
const escapes = /(?:%[89a-f][\da-f])+/gi
const encodedLetters = /%[c-f][\da-f](?:%[89ab][\da-f])+|[^%]/g

/** Resolves the escapes of letters; what is no letter in UTF-8 stays. */
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
 * `R & D` → `r-d`, `山川 über` → `%e5%b1%b1%e5%b7%9d-uber`; "" when no letter or digit is left.
 * A slug is its own slug.
 */
export const slugOf = (text: string): string => {
  const letters = foldLetters(
    decoded(text.replace(tags, '').replace(references, ''))
      .replace(/[\s/\p{Pd}]+/gu, '-')
      .replace(/[^\p{L}\p{N}\p{M}-]+/gu, ''),
  )
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '')
  return cut(encodeURIComponent(letters).toLowerCase(), SLUG_BYTES)
}

/** The numbered form of a slug that is taken: `base-2`, within 200 bytes. */
export const nextSlug = (base: string, number: number): string => {
  const suffix = `-${number}`
  return `${cut(base, SLUG_BYTES - suffix.length)}${suffix}`
}
