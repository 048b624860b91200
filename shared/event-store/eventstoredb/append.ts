import { ANY, ErrorType, NO_STREAM, jsonEvent } from '@eventstore/db-client'
import type {
  AppendExpectedRevision,
  EventStoreDBClient,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import { isOfType, unavailable, type Ask } from './call.ts'
import { appendedAt, doneIn, isSame } from './repeat.ts'
import type { Reader } from './read.ts'
import { safeNumber } from './record.ts'
import type { Written } from '../given.ts'
import { RecordTooLarge, RevisionConflict, StoreUnavailable } from '../port.ts'
import type { Appended, Expected, Position } from '../port.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { Meta } from '../../facts/meta.ts'

/** How far back an append that expects nothing looks for its own records. */
const TAIL = 32
/** Others who append to the same stream at the same moment are given way to so often before we pause. */
const ROUNDS = 10
const BEYOND = BigInt(Number.MAX_SAFE_INTEGER)

export type AppendTo = Written & { readonly stream: string; readonly expected: Expected }

const eventsOf = ({ ids, bodies }: Written) =>
  bodies.map((body, index) => {
    const { type, data, meta } = JSON.parse(body) as { type: string; data: JsonObject; meta: Meta }
    return jsonEvent({ id: ids[index] ?? '', type, data, metadata: meta })
  })

const isConflict = (error: unknown): error is WrongExpectedVersionError =>
  isOfType(error, ErrorType.WRONG_EXPECTED_VERSION)

/**
 * Appends that may be asked again, by us after a lost acknowledgement or by the caller. The server answers an
 * append at a revision that is past with success when exactly these ids follow it: that much is durable. But
 * - for `absent` it compares with the very first records of the stream, of whatever life of it, so where it was
 *   deleted once, the first records of its present life are compared here;
 * - for `any` it knows only the ids of late, in memory and of earlier lives, too. So it is never asked: each attempt
 *   looks for its records in the tail and then expects the revision just read.
 */
export const appender = (client: EventStoreDBClient, read: Reader, ask: Ask) => {
  /** The newest position known to be taken: what is answered at an older one was not written just now. */
  let newest: Position | null = null

  const send = async (
    to: AppendTo,
    expectedRevision: AppendExpectedRevision,
    ms: number,
  ): Promise<Appended> => {
    const { nextExpectedRevision, position } = await client.appendToStream(to.stream, eventsOf(to), {
      expectedRevision,
      deadline: ms,
      requiresLeader: true,
    })
    if (position === undefined) throw new StoreUnavailable('the server did not tell where the append is')
    const appended = {
      revision: safeNumber('revision', nextExpectedRevision),
      position: safeNumber('position', position.commit),
    }
    newest = Math.max(newest ?? 0, appended.position)
    return appended
  }

  /** Null for a conflict. */
  const sendAt = async (
    to: AppendTo,
    expected: AppendExpectedRevision,
    ms: number,
  ): Promise<Appended | null> => {
    try {
      return await send(to, expected, ms)
    } catch (error) {
      if (isConflict(error)) return null
      throw error
    }
  }

  /**
   * The server holds these very records of a former life of the stream and takes them for a repeat at any revision
   * but the last; which that is it tells to who expects one that no stream reaches.
   */
  const sendToDeleted = async (to: AppendTo, ms: number): Promise<Appended | null> => {
    try {
      return await send(to, BEYOND, ms)
    } catch (error) {
      if (!isConflict(error) || typeof error.actualVersion !== 'bigint') throw error
      return sendAt(to, error.actualVersion, ms)
    }
  }

  /** Null for a conflict. */
  const toAbsent = async (to: AppendTo, ms: number): Promise<Appended | null> => {
    newest ??= await read.newest(ms)
    const taken = newest ?? -1
    const done = await sendAt(to, NO_STREAM, ms)
    if (done !== null && done.position > taken) return done
    const { missing, events } = await read.first(to.stream, ms, to.ids.length)
    const last = events.at(-1)
    if (last !== undefined) return isSame(events, to.ids) ? appendedAt(last) : null
    return done !== null && missing ? sendToDeleted(to, ms) : done
  }

  const toAny = async (to: AppendTo, ms: number): Promise<Appended> => {
    for (let round = 0; round < ROUNDS; round++) {
      const { missing, events } = await read.tail(to.stream, ms, Math.max(TAIL, 2 * to.ids.length))
      const known = doneIn(events, to)
      if (known !== null) return known
      // of a stream whose records have all expired only the server knows the revision
      const expected = events[0]?.revision ?? ANY
      const done = await (missing ? toAbsent(to, ms) : sendAt(to, expected, ms))
      if (done !== null) return done
    }
    throw new StoreUnavailable(`others append to ${to.stream} all the time`)
  }

  const attempt = (to: AppendTo, ms: number): Promise<Appended | null> => {
    if (to.expected === 'absent') return toAbsent(to, ms)
    return to.expected === 'any' ? toAny(to, ms) : sendAt(to, BigInt(to.expected), ms)
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
