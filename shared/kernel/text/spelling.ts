import { ACCOUNT_PASSWORD_LENGTH, DISPLAY_NAME_LENGTH, LOGIN_LENGTH } from '../../limits/accounts.ts'
import { SLUG_BYTES } from '../../limits/items.ts'

// One spelling of what looks the same: names of accounts, slugs, texts without case and accents, texts of one
// line.

/** Neither blanks nor what cannot be seen. */
const VISIBLE = String.raw`[^\s@\p{C}\p{Default_Ignorable_Code_Point}]`
const LOGIN = new RegExp(`^${VISIBLE}{1,${LOGIN_LENGTH}}$`, 'u')
const EMAIL = new RegExp(`^${VISIBLE}{1,64}@${VISIBLE}{1,190}$`, 'u')
const NAME = /^[^\p{C}\p{Zl}\p{Zp}]*$/u
/** Scripts whose letters look like those of another one: nobody's name has letters of two. */
const ALIKE = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u]

/** Where a command takes a login, this is whoever did not sign in (spec 00 §6). */
export const GUEST_LOGIN = 'guest'

/** The one spelling of a login or an e-mail address that looks the same. */
export const accountName = (text: string): string => text.normalize('NFKC').trim()

/**
 * A login has no `@`, so it never looks like an address, no `:`, which ends it in a Basic header, and no `/`; and its
 * letters are of one script.
 */
export const isLogin = (text: string): boolean =>
  LOGIN.test(text) &&
  !/[:/]/.test(text) &&
  text.toLowerCase() !== GUEST_LOGIN &&
  ALIKE.filter(script => script.test(text)).length <= 1

export const isEmailAddress = (text: string): boolean => EMAIL.test(text)

/** One line of text; "" for none. */
export const isDisplayName = (text: string): boolean => text.length <= DISPLAY_NAME_LENGTH && NAME.test(text)

export const isAccountPassword = (text: string): boolean =>
  text !== '' && text.length <= ACCOUNT_PASSWORD_LENGTH

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
  if (text === '') return ''
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

const marks = /(?<=[\p{Script=Latin}\p{Script=Greek}])\p{Mn}+/gu
/** Nothing here has an accent; typographic quotes and dashes stand in most descriptions. */
const plain = /^[\x20-\x7e\u2010-\u2027]*$/
const special: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  þ: 'th',
  ı: 'i',
  ŧ: 't',
  ŋ: 'n',
  ĸ: 'k',
  ſ: 's',
}
const specials = /[ßæœøđðłħþıŧŋĸſ]/g

/** Lower case without accents: `École` → `ecole`, `Straße` → `strasse`. Signs that make other letters in other scripts stay. */
export const foldLetters = (text: string): string =>
  plain.test(text)
    ? text.toLowerCase()
    : text
        .toLowerCase()
        .normalize('NFD')
        .replace(marks, '')
        .normalize('NFC')
        .replace(specials, letter => special[letter] ?? letter)

/** For searching: case, accents and the kind of apostrophe do not count (spec 02 §3.4). */
export const fold = (text: string): string => foldLetters(text).replaceAll('’', "'")

const uneven = /\s{2}|[^\S ]|^\s|\s$/

/** White space collapsed to single blanks, none of them outside. */
export const evenBlanks = (text: string): string =>
  uneven.test(text) ? text.replace(/\s+/g, ' ').trim() : text

/** For comparing names (spec 02 §6, §9): white space is even, case does not count. */
export const foldName = (text: string): string => evenBlanks(text).toLowerCase()

const controls = /[\u0000-\u001f\u007f-\u009f]/

/** One-line text (spec 01 §2): CR, LF and TAB each become a blank, other controls go, outer blanks go. */
export const oneLine = (text: string): string =>
  (controls.test(text)
    ? text.replace(/[\r\n\t]/g, ' ').replace(/[\u0000-\u001f\u007f-\u009f]/g, '')
    : text
  ).trim()
