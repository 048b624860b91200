import { crc32 } from 'node:zlib'
import { MAX_APPEND_BYTES, RecordTooLarge, StoreUnavailable } from './port.ts'
import type { Expected, JsonObject, Meta, NewRecord, Position, StoredRecord } from './port.ts'
import { NO_LIFETIME } from './sqlite-protocol.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** `Expected` as a number: what `absent` means to the counting of revisions, and a value no revision has. */
export const ABSENT = -1
export const ANY = -2

/** One append as text: what follows can neither change nor be refused for its content. */
export type Packed = {
  readonly stream: string
  readonly expected: number
  readonly ids: readonly string[]
  readonly bodies: readonly string[]
  readonly bytes: number
  /** NO_LIFETIME unless this sets how long the stream's records live. */
  readonly lifetime: number
}

/** SQLite's text functions stop at NUL, and half a surrogate pair would come back as another name. */
export const checkStream = (stream: string): void => {
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

const expectedNumber = (expected: Expected): number => {
  if (expected === 'any') return ANY
  if (expected === 'absent') return ABSENT
  wholeNumber('expected', expected)
  return expected
}

/** Throws RangeError naming the bad argument, RecordTooLarge. */
export const pack = (stream: string, records: readonly NewRecord[], expected: Expected): Packed => {
  checkStream(stream)
  if (records.length === 0) throw new RangeError('records: at least one')
  const ids: string[] = []
  const bodies: string[] = []
  let bytes = 0
  for (const { id, type, data, meta } of records) {
    if (!UUID.test(id)) throw new RangeError(`records: id ${JSON.stringify(id)} is not a UUID`)
    if (type === '') throw new RangeError('records: a type of at least one character')
    const body = JSON.stringify({ type, data, meta })
    ids.push(id)
    bodies.push(body)
    bytes += Buffer.byteLength(body)
  }
  if (bytes > MAX_APPEND_BYTES)
    throw new RecordTooLarge(`an append of ${bytes} bytes to ${stream}; ${MAX_APPEND_BYTES} are allowed`)
  return { stream, expected: expectedNumber(expected), ids, bodies, bytes, lifetime: NO_LIFETIME }
}

/** A life of so many seconds for the records of a stream, to be committed like an append. */
export const packLifetime = (stream: string, seconds: number): Packed => {
  checkStream(stream)
  if (!Number.isSafeInteger(seconds) || seconds < 1) throw new RangeError('seconds: a whole number from 1')
  return { stream, expected: ANY, ids: [], bodies: [], bytes: 0, lifetime: seconds }
}

type Place = {
  readonly id: string
  readonly stream: string
  readonly revision: number
  readonly position: Position
}

/** A body of our own making, so its shape is known. Places the record by adding to the parsed object: no copy. */
export const unpack = (body: string, place: Place): StoredRecord => {
  const parsed = JSON.parse(body) as { readonly type: string; readonly data: JsonObject; readonly meta: Meta }
  return Object.assign(parsed, place)
}

/** Over what a record says and where it belongs. */
export const checksum = (body: string, { id, stream, revision, position }: Place): number =>
  crc32(body, crc32(`${position} ${revision} ${id} ${stream}`))

/** A flipped bit is reported, never handed on as a fact. */
export const verify = (file: string, body: string, crc: number, place: Place): void => {
  if (checksum(body, place) === crc) return
  throw new StoreUnavailable(
    `the log ${file} is damaged: record ${place.revision} of ${place.stream} does not match its checksum`,
  )
}
