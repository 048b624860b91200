import { assertJson } from '../json.ts'

/** Freezes a value deeply. Throws UnsupportedQuery for what JSON or MongoDB would not keep as it is. */
export const freezeJson = (value: unknown): void => assertJson(value, 'document', part => Object.freeze(part))
