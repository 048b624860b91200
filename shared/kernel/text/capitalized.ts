/** The same with a capital at the beginning, as sentences have it. Pure. */
export const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** `PasswordLinkMade` → `password link made`. Pure. */
export const spelledOut = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
