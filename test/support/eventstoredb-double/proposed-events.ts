import type { AppendReq, BatchAppendReq } from '@eventstore/db-client/generated/streams_pb.js'
import { uuidText } from './messages.ts'
import type { Expected, Proposed } from './records.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const NO_ID = '00000000-0000-0000-0000-000000000000'

export type Malformed = { readonly malformed: 'metadata' | 'id' }

/** What a message proposes; data and metadata are bytes nobody looks into. */
export const proposedEvent = (
  message: AppendReq.ProposedMessage | BatchAppendReq.ProposedMessage,
): Proposed | Malformed => {
  const map = message.getMetadataMap()
  const type = map.get('type')
  const contentType = map.get('content-type')
  if (type === undefined || type === '' || contentType === undefined) return { malformed: 'metadata' }
  const id = uuidText(message.getId())
  if (id === null || !UUID.test(id) || id === NO_ID) return { malformed: 'id' }
  return {
    id,
    type,
    contentType: contentType === 'application/json' ? contentType : 'application/octet-stream',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  }
}

type Expectation = {
  readonly hasAny: () => boolean
  readonly hasNoStream: () => boolean
  readonly hasStreamExists: () => boolean
}

/** The expectation of a request; `revision` is asked when it names none of the words. */
export const expectedOf = (options: Expectation, revision: () => string): Expected => {
  if (options.hasAny()) return 'any'
  if (options.hasNoStream()) return 'no_stream'
  return options.hasStreamExists() ? 'stream_exists' : BigInt(revision())
}

/** What the limit of an append counts: the data alone. */
export const sizeOf = (events: readonly Proposed[]): number =>
  events.reduce((sum, event) => sum + event.data.length, 0)

export const isValidStreamName = (name: string): boolean => name !== '' && name !== '$$'
