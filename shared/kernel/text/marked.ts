import { hash } from 'node:crypto'

/**
 * A text, and a short one that is another exactly when the text is: answers made of kept texts are told apart by marks
 * that are kept with them. Both are ASCII.
 */
export type Marked = { readonly text: string; readonly mark: string }

/** Always of the same length, so that marks in a row need nothing between them. `texts`: JSON, so on one line each. */
export const markOf = (texts: readonly string[]): string => hash('sha1', texts.join('\n'), 'base64url')

/** The texts with commas between them. Unlike `join` it copies none: that is left to the sending, once for all. */
export const listed = (texts: readonly string[]): string => {
  let all = ''
  for (const text of texts) all += all === '' ? text : `,${text}`
  return all
}
