import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EventStore, StoredRecord } from '../../../shared/event-store/port.ts'
import { untilLive } from '../../../shared/event-store/until-live.ts'
import { importOf, isPartOf } from '../../../shared/facts/undo.ts'
import { importStream } from '../../../shared/facts/import.ts'
import { numbersIn } from '../../../shared/kernel/json.ts'
import { memberAfter } from '../../calendar/having.ts'
import { meet } from '../../calendar/purged.ts'
import { planOf, type Undoing } from './plan.ts'
import { standingOf } from '../../calendar/item/standing.ts'

const MEMBERS = ['venues', 'organizers'] as const

/** Venues and organizers that a fact of an event names. */
const namedBy = (record: StoredRecord): readonly number[] =>
  MEMBERS.flatMap(member => numbersIn(memberAfter(record, member)))

/** Follows which events of an import are in the trash, record by record. */
const madeAndGone = (importId: string) => {
  const made = new Map<number, boolean>()
  return {
    note: (eventId: number, record: StoredRecord): void => {
      if (record.revision === 0) {
        if (isPartOf(importId, record.meta.correlation)) made.set(eventId, false)
        return
      }
      const status = memberAfter(record, 'status')
      if (status !== undefined && made.has(eventId)) made.set(eventId, status === 'trash')
    },
    has: (eventId: number): boolean => made.get(eventId) === true,
  }
}

/**
 * Events that named each of these at any time since the import began. The log says so, in one pass, and which of them
 * the import made and are in the trash: of an import, nothing is to be brought back of these.
 */
const namersOf = async (
  store: EventStore,
  { of }: Undoing,
  wanted: ReadonlySet<number>,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, readonly number[]>> => {
  const importId = importOf(of)
  const namers = new Map<number, Set<number>>()
  const gone = madeAndGone(importId)
  const [first] = await store.read(importStream(importId), { limit: 1 })
  for await (const { records } of untilLive(store, ['event-'], signal, first?.position ?? null))
    for (const record of records) {
      const eventId = Number(record.stream.slice('event-'.length))
      gone.note(eventId, record)
      for (const id of namedBy(record))
        if (wanted.has(id)) namers.set(id, (namers.get(id) ?? new Set()).add(eventId))
    }
  // called off: not all of them are known
  signal.throwIfAborted()
  const matters = (eventId: number) => of !== importId || !gone.has(eventId)
  return new Map([...namers].map(([id, events]) => [id, [...events].filter(matters)]))
}

/** Whether the import made the event and it is in the trash; told without reading more of it than that. */
const isGone = (records: readonly StoredRecord[], importId: string): boolean => {
  const [made, ...later] = records
  if (!isPartOf(importId, made?.meta.correlation ?? '')) return false
  return (
    later.map(record => memberAfter(record, 'status')).findLast(status => status !== undefined) === 'trash'
  )
}

/** What an event still names when it has been undone. */
const namesOf = async (store: EventStore, eventId: number, undoing: Undoing): Promise<readonly number[]> => {
  const { records, purged } = await meet(store, 'event', eventId)
  const importId = importOf(undoing.of)
  if (purged !== null) return []
  // of an import, there is nothing to bring back of it
  if (undoing.of === importId && isGone(records, importId)) return []
  const { move, changes } = planOf('event', records, undoing)
  if (move === null && isGone(records, importId)) return []
  if (move?.to === 'trash' && isPartOf(importId, records[0]?.meta.correlation ?? '')) return []
  const standing = standingOf('event', records)
  return standing === null
    ? []
    : MEMBERS.flatMap(member => numbersIn(changes[member]?.[1] ?? standing.values[member]))
}

/** The first event that still names the item when everything is undone; null: none does. */
export type UserOf = (id: number) => Promise<number | null>

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
  let namers: ReturnType<typeof namersOf> | null = null
  const known = new Map<number, Promise<readonly number[]>>()
  const namesLater = async (eventId: number): Promise<readonly number[]> => {
    const names = known.get(eventId) ?? namesOf(store, eventId, undoing)
    known.set(eventId, names)
    if (known.size % SLICE === 0) await nextTurn()
    return names
  }
  return async id => {
    namers ??= namersOf(store, undoing, wanted(), signal)
    for (const eventId of (await namers).get(id) ?? [])
      if ((await namesLater(eventId)).includes(id)) return eventId
    return null
  }
}
