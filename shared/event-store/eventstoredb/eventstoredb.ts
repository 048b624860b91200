import { allSettled } from '../../all-settled.ts'
import { gate } from '../../gate.ts'
import { type EpochMs, type StreamName, logPosition, systemClock } from '../../kernel/brands.ts'
import { appender } from './append.ts'
import { proposed, type AppendTo } from './append-message.ts'
import { batchedAppends } from './batch.ts'
import { asker } from './call.ts'
import { connect, disconnect } from './client.ts'
import { followers } from './follow.ts'
import { inOrderByStream, type InOrderByStream } from './in-order-by-stream.ts'
import { ownCalls } from './own-calls.ts'
import { reader, type Reader } from './read.ts'
import { isSystemStream } from './record.ts'
import { remover } from './removal.ts'
import {
  checkBefore,
  checkEachOnce,
  checkExpected,
  checkRange,
  checkSeconds,
  checkStream,
  write,
} from '../given.ts'
import { StoreUnavailable, type Append, type EventStore, type Followed } from '../port.ts'

const DEADLINE_MS = 10_000
const ATTEMPT_MS = 3_000
const SILENCE_MS = 5_000
/** Appends under way at once, which share a call: what an import claims for a chunk of its items. */
const APPENDS = 160
/** Other changes: below the hundred calls that servers take on one connection, so that none spends its time waiting. */
const REMOVALS = 64

export type EventStoreDbOptions = {
  /** Connection string, e.g. `esdb://admin:changeit@host:2113?tls=true`. */
  readonly url: string
  /** Told of every attempt that has to be repeated. */
  readonly warn: (message: string, error: unknown) => void
  /** Aborts when the process is about to close the log: what the server does not answer then is not asked again. */
  readonly stopping?: AbortSignal | undefined
  /** Decides what followers see as expired. */
  readonly now?: () => EpochMs
  /** Milliseconds within which every call is answered or fails with StoreUnavailable. */
  readonly deadlineMs?: number
  /** Milliseconds one attempt within that may take. */
  readonly attemptMs?: number
  /** Milliseconds of silence after which a follower looks whether its subscription still works. */
  readonly silenceMs?: number
}

/**
 * The log in EventStoreDB (23.10 and later). Connects when first used and again after every outage. Throws
 * RangeError when `url` is not a connection string.
 *
 * Deleted and expired records stay in the server's files until an operator scavenges. They are unreadable here
 * nevertheless: followers learn first what was deleted after their start, and what this process deletes they know
 * at once; of what another process deletes they learn within milliseconds. A lifetime that was set before the
 * start of a follower is not known to it: it may see records that have expired since. Revisions of a deleted
 * stream go on where they ended.
 */
export const openEventStoreDb = async (options: EventStoreDbOptions): Promise<EventStore> => {
  const { url, warn, stopping, now = systemClock } = options
  const { deadlineMs = DEADLINE_MS, attemptMs = ATTEMPT_MS, silenceMs = SILENCE_MS } = options
  const client = connect(url)
  const calls = ownCalls(client)
  const closing = new AbortController()
  const ending = stopping === undefined ? closing.signal : AbortSignal.any([stopping, closing.signal])
  const ask = asker({ deadlineMs, attemptMs, warn, stopping: ending })
  const read = reader(calls, ask)
  const append = batchedAppends(calls)
  const order = inOrderByStream()
  const parts = {
    ...{ read, append: appender(append, read, ask), remover: remover({ calls, append, read, ask }) },
    followers: followers({ calls, read, now, silenceMs, closing: closing.signal }),
    beside: order.beside,
    change: changing(order.run, deadlineMs),
    ...{ appending: gate(APPENDS), removing: gate(REMOVALS) },
    closing,
  }
  return {
    ...writingOn(parts),
    ...readingOn(parts),
    close: async () => {
      closing.abort()
      await order.settled()
      await disconnect(client)
    },
  }
}

type Enter = ReturnType<typeof gate>
type Change = <Result>(
  stream: StreamName,
  enter: Enter,
  work: (end: number) => Promise<Result>,
) => Promise<Result>

type LogParts = {
  readonly read: Reader
  readonly append: ReturnType<typeof appender>
  readonly remover: ReturnType<typeof remover>
  readonly followers: ReturnType<typeof followers>
  readonly beside: InOrderByStream['beside']
  readonly change: Change
  readonly appending: Enter
  readonly removing: Enter
  readonly closing: AbortController
}

/** In its turn. Waiting for it is part of the deadline only where those before had to wait for the server. */
const changing = (run: InOrderByStream['run'], deadlineMs: number): Change => {
  let failedAt = -Infinity
  return (stream, enter, work) => {
    const asked = performance.now()
    const inTime = async () => {
      try {
        return await work((failedAt > asked ? asked : performance.now()) + deadlineMs)
      } catch (error) {
        if (error instanceof StoreUnavailable) failedAt = performance.now()
        throw error
      }
    }
    return run(stream, () => enter(inTime))
  }
}

const closed = () => new StoreUnavailable('the log is closed')

const mustBeOpen = ({ closing }: LogParts): void => {
  if (closing.signal.aborted) throw closed()
}

const checkOwnStream = (stream: StreamName): void => {
  checkStream(stream)
  if (isSystemStream(stream)) throw new RangeError('stream: names that begin with $ belong to the server')
}

const given = (parts: LogParts, { stream, records, expected }: Append): AppendTo => {
  mustBeOpen(parts)
  checkOwnStream(stream)
  checkExpected(expected)
  return { stream, expected, ...write(stream, records, proposed) }
}

type Writes = Pick<EventStore, 'append' | 'appendAll' | 'deleteStream' | 'truncate' | 'expireAfter'>

const writingOn = (parts: LogParts): Writes => {
  const { append, remover, followers, change, appending, removing } = parts
  const appendTo = (to: AppendTo) => followers.writing(change(to.stream, appending, end => append(to, end)))
  return {
    append: async (stream, records, expected) => appendTo(given(parts, { stream, records, expected })),
    appendAll: async (before, last) => {
      checkEachOnce([...before, last].map(({ stream }) => stream))
      const [first, then] = [before.map(each => given(parts, each)), given(parts, last)]
      await allSettled(first.map(appendTo))
      return appendTo(then)
    },
    deleteStream: async stream => {
      mustBeOpen(parts)
      checkOwnStream(stream)
      const position = await change(stream, removing, end => remover.remove(stream, end))
      if (position !== null) followers.forget(stream, position)
    },
    truncate: async (stream, before) => {
      mustBeOpen(parts)
      checkOwnStream(stream)
      checkBefore(before)
      await change(stream, removing, end => remover.truncate(stream, before, end))
      const [first] = await parts.read.stream(stream, before, 1)
      if (first !== undefined) followers.forget(stream, logPosition(first.position - 1))
    },
    expireAfter: async (stream, seconds) => {
      mustBeOpen(parts)
      checkOwnStream(stream)
      checkSeconds(seconds)
      await change(stream, removing, end => remover.expire(stream, seconds, end))
    },
  }
}

const readingOn = (parts: LogParts): Pick<EventStore, 'read' | 'follow' | 'head'> => {
  const { read, followers, beside, closing } = parts
  return {
    read: async (stream, { from = 0, limit = Infinity } = {}) => {
      mustBeOpen(parts)
      checkStream(stream)
      checkRange(from, limit === Infinity ? undefined : limit)
      return beside(read.stream(stream, from, limit))
    },
    follow: async function* (after, prefixes, signal, options): AsyncGenerator<Followed> {
      mustBeOpen(parts)
      yield* followers.follow(after, prefixes, AbortSignal.any([signal, closing.signal]), options)
      if (!signal.aborted) throw closed()
    },
    head: async () => {
      mustBeOpen(parts)
      return beside(read.head())
    },
  }
}
