import type { CallOptions, ClientDuplexStream, ClientReadableStream, Metadata } from '@grpc/grpc-js'
import type { EventStoreDBClient } from '@eventstore/db-client'
import streamCalls from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js'

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
  readonly callArguments: (options: { readonly requiresLeader: boolean }, call: CallOptions) => Arguments
}

const SERVICE = '/event_store.client.streams.Streams'
const asItIs = (bytes: Buffer): Buffer => bytes

/** Reads a message; what it throws ends the call. */
type ReadMessage<Message> = (bytes: Buffer) => Message

/**
 * Calls of the server whose messages we write and read ourselves, since they come in numbers: with the driver's classes
 * an item of an import takes a fifth more processor. On the driver's connections all the same.
 */
export const ownCalls = (client: EventStoreDBClient) => {
  const creator = Reflect.get(client, 'GRPCStreamCreator') as Inner['GRPCStreamCreator']
  const callArguments = Reflect.get(client, 'callArguments') as Inner['callArguments']
  const goesOn = () => callArguments({ requiresLeader: true }, { deadline: Infinity })
  const { StreamsClient } = streamCalls
  return {
    /** `Read`, of which there is no end. */
    follow: <Message>(
      request: Buffer,
      read: ReadMessage<Message>,
    ): Promise<ClientReadableStream<Message>> => {
      const make: Making<ClientReadableStream<Message>> = grpc =>
        grpc.makeServerStreamRequest(`${SERVICE}/Read`, asItIs, read, request, ...goesOn())
      return creator(StreamsClient, 'follow', make)()
    },
    /** `BatchAppend`, once for each connection; `begun` is given each new one. */
    batches: <Message>(
      read: ReadMessage<Message>,
      begun: (call: ClientDuplexStream<Buffer, Message>) => void,
    ): (() => Promise<ClientDuplexStream<Buffer, Message>>) => {
      const make: Making<ClientDuplexStream<Buffer, Message>> = grpc => {
        const call = grpc.makeBidiStreamRequest(`${SERVICE}/BatchAppend`, asItIs, read, ...goesOn())
        begun(call)
        return call
      }
      return creator(StreamsClient, 'batches', make, new WeakMap())
    },
  }
}

export type OwnCalls = ReturnType<typeof ownCalls>
