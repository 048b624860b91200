import type { ServerWritableStream } from '@grpc/grpc-js'
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js'

export type ReadCall = ServerWritableStream<ReadReq, ReadResp>

const ENDINGS = ['drain', 'close', 'cancelled', 'error'] as const

/** Resolves when the call takes more, or takes nothing any more. */
export const send = async (call: ReadCall, message: ReadResp): Promise<void> => {
  if (call.cancelled || call.write(message)) return
  await new Promise<void>(resolve => {
    const done = () => {
      for (const name of ENDINGS) call.off(name, done)
      resolve()
    }
    for (const name of ENDINGS) call.on(name, done)
  })
}
