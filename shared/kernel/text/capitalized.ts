/** The same with a capital at the beginning, as sentences have it. Pure. */
export const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
