import type { Context } from './context.ts'
import { streamDeleted, type Failure } from './grpc-errors.ts'
import {
  caughtUpMessage,
  checkpointMessage,
  confirmationMessage,
  eventMessage,
  fellBehindMessage,
} from './messages.ts'
import type { Filter, Query } from './read-query.ts'
import type { Recorded } from './records.ts'
import { send, type ReadCall } from './send.ts'
import { allSource, streamSource, type Source } from './subscription-source.ts'

/** Matching events of one page, and how many are looked at when nothing is filtered. */
const PAGE = 32

type State = {
  readonly call: ReadCall
  readonly context: Context
  readonly query: Query
  readonly source: Source
  readonly filter: Filter | null
  open: boolean
  confirmed: boolean
  mustFallBehind: boolean
  /** Events looked at since the last checkpoint was due. */
  considered: number
  /** Position of the last checkpoint sent. */
  checkpoint: number
  wake: () => void
}

const isOpen = (state: State) => state.open

const isLegacy = ({ context }: State) => context.dialect === '23.10'

const confirm = async (state: State): Promise<void> => {
  if (state.confirmed) return
  state.confirmed = true
  await send(state.call, confirmationMessage())
}

const deliver = async (state: State, record: Recorded): Promise<boolean> => {
  const matches = state.filter?.matches(record) !== false
  if (!matches || !isOpen(state)) return false
  await send(state.call, eventMessage(record, state.query.structuredIds))
  state.context.faults.delivered()
  return true
}

const sendCheckpoint = async (state: State, position: number): Promise<void> => {
  if (!isLegacy(state) && position <= state.checkpoint) return
  state.checkpoint = position
  await send(state.call, checkpointMessage(position))
}

const intervalOf = ({ window, multiplier }: Filter) => window * multiplier

type Page = {
  readonly first: Recorded | null
  readonly last: Recorded | null
  readonly lastMatch: Recorded | null
}

const deliverPage = async (state: State): Promise<Page> => {
  const records: Recorded[] = []
  const window = state.filter?.window ?? PAGE
  let matches = 0
  while (records.length < window && matches < PAGE) {
    const record = state.source.take(false)
    if (record === null) break
    records.push(record)
    if (state.filter?.matches(record) !== false) matches++
  }
  // 23.10 says that it is there once it has read
  await confirm(state)
  let lastMatch: Recorded | null = null
  for (const record of records) if (await deliver(state, record)) lastMatch = record
  state.considered += records.length
  return { first: records[0] ?? null, last: records.at(-1) ?? null, lastMatch }
}

/** History, page by page, until there is no more. */
const catchUp = async (state: State): Promise<void> => {
  const { source, filter } = state
  let last: Recorded | null = null
  while (isOpen(state)) {
    await state.context.faults.delay()
    const page = await deliverPage(state)
    last = page.last ?? last
    const atEnd = !source.hasNext()
    const restart = page.lastMatch ?? page.first
    if (filter !== null && restart !== null && state.considered >= intervalOf(filter)) {
      state.considered %= intervalOf(filter)
      if (!(isLegacy(state) && atEnd)) await sendCheckpoint(state, restart.position)
    }
    if (atEnd) break
  }
  if (filter === null || isLegacy(state)) return
  state.considered = 0
  if (last !== null && isOpen(state)) await sendCheckpoint(state, last.position)
}

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
    state.considered++
    if (filter === null || state.considered < intervalOf(filter)) continue
    state.considered = 0
    await sendCheckpoint(state, record.position)
  }
}

const run = async (state: State, end: (failure: Failure | null) => void): Promise<void> => {
  const { source, call, query } = state
  const stream = query.kind === 'stream' ? query.stream : '$all'
  if (source.tombstone() !== null) {
    end(streamDeleted(stream))
    return
  }
  if (!isLegacy(state)) await confirm(state)
  while (isOpen(state)) {
    await catchUp(state)
    if (isLegacy(state) && !source.exists() && source.tombstone() === null) {
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
    if (!isOpen(state)) return
    state.mustFallBehind = false
    await send(call, fellBehindMessage())
  }
}

/** A subscription for as long as the call is open. */
export const subscribe = async (context: Context, call: ReadCall, query: Query): Promise<void> => {
  const state: State = {
    call,
    context,
    query,
    source: query.kind === 'stream' ? streamSource(context, query) : allSource(context, query),
    filter: query.kind === 'stream' ? null : query.filter,
    open: true,
    confirmed: false,
    mustFallBehind: false,
    considered: 0,
    checkpoint: -1,
    wake: () => undefined,
  }
  const leave = () => {
    state.open = false
    unregister()
    stopListening()
    state.wake()
  }
  const end = (failure: Failure | null) => {
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
