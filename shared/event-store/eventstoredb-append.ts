import { ANY, ErrorType, NO_STREAM, jsonEvent } from '@eventstore/db-client'
import type { AppendExpectedRevision, EventStoreDBClient } from '@eventstore/db-client'
import { isOfType, unavailable, type Ask } from './eventstoredb-call.ts'
import type { Reader, Tail } from './eventstoredb-read.ts'
import { positionOf, safeNumber, type RawEvent } from './eventstoredb-record.ts'
import type { Written } from './given.ts'
import { RecordTooLarge, RevisionConflict, StoreUnavailable } from './port.ts'
import type { Appended, Expected, JsonObject, Meta } from './port.ts'

/** How far back an append that expects nothing looks for its own records. */
const TAIL = 64

export type AppendTo = Written & { readonly stream: string; readonly expected: Expected }

const appendedAt = (event: RawEvent): Appended => ({
  revision: safeNumber('revision', event.revision),
  position: positionOf(event),
})

const eventsOf = ({ ids, bodies }: Written) =>
  bodies.map((body, index) => {
    const { type, data, meta } = JSON.parse(body) as { type: string; data: JsonObject; meta: Meta }
    return jsonEvent({ id: ids[index] ?? '', type, data, metadata: meta })
  })

const sameId = (a: string, b: string | undefined): boolean => a === b?.toLowerCase()

/** What the tail says of an append that expects nothing: done already, in conflict, or to be written. */
const knownIn = ({ events }: Tail, { ids, stream }: AppendTo): Appended | null => {
  const found = ids.map(id => events.find(event => sameId(event.id, id)))
  if (found[0] === undefined) return null
  const last = found.at(-1)
  if (last === undefined || found.includes(undefined)) throw new RevisionConflict(stream)
  return appendedAt(last)
}

const isConflict = (error: unknown): boolean => isOfType(error, ErrorType.WRONG_EXPECTED_VERSION)

/**
 * Appends that may be asked again, by us after a lost acknowledgement or by the caller:
 * - At an exact revision the server itself compares the ids with what follows that revision: always durable.
 * - `absent`: so too, but it compares with the stream's very first records. When the stream was deleted once and
 *   has started anew, the first records of its present life are compared here.
 * - `any`: the server knows only the ids of late, in memory. The tail is compared before each attempt; and after
 *   an attempt of unknown outcome the next expects the revision just read, so that a late first copy makes it a
 *   conflict, which is looked into, instead of a second copy.
 */
export const appender = (client: EventStoreDBClient, read: Reader, ask: Ask) => {
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
    return {
      revision: safeNumber('revision', nextExpectedRevision),
      position: safeNumber('position', position.commit),
    }
  }

  const toAbsent = async (to: AppendTo, ms: number): Promise<Appended> => {
    try {
      return await send(to, NO_STREAM, ms)
    } catch (error) {
      if (!isConflict(error)) throw error
      const { events } = await read.first(to.stream, ms, to.ids.length)
      const last = events.at(-1)
      const same = events.length === to.ids.length && events.every(({ id }, n) => sameId(id, to.ids[n]))
      if (last === undefined || !same) throw error
      return appendedAt(last)
    }
  }

  const toAny = async (to: AppendTo, ms: number, before: number): Promise<Appended> => {
    const tail = await read.tail(to.stream, ms, Math.max(TAIL, 2 * to.ids.length))
    const known = knownIn(tail, to)
    if (known !== null) return known
    if (before === 0) return send(to, ANY, ms)
    const [newest] = tail.events
    try {
      return await send(to, newest?.revision ?? (tail.missing ? NO_STREAM : ANY), ms)
    } catch (error) {
      if (!isConflict(error)) throw error
      throw new StoreUnavailable(`somebody else appended to ${to.stream} meanwhile`, { cause: error })
    }
  }

  const attempt = (to: AppendTo, ms: number, before: number): Promise<Appended> => {
    if (to.expected === 'absent') return toAbsent(to, ms)
    if (to.expected === 'any') return toAny(to, ms, before)
    return send(to, BigInt(to.expected), ms)
  }

  return async (to: AppendTo): Promise<Appended> => {
    const doing = `appending to ${to.stream}`
    try {
      return await ask(doing, (ms, before) => attempt(to, ms, before))
    } catch (error) {
      if (isConflict(error)) throw new RevisionConflict(to.stream, { cause: error })
      if (isOfType(error, ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED))
        throw new RecordTooLarge(`${doing}: the server takes less than ${to.bytes} bytes`, { cause: error })
      if (isOfType(error, ErrorType.STREAM_DELETED)) throw unavailable(doing, error)
      throw error
    }
  }
}
