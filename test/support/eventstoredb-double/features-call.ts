import type { handleUnaryCall } from '@grpc/grpc-js'
import features from '@eventstore/db-client/generated/serverfeatures_pb.js'
import type { Empty } from '@eventstore/db-client/generated/shared_pb.js'
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js'
import type { Context } from './context.ts'

const STREAMS = 'event_store.client.streams.streams'

/** `GetSupportedMethods`: what clients ask first, to know which way to append. */
export const featuresCall =
  ({ faults, batchAppend, dialect }: Context): handleUnaryCall<Empty, SupportedMethods> =>
  (_, callback) => {
    faults.enter('features')
    const methods: Readonly<Record<string, readonly string[]>> = {
      read: ['position', 'events'],
      append: [],
      delete: [],
      tombstone: [],
      ...(batchAppend && { batchappend: ['deadline_duration'] }),
    }
    const answer = new features.SupportedMethods().setEventStoreServerVersion(`${dialect}.8`)
    for (const [name, list] of Object.entries(methods))
      answer.addMethods(
        new features.SupportedMethod()
          .setServiceName(STREAMS)
          .setMethodName(name)
          .setFeaturesList([...list]),
      )
    void faults.delay().then(() => callback(null, answer))
  }
