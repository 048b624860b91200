import { appender } from './append.ts'
import { asker } from './call.ts'
import { connect } from './client.ts'
import { followers } from './follow.ts'
import { lanes } from './lanes.ts'
import { reader } from './read.ts'
import { isSystemStream } from './record.ts'
import { remover } from './removal.ts'
import { checkExpected, checkRange, checkSeconds, checkStream, write, type AppendTo } from '../given.ts'
import { StoreUnavailable, type Append, type EventStore, type Followed } from '../port.ts'

const DEADLINE_MS = 10_000
const ATTEMPT_MS = 3_000
const SILENCE_MS = 5_000
/** Changes under way at once: below the hundred calls that servers take on one connection. */
const WIDTH = 64

export type EventStoreDbOptions = {
  /** Connection string, e.g. `esdb://admin:changeit@host:2113?tls=true`. */
  readonly url: string
  /** Told of every attempt that has to be repeated. */
  readonly warn: (message: string, error: unknown) => void
  /** Epoch milliseconds; decides what followers see as expired. */
  readonly now?: () => number
  /** Milliseconds within which every call is answered or fails with StoreUnavailable. */
  readonly deadlineMs?: number
  /** Milliseconds one attempt within that may take. */
  readonly attemptMs?: number
  /** Milliseconds of silence after which a follower looks whether its subscription still works. */
  readonly silenceMs?: number
}

const checkOwnStream = (stream: string): void => {
  checkStream(stream)
  if (isSystemStream(stream)) throw new RangeError('stream: names that begin with $ belong to the server')
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
  const { url, warn, now = Date.now } = options
  const { deadlineMs = DEADLINE_MS, attemptMs = ATTEMPT_MS, silenceMs = SILENCE_MS } = options
  const client = connect(url)
  const ask = asker({ deadlineMs, attemptMs, warn })
  const read = reader(client, ask)
  const append = appender(client, read, ask)
  const { remove, expire } = remover(client, read, ask)
  const { follow, note, forget } = followers({ client, read, now, silenceMs })
  const { run, beside, settled } = lanes(WIDTH)
  const closing = new AbortController()
  const closed = new StoreUnavailable('the log is closed')

  const mustBeOpen = (): void => {
    if (closing.signal.aborted) throw closed
  }
  let failedAt = -Infinity
  /** In its turn. Waiting for it is part of the deadline only where those before had to wait for the server. */
  const change = <Result>(stream: string, work: (end: number) => Promise<Result>): Promise<Result> => {
    const asked = performance.now()
    return run(stream, async () => {
      try {
        return await work((failedAt > asked ? asked : performance.now()) + deadlineMs)
      } catch (error) {
        if (error instanceof StoreUnavailable) failedAt = performance.now()
        throw error
      }
    })
  }

  const given = ({ stream, records, expected }: Append): AppendTo => {
    mustBeOpen()
    checkOwnStream(stream)
    checkExpected(expected)
    return { stream, expected, ...write(stream, records) }
  }
  const appendTo = async (to: AppendTo) => {
    const appended = await change(to.stream, end => append(to, end))
    note(appended.position)
    return appended
  }

  return {
    append: async (stream, records, expected) => appendTo(given({ stream, records, expected })),
    appendBoth: async (first, second) => {
      const [before, after] = [given(first), given(second)]
      await appendTo(before)
      return appendTo(after)
    },
    read: async (stream, { from = 0, limit = Infinity } = {}) => {
      mustBeOpen()
      checkStream(stream)
      checkRange(from, limit === Infinity ? undefined : limit)
      return beside(read.stream(stream, from, limit))
    },
    follow: async function* (after, prefixes, signal): AsyncGenerator<Followed> {
      mustBeOpen()
      yield* follow(after, prefixes, AbortSignal.any([signal, closing.signal]))
      if (!signal.aborted) throw closed
    },
    head: async () => {
      mustBeOpen()
      return beside(read.head())
    },
    deleteStream: async stream => {
      mustBeOpen()
      checkOwnStream(stream)
      const position = await change(stream, end => remove(stream, end))
      if (position !== null) forget(stream, position)
    },
    expireAfter: async (stream, seconds) => {
      mustBeOpen()
      checkOwnStream(stream)
      checkSeconds(seconds)
      await change(stream, end => expire(stream, seconds, end))
    },
    close: async () => {
      closing.abort()
      await settled()
      await client.dispose()
    },
  }
}
