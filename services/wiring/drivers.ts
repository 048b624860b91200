import { setImmediate as nextTurn } from 'node:timers/promises'
import { InvalidConfig, type Config } from '../../shared/config.ts'
import { lazyDocuments } from '../../shared/documents/lazy.ts'
import { memoryDocuments } from '../../shared/documents/memory/memory.ts'
import type { Documents } from '../../shared/documents/port.ts'
import type { Hold } from '../../shared/event-store/holding.ts'
import type { CopyIndex, CopySource, CopyTarget } from '../../shared/event-store/copying.ts'
import type { EventStore, Fingerprinted } from '../../shared/event-store/port.ts'
import { scanOf, type LogScan, type StreamTally } from '../../shared/event-store/scan.ts'
import { copyLog, type Copied, type Copying } from '../../shared/event-store/sqlite/outside/copy.ts'
import { copyIndex } from '../../shared/event-store/sqlite/outside/copy-index.ts'
import { openSqliteSource } from '../../shared/event-store/sqlite/outside/copy-source.ts'
import { openSqliteTarget } from '../../shared/event-store/sqlite/outside/copy-target.ts'
import { openSqliteScan } from '../../shared/event-store/sqlite/outside/scan.ts'
import { streamTally } from '../../shared/event-store/sqlite/outside/tally.ts'
import type { StartWriter } from '../../shared/event-store/sqlite/protocol.ts'
import { openSqliteLog } from '../../shared/event-store/sqlite/sqlite.ts'
import type { JobFailure } from '../../shared/jobs/attempts.ts'
import { inProcessJobs } from '../../shared/jobs/in-process/in-process.ts'
import { withLane } from '../../shared/jobs/lanes.ts'
import type { JobQueue } from '../../shared/jobs/port.ts'
import { systemClock } from '../../shared/kernel/brands.ts'
import type { Part } from '../../shared/lifecycle.ts'
import { SUBSCRIPTIONS_AT_MOST } from '../../shared/limits/subscriptions.ts'
import type { Metrics } from '../../shared/metrics.ts'
import { logFile, prepareDataFolder } from './data-folder.ts'

export type StartLogWriter = StartWriter

type Warn = (message: string, error?: unknown) => void

const CONCURRENCY = 4
/** Each receiver has its own: one that is slow holds up no other. */
const DELIVERING = { names: ['subscription.deliver'], concurrency: SUBSCRIPTIONS_AT_MOST } as const
/**
 * Done by the process that asks for them: nobody misses one that is lost, and to hand it to another takes ten questions
 * of Redis and wakes all workers, three times a second while there are changes (ADR 16).
 */
const NEARBY = { names: ['views.render'], concurrency: 1 } as const

// clients of servers are loaded where a server is named: most processes need none of them

/** What an adapter says of an address, which never repeats it. */
const aboutUrl = ({ message }: Error): string => message.replace(/^url: /, '')

type LogSurroundings = {
  /** The way of the embedded one to its thread. */
  readonly startWriter?: StartLogWriter | undefined
  /** Aborts when the process stops: what a server does not answer then is not asked again. */
  readonly stopping?: AbortSignal
}

/** The log that the settings ask for. Throws InvalidConfig, StoreUnavailable when the embedded one is not ours. */
export const openLog = async (
  { DATA_DIR, EVENTSTORE_URL }: Pick<Config, 'DATA_DIR' | 'EVENTSTORE_URL'>,
  holder: string,
  warn: Warn,
  { startWriter, stopping }: LogSurroundings = {},
): Promise<EventStore & Partial<Fingerprinted>> => {
  if (EVENTSTORE_URL !== undefined) {
    const { openEventStoreDb } = await import('../../shared/event-store/eventstoredb/eventstoredb.ts')
    try {
      return await openEventStoreDb({ url: EVENTSTORE_URL, warn, stopping })
    } catch (error) {
      throw error instanceof RangeError ? new InvalidConfig(`EVENTSTORE_URL: ${aboutUrl(error)}`) : error
    }
  }
  await prepareDataFolder(DATA_DIR)
  return openSqliteLog({ file: logFile(DATA_DIR), holder, start: startWriter })
}

export const openFileScan: (file: string) => LogScan = openSqliteScan

/** The same log, looked through beside whoever works on it. Throws InvalidConfig, StoreUnavailable. */
export const openScan = async (
  config: Pick<Config, 'DATA_DIR' | 'EVENTSTORE_URL'>,
  warn: Warn,
): Promise<LogScan> =>
  config.EVENTSTORE_URL === undefined
    ? openFileScan(logFile(config.DATA_DIR))
    : scanOf(await openLog(config, 'looking', warn))

export const copyEmbeddedLog: (copying: Copying) => Promise<Copied> = copyLog

export const openCopyIndex: () => CopyIndex = copyIndex

const openServerEnd = async (url: string, named: string, warn: Warn) => {
  const { openEnd } = await import('../../shared/event-store/eventstoredb/copy-end.ts')
  try {
    return await openEnd({ url, warn })
  } catch (error) {
    throw error instanceof RangeError ? new InvalidConfig(`${named}: ${aboutUrl(error)}`) : error
  }
}

/** The log that the settings ask for, to be copied beside whoever works on it. Throws InvalidConfig, StoreUnavailable. */
export const openCopySource = async (
  { DATA_DIR, EVENTSTORE_URL: url }: Pick<Config, 'DATA_DIR' | 'EVENTSTORE_URL'>,
  warn: Warn,
): Promise<CopySource> => {
  if (url === undefined) return openSqliteSource(logFile(DATA_DIR), systemClock)
  const { sourceOn } = await import('../../shared/event-store/eventstoredb/copy-source.ts')
  return sourceOn(await openServerEnd(url, 'EVENTSTORE_URL', warn))
}

/** Tells all processes on a log that they share to hold their writes, or no longer. */
type HoldNotes = { readonly set: (hold: Hold) => Promise<void>; readonly close: () => Promise<void> }

/** null: the log is one process's own. */
export const openHoldNotes = async (
  { EVENTSTORE_URL: url }: Pick<Config, 'EVENTSTORE_URL'>,
  warn: Warn,
): Promise<HoldNotes | null> => {
  if (url === undefined) return null
  const { noteHold, openNotes } = await import('../../shared/event-store/eventstoredb/hold-note.ts')
  const calls = openNotes({ url, warn })
  return { set: hold => noteHold(calls, hold), close: calls.close }
}

/** Passes on what others note at a log that is shared, until it is stopped. */
export const openWatch = async (
  { EVENTSTORE_URL: url }: Pick<Config, 'EVENTSTORE_URL'>,
  heard: (hold: Hold) => Promise<unknown>,
): Promise<Part> => {
  if (url === undefined) return { name: 'hold', stop: async () => undefined }
  const { openNotes, watchHold } = await import('../../shared/event-store/eventstoredb/hold-note.ts')
  // that it does not answer is told by those who need it
  const calls = openNotes({ url, warn: () => undefined })
  const stopping = new AbortController()
  void watchHold(calls, heard, stopping.signal)
  return {
    name: 'hold',
    stop: async () => {
      // a look that is under way at a server that is away ends by itself, and nobody waits for it
      stopping.abort()
      await calls.close()
    },
  }
}

/** A log that is to be made: in a data folder, or on a server. Throws InvalidConfig, StoreUnavailable. */
export const openCopyTarget = async (
  to: { readonly folder: string } | { readonly url: string },
  warn: Warn,
): Promise<CopyTarget> => {
  if ('folder' in to) {
    await prepareDataFolder(to.folder)
    return openSqliteTarget(logFile(to.folder), `a copy that is made (process ${process.pid})`)
  }
  const { targetOn } = await import('../../shared/event-store/eventstoredb/copy-target.ts')
  return targetOn(await openServerEnd(to.url, '--to', warn))
}

export const openTally: () => StreamTally = streamTally

/** Read models in memory, or on a server that may come and go, and is hardly waited for when the process stops. Throws InvalidConfig. */
export const openDocuments = async (
  { MONGODB_URL: url }: Pick<Config, 'MONGODB_URL'>,
  warn: Warn,
  metrics: Pick<Metrics, 'documents'>,
  stopping: AbortSignal,
): Promise<Documents> => {
  if (url === undefined) {
    const documents = memoryDocuments()
    metrics.documents(documents.sizes)
    return documents
  }
  const { mongoDocuments } = await import('../../shared/documents/mongodb/mongodb.ts')
  let first: Promise<Documents> | null = mongoDocuments({ url, warn })
  // an address that is none is known at once; a server that is not there is waited for by who asks
  const known = first.then(
    () => null,
    (error: unknown) => error,
  )
  const wrong = await Promise.race([known, nextTurn(null)])
  if (wrong instanceof TypeError) throw new InvalidConfig(`MONGODB_URL: ${aboutUrl(wrong)}`)
  return lazyDocuments(() => {
    const opening = first ?? mongoDocuments({ url, warn })
    first = null
    return opening
  }, stopping)
}

/** Documents of nobody else, which are gone with whoever holds them. */
export const scratchDocuments = (): Documents => memoryDocuments()

/** Jobs in this process, or shared with others through a server. */
export const openJobs = async (
  { REDIS_URL: url }: Pick<Config, 'REDIS_URL'>,
  warn: Warn,
  metrics: Pick<Metrics, 'jobFailed'>,
): Promise<JobQueue> => {
  const onFailure = ({ name, id, error, retryInMs }: JobFailure) => {
    metrics.jobFailed(name, retryInMs === null)
    warn(`job ${id} failed, ${retryInMs === null ? 'given up' : `again in ${retryInMs} ms`}`, error)
  }
  const { names, concurrency } = DELIVERING
  const options = { concurrency: CONCURRENCY, onFailure }
  if (url === undefined) {
    const lane = inProcessJobs({ concurrency, onFailure })
    return withLane(inProcessJobs(options), { lane, names })
  }
  const { bullmqJobs } = await import('../../shared/jobs/bullmq/bullmq.ts')
  const lane = bullmqJobs({ url, prefix: '{belltower}:deliveries', concurrency, onFailure, warn })
  const shared = withLane(bullmqJobs({ url, ...options, warn }), { lane, names })
  const nearby = inProcessJobs({ concurrency: NEARBY.concurrency, onFailure })
  return withLane(shared, { lane: nearby, names: NEARBY.names })
}

export const closeDriver = (name: string, driver: { readonly close: () => Promise<void> }): Part => ({
  name,
  stop: () => driver.close(),
})
