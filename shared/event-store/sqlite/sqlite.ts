import { systemClock, type EpochMs } from '../../kernel/brands.ts'
import { mkdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { checkBefore, checkRange, checkStream } from '../given.ts'
import { StoreUnavailable, type EventStore, type Fingerprinted, type Position } from '../port.ts'
import { liveFeed, type LiveFeed } from './feed.ts'
import { explain } from './file.ts'
import { followLog } from './follow.ts'
import { holdLock } from './lock.ts'
import type { StartWriter, Writer } from './protocol.ts'
import { startWriter, writeQueue } from './queue.ts'
import { openReader, type Reader } from './reader.ts'
import { pack, packAll, packLifetime, UNUSED, type Packed } from './record.ts'

const SWEEP_EVERY_MS = 3_600_000

export type SqliteLogOptions = {
  /** Created when missing, with its folder; `-wal`, `-shm`, `.lock` and `.locked-by` files appear beside it. */
  readonly file: string
  /** Who opens it, e.g. `the service (process 41)`: what others are told while it is held. */
  readonly holder?: string
  /** Size the file may reach before appends fail with StoreUnavailable; absent: as far as the disk goes. */
  readonly maxBytes?: number
  /** Decides what has expired. */
  readonly now?: () => EpochMs
  /** How the writing thread is started. */
  readonly start?: StartWriter | undefined
}

/**
 * The embedded log: one SQLite file, written by a thread of its own, read on the main thread. One process at a
 * time. Throws StoreUnavailable when the file is held, damaged or not a log; such a file is left as it is.
 */
export const openSqliteLog = async (options: SqliteLogOptions): Promise<EventStore & Fingerprinted> => {
  const { maxBytes = null, now = systemClock, start = startWriter, holder = 'another process' } = options
  const file = resolve(options.file)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw new StoreUnavailable(explain(file, error), { cause: error })
  })
  const lock = holdLock(file, holder)
  const launch = () => start({ file, maxBytes })
  let writer: Writer | undefined
  try {
    writer = await launch()
    return await assemble({ file, now, writer, start: launch, release: lock.release })
  } catch (error) {
    await writer?.terminate()
    lock.release()
    throw error
  }
}

type Opened = {
  readonly file: string
  readonly now: () => EpochMs
  readonly writer: Writer
  readonly start: () => Promise<Writer>
  readonly release: () => void
}

const assemble = async ({
  file,
  now,
  writer,
  start,
  release,
}: Opened): Promise<EventStore & Fingerprinted> => {
  const feed = liveFeed()
  const { publish: onLanded, fallBehind: onLost, isEmpty: silent } = feed
  const queue = writeQueue(writer, { start, now, onLanded, onLost, silent })
  const sweeping = new AbortController()
  await sweep(queue, now, sweeping.signal)
  const reader = openReader(file, { now, settled: queue.settled })
  const timer = setInterval(() => void sweep(queue, now, sweeping.signal), SWEEP_EVERY_MS).unref()
  const closed = new StoreUnavailable(`the log ${file} is closed`)
  let closing: Promise<void> | null = null

  /** The reader goes first: the last connection to close folds the write-ahead log into the file. */
  const shut = async (): Promise<void> => {
    sweeping.abort()
    clearInterval(timer)
    try {
      await queue.settled()
      feed.fail(closed)
      reader.close()
      await queue.request({ ask: 'close' })
    } finally {
      release()
    }
  }
  const mustBeOpen = (): void => {
    if (closing !== null) throw closed
  }
  const end = endAtRest(queue, reader)
  return { ...logOn({ queue, feed, reader, end, mustBeOpen }), close: () => (closing ??= shut()) }
}

type Queue = ReturnType<typeof writeQueue>

/** What has expired is invisible anyway: a sweep that fails is made up for by the next. */
const sweep = async (queue: Queue, now: () => EpochMs, signal: AbortSignal): Promise<void> => {
  try {
    while (!signal.aborted && (await queue.request({ ask: 'sweep', now: now() })));
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
  }
}

type LogParts = {
  readonly queue: Queue
  readonly feed: LiveFeed
  readonly reader: Reader
  readonly end: ReturnType<typeof endAtRest>
  /** Throws StoreUnavailable. */
  readonly mustBeOpen: () => void
}

/** The thread that writes need not look for the end of a stream that there never was. */
const marked = ({ begin }: Reader, append: Packed): Packed =>
  begin(append.stream) && append.expected < 0 ? { ...append, expected: UNUSED } : append

/** The end of the log, looked for once while nothing is written: nobody else writes into the file. */
const endAtRest = ({ atRest }: Queue, { head }: Reader): (() => Position | null) => {
  let known: { readonly at: number; readonly end: Position | null } | null = null
  return () => {
    const at = atRest()
    if (at === null) return null
    if (known?.at !== at) known = { at, end: head() }
    return known.end
  }
}

const logOn = ({
  queue,
  feed,
  reader,
  end,
  mustBeOpen,
}: LogParts): Omit<EventStore & Fingerprinted, 'close'> => ({
  append: async (stream, records, expected) => {
    mustBeOpen()
    return queue.append(marked(reader, pack(stream, records, expected)))
  },
  appendAll: async (before, last) => {
    mustBeOpen()
    return queue.append(...packAll([...before, last]).map(one => marked(reader, one)))
  },
  read: async (stream, { from = 0, limit } = {}) => {
    mustBeOpen()
    checkStream(stream)
    checkRange(from, limit)
    return reader.stream(stream, from, limit)
  },
  follow: async function* (after, prefixes, signal) {
    mustBeOpen()
    yield* followLog(reader, feed, after, prefixes, signal)
  },
  head: async () => {
    mustBeOpen()
    return reader.head()
  },
  headAtRest: () => {
    mustBeOpen()
    return end()
  },
  fingerprint: async upTo => {
    mustBeOpen()
    return reader.fingerprint(upTo)
  },
  furthest: async () => {
    mustBeOpen()
    return reader.furthest()
  },
  deleteStream: async stream => {
    mustBeOpen()
    checkStream(stream)
    await queue.request({ ask: 'delete', removals: [{ stream, before: null }] })
    feed.forget(stream, Infinity)
  },
  truncate: async (stream, before) => {
    mustBeOpen()
    checkStream(stream)
    checkBefore(before)
    await queue.request({ ask: 'delete', removals: [{ stream, before }] })
    feed.forget(stream, before)
  },
  expireAfter: async (stream, seconds) => {
    mustBeOpen()
    await queue.append(marked(reader, packLifetime(stream, seconds)))
  },
})
