const LOGIN = /^[^\s@:/\p{C}]{1,60}$/u
const EMAIL = /^[^\s@\p{C}]{1,64}@[^\s@\p{C}]{1,190}$/u

/** A login has no `@`, so it never looks like an address, and no `:`, which ends it in a Basic header. */
export const isLogin = (text: string): boolean => LOGIN.test(text)

export const isEmailAddress = (text: string): boolean => EMAIL.test(text)
