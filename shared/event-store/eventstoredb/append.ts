import { ErrorType, NO_STREAM } from '@eventstore/db-client'
import type { EventStoreDBClient, WrongExpectedVersionError } from '@eventstore/db-client'
import { batchedAppends } from './batch.ts'
import { isOfType, unavailable, type Ask } from './call.ts'
import { allOf, doneIn } from './repeat.ts'
import type { Reader } from './read.ts'
import { safeNumber } from './record.ts'
import type { AppendTo } from '../given.ts'
import { RecordTooLarge, RevisionConflict, StoreUnavailable } from '../port.ts'
import type { Appended, Position } from '../port.ts'

/** How far back an append that expects nothing looks for its own records. */
const TAIL = 32
/** Others who append to the same stream at the same moment are given way to so often before we pause. */
const ROUNDS = 10
const BEYOND = BigInt(Number.MAX_SAFE_INTEGER)

const isConflict = (error: unknown): error is WrongExpectedVersionError =>
  isOfType(error, ErrorType.WRONG_EXPECTED_VERSION)

/** What a server says of an append that it has taken: nothing of where it is, when it only knows its ids of old. */
type Sent = Appended | 'known of old'

/**
 * Appends that may be asked again, by us after a lost acknowledgement or by the caller. The server answers an
 * append at a revision that is past with success when exactly these ids follow it: that much is durable. But
 * - it compares with records that nobody can read any more, too: those of former lives of the stream, and those whose
 *   time is over. It does not say where those are. So what was not written just now is compared here with what can be read;
 * - for `any` it knows only the ids of late, in memory. So it is never asked: each attempt looks for its records
 *   in the tail and then expects the revision just read.
 */
export const appender = (client: EventStoreDBClient, read: Reader, ask: Ask) => {
  const append = batchedAppends(client)
  /** The newest position known to be taken: what is answered at an older one was not written just now. */
  let newest: Position | null = null

  const send = async (
    to: AppendTo,
    expectedRevision: bigint | typeof NO_STREAM,
    ms: number,
  ): Promise<Sent> => {
    const { revision, position } = await append(to, expectedRevision, ms)
    if (position === undefined) return 'known of old'
    const appended = {
      revision: safeNumber('revision', revision),
      position: safeNumber('position', position),
    }
    newest = Math.max(newest ?? 0, appended.position)
    return appended
  }

  /** Null for a conflict. */
  const sendAt = async (
    to: AppendTo,
    expected: bigint | typeof NO_STREAM,
    ms: number,
  ): Promise<Sent | null> => {
    try {
      return await send(to, expected, ms)
    } catch (error) {
      if (isConflict(error)) return null
      throw error
    }
  }

  /** Where it was written just now; null: not at all, whatever the server says to know of it. */
  const writeAt = async (
    to: AppendTo,
    expected: bigint | typeof NO_STREAM,
    ms: number,
  ): Promise<Appended | null> => {
    newest ??= await read.newest(ms)
    const taken = newest ?? -1
    const sent = await sendAt(to, expected, ms)
    return sent !== null && sent !== 'known of old' && sent.position > taken ? sent : null
  }

  /**
   * To a stream of which nothing can be read: it was deleted, or its time is over. The server may know these very
   * records and takes them for a repeat at any revision but the last; which that is it tells to who expects one that
   * no stream reaches.
   */
  const writeToEnd = async (to: AppendTo, ms: number): Promise<Appended | null> => {
    try {
      await send(to, BEYOND, ms)
    } catch (error) {
      if (!isConflict(error)) throw error
      const { actualVersion } = error
      return writeAt(to, typeof actualVersion === 'bigint' ? actualVersion : NO_STREAM, ms)
    }
    throw new StoreUnavailable(`the server took an append to ${to.stream} at revision ${BEYOND}`)
  }

  /** Null for a conflict. */
  const toAbsent = async (to: AppendTo, ms: number): Promise<Appended | null> => {
    const first = () => read.first(to.stream, ms, to.ids.length)
    const written = await writeAt(to, NO_STREAM, ms)
    if (written !== null) return written
    const { events } = await first()
    if (events.length > 0) return allOf(to, events)
    return (await writeToEnd(to, ms)) ?? allOf(to, (await first()).events)
  }

  /** Null for a conflict. */
  const toRevision = async (to: AppendTo, revision: number, ms: number): Promise<Appended | null> => {
    const written = await writeAt(to, BigInt(revision), ms)
    if (written !== null) return written
    return allOf(to, (await read.after(to.stream, ms, { revision, count: to.ids.length })).events)
  }

  const toAny = async (to: AppendTo, ms: number): Promise<Appended> => {
    for (let round = 0; round < ROUNDS; round++) {
      const { events } = await read.tail(to.stream, ms, Math.max(TAIL, 2 * to.ids.length))
      const known = doneIn(events, to)
      if (known !== null) return known
      const [last] = events
      const done = await (last === undefined ? toAbsent(to, ms) : writeAt(to, last.revision, ms))
      if (done !== null) return done
    }
    throw new StoreUnavailable(`others append to ${to.stream} all the time`)
  }

  const attempt = (to: AppendTo, ms: number): Promise<Appended | null> => {
    if (to.expected === 'absent') return toAbsent(to, ms)
    return to.expected === 'any' ? toAny(to, ms) : toRevision(to, to.expected, ms)
  }

  return async (to: AppendTo, end: number): Promise<Appended> => {
    const doing = `appending to ${to.stream}`
    try {
      const appended = await ask(doing, ms => attempt(to, ms), end)
      if (appended === null) throw new RevisionConflict(to.stream)
      return appended
    } catch (error) {
      if (isOfType(error, ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED))
        throw new RecordTooLarge(`${doing}: the server takes less than ${to.bytes} bytes`, { cause: error })
      if (isOfType(error, ErrorType.STREAM_DELETED)) throw unavailable(doing, error)
      throw error
    }
  }
}
