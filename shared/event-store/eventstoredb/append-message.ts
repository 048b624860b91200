import { randomInt, randomUUID } from 'node:crypto'
import { ErrorType, metastreamOf } from '@eventstore/db-client'
import { unpackToCommandError } from '@eventstore/db-client/dist/streams/appendToStream/unpackError.js'
import statuses from '@eventstore/db-client/generated/status_pb.js'
import { streamName, type StreamName } from '../../kernel/brands.ts'
import type { Written } from '../given.ts'
import { StoreUnavailable, type Expected, type NewRecord } from '../port.ts'
import { isOfType } from './call.ts'
import {
  bytesField,
  bytesIn,
  varintField,
  varintIn,
  messageField,
  messageOf,
  stringField,
  stringIn,
} from './protobuf.ts'

// `BatchAppendReq` and `BatchAppendResp` of the server's protocol (streams.proto). Numbers are those of its fields.

/** A server that asks for less time than this, or whose clock differs by more, is given up on by its own limit. */
const DEADLINE_MS = 3_600_000

/** A record as the server keeps it; JSON in both. */
type Proposed = { readonly type: string; readonly data: Buffer; readonly meta: Buffer }

/** What is to be written to a stream. */
export type Proposal = Pick<Written<Proposed>, 'ids' | 'bodies'> & { readonly stream: StreamName }

/** One append, ready to be sent. */
export type AppendTo = Proposal & Written<Proposed> & { readonly expected: Expected }

const AROUND_BYTES = '{"type":,"data":,"meta":}'.length

/** Counts as many bytes as an adapter that keeps one text: what one log takes, another takes that it is copied to. */
export const proposed = ({ type, data, meta }: NewRecord) => {
  const body = { type, data: Buffer.from(JSON.stringify(data)), meta: Buffer.from(JSON.stringify(meta)) }
  const bytes = AROUND_BYTES + Buffer.byteLength(JSON.stringify(type)) + body.data.length + body.meta.length
  return { body, bytes }
}

/** Metadata of a stream, which has a stream of its own. */
export const metadataProposal = (stream: string, metadata: Readonly<Record<string, unknown>>): Proposal => ({
  stream: streamName(metastreamOf(stream)),
  ids: [randomUUID()],
  bodies: [{ type: '$metadata', data: Buffer.from(JSON.stringify(metadata)), meta: Buffer.alloc(0) }],
})

const metadataField = (name: string, value: string) =>
  messageField(2, stringField(1, name), stringField(2, value))

const recordField = (id: string, { type, data, meta }: Proposed) =>
  messageField(
    3,
    messageField(1, stringField(2, id)),
    metadataField('type', type),
    metadataField('content-type', 'application/json'),
    bytesField(3, meta),
    bytesField(4, data),
  )

/** With its number an append of this process is known to the server, which gives both back with the answer. */
const OURS = randomInt(1, 2 ** 47)

/** `number`: by which the answer finds who waits for it; from 1, since servers do not send a 0. */
export const appendMessage = (
  number: number,
  { stream, ids, bodies }: Proposal,
  expected: bigint | 'no_stream',
): Buffer => {
  const correlationId = messageField(1, messageField(1, varintField(1, OURS), varintField(2, number)))
  const streamIdentifier = messageField(1, stringField(3, stream))
  const position = expected === 'no_stream' ? messageField(3) : varintField(2, Number(expected))
  const deadline = messageField(6, varintField(1, Math.ceil((Date.now() + DEADLINE_MS) / 1_000)))
  const options = messageField(2, streamIdentifier, position, deadline)
  const records = bodies.map((body, index) => recordField(ids[index] ?? '', body))
  const isFinal = varintField(4, 1)
  return messageOf(correlationId, options, ...records, isFinal)
}

export type Answer = {
  readonly number: number
  readonly revision: bigint
  /** undefined: the server knows these ids of old and did not write them. */
  readonly position: bigint | undefined
  /** Why it was refused, as the server says it. */
  readonly refused: Buffer | undefined
}

/**
 * Servers answer the two numbers of an id whatever was sent to them. The protocol has ids as texts, too: the same two, one
 * after the other.
 */
const numberIn = (id: Buffer | undefined): number => {
  const both = bytesIn(id, 1)
  return Number(both === undefined ? `0x${stringIn(id, 2).replaceAll('-', '').slice(16)}` : varintIn(both, 2))
}

/** Throws RangeError for what is none. */
export const appendAnswer = (message: Buffer): Answer => {
  const success = bytesIn(message, 3)
  const position = bytesIn(success, 3)
  return {
    number: numberIn(bytesIn(message, 1)),
    revision: varintIn(success, 1),
    position: position === undefined ? undefined : varintIn(position, 1),
    refused: bytesIn(message, 2),
  }
}

/** What a server means by a word; the driver has nothing to say of these. */
const MEANT: Readonly<Record<string, string>> = {
  AccessDenied: 'the user of EVENTSTORE_URL has no right to write there',
  Timeout: 'the server could not write it in its time; its disk is slow, or most of its nodes are away',
  Unknown: 'the server failed at it; its own log says why',
}

const wordsOf = (said: string, details: Buffer | undefined): string => {
  if (said === 'BadRequest') return `the server takes no such append: ${stringIn(bytesIn(details, 2), 1)}`
  return MEANT[said] ?? `the server says: ${said}`
}

const readRefusal = (refused: Buffer, stream: StreamName): Error => {
  const [said, details] = [stringIn(refused, 2), bytesIn(refused, 3)]
  const words = wordsOf(said, details)
  // without details the driver fails
  if (details === undefined) return new StoreUnavailable(words)
  const error = unpackToCommandError(statuses.Status.deserializeBinary(refused), stream)
  if (error.message === '' || isOfType(error, ErrorType.UNKNOWN)) error.message = words
  return error
}

/**
 * Why an append was refused, as the driver tells it where it knows what the server says, and always in words. Never throws:
 * nobody would catch it where answers come in.
 */
export const refusalOf = (refused: Buffer, stream: StreamName): Error => {
  try {
    return readRefusal(refused, stream)
  } catch (cause) {
    return new StoreUnavailable('the server answered what cannot be read', { cause })
  }
}
