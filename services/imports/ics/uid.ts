import { unescapeText } from './text-value.ts'

/** Of the value of a UID property; "": none. */
export const uidOf = (value: string | undefined): string => unescapeText(value ?? '').trim()
