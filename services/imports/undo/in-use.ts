import { setImmediate as nextTurn } from 'node:timers/promises'
import { eventId, type EventId } from '../../../shared/kernel/brands.ts'
import type { EventStore, StoredRecord } from '../../../shared/event-store/port.ts'
import { untilLive } from '../../../shared/event-store/until-live.ts'
import { undoDepth } from '../../../shared/facts/undo.ts'
import { numbersIn } from '../../../shared/kernel/json.ts'
import { late } from '../../../shared/late.ts'
import { memberAfter } from '../../calendar/having.ts'
import { meet } from '../../calendar/purged.ts'
import { planOf } from './plan.ts'
import type { Did, Undoing } from './scope.ts'
import { standingOf } from '../../calendar/item/standing.ts'

const MEMBERS = ['venues', 'organizers'] as const

/** Venues and organizers that a fact of an event names. */
const namedBy = (record: StoredRecord): readonly number[] =>
  MEMBERS.flatMap(member => numbersIn(memberAfter(record, member)))

/** Follows which events that it made are in the trash, record by record. */
const madeAndGone = (did: Did) => {
  const made = new Map<number, boolean>()
  return {
    note: (eventId: number, record: StoredRecord): void => {
      if (record.revision === 0) {
        if (did(record)) made.set(eventId, false)
        return
      }
      const status = memberAfter(record, 'status')
      if (status !== undefined && made.has(eventId)) made.set(eventId, status === 'trash')
    },
    has: (eventId: number): boolean => made.get(eventId) === true,
  }
}

/**
 * Events that named each of these at any time since it began. The log says so, in one pass, and which of them it made
 * and are in the trash: of what is no undo, nothing is to be brought back of these.
 */
const namersOf = async (
  store: EventStore,
  { of, scope }: Undoing,
  wanted: ReadonlySet<number>,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, readonly number[]>> => {
  const namers = new Map<number, Set<number>>()
  const gone = madeAndGone(scope.did)
  for await (const { records } of untilLive(store, ['event-'], signal, await scope.begins(wanted)))
    for (const record of records) {
      const eventId = Number(record.stream.slice('event-'.length))
      gone.note(eventId, record)
      for (const id of namedBy(record))
        if (wanted.has(id)) namers.set(id, (namers.get(id) ?? new Set()).add(eventId))
    }
  // called off: not all of them are known
  signal.throwIfAborted()
  const matters = (eventId: number) => undoDepth(of) > 0 || !gone.has(eventId)
  return new Map([...namers].map(([id, events]) => [id, [...events].filter(matters)]))
}

/** Whether it made the event and it is in the trash; told without reading more of it than that. */
const isGone = (records: readonly StoredRecord[], did: Did): boolean => {
  const [made, ...later] = records
  if (made === undefined || !did(made)) return false
  return (
    later.map(record => memberAfter(record, 'status')).findLast(status => status !== undefined) === 'trash'
  )
}

/** What an event still names when it has been undone. */
const namesOf = async (store: EventStore, eventId: number, undoing: Undoing): Promise<readonly number[]> => {
  const { records, purged } = await meet(store, 'event', eventId)
  const { did } = undoing.scope
  if (purged !== null) return []
  // of what is no undo, there is nothing to bring back of it
  if (undoDepth(undoing.of) === 0 && isGone(records, did)) return []
  const { move, changes } = planOf('event', records, undoing)
  if (move === null && isGone(records, did)) return []
  if (move?.to === 'trash' && records[0] !== undefined && did(records[0])) return []
  const standing = standingOf('event', records)
  return standing === null
    ? []
    : MEMBERS.flatMap(member => numbersIn(changes[member]?.[1] ?? standing.values[member]))
}

/** The first event that still names the item when everything is undone; null: none does. */
export type UserOf = (id: number) => Promise<EventId | null>

/** Events looked at in one turn of the event loop: some milliseconds of work. */
const SLICE = 10

/**
 * Finds out who still uses venues and organizers. Events that name one of `wanted` are looked for in the log once, when
 * they are asked for first, and each of them is looked at once.
 */
export const userFinder = (
  store: EventStore,
  undoing: Undoing,
  wanted: () => ReadonlySet<number>,
  signal: AbortSignal,
): UserOf => {
  const namers = late(() => namersOf(store, undoing, wanted(), signal))
  const known = new Map<number, Promise<readonly number[]>>()
  const namesLater = async (namer: number): Promise<readonly number[]> => {
    const names = known.get(namer) ?? namesOf(store, namer, undoing)
    known.set(namer, names)
    if (known.size % SLICE === 0) await nextTurn()
    return names
  }
  return async id => {
    for (const namer of (await namers()).get(id) ?? [])
      if ((await namesLater(namer)).includes(id)) return eventId(namer)
    return null
  }
}
