import {
  MongoClientBulkWriteError,
  MongoCompatibilityError,
  MongoError,
  MongoInvalidArgumentError,
  MongoParseError,
  MongoServerError,
} from 'mongodb'
import { DocumentsUnavailable, DuplicateKey, UnsupportedQuery } from '../port.ts'

/** Codes of what the server will never do with these values; all other trouble may pass. */
const REFUSALS: ReadonlySet<unknown> = new Set([
  2, // BadValue
  9, // FailedToParse
  14, // TypeMismatch
  28, // PathNotViable
  52, // DollarPrefixedFieldName
  56, // EmptyFieldName
  66, // ImmutableField
  67, // CannotCreateIndex
  85, // IndexOptionsConflict
  171, // CannotIndexParallelArrays
  10334, // BSONObjectTooLarge
  17419, // resulting document too large
])

const DUPLICATE = 11000

export type Taken = { readonly index: string; readonly key: string }

/** What a duplicate key error says; null: it is no such error. */
export const takenIn = (error: { readonly code?: unknown; readonly message: string }): Taken | null => {
  if (error.code !== DUPLICATE) return null
  const said = / index: (?<index>.+?) dup key: (?<key>.*)$/s.exec(error.message)?.groups
  return { index: said?.['index'] ?? '?', key: said?.['key'] ?? error.message }
}

/** The trouble in the port's words; `what` was to be done. */
export const translated = (error: unknown, what: string, collection: string): unknown => {
  if (error instanceof MongoServerError) {
    const taken = takenIn(error)
    if (taken !== null) return new DuplicateKey(collection, taken.index, taken.key, { cause: error })
    if (REFUSALS.has(error.code))
      return new UnsupportedQuery(`${what} ${collection}: ${error.message}`, { cause: error })
  }
  if (!isOutage(error)) return error
  return new DocumentsUnavailable(
    `MongoDB could not ${what} ${collection}, or not say so: ${error.message}`,
    {
      cause: error,
    },
  )
}

/**
 * It may pass, and whether anything took effect is not known. Everything else is refused, by the driver or by the server
 * before it began, and will be again: of several that went out as one command the others may be well.
 */
export const isOutage = (error: unknown): error is Error => {
  const cause = error instanceof MongoClientBulkWriteError ? (error.cause ?? error) : error
  if (cause instanceof MongoServerError) return !REFUSALS.has(cause.code)
  return (cause instanceof MongoError && !isOurOwnMistake(cause)) || isTimeout(cause)
}

/** Nothing was sent: the driver refused what we gave it. */
const isOurOwnMistake = (error: unknown): boolean =>
  error instanceof MongoInvalidArgumentError ||
  error instanceof MongoParseError ||
  error instanceof MongoCompatibilityError

const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError'
