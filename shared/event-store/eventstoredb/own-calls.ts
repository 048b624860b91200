import type { CallOptions, ClientDuplexStream, ClientReadableStream, Metadata } from '@grpc/grpc-js'
import type { EventStoreDBClient } from '@eventstore/db-client'
import streamCalls from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { commandError } from './call.ts'
import { StoreUnavailable } from '../port.ts'

type Making<Call> = (client: StreamsClient) => Call
/** Who we are, that a leader is to answer, and for how long. */
type Arguments = readonly [metadata: Metadata, options: CallOptions]

/** What the driver keeps to itself: it makes calls on its present connection, and connects anew when one fails. */
type Inner = {
  readonly GRPCStreamCreator: <Call>(
    client: typeof streamCalls.StreamsClient,
    name: string,
    make: Making<Call>,
    cache?: WeakMap<object, Promise<Call>>,
  ) => () => Promise<Call>
  /** A call of one answer, which is handed on as it fails. */
  readonly execute: <Answer>(
    client: typeof streamCalls.StreamsClient,
    name: string,
    make: (client: StreamsClient) => Promise<Answer>,
  ) => Promise<Answer>
  readonly callArguments: (options: { readonly requiresLeader: boolean }, call: CallOptions) => Arguments
}

const SERVICE = '/event_store.client.streams.Streams'
const asItIs = (bytes: Buffer): Buffer => bytes

/** What a message says: never null, with which a stream of messages would end, and what comes after it would be lost. */
type Said = object | string
/** Reads a message; what it throws ends the call. */
type ReadMessage<Message extends Said> = (bytes: Buffer) => Message

/** Nobody wants what is still to come. Not to be called in the turn in which the call began. */
const cancel = (source: ClientReadableStream<unknown>): void => {
  // read to its end, without which the client would wait for it for ever when it is closed
  source.resume()
  source.cancel()
}

/** Gives a call up that was begun, or is about to be. */
export const giveUp = (begun: Promise<ClientReadableStream<unknown>>): void => {
  begun.then(
    source => setImmediate(() => cancel(source)),
    () => undefined,
  )
}

/**
 * All calls of the server, whose messages we write and read ourselves: the driver throws where nobody catches when an answer
 * is none that it expects, and with its classes an item of an import takes a fifth more processor. On the driver's
 * connections all the same.
 */
export const ownCalls = (client: EventStoreDBClient) => {
  const creator = Reflect.get(client, 'GRPCStreamCreator') as Inner['GRPCStreamCreator']
  const execute = Reflect.get(client, 'execute') as Inner['execute']
  const callArguments = Reflect.get(client, 'callArguments') as Inner['callArguments']
  const within = (deadline: number) => callArguments({ requiresLeader: true }, { deadline })
  const { StreamsClient } = streamCalls
  return {
    /** `Read`: a page, or a subscription, which has no end. */
    read: <Message extends Said>(
      request: Buffer,
      read: ReadMessage<Message>,
    ): Promise<ClientReadableStream<Message>> => {
      const make: Making<ClientReadableStream<Message>> = grpc =>
        grpc.makeServerStreamRequest(`${SERVICE}/Read`, asItIs, read, request, ...within(Infinity))
      return creator(StreamsClient, 'read', make)()
    },
    /** `BatchAppend`, once for each connection; `begun` is given each new one. */
    batches: <Message extends Said>(
      read: ReadMessage<Message>,
      begun: (call: ClientDuplexStream<Buffer, Message>) => void,
    ): (() => Promise<ClientDuplexStream<Buffer, Message>>) => {
      const make: Making<ClientDuplexStream<Buffer, Message>> = grpc => {
        const call = grpc.makeBidiStreamRequest(`${SERVICE}/BatchAppend`, asItIs, read, ...within(Infinity))
        begun(call)
        return call
      }
      return creator(StreamsClient, 'batches', make, new WeakMap())
    },
    /** `Delete`, which is to be answered within `ms`. */
    remove: <Message extends Said>(
      request: Buffer,
      read: ReadMessage<Message>,
      ms: number,
    ): Promise<Message> =>
      execute(StreamsClient, 'remove', grpc => {
        const { promise, resolve, reject } = Promise.withResolvers<Message>()
        const how = within(Date.now() + ms)
        grpc.makeUnaryRequest(`${SERVICE}/Delete`, asItIs, read, request, ...how, (error, answer) => {
          if (answer !== undefined) resolve(answer)
          else reject(commandError(error ?? new StoreUnavailable('the server answered nothing')))
        })
        return promise
      }),
  }
}

export type OwnCalls = ReturnType<typeof ownCalls>
