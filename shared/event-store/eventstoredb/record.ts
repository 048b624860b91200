import { streamName, logPosition, streamRevision } from '../../kernel/brands.ts'
import { isRecordId } from '../given.ts'
import { StoreUnavailable, type Position, type StoredRecord } from '../port.ts'
import { madeOnce } from '../../remembered.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { Meta } from '../../facts/meta.ts'

/** An event as the server has it; `data` and `metadata` are of whoever wrote it. */
export type RawEvent = {
  readonly id: string
  readonly type: string
  readonly streamId: string
  readonly revision: bigint
  readonly position?: { readonly commit: bigint; readonly prepare: bigint }
  readonly created: Date
  readonly data: unknown
  readonly metadata?: unknown
}

/** Positions are byte offsets: 2^53 is reached by a log of 9 petabytes. Throws StoreUnavailable beyond. */
export const safeNumber = (what: string, value: bigint): number => {
  const number = Number(value)
  if (Number.isSafeInteger(number)) return number
  throw new StoreUnavailable(`${what} ${value} is beyond what can be counted here (2^53)`)
}

/** Throws StoreUnavailable for servers older than 22.6, which do not say it. */
export const positionOf = (event: RawEvent): Position => {
  if (event.position === undefined)
    throw new StoreUnavailable('the server does not tell positions of records: 22.6 is the oldest that does')
  return logPosition(safeNumber('position', event.position.commit))
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)

const isMeta = (value: unknown): value is JsonObject & Meta =>
  isObject(value) && typeof value['at'] === 'string' && typeof value['correlation'] === 'string'

/** Null for events that something else has written. Several who follow share the record, and what is made of it. */
export const recordOf = madeOnce((event: RawEvent): StoredRecord | null => {
  const { id, type, data, metadata, streamId, revision } = event
  if (!isRecordId(id) || !isObject(data) || !isMeta(metadata)) return null
  return {
    ...{ id, type, data, meta: metadata, stream: streamName(streamId) },
    ...{ revision: streamRevision(safeNumber('revision', revision)), position: positionOf(event) },
  }
})

/** Throws StoreUnavailable when the event is none of ours: in a stream of ours something must have damaged it. */
export const recordOfOurs = (event: RawEvent): StoredRecord => {
  const record = recordOf(event)
  if (record !== null) return record
  throw new StoreUnavailable(`record ${event.revision} of ${event.streamId} is none that this service wrote`)
}

/** Streams whose names begin so belong to the server. */
export const isSystemStream = (stream: string): boolean => stream.startsWith('$')
