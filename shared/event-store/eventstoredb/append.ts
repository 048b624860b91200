import { ErrorType, NO_STREAM } from '@eventstore/db-client'
import type { WrongExpectedVersionError } from '@eventstore/db-client'
import { noPosition, furthest, logPosition, streamRevision } from '../../kernel/brands.ts'
import type { AppendTo } from './append-message.ts'
import type { BatchedAppends } from './batch.ts'
import { isOfType, unavailable, type Ask } from './call.ts'
import { allOf, doneIn } from './repeat.ts'
import type { Reader } from './read.ts'
import { safeNumber } from './record.ts'
import { lastUsed } from '../../remembered.ts'
import { RecordTooLarge, RevisionConflict, StoreUnavailable } from '../port.ts'
import type { Appended, Position } from '../port.ts'

/** How far back an append that expects nothing looks for its own records. */
const TAIL = 32
/** Streams that are remembered to have been begun, by us or by others. */
const BEGUN = 1_000
/** Others who append to the same stream at the same moment are given way to so often before we pause. */
const ROUNDS = 10
const BEYOND = BigInt(Number.MAX_SAFE_INTEGER)

const isConflict = (error: unknown): error is WrongExpectedVersionError =>
  isOfType(error, ErrorType.WRONG_EXPECTED_VERSION)

/** What a server says of an append that it has taken: nothing of where it is, when it only knows its ids of old. */
type Sent = Appended | 'known of old'
/** The revision the stream is expected to be at. */
type At = bigint | typeof NO_STREAM

type Sending = {
  readonly append: BatchedAppends
  readonly read: Reader
  /** The newest position known to be taken: what is answered at an older one was not written just now. */
  newest: Position | null
}

/**
 * Appends that may be asked again, by us after a lost acknowledgement or by the caller. The server answers an
 * append at a revision that is past with success when exactly these ids follow it: that much is durable. But
 * - it compares with records that nobody can read any more, too: those of former lives of the stream, and those whose
 *   time is over. It does not say where those are. So what was not written just now is compared here with what can be read;
 * - for `any` it knows only the ids of late, in memory. So it is never asked: where a stream is there already, each attempt
 *   looks for its records in the tail and then expects the revision just read.
 */
export const appender = (append: BatchedAppends, read: Reader, ask: Ask) => {
  const sending: Sending = { append, read, newest: null }
  const begun = lastUsed<string, number>(BEGUN)
  return async (to: AppendTo, end: number): Promise<Appended> => {
    const doing = `appending to ${to.stream}`
    // most of these begin a stream; whoever asks again looks first what came of it
    const attemptOf = async (ms: number) => {
      if (to.expected !== 'any' || begun.get(to.stream) !== undefined) return attempt(sending, to, ms)
      begun.set(to.stream, 1)
      return (await writeAt(sending, to, NO_STREAM, ms)) ?? attempt(sending, to, ms)
    }
    try {
      const appended = await ask(doing, attemptOf, end)
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

/** Null for a conflict; so are `toAbsent` and `toRevision`. */
const attempt = (sending: Sending, to: AppendTo, ms: number): Promise<Appended | null> => {
  if (to.expected === 'absent') return toAbsent(sending, to, ms)
  return to.expected === 'any' ? toAny(sending, to, ms) : toRevision(sending, to, to.expected, ms)
}

const toAbsent = async (sending: Sending, to: AppendTo, ms: number): Promise<Appended | null> => {
  const first = () => sending.read.first(to.stream, ms, to.ids.length)
  const written = await writeAt(sending, to, NO_STREAM, ms)
  if (written !== null) return written
  const { events } = await first()
  if (events.length > 0) return allOf(to, events)
  return (await writeToEnd(sending, to, ms)) ?? allOf(to, (await first()).events)
}

const toRevision = async (
  sending: Sending,
  to: AppendTo,
  revision: number,
  ms: number,
): Promise<Appended | null> => {
  const written = await writeAt(sending, to, BigInt(revision), ms)
  if (written !== null) return written
  return allOf(to, (await sending.read.after(to.stream, ms, { revision, count: to.ids.length })).events)
}

const toAny = async (sending: Sending, to: AppendTo, ms: number): Promise<Appended> => {
  for (let round = 0; round < ROUNDS; round++) {
    const { events } = await sending.read.tail(to.stream, ms, Math.max(TAIL, 2 * to.ids.length))
    const known = doneIn(events, to)
    if (known !== null) return known
    const [last] = events
    const done = await (last === undefined
      ? toAbsent(sending, to, ms)
      : writeAt(sending, to, last.revision, ms))
    if (done !== null) return done
  }
  throw new StoreUnavailable(`others append to ${to.stream} all the time`)
}

/**
 * To a stream of which nothing can be read: it was deleted, or its time is over. The server may know these very
 * records and takes them for a repeat at any revision but the last; which that is it tells to who expects one that
 * no stream reaches.
 */
const writeToEnd = async (sending: Sending, to: AppendTo, ms: number): Promise<Appended | null> => {
  try {
    await send(sending, to, BEYOND, ms)
  } catch (error) {
    if (!isConflict(error)) throw error
    const { actualVersion } = error
    return writeAt(sending, to, typeof actualVersion === 'bigint' ? actualVersion : NO_STREAM, ms)
  }
  throw new StoreUnavailable(`the server took an append to ${to.stream} at revision ${BEYOND}`)
}

/** Where it was written just now; null: not at all, whatever the server says to know of it. */
const writeAt = async (
  sending: Sending,
  to: AppendTo,
  expected: At,
  ms: number,
): Promise<Appended | null> => {
  sending.newest ??= await sending.read.newest(ms)
  const taken = sending.newest ?? noPosition
  try {
    const sent = await send(sending, to, expected, ms)
    return sent !== 'known of old' && sent.position > taken ? sent : null
  } catch (error) {
    if (isConflict(error)) return null
    throw error
  }
}

const send = async (sending: Sending, to: AppendTo, expected: At, ms: number): Promise<Sent> => {
  const { revision, position } = await sending.append(to, expected, ms)
  if (position === undefined) return 'known of old'
  const appended = {
    revision: streamRevision(safeNumber('revision', revision)),
    position: logPosition(safeNumber('position', position)),
  }
  sending.newest = furthest(sending.newest ?? noPosition, appended.position)
  return appended
}
