import type { handleServerStreamingCall } from '@grpc/grpc-js'
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { Context } from './context.ts'
import { streamDeleted, unknown } from './grpc-errors.ts'
import { eventMessage, notFoundMessage } from './messages.ts'
import { queryOf, type Query } from './read-query.ts'
import { isAbsent, readAll, readStream } from './read.ts'
import type { Recorded } from './records.ts'
import { send, type ReadCall } from './send.ts'
import { subscribe } from './subscription.ts'

const PAGE = 32

const recordsOf = function* ({ log, now }: Context, query: Query): Generator<Recorded> {
  if (query.kind === 'stream') {
    yield* readStream(() => log.stream(query.stream), query.start, query.direction, now())
    return
  }
  for (const record of readAll(log, query.start, query.direction))
    if (query.filter?.matches(record) !== false) yield record
}

const read = async (context: Context, call: ReadCall, query: Query, count: bigint): Promise<void> => {
  await context.faults.delay()
  if (query.kind === 'stream') {
    const stream = context.log.stream(query.stream)
    if (stream.tombstone !== null) {
      call.emit('error', streamDeleted(query.stream))
      return
    }
    if (isAbsent(stream)) {
      call.write(notFoundMessage(query.stream))
      call.end()
      return
    }
    if (query.start === 'end' && query.direction === 'forwards') {
      call.emit('error', unknown('Unexpected ReadStreamResult: Error'))
      return
    }
  }
  let sent = 0
  for (const record of recordsOf(context, query)) {
    if (sent > 0 && sent % PAGE === 0) await context.faults.delay()
    await send(call, eventMessage(record, query.structuredIds))
    sent++
    if (call.cancelled || BigInt(sent) === count) break
  }
  call.end()
}

/** `Read`: a stream or everything, once or as a subscription. */
export const readCall =
  (context: Context): handleServerStreamingCall<ReadReq, ReadResp> =>
  call => {
    const query = queryOf(call.request)
    const failed = context.faults.enter('code' in query || query.count !== null ? 'read' : 'subscribe')
    if (failed !== null) call.emit('error', failed)
    else if ('code' in query) call.emit('error', query)
    else if (query.count === null) void subscribe(context, call, query)
    else void read(context, call, query, query.count)
  }
