import { setTimeout as sleep } from 'node:timers/promises'
import type { handleBidiStreamingCall, ServerDuplexStream } from '@grpc/grpc-js'
import type { UUID } from '@eventstore/db-client/generated/shared_pb.js'
import type { Status } from '@eventstore/db-client/generated/status_pb.js'
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import {
  badRequestProblem,
  batchAnswer,
  deletedProblem,
  timeoutProblem,
  tooBigProblem,
  wrongVersionProblem,
} from './batch-append-messages.ts'
import type { Context } from './context.ts'
import { tooBusy } from './grpc-errors.ts'
import { streamNameOf, uuidText } from './messages.ts'
import { expectedOf, isValidStreamName, proposedEvent, sizeOf } from './proposed-events.ts'
import type { Proposed } from './records.ts'
import type { Written } from './write.ts'

type Call = ServerDuplexStream<BatchAppendReq, BatchAppendResp>

/** An append of which the last message has not come. */
type Open = {
  readonly correlation: UUID
  readonly options: BatchAppendReq.Options
  readonly stream: string
  readonly events: Proposed[]
}

/** Takes in one message; why the append has failed, if it has. */
const collect = (open: Open, message: BatchAppendReq, maxBytes: number): Status | null => {
  if (!isValidStreamName(open.stream)) return badRequestProblem('The stream name is not valid.')
  for (const proposed of message.getProposedMessagesList()) {
    const event = proposedEvent(proposed)
    if ('malformed' in event) return badRequestProblem(`An event has no valid ${event.malformed}.`)
    open.events.push(event)
  }
  return sizeOf(open.events) > maxBytes ? tooBigProblem(maxBytes) : null
}

/** Milliseconds the server takes for any write. */
const WRITE_TIMEOUT = 2_000

/** Milliseconds until the append is given up. */
const timeLeft = ({ options }: Open, now: number): number => {
  const deadline = options.getDeadline()
  return Math.min(WRITE_TIMEOUT, deadline === undefined ? Infinity : deadline.toDate().getTime() - now)
}

/** What became of the append; 'broken': the stream of calls broke without an answer to it; 'unanswered': none yet. */
const perform = (
  { faults, writer, connections, now }: Context,
  call: Call,
  open: Open,
): Status | Written | 'broken' | 'unanswered' => {
  const { stream, options, events } = open
  const refusal = faults.refusal()
  if (refusal === 'timeout' || timeLeft(open, now()) <= 0) return timeoutProblem()
  if (refusal === 'connection') connections().cut(call.getPeer())
  if (refusal === 'too-busy') call.emit('error', tooBusy())
  if (refusal === 'end') call.end()
  if (refusal !== null) return 'broken'
  const expected = expectedOf(options, () => options.getStreamPosition())
  const result = writer.append(stream, expected, events)
  const loss = faults.loss()
  if (loss === 'timeout') return timeoutProblem()
  if (loss === 'connection') {
    connections().cut(call.getPeer())
    return 'broken'
  }
  if (result.kind === 'unanswered') return 'unanswered'
  if (result.kind === 'deleted') return deletedProblem(stream)
  return result.kind === 'written' ? result : wrongVersionProblem(expected, result.current)
}

/** `BatchAppend`: many appends in one stream of messages, each answered under its correlation id. */
export const batchAppendCall =
  (context: Context): handleBidiStreamingCall<BatchAppendReq, BatchAppendResp> =>
  call => {
    const opened = new Map<string, Open>()
    const answering = new Set<Promise<void>>()

    const answer = (open: Open, result: Status | Written, due = context.faults.delay()) => {
      const sent = due.then(() => {
        if (!call.cancelled) call.write(batchAnswer(open.correlation, open.stream, result))
        answering.delete(sent)
      })
      answering.add(sent)
    }

    const begin = (message: BatchAppendReq, correlation: UUID, key: string): Open | null => {
      const options = message.getOptions()
      if (options === undefined) return null
      const refused = context.faults.enter('batchAppend')
      if (refused !== null) {
        call.emit('error', refused)
        return null
      }
      const open = { correlation, options, stream: streamNameOf(options.getStreamIdentifier()), events: [] }
      opened.set(key, open)
      return open
    }

    call.on('data', (message: BatchAppendReq) => {
      const correlation = message.getCorrelationId()
      const key = uuidText(correlation)
      if (correlation === undefined || key === null) return
      const open = opened.get(key) ?? begin(message, correlation, key)
      if (open === null) return
      const failed = collect(open, message, context.maxAppendBytes)
      if (failed === null && !message.getIsFinal()) return
      opened.delete(key)
      const result = failed ?? perform(context, call, open)
      if (result === 'unanswered') answer(open, timeoutProblem(), sleep(timeLeft(open, context.now())))
      else if (result !== 'broken') answer(open, result)
    })
    call.on('end', () => void Promise.all(answering).then(() => call.end()))
  }
