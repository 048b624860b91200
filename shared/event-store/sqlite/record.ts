import { crc32 } from 'node:zlib'
import type { StreamName, Revision } from '../../kernel/brands.ts'
import type { Meta } from '../../facts/meta.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { checkEachOnce, checkExpected, checkSeconds, checkStream, write, type Written } from '../given.ts'
import {
  type Append,
  type Expected,
  type NewRecord,
  type Position,
  type StoredRecord,
  StoreUnavailable,
} from '../port.ts'
import { NO_LIFETIME } from './protocol.ts'

// Records as the file has them: appends as texts on the way in, rows as records on the way out.

/** `Expected` as a number: what `absent` means to the counting of revisions, and a value no revision has. */
export const ABSENT = -1
export const ANY = -2
/** Either of them, to a stream that there never was: nobody need look where it ends. */
export const UNUSED = -3

/** One append as text, with where it goes. */
export type Packed = Written<string> & {
  readonly stream: StreamName
  readonly expected: number
  /** NO_LIFETIME unless this sets how long the stream's records live. */
  readonly lifetime: number
}

const expectedNumber = (expected: Expected): number => {
  if (expected === 'any') return ANY
  if (expected === 'absent') return ABSENT
  checkExpected(expected)
  return expected
}

/** As text. */
const writing = ({ type, data, meta }: NewRecord) => {
  const body = JSON.stringify({ type, data, meta })
  return { body, bytes: Buffer.byteLength(body) }
}

/** Throws RangeError naming the bad argument, RecordTooLarge. */
export const pack = (stream: StreamName, records: readonly NewRecord[], expected: Expected): Packed => ({
  stream,
  ...write(stream, records, writing),
  expected: expectedNumber(expected),
  lifetime: NO_LIFETIME,
})

/** Appends that are made together. Throws as `pack`, and RangeError for a stream that comes twice. */
export const packAll = (appends: readonly Append[]): readonly Packed[] => {
  checkEachOnce(appends.map(({ stream }) => stream))
  return appends.map(({ stream, records, expected }) => pack(stream, records, expected))
}

/** A life of so many seconds for the records of a stream, to be committed like an append. */
export const packLifetime = (stream: StreamName, seconds: number): Packed => {
  checkStream(stream)
  checkSeconds(seconds)
  return { stream, expected: ANY, ids: [], bodies: [], bytes: 0, lifetime: seconds }
}

type Place = Pick<StoredRecord, 'id' | 'stream' | 'revision' | 'position'>
/** The same as the file has it: what writes and checks it tells no kinds of texts and numbers apart. */
type PlaceInFile = Readonly<Record<'id' | 'stream', string> & Record<'revision' | 'position', number>>

/** A body of our own making, so its shape is known. Places the record by adding to the parsed object: no copy. */
export const unpack = (body: string, place: Place): StoredRecord => {
  const parsed = JSON.parse(body) as { readonly type: string; readonly data: JsonObject; readonly meta: Meta }
  return Object.assign(parsed, place)
}

/** Over where a record belongs and what it says: of one text, as each call has a price of its own. */
export const checksum = (body: string, { id, stream, revision, position }: PlaceInFile): number =>
  crc32(`${position} ${revision} ${id} ${stream}${body}`)

/** A flipped bit is reported, never handed on as a fact. */
const verify = (file: string, body: string, crc: number, place: Place): void => {
  if (checksum(body, place) === crc) return
  throw new StoreUnavailable(
    `the log ${file} is damaged: record ${place.revision} of ${place.stream} does not match its checksum`,
  )
}

/** One record as it is selected. */
export type Row = readonly [
  position: Position,
  revision: Revision,
  id: string,
  crc: number,
  body: string,
  stream: StreamName,
]

/** Throws StoreUnavailable when the record is damaged. */
export const decodeRow = (file: string, row: Row | readonly [...Row, key: number]): StoredRecord => {
  const [position, revision, id, crc, body, stream] = row
  const place = { id, stream, revision, position }
  verify(file, body, crc, place)
  return unpack(body, place)
}
