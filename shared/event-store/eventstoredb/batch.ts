import { randomUUID } from 'node:crypto'
import type { ClientDuplexStream } from '@grpc/grpc-js'
import type { EventStoreDBClient } from '@eventstore/db-client'
import { unpackToCommandError } from '@eventstore/db-client/dist/streams/appendToStream/unpackError.js'
import { convertToCommandError } from '@eventstore/db-client/dist/utils/CommandError.js'
import { createUUID, parseUUID } from '@eventstore/db-client/dist/utils/grpcUUID.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streamCalls from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import empty from 'google-protobuf/google/protobuf/empty_pb.js'
import timestamp from 'google-protobuf/google/protobuf/timestamp_pb.js'
import type { StreamName } from '../../kernel/brands.ts'
import type { Written } from '../given.ts'
import { StoreUnavailable, type Expected, type NewRecord } from '../port.ts'

/** A server that asks for less time than this, or whose clock differs by more, is given up on by its own limit. */
const DEADLINE_MS = 3_600_000

/** A record as the server keeps it; JSON in both. */
type Proposed = { readonly type: string; readonly data: Buffer; readonly meta: Buffer }

/** One append, ready to be sent. */
export type AppendTo = Written<Proposed> & { readonly stream: StreamName; readonly expected: Expected }

const AROUND_BYTES = '{"type":,"data":,"meta":}'.length

/** Counts as many bytes as an adapter that keeps one text: what one log takes, another takes that it is copied to. */
export const proposed = ({ type, data, meta }: NewRecord) => {
  const body = { type, data: Buffer.from(JSON.stringify(data)), meta: Buffer.from(JSON.stringify(meta)) }
  const bytes = AROUND_BYTES + Buffer.byteLength(JSON.stringify(type)) + body.data.length + body.meta.length
  return { body, bytes }
}

export type Taken = {
  readonly revision: bigint
  /** Absent: the server knows these ids of old and did not write them. */
  readonly position?: bigint
}

type Call = ClientDuplexStream<BatchAppendReq, BatchAppendResp>
type Waiting = {
  readonly stream: string
  readonly resolve: (taken: Taken) => void
  readonly reject: (error: unknown) => void
}
/** One connection's stream of appends; `over`: why it takes no more. */
type OpenCall = { readonly call: Call; readonly waiting: Map<string, Waiting>; over: Error | null }

/** What the driver keeps to itself: it makes a stream once for each connection, and connects anew when it fails. */
type Inner = {
  readonly GRPCStreamCreator: (
    client: typeof streamCalls.StreamsClient,
    name: string,
    create: (client: StreamsClient) => Call,
    cache: WeakMap<object, Promise<Call>>,
  ) => () => Promise<Call>
  readonly callArguments: (
    options: { readonly requiresLeader: boolean },
    call: { readonly deadline: number },
  ) => Parameters<StreamsClient['batchAppend']>
}

const innerOf = (client: EventStoreDBClient): Inner => ({
  GRPCStreamCreator: Reflect.get(client, 'GRPCStreamCreator') as Inner['GRPCStreamCreator'],
  callArguments: Reflect.get(client, 'callArguments') as Inner['callArguments'],
})

const messageOf = (id: string, { type, data, meta }: Proposed): BatchAppendReq.ProposedMessage => {
  const message = new streams.BatchAppendReq.ProposedMessage()
  message.setId(createUUID(id))
  message.getMetadataMap().set('type', type).set('content-type', 'application/json')
  message.setData(data)
  message.setCustomMetadata(meta)
  return message
}

const requestOf = (
  correlation: string,
  { stream, ids, bodies }: AppendTo,
  expected: bigint | 'no_stream',
) => {
  const options = new streams.BatchAppendReq.Options()
  options.setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from(stream)))
  options.setDeadline(timestamp.Timestamp.fromDate(new Date(Date.now() + DEADLINE_MS)))
  if (expected === 'no_stream') options.setNoStream(new empty.Empty())
  else options.setStreamPosition(String(expected))
  const request = new streams.BatchAppendReq()
  request.setOptions(options)
  request.setCorrelationId(createUUID(correlation))
  request.setIsFinal(true)
  request.setProposedMessagesList(bodies.map((body, index) => messageOf(ids[index] ?? '', body)))
  return request
}

const answer = ({ waiting }: OpenCall, response: BatchAppendResp): void => {
  const id = parseUUID(response.getCorrelationId()) ?? ''
  const asked = waiting.get(id)
  // nobody waits for it any more
  if (asked === undefined) return
  waiting.delete(id)
  const error = response.getError()
  if (error !== undefined) {
    asked.reject(unpackToCommandError(error, asked.stream))
    return
  }
  const success = response.getSuccess()
  const position = success?.getPosition()
  asked.resolve({
    revision: BigInt(success?.getCurrentRevision() ?? 0),
    ...(position === undefined ? {} : { position: BigInt(position.getCommitPosition()) }),
  })
}

const end = (open: OpenCall, error: Error): void => {
  open.over ??= error
  for (const { reject } of open.waiting.values()) reject(open.over)
  open.waiting.clear()
}

/**
 * Appends as messages of one call, which costs a quarter of a call for each. Not the driver's own way of doing that:
 * there an answer that comes after its stream of calls was replaced throws where nobody can catch it. `ms`: after so
 * long nobody waits for the answer any more.
 */
export const batchedAppends = (client: EventStoreDBClient) => {
  const { GRPCStreamCreator, callArguments } = innerOf(client)
  const calls = new WeakMap<Call, OpenCall>()
  const begin = (grpc: StreamsClient): Call => {
    const call = grpc.batchAppend(...callArguments({ requiresLeader: true }, { deadline: Infinity }))
    const open: OpenCall = { call, waiting: new Map(), over: null }
    calls.set(call, open)
    call.on('data', (response: BatchAppendResp) => answer(open, response))
    call.on('error', error => end(open, convertToCommandError(error)))
    call.on('end', () => {
      end(open, new StoreUnavailable('the server ended the appends'))
      // with our half of it open the client would take it for one that goes on
      call.end()
    })
    return call
  }
  const current = GRPCStreamCreator(streamCalls.StreamsClient, 'appendToStream', begin, new WeakMap())

  return async (to: AppendTo, expected: bigint | 'no_stream', ms: number): Promise<Taken> => {
    const open = calls.get(await current())
    if (open === undefined) throw new StoreUnavailable('there is no way to append')
    const correlation = randomUUID()
    const request = requestOf(correlation, to, expected)
    const timer = setTimeout(() => {
      open.waiting.get(correlation)?.reject(new StoreUnavailable(`no answer within ${Math.round(ms)} ms`))
    }, ms)
    try {
      return await new Promise<Taken>((resolve, reject) => {
        if (open.over !== null) throw open.over
        open.waiting.set(correlation, { stream: to.stream, resolve, reject })
        open.call.write(request)
      })
    } finally {
      clearTimeout(timer)
      open.waiting.delete(correlation)
    }
  }
}
