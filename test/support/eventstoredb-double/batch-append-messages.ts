import type { Message } from 'google-protobuf'
import rpcCodes from '@eventstore/db-client/generated/code_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import rpc from '@eventstore/db-client/generated/status_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { Code } from '@eventstore/db-client/generated/code_pb.js'
import type { Status } from '@eventstore/db-client/generated/status_pb.js'
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import { streamIdentifier } from './messages.ts'
import type { Expected } from './records.ts'
import type { Written } from './write.ts'

const codes = rpcCodes.Code

/** The bytes of a message in which this field is there, and empty. */
const withEmptyField = (field: number) => new Uint8Array([(field << 3) | 2, 0])

// Google's own message classes come with no package of ours; read from bytes, messages bring them along
const empty = shared.WrongExpectedVersion.deserializeBinary(withEmptyField(2)).getCurrentNoStream()
const DETAILS = 3

const problem = (code: Code, message: string, typeName: string, details: Message): Status => {
  const answer = rpc.Status.deserializeBinary(withEmptyField(DETAILS)).setCode(code).setMessage(message)
  answer.getDetails()?.pack(details.serializeBinary(), `event_store.client.${typeName}`)
  return answer
}

export const wrongVersionProblem = (expected: Expected, current: number): Status => {
  const wrong = new shared.WrongExpectedVersion()
  if (current === -1) wrong.setCurrentNoStream(empty)
  else wrong.setCurrentStreamRevision(String(current))
  if (expected === 'any') wrong.setExpectedAny(empty)
  else if (expected === 'stream_exists') wrong.setExpectedStreamExists(empty)
  else if (expected === 'no_stream') wrong.setExpectedNoStream(empty)
  else wrong.setExpectedStreamPosition(String(expected))
  return problem(codes.ALREADY_EXISTS, 'WrongExpectedVersion', 'WrongExpectedVersion', wrong)
}

export const deletedProblem = (stream: string): Status =>
  problem(
    codes.NOT_FOUND,
    'StreamDeleted',
    'StreamDeleted',
    new shared.StreamDeleted().setStreamIdentifier(streamIdentifier(stream)),
  )

export const timeoutProblem = (): Status =>
  problem(codes.DEADLINE_EXCEEDED, 'Timeout', 'Timeout', new shared.Timeout())

export const tooBigProblem = (maxBytes: number): Status =>
  problem(
    codes.INVALID_ARGUMENT,
    'MaximumAppendSizeExceeded',
    'MaximumAppendSizeExceeded',
    new shared.MaximumAppendSizeExceeded().setMaxappendsize(maxBytes),
  )

export const badRequestProblem = (why: string): Status =>
  problem(codes.INVALID_ARGUMENT, 'BadRequest', 'BadRequest', new shared.BadRequest().setMessage(why))

const allStreamPosition = (position: string) =>
  new shared.AllStreamPosition().setCommitPosition(position).setPreparePosition(position)

/** One answer in the batch stream: to which append it belongs, and what became of it. */
export const batchAnswer = (
  correlation: NonNullable<ReturnType<BatchAppendReq['getCorrelationId']>>,
  stream: string,
  result: Status | Written,
): BatchAppendResp => {
  const answer = new streams.BatchAppendResp()
    .setCorrelationId(correlation)
    .setStreamIdentifier(streamIdentifier(stream))
  if (!('kind' in result)) return answer.setError(result)
  const success = new streams.BatchAppendResp.Success()
  if (result.position === null) success.setNoPosition(empty)
  else success.setPosition(allStreamPosition(String(result.position)))
  if (result.revision === -1n) success.setNoStream(empty)
  else success.setCurrentRevision(String(result.revision))
  return answer.setSuccess(success)
}
