import type { handleUnaryCall, sendUnaryData } from '@grpc/grpc-js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type {
  DeleteReq,
  DeleteResp,
  TombstoneReq,
  TombstoneResp,
} from '@eventstore/db-client/generated/streams_pb.js'
import type { Context } from './context.ts'
import { streamDeleted, unknown, wrongExpectedVersion, type Failure } from './grpc-errors.ts'
import { streamNameOf } from './messages.ts'
import { expectedOf, isValidStreamName } from './proposed-events.ts'
import type { Expected } from './records.ts'
import type { EndResult } from './write.ts'

type Options = DeleteReq.Options | TombstoneReq.Options

type Method = {
  readonly name: 'delete' | 'tombstone'
  readonly end: (stream: string, expected: Expected) => EndResult
}

/** The position of what was written, or why nothing was. */
const perform = (
  { faults }: Context,
  { name, end }: Method,
  options: Options | undefined,
): string | Failure => {
  const refused = faults.enter(name)
  if (refused !== null) return refused
  const stream = streamNameOf(options?.getStreamIdentifier())
  if (options === undefined || !isValidStreamName(stream)) return unknown('The stream name is not valid.')
  const expected = expectedOf(options, () => options.getRevision())
  const result = end(stream, expected)
  if (result.kind === 'deleted') return streamDeleted(stream)
  return result.kind === 'written'
    ? String(result.position)
    : wrongExpectedVersion(stream, expected, result.current)
}

const answer = async <Response>(
  context: Context,
  method: Method,
  options: Options | undefined,
  respond: (position: string) => Response,
  callback: sendUnaryData<Response>,
): Promise<void> => {
  const outcome = perform(context, method, options)
  await context.faults.delay()
  if (typeof outcome === 'string') callback(null, respond(outcome))
  else callback(outcome)
}

export const deleteCall =
  (context: Context): handleUnaryCall<DeleteReq, DeleteResp> =>
  (call, callback) => {
    const respond = (position: string) =>
      new streams.DeleteResp().setPosition(
        new streams.DeleteResp.Position().setCommitPosition(position).setPreparePosition(position),
      )
    void answer(
      context,
      { name: 'delete', end: context.writer.softDelete },
      call.request.getOptions(),
      respond,
      callback,
    )
  }

export const tombstoneCall =
  (context: Context): handleUnaryCall<TombstoneReq, TombstoneResp> =>
  (call, callback) => {
    const respond = (position: string) =>
      new streams.TombstoneResp().setPosition(
        new streams.TombstoneResp.Position().setCommitPosition(position).setPreparePosition(position),
      )
    void answer(
      context,
      { name: 'tombstone', end: context.writer.tombstone },
      call.request.getOptions(),
      respond,
      callback,
    )
  }
