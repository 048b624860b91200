import { termId, type StreamName, type EpochMs } from '../../../shared/kernel/brands.ts'
import { setTimeout as pause } from 'node:timers/promises'
import type { Position, StoredRecord } from '../../../shared/event-store/port.ts'
import { termStream } from '../../../shared/facts/term.ts'
import { isObject, type Json, numbersIn } from '../../../shared/kernel/json.ts'
import { handle, load, serviceContext, type Context } from '../../handle.ts'
import { calendarOn } from '../calendar.ts'
import { standingItem } from '../directory/standing.ts'
import { memberAfter, streamsWhere } from '../having.ts'
import { same } from '../item/changes.ts'
import type { Relinked } from '../item/decide.ts'
import { movingIn } from '../item/state.ts'
import { itemKinds } from '../kinds.ts'
import { itemStream } from '../purged.ts'
import { term } from '../term/term.ts'
import { standingTerm } from '../term/standing.ts'
import { changeTerm } from '../term/write.ts'
import type { Writing } from '../writing.ts'
import { NAMED_IN, type MergedKind, type MergedNoun } from './kinds.ts'

/** What was merged, or is itself again, and what named it is not yet moved. */
export type OpenMerge = {
  readonly noun: MergedNoun
  readonly kind: MergedKind
  readonly id: number
  /** The one that stands for it now: the one that it was merged into may have been merged on. */
  readonly into: number
  /** The record of the merge whose moves are to be moved back; null: it is moved to `into`. */
  readonly takesBack: string | null
  /** Where that merge, or the one that is open, was recorded: what came of it, and in spite of it, stands behind. */
  readonly since: Position
  /** The record that asks for it. */
  readonly cause: Pick<StoredRecord, 'id' | 'meta'>
}

const isMerge = (record: StoredRecord): boolean => movingIn(record) === 'there'

/** All that is done about a merge has the record that asks for it as its cause; others may share the correlation. */
const isBecauseOf = ({ meta }: Pick<StoredRecord, 'meta'>, cause: string): boolean => meta.causation === cause

/** Whether a record asks for what names its thing to be moved; whether one says that this was done. */
export const asksToMove = (record: Pick<StoredRecord, 'type'>): boolean => {
  const moving = movingIn(record)
  return moving === 'there' || moving === 'back'
}
export const tellsOfMoved = (record: Pick<StoredRecord, 'type'>): boolean => movingIn(record) === 'done'

/** The record in the stream of a thing that asks for what is left to be done; null: nothing is. */
const openCause = (records: readonly StoredRecord[]): StoredRecord | null => {
  const cause = records.findLast(asksToMove)
  if (cause === undefined) return null
  return records.some(record => tellsOfMoved(record) && isBecauseOf(record, cause.id)) ? null : cause
}

const kindIn = (noun: MergedNoun, records: readonly StoredRecord[]): MergedKind => {
  if (noun !== 'term') return noun
  const values = records[0]?.data['values']
  return isObject(values) && values['taxonomy'] === 'post_tag' ? 'tag' : 'category'
}

/** The one that stands for a thing; itself where there is none. */
const standingFor = async (
  { store }: Pick<Writing, 'store'>,
  noun: MergedNoun,
  id: number,
): Promise<number> => {
  if (noun === 'term') return (await standingTerm(store, termId(id)))?.id ?? id
  const standing =
    noun === 'venue'
      ? await standingItem(store, itemKinds.venue, id)
      : await standingItem(store, itemKinds.organizer, id)
  return standing === null || standing.item === null ? id : standing.id
}

/** What is left to be done for a thing; null: nothing. */
export const openMergeOf = async (
  { store }: Pick<Writing, 'store'>,
  noun: MergedNoun,
  id: number,
): Promise<OpenMerge | null> => {
  const records = await store.read(itemStream(noun, id))
  const cause = openCause(records)
  if (cause === null) return null
  const merged = records.findLast(isMerge)
  const asked = merged === undefined ? id : merged.data['into']
  if (typeof asked !== 'number') return null
  // one that came from another service as merged: nothing was moved here because of that
  const takesBack = merged === cause ? null : (merged ?? cause).id
  const into = takesBack === null ? await standingFor({ store }, noun, asked) : asked
  const since = (merged ?? cause).position
  return { noun, kind: kindIn(noun, records), id, into, takesBack, since, cause }
}

/** A list, or the category above, that names what was merged. */
export type Namer = {
  readonly noun: 'event' | 'venue' | 'organizer' | 'term'
  readonly id: number
  readonly member: string
}

const membersOf = (kind: MergedKind): readonly Omit<Namer, 'id'>[] => [
  ...NAMED_IN[kind],
  ...(kind === 'category' ? [{ noun: 'term', member: 'parent' } as const] : []),
]

const idsOf = (value: Json): readonly number[] => (typeof value === 'number' ? [value] : numbersIn(value))

/**
 * All that names it now, or that was moved away from it, by what the log says in one pass. `after`: only what was
 * written behind that position; null: all.
 */
export const namersOf = async (
  { store }: Pick<Writing, 'store'>,
  { kind, id, takesBack }: OpenMerge,
  signal: AbortSignal,
  after: Position | null = null,
): Promise<readonly Namer[]> => {
  // by prefix: no kind of item has two of them
  const members = new Map(membersOf(kind).map(one => [`${one.noun}-`, one]))
  const memberIn = (stream: StreamName) => members.get(stream.slice(0, stream.indexOf('-') + 1))
  const says = (record: StoredRecord): boolean | undefined => {
    const one = memberIn(record.stream)
    const now = one && memberAfter(record, one.member)
    if (now === undefined) return undefined
    if (takesBack === null) return idsOf(now).includes(id)
    return isBecauseOf(record, takesBack) && !isObject(record.data['values']) ? true : undefined
  }
  const streams = await streamsWhere(store, [...members.keys()], says, signal, after)
  // called off: not all of them are known
  signal.throwIfAborted()
  return [...streams].flatMap(stream => {
    const one = memberIn(stream)
    return one === undefined ? [] : [{ ...one, id: Number(stream.slice(one.noun.length + 1)) }]
  })
}

/** Before and after of what a merge did to a member; null: nothing. */
const movedBy = (
  records: readonly StoredRecord[],
  merge: string,
  member: string,
): readonly [Json, Json] | null => {
  const record = records.findLast(one => {
    const { changes } = one.data
    return isBecauseOf(one, merge) && isObject(changes) && member in changes
  })
  const changes = record?.data['changes']
  const pair = isObject(changes) ? changes[member] : undefined
  const [before = null, after = null] = Array.isArray(pair) ? (pair as readonly Json[]) : []
  return pair === undefined ? null : [before, after]
}

const listThen = (
  { id, into, takesBack }: OpenMerge,
  records: readonly StoredRecord[],
  member: string,
): Relinked => {
  if (takesBack === null)
    return ids => (ids.includes(id) ? [...new Set(ids.map(one => (one === id ? into : one)))] : null)
  const moved = movedBy(records, takesBack, member)
  return ids => (moved !== null && same(ids, numbersIn(moved[1])) ? numbersIn(moved[0]) : null)
}

/** In nobody's name but of whoever merged: it is no edit that an import would have to keep. */
export const settlingContext = ({ cause: { id, meta } }: OpenMerge, nowMs: EpochMs): Context => ({
  ...serviceContext(meta.correlation, nowMs, id),
  actor: meta.actor,
})

/** Moves one of them; nothing happens to one that was moved before, or that somebody changed since. */
export const moveNamer = async (
  writing: Writing,
  open: OpenMerge,
  { noun, id, member }: Namer,
  context: Context,
): Promise<void> => {
  const { store } = writing
  const records = open.takesBack === null ? [] : await store.read(itemStream(noun, id))
  if (noun !== 'term') {
    await calendarOn(writing)[noun].relink(id, member, listThen(open, records, member), context)
    return
  }
  const { state } = await load(store, term, termStream(termId(id)))
  const moved = open.takesBack === null ? null : movedBy(records, open.takesBack, member)
  const [now, then] = open.takesBack === null ? [open.id, open.into] : [moved?.[1], moved?.[0]]
  if (state.status !== 'live' || state.values.parent !== now || typeof then !== 'number') return
  await changeTerm(writing, termId(id), { parent: termId(then) }, context, state.values)
}

/** Records that all that named it is moved, unless something else was asked for meanwhile. */
export const tellSettled = async (writing: Writing, open: OpenMerge, context: Context): Promise<void> => {
  const { noun, id, takesBack, cause } = open
  if (openCause(await writing.store.read(itemStream(noun, id)))?.id !== cause.id) return
  const moved = takesBack === null ? 'there' : 'back'
  if (noun === 'term') {
    const command = { type: 'SettleMerge', id: termId(id), by: 'service', moved } as const
    await handle(writing.store, term, termStream(termId(id)), command, context)
  } else await calendarOn(writing)[noun].settleMerge(id, moved, context)
}

const LOOK_EVERY_MS = 50

/** Waits until nothing of a merge is left to be done, `forMs` at most; whether that is so. */
export const untilSettled = async (
  { store }: Pick<Writing, 'store'>,
  noun: MergedNoun,
  id: number,
  forMs: number,
): Promise<boolean> => {
  for (let waited = 0; ; waited += LOOK_EVERY_MS) {
    if (openCause(await store.read(itemStream(noun, id))) === null) return true
    if (waited >= forMs) return false
    await pause(LOOK_EVERY_MS)
  }
}
