import { catchUp } from './catch-up.ts'
import type { Context } from './context.ts'
import { invalidArgument, streamDeleted, tooSlow, unknown, type Failure } from './grpc-errors.ts'
import { caughtUpMessage } from './messages.ts'
import { placeOf } from './place.ts'
import type { Query } from './read-query.ts'
import { send, type ReadCall } from './send.ts'
import { allSource, isBetweenEvents, streamSource } from './subscription-source.ts'
import {
  confirm,
  deliver,
  intervalOf,
  isOpen,
  newState,
  sendCheckpoint,
  type State,
} from './subscription-state.ts'

const waitForMore = async (state: State): Promise<void> => {
  while (
    isOpen(state) &&
    !state.source.hasNext() &&
    !state.mustFallBehind &&
    state.source.tombstone() === null
  )
    await new Promise<void>(resolve => {
      state.wake = resolve
    })
}

/** What is written, as it is written, until there is a reason to catch up again. */
const followLive = async (state: State): Promise<void> => {
  const { source, filter } = state
  while (isOpen(state) && !state.mustFallBehind) {
    const record = source.take(true)
    if (record === null) {
      if (source.tombstone() !== null) return
      await waitForMore(state)
      continue
    }
    await deliver(state, record)
    state.last = placeOf(record)
    state.considered++
    if (filter === null || state.considered < intervalOf(filter)) continue
    state.considered = 0
    await sendCheckpoint(state, placeOf(record))
  }
}

type End = (failure: Failure | null) => void

/** Live and too slow: nobody is told, but for a checkpoint where it was. */
const fallBehind = async (state: State, end: End): Promise<void> => {
  state.mustFallBehind = false
  if (state.traits.dropsSlow) end(tooSlow())
  else if (state.filter !== null && state.last !== null) await sendCheckpoint(state, state.last)
}

const run = async (state: State, end: End): Promise<void> => {
  const { source, call, query, traits } = state
  const stream = query.kind === 'stream' ? query.stream : '$all'
  if (source.tombstone() !== null) {
    end(streamDeleted(stream))
    return
  }
  if (traits.confirmsFirst) await confirm(state)
  if (query.kind === 'all' && isBetweenEvents(state.context.log, query)) {
    const told = 'Trying to read from an invalid position.'
    end(traits.confirmsFirst ? invalidArgument(told) : unknown('Exception was thrown by handler.'))
    return
  }
  while (isOpen(state)) {
    await catchUp(state)
    if (!traits.confirmsFirst && !source.exists() && source.tombstone() === null) {
      await waitForMore(state)
      continue
    }
    if (isOpen(state)) await send(call, caughtUpMessage())
    await followLive(state)
    const tombstone = source.tombstone()
    if (tombstone !== null) {
      await deliver(state, tombstone)
      end(streamDeleted(stream))
      return
    }
    if (isOpen(state)) await fallBehind(state, end)
  }
}

/** A subscription for as long as the call is open. */
export const subscribe = async (context: Context, call: ReadCall, query: Query): Promise<void> => {
  const source = query.kind === 'stream' ? streamSource(context, query) : allSource(context, query)
  const state = newState(context, call, query, source)
  const leave = () => {
    state.open = false
    unregister()
    stopListening()
    state.wake()
  }
  const end: End = failure => {
    if (!isOpen(state)) return
    leave()
    if (failure === null) call.end()
    else call.emit('error', failure)
  }
  const stopListening = context.log.onWrite(() => state.wake())
  const unregister = context.faults.opened({
    end,
    fallBehind: () => {
      state.mustFallBehind = true
      state.wake()
    },
  })
  call.on('cancelled', leave)
  await run(state, end)
}
