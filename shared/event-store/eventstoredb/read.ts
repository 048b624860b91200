import { ErrorType } from '@eventstore/db-client'
import { commandError, isOfType, type Ask } from './call.ts'
import { giveUp, type OwnCalls } from './own-calls.ts'
import { logPageMessage, pageIn, streamPageMessage, type From, type Page } from './read-message.ts'
import { isSystemStream, positionOf, recordOfOurs, type RawEvent } from './record.ts'
import { within } from '../within.ts'
import { StoreUnavailable, type Position, type StoredRecord } from '../port.ts'

type Pages = Pick<OwnCalls, 'read'>

/** Events asked for at once; each page has a deadline of its own. */
const PAGE = 500
/** Milliseconds for what can be done without. */
const PATIENCE_MS = 1_000

/** The last events of a stream, newest first; `missing`: never written to, or deleted. */
export type Tail = { readonly missing: boolean; readonly events: readonly RawEvent[] }

const MISSING: Tail = { missing: true, events: [] }

/** All events of one answer. Gives the call up when it takes longer. A missing stream has none. */
const collect = async ({ read }: Pages, request: Buffer, ms: number): Promise<Tail> => {
  const beginning = read(request, pageIn)
  const events: RawEvent[] = []
  let missing = false
  const end = beginning.then(source => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    source.on('error', error => reject(commandError(error))).on('end', resolve)
    source.on('data', (said: ReturnType<typeof pageIn>) => {
      if (said === 'missing') missing = true
      else if (said !== 'other') events.push(said)
    })
    return promise
  })
  try {
    await within(ms, end)
    return { missing, events }
  } catch (error) {
    giveUp(beginning)
    if (isOfType(error, ErrorType.STREAM_NOT_FOUND) || isOfType(error, ErrorType.STREAM_DELETED))
      return MISSING
    throw error
  }
}

/** A single attempt, as are all that take `ms`. */
const pageOf = (calls: Pages, stream: string, ms: number, page: Page): Promise<Tail> =>
  collect(calls, streamPageMessage(stream, page), ms)

/** Pages of one stream. A missing, deleted or expired stream is empty. */
const streamReader = (calls: Pages, ask: Ask) => ({
  /** From `from` (inclusive) on, as far as `limit`. */
  stream: async (name: string, from: number, limit: number): Promise<readonly StoredRecord[]> => {
    const records: StoredRecord[] = []
    if (isSystemStream(name)) return records
    for (let next = BigInt(from); records.length < limit;) {
      const count = Math.min(PAGE, limit - records.length)
      const { events } = await ask(`reading ${name}`, ms => pageOf(calls, name, ms, { from: next, count }))
      records.push(...events.map(recordOfOurs))
      const last = events.at(-1)
      if (last === undefined || events.length < count) break
      if (last.revision < next) throw new StoreUnavailable(`the log answers what was not asked of ${name}`)
      next = last.revision + 1n
    }
    return records
  },
  first: (name: string, ms: number, count: number) => pageOf(calls, name, ms, { from: 'start', count }),
  after: (
    name: string,
    ms: number,
    { revision, count }: { readonly revision: number; readonly count: number },
  ) => pageOf(calls, name, ms, { from: BigInt(revision) + 1n, count }),
  tail: (name: string, ms: number, count: number) => pageOf(calls, name, ms, { from: 'end', count }),
})

/** Places in the whole log. */
const logReader = (calls: Pages, ask: Ask) => {
  const pageFrom = (page: Page, ms: number) => collect(calls, logPageMessage(page), ms)
  /** The event at one end of a stretch of the log; null: there is none. */
  const edge = async (from: From, backwards: boolean, ms: number): Promise<Position | null> => {
    const [event] = (await pageFrom({ from, count: 1, backwards }, ms)).events
    return event === undefined ? null : positionOf(event)
  }
  const newest = (ms: number) => edge('end', true, ms)
  const soon = () => performance.now() + PATIENCE_MS
  return {
    newest,
    /** Between `after` (inclusive, as the server reads) and that many events on. */
    all: (after: Position | null, count: number): Promise<readonly RawEvent[]> =>
      ask('reading the log', async ms => {
        const from = after === null ? 'start' : BigInt(after)
        return (await pageFrom({ from, count }, ms)).events
      }),
    // what a server only mentions is not asked for at length
    /** Position of the event at exactly this place, if there is one. */
    at: async (commit: bigint): Promise<Position | null> => {
      const found = await ask('looking for a record', ms => edge(commit, false, ms), soon())
      return found === Number(commit) ? found : null
    },
    /** Position of the last event before this place. */
    before: (commit: bigint): Promise<Position | null> =>
      ask('looking for a record', ms => edge(commit, true, ms), soon()),
    /** Position of the newest event of any kind: followers learn of all of them. Null in an empty log. */
    head: (): Promise<Position | null> => ask('asking for the head of the log', newest),
  }
}

export const reader = (calls: Pages, ask: Ask) => ({
  ...streamReader(calls, ask),
  ...logReader(calls, ask),
})

export type Reader = ReturnType<typeof reader>
