const LOGIN = /^[^\s@:/\p{C}]{1,60}$/u
const EMAIL = /^[^\s@\p{C}]{1,64}@[^\s@\p{C}]{1,190}$/u

/** Where a command takes a login, this is whoever did not sign in (spec 00 §6). */
export const GUEST_LOGIN = 'guest'

/** A login has no `@`, so it never looks like an address, and no `:`, which ends it in a Basic header. */
export const isLogin = (text: string): boolean => LOGIN.test(text) && text.toLowerCase() !== GUEST_LOGIN

export const isEmailAddress = (text: string): boolean => EMAIL.test(text)
