import type { StreamName } from '../kernel/brands.ts'
import { MAX_APPEND_BYTES, RecordTooLarge, type Expected, type NewRecord } from './port.ts'

// What callers may give to any adapter. Every mistake is a RangeError that names the argument.

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether records may be called so: by UUIDs. */
export const isRecordId = (id: string): boolean => UUID.test(id)

/** SQLite's text functions stop at NUL, and half a surrogate pair would come back as another name. */
export const checkStream = (stream: StreamName): void => {
  if (stream === '' || stream.includes('\0') || !stream.isWellFormed())
    throw new RangeError('stream: a name of at least one character, without NUL, well-formed')
}

const wholeNumber = (name: string, value: number): void => {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${name}: a whole number from 0`)
}

export const checkRange = (from: number, limit: number | undefined): void => {
  wholeNumber('from', from)
  if (limit !== undefined) wholeNumber('limit', limit)
}

export const checkSeconds = (seconds: number): void => {
  if (!Number.isSafeInteger(seconds) || seconds < 1) throw new RangeError('seconds: a whole number from 1')
}

export const checkBefore = (before: number): void => wholeNumber('before', before)

export const checkExpected = (expected: Expected): void => {
  if (typeof expected === 'number') wholeNumber('expected', expected)
}

/** Of appends that are made together. */
export const checkEachOnce = (streams: readonly StreamName[]): void => {
  if (new Set(streams).size < streams.length) throw new RangeError('stream: each of them once')
}

/** The records of one append as they are stored: what follows can neither change nor be refused for its content. */
export type Written<Body> = {
  readonly ids: readonly string[]
  readonly bodies: readonly Body[]
  readonly bytes: number
}

/** A record as an adapter stores it, and the bytes of its JSON (`{ type, data, meta }`). */
type Writing<Body> = (record: NewRecord) => { readonly body: Body; readonly bytes: number }

/** Throws RangeError, RecordTooLarge. */
export const write = <Body>(
  stream: StreamName,
  records: readonly NewRecord[],
  writing: Writing<Body>,
): Written<Body> => {
  checkStream(stream)
  if (records.length === 0) throw new RangeError('records: at least one')
  const ids: string[] = []
  const bodies: Body[] = []
  let bytes = 0
  for (const record of records) {
    const { id, type } = record
    if (!isRecordId(id)) throw new RangeError(`records: id ${JSON.stringify(id)} is not a UUID`)
    if (type === '') throw new RangeError('records: a type of at least one character')
    const written = writing(record)
    ids.push(id)
    bodies.push(written.body)
    bytes += written.bytes
  }
  if (bytes > MAX_APPEND_BYTES)
    throw new RecordTooLarge(`an append of ${bytes} bytes to ${stream}; ${MAX_APPEND_BYTES} are allowed`)
  return { ids, bodies, bytes }
}
