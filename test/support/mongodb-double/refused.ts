import type { Document } from 'mongodb'
import { DuplicateKey, UnsupportedQuery } from '../../../shared/documents/port.ts'

const [BAD_VALUE, DUPLICATE, INTERNAL] = [2, 11_000, 1]

/** A refusal by its number in MongoDB. */
export class Refused extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** An id or a key that another document has, in the server's words. */
export const duplicateOf = (collection: string, index: string, key: string): Refused =>
  new Refused(
    DUPLICATE,
    `E11000 duplicate key error collection: ${collection} index: ${index} dup key: ${key}`,
  )

/** What the driver is told of trouble. */
export const told = (error: unknown): { readonly code: number; readonly errmsg: string } & Document => {
  if (error instanceof Refused) return { code: error.code, errmsg: error.message }
  if (error instanceof UnsupportedQuery) return { code: BAD_VALUE, errmsg: error.message }
  if (error instanceof DuplicateKey) {
    const said = /^unique index (?<index>.+?) of (?<collection>.+?) holds (?<key>.*) already$/s.exec(
      error.message,
    )
    const { index = '', collection = '', key = '' } = said?.groups ?? {}
    return told(duplicateOf(collection, index, key))
  }
  return { code: INTERNAL, errmsg: String(error) }
}
