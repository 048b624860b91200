import { ACCOUNT_PASSWORD_LENGTH, DISPLAY_NAME_LENGTH, LOGIN_LENGTH } from '../../limits/accounts.ts'

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
