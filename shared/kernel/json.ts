/** What JSON can say, never to be changed in place. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
export type JsonObject = { readonly [key: string]: Json }

/** An object that is no array. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The numbers in a list; none where there is no list. */
export const numbersIn = (value: unknown): readonly number[] =>
  Array.isArray(value) ? value.filter(one => typeof one === 'number') : []
