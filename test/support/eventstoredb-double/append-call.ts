import type { handleClientStreamingCall, sendUnaryData, ServerReadableStream } from '@grpc/grpc-js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { AppendReq, AppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { Context } from './context.ts'
import {
  appendTooBig,
  missingEventMetadata,
  streamDeleted,
  timedOut,
  tooBusy,
  unknown,
  type Failure,
} from './grpc-errors.ts'
import { streamNameOf } from './messages.ts'
import { expectedOf, isValidStreamName, proposedEvent, sizeOf } from './proposed-events.ts'
import type { Expected, Proposed } from './records.ts'
import type { Written } from './write.ts'

type Append = { readonly stream: string; readonly expected: Expected; readonly events: readonly Proposed[] }

type Outcome = AppendResp | Failure | 'broken' | 'unanswered'

const empty = () => new shared.Empty()

const successMessage = ({ revision, position }: Written): AppendResp => {
  const success = new streams.AppendResp.Success()
  if (position === null) success.setNoPosition(empty())
  else
    success.setPosition(
      new streams.AppendResp.Position()
        .setCommitPosition(String(position))
        .setPreparePosition(String(position)),
    )
  if (revision === -1n) success.setNoStream(empty())
  else success.setCurrentRevision(String(revision))
  return new streams.AppendResp().setSuccess(success)
}

/** Both generations of fields, except that no stream was expected: the older one is a number no double holds. */
const wrongVersionMessage = (expected: Expected, current: number): AppendResp => {
  const wrong = new streams.AppendResp.WrongExpectedVersion()
  if (current === -1) wrong.setCurrentNoStream(empty()).setNoStream2060(empty())
  else wrong.setCurrentRevision(String(current)).setCurrentRevision2060(current)
  if (expected === 'any') wrong.setExpectedAny(empty()).setAny2060(empty())
  else if (expected === 'stream_exists') wrong.setExpectedStreamExists(empty()).setStreamExists2060(empty())
  else if (expected === 'no_stream') wrong.setExpectedNoStream(empty())
  else wrong.setExpectedRevision(String(expected)).setExpectedRevision2060(Number(expected))
  return new streams.AppendResp().setWrongExpectedVersion(wrong)
}

/** What was asked for, or why it can't be done. */
const parse = (messages: readonly AppendReq[], maxBytes: number): Append | Failure => {
  const options = messages[0]?.getOptions()
  if (options === undefined) return unknown('The first message of an append must be its options.')
  const stream = streamNameOf(options.getStreamIdentifier())
  if (!isValidStreamName(stream)) return unknown('The stream name is not valid.')
  const events: Proposed[] = []
  for (const message of messages.slice(1)) {
    const proposed = message.getProposedMessage()
    if (proposed === undefined) return unknown('An append has options once.')
    const event = proposedEvent(proposed)
    if ('malformed' in event)
      return event.malformed === 'metadata' ? missingEventMetadata() : unknown('Empty event id.')
    events.push(event)
  }
  if (sizeOf(events) > maxBytes) return appendTooBig(maxBytes)
  return { stream, expected: expectedOf(options, () => options.getRevision()), events }
}

/** What the caller is told; 'broken': nothing, its connection breaks; 'unanswered': nothing, until it gives up. */
const perform = ({ faults, writer, maxAppendBytes }: Context, messages: readonly AppendReq[]): Outcome => {
  const refused = faults.enter('append')
  if (refused !== null) return refused
  const append = parse(messages, maxAppendBytes)
  if ('code' in append) return append
  const refusal = faults.refusal()
  if (refusal === 'connection') return 'broken'
  if (refusal !== null) return refusal === 'timeout' ? timedOut() : tooBusy()
  const result = writer.append(append.stream, append.expected, append.events)
  const loss = faults.loss()
  if (loss !== null) return loss === 'connection' ? 'broken' : timedOut()
  if (result.kind === 'unanswered') return 'unanswered'
  if (result.kind === 'deleted') return streamDeleted(append.stream)
  return result.kind === 'written'
    ? successMessage(result)
    : wrongVersionMessage(append.expected, result.current)
}

const answer = async (
  context: Context,
  call: ServerReadableStream<AppendReq, AppendResp>,
  messages: readonly AppendReq[],
  callback: sendUnaryData<AppendResp>,
): Promise<void> => {
  const outcome = perform(context, messages)
  if (outcome === 'unanswered') return
  if (outcome === 'broken') {
    context.connections().cut(call.getPeer())
    return
  }
  await context.faults.delay()
  if ('code' in outcome) callback(outcome)
  else callback(null, outcome)
}

/** `Append`: options, then one message per event, then one answer. */
export const appendCall =
  (context: Context): handleClientStreamingCall<AppendReq, AppendResp> =>
  (call, callback) => {
    const messages: AppendReq[] = []
    call.on('data', (message: AppendReq) => messages.push(message))
    call.on('end', () => void answer(context, call, messages, callback))
  }
