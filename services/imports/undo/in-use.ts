import type { EventStore, StoredRecord } from '../../../shared/event-store/port.ts'
import { untilLive } from '../../../shared/event-store/until-live.ts'
import { importOf, isPartOf } from '../../../shared/facts/undo.ts'
import { importStream } from '../../../shared/facts/import.ts'
import { isObject } from '../../../shared/kernel/json.ts'
import { meet } from '../../calendar/purged.ts'
import { planOf, type Undoing } from './plan.ts'
import { standingOf } from './story.ts'

const MEMBERS = ['venues', 'organizers'] as const

const numbersIn = (value: unknown): readonly number[] =>
  Array.isArray(value) ? value.filter(id => typeof id === 'number') : []

const valueAfter = (change: unknown): unknown =>
  Array.isArray(change) ? (change as unknown[])[1] : undefined

/** Venues and organizers that a fact of an event names. */
const namedBy = ({ data: { values, changes } }: StoredRecord): readonly number[] =>
  MEMBERS.flatMap(member => [
    ...(isObject(values) ? numbersIn(values[member]) : []),
    ...(isObject(changes) ? numbersIn(valueAfter(changes[member])) : []),
  ])

/** Events that named each of these at any time since the import began. The log says so, in one pass. */
const namersOf = async (
  store: EventStore,
  importId: string,
  wanted: ReadonlySet<number>,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, ReadonlySet<number>>> => {
  const namers = new Map<number, Set<number>>()
  const [first] = await store.read(importStream(importId), { limit: 1 })
  for await (const { records } of untilLive(store, ['event-'], signal, first?.position ?? null))
    for (const record of records)
      for (const id of namedBy(record))
        if (wanted.has(id)) {
          const eventId = Number(record.stream.slice('event-'.length))
          namers.set(id, (namers.get(id) ?? new Set()).add(eventId))
        }
  // called off: not all of them are known
  signal.throwIfAborted()
  return namers
}

/** Whether an event still names the item when it has been undone, so that the item has to stay. */
const willName = async (
  store: EventStore,
  eventId: number,
  id: number,
  undoing: Undoing,
): Promise<boolean> => {
  const { records, purged } = await meet(store, 'event', eventId)
  const standing = standingOf('event', records)
  if (purged !== null || standing === null) return false
  const { move, changes } = planOf('event', records, undoing)
  const isImports = isPartOf(importOf(undoing.of), records[0]?.meta.correlation ?? '')
  const isInTrash = move === null ? standing.trashed !== null : move.to === 'trash'
  if (isImports && isInTrash) return false
  return MEMBERS.some(member => numbersIn(changes[member]?.[1] ?? standing.values[member]).includes(id))
}

/** The first event that still names the item when everything is undone; null: none does. */
export type UserOf = (id: number) => Promise<number | null>

/**
 * Finds out who still uses venues and organizers. Events that name one of `wanted` are looked for in the log once, when
 * they are asked for first; what each of them will be is asked anew.
 */
export const userFinder = (
  store: EventStore,
  undoing: Undoing,
  wanted: () => ReadonlySet<number>,
  signal: AbortSignal,
): UserOf => {
  let namers: ReturnType<typeof namersOf> | null = null
  return async id => {
    namers ??= namersOf(store, importOf(undoing.of), wanted(), signal)
    for (const eventId of (await namers).get(id) ?? [])
      if (await willName(store, eventId, id, undoing)) return eventId
    return null
  }
}
