import { BACKWARDS, END, ErrorType, FORWARDS, START } from '@eventstore/db-client'
import type { EventStoreDBClient, ReadPosition, StreamingRead } from '@eventstore/db-client'
import { isOfType, type Ask } from './call.ts'
import { isSystemStream, positionOf, recordOfOurs, type RawEvent } from './record.ts'
import { StoreUnavailable, type Position, type StoredRecord } from '../port.ts'

/** Events asked for at once; each page has a deadline of its own. */
const PAGE = 500
/** Milliseconds for what can be done without. */
const PATIENCE_MS = 1_000

type AllRead = Pick<NonNullable<Parameters<EventStoreDBClient['readAll']>[0]>, 'fromPosition' | 'direction'>
type Read = { readonly event?: RawEvent }

/** The last events of a stream, newest first; `missing`: never written to, or deleted. */
export type Tail = { readonly missing: boolean; readonly events: readonly RawEvent[] }

const place = (after: Position | null): ReadPosition =>
  after === null ? START : { commit: BigInt(after), prepare: BigInt(after) }

/**
 * All events of one answer. Gives the call up when it takes longer; what comes of it all the same is read to its end, without
 * which the client would wait for it for ever when it is closed.
 */
const collect = async (ms: number, source: StreamingRead<Read>): Promise<RawEvent[]> => {
  const events: RawEvent[] = []
  const { promise, resolve, reject } = Promise.withResolvers<RawEvent[]>()
  // a call that was given up may still fail later
  source.on('error', reject).on('end', () => resolve(events))
  source.on('data', ({ event }) => {
    if (event !== undefined) events.push(event)
  })
  const timer = setTimeout(() => reject(new StoreUnavailable(`no answer within ${Math.round(ms)} ms`)), ms)
  try {
    return await promise
  } catch (error) {
    source.cancel().catch(() => undefined)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

const orMissing = async (reading: Promise<Tail>): Promise<Tail> => {
  try {
    return await reading
  } catch (error) {
    if (!isOfType(error, ErrorType.STREAM_NOT_FOUND) && !isOfType(error, ErrorType.STREAM_DELETED))
      throw error
    return { missing: true, events: [] }
  }
}

type Page = { readonly from: bigint | typeof START | typeof END; readonly count: number }

/** A single attempt, as are all that take `ms`. */
const pageOf = (
  client: EventStoreDBClient,
  stream: string,
  ms: number,
  { from, count }: Page,
): Promise<Tail> => {
  const source = client.readStream(stream, {
    fromRevision: from,
    maxCount: count,
    direction: from === END ? BACKWARDS : FORWARDS,
    requiresLeader: true,
  })
  return orMissing(collect(ms, source).then(events => ({ missing: false, events })))
}

/** Pages of one stream. A missing, deleted or expired stream is empty. */
const streamReader = (client: EventStoreDBClient, ask: Ask) => ({
  /** From `from` (inclusive) on, as far as `limit`. */
  stream: async (name: string, from: number, limit: number): Promise<readonly StoredRecord[]> => {
    const records: StoredRecord[] = []
    if (isSystemStream(name)) return records
    for (let next = BigInt(from); records.length < limit;) {
      const count = Math.min(PAGE, limit - records.length)
      const { events } = await ask(`reading ${name}`, ms => pageOf(client, name, ms, { from: next, count }))
      records.push(...events.map(recordOfOurs))
      const last = events.at(-1)
      if (last === undefined || events.length < count) break
      next = last.revision + 1n
    }
    return records
  },
  first: (name: string, ms: number, count: number) => pageOf(client, name, ms, { from: START, count }),
  after: (
    name: string,
    ms: number,
    { revision, count }: { readonly revision: number; readonly count: number },
  ) => pageOf(client, name, ms, { from: BigInt(revision) + 1n, count }),
  tail: (name: string, ms: number, count: number) => pageOf(client, name, ms, { from: END, count }),
})

/** Places in the whole log. */
const logReader = (client: EventStoreDBClient, ask: Ask) => {
  /** The event at one end of a stretch of the log; null: there is none. */
  const edge = async (options: AllRead, ms: number): Promise<Position | null> => {
    const [event] = await collect(ms, client.readAll({ ...options, maxCount: 1, requiresLeader: true }))
    return event === undefined ? null : positionOf(event)
  }
  const newest = (ms: number) => edge({ fromPosition: END, direction: BACKWARDS }, ms)
  const soon = () => performance.now() + PATIENCE_MS
  return {
    newest,
    /** Between `after` (inclusive, as the server reads) and that many events on. */
    all: (after: Position | null, count: number): Promise<readonly RawEvent[]> =>
      ask('reading the log', ms =>
        collect(ms, client.readAll({ fromPosition: place(after), maxCount: count, requiresLeader: true })),
      ),
    // what a server only mentions is not asked for at length
    /** Position of the event at exactly this place, if there is one. */
    at: async (commit: bigint): Promise<Position | null> => {
      const options = { fromPosition: { commit, prepare: commit }, direction: FORWARDS } as const
      const found = await ask('looking for a record', ms => edge(options, ms), soon())
      return found === Number(commit) ? found : null
    },
    /** Position of the last event before this place. */
    before: (commit: bigint): Promise<Position | null> => {
      const options = { fromPosition: { commit, prepare: commit }, direction: BACKWARDS } as const
      return ask('looking for a record', ms => edge(options, ms), soon())
    },
    /** Position of the newest event of any kind: followers learn of all of them. Null in an empty log. */
    head: (): Promise<Position | null> => ask('asking for the head of the log', newest),
  }
}

export const reader = (client: EventStoreDBClient, ask: Ask) => ({
  ...streamReader(client, ask),
  ...logReader(client, ask),
})

export type Reader = ReturnType<typeof reader>
