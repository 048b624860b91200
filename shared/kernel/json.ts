import { hash } from 'node:crypto'

/** What JSON can say, never to be changed in place. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
export type JsonObject = { readonly [key: string]: Json }

/** An object that is no array. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The numbers in a list; none where there is no list. */
export const numbersIn = (value: unknown): readonly number[] =>
  Array.isArray(value) ? value.filter(one => typeof one === 'number') : []

/**
 * A text, and a short one that is another exactly when the text is: answers made of kept texts are told apart by marks
 * that are kept with them. Both are ASCII.
 */
export type Marked = { readonly text: string; readonly mark: string }

/** Always of the same length, so that marks in a row need nothing between them. `texts`: JSON, so on one line each. */
export const markOf = (texts: readonly string[]): string => hash('sha1', texts.join('\n'), 'base64url')

/** `text`: JSON. */
export const withMark = (text: string): Marked => ({ text, mark: markOf([text]) })

/** The texts with commas between them. Unlike `join` it copies none: that is left to the sending, once for all. */
export const listed = (texts: readonly string[]): string => {
  let all = ''
  for (const text of texts) all += all === '' ? text : `,${text}`
  return all
}

/** The members that have a value: what was not sent is left out instead of being undefined. */
export const defined = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Values]?: Exclude<Values[Name], undefined>
  }
