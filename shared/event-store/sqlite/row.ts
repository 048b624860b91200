import type { Position, StoredRecord } from '../port.ts'
import { unpack, verify } from './record.ts'

/** One record as it is selected. */
export type Row = readonly [
  position: Position,
  revision: number,
  id: string,
  crc: number,
  body: string,
  stream: string,
]

/** Throws StoreUnavailable when the record is damaged. */
export const decodeRow = (file: string, row: Row | readonly [...Row, key: number]): StoredRecord => {
  const [position, revision, id, crc, body, stream] = row
  const place = { id, stream, revision, position }
  verify(file, body, crc, place)
  return unpack(body, place)
}
