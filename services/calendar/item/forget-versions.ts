import { randomUUID } from 'node:crypto'
import {
  RevisionConflict,
  unlessConflict,
  type NewRecord,
  type StoredRecord,
} from '../../../shared/event-store/port.ts'
import type { Carried, ItemKind } from '../../../shared/facts/common.ts'
import { isRestated } from '../../../shared/facts/forgotten.ts'
import type { JsonObject } from '../../../shared/kernel/json.ts'
import { recordId } from '../../../shared/kernel/record-id.ts'
import { folded, type Context } from '../../handle.ts'
import { itemKinds } from '../kinds.ts'
import { meet } from '../purged.ts'
import type { Writing } from '../writing.ts'
import { deletePast } from './begin-anew.ts'
import type { Kind } from './kind.ts'
import { leftToMove, namedIn } from './purge.ts'
import { standingOf } from './standing.ts'
import { carriedOf, type SharedValues } from './state.ts'

export type VersionsDeps = {
  readonly writing: Writing
  /** Dates that readers are told of an item, by its records. */
  readonly datesOf: (noun: ItemKind, records: readonly StoredRecord[]) => Carried | null
}

/** Attempts against others who write at the same time. */
const ATTEMPTS = 64

const CREATED = { event: 'EventCreated', venue: 'VenueCreated', organizer: 'OrganizerCreated' } as const

/** Whether what was recorded of an item before its last change is due: it is in the trash, and was not changed since `beforeMs`. */
const isDue = (noun: ItemKind, records: readonly StoredRecord[], beforeMs: number): boolean => {
  const last = records.at(-1)
  if (last === undefined || records.length < 2 || Date.parse(last.meta.at) >= beforeMs) return false
  // one that was merged is in the trash for nobody, and whoever takes that back asks what named it
  const trashed = standingOf(noun, records)?.trashed
  return trashed != null && trashed.into === undefined && leftToMove(records) === undefined
}

/**
 * Versions that are due: records before the last one, which stays as it says how the item stands. What was cut short counts
 * with what it left. `isUnseen`: it was made for an event that never came, and nobody was ever shown it.
 */
export const versionsDue = (
  noun: ItemKind,
  records: readonly StoredRecord[],
  beforeMs: number,
  isUnseen: boolean,
): number => {
  const begins = records.findLastIndex(isRestated)
  const now = records.slice(Math.max(begins, 0))
  // what begins anew says again what the one before it says
  const left = Math.max(begins - 1, 0)
  return left + (!isUnseen && isDue(noun, now, beforeMs) ? now.length - 1 : 0)
}

/** How an item stands, as the fact with which its stream begins from then on. */
const restated = <Values extends SharedValues, Fact>(
  { noun, aggregate }: Kind<Values, Fact>,
  id: number,
  records: readonly StoredRecord[],
  dates: Carried,
  context: Context,
): NewRecord | null => {
  const { state } = folded(aggregate, records)
  if (state === null) return null
  const shown = noun === 'event' ? {} : { hiddenUntilLinked: false }
  const named = noun === 'event' ? { named: namedIn(records, noun) } : {}
  const carried = { ...carriedOf(state, dates), restated: true, emptied: [], ...named }
  const cause = randomUUID()
  // facts are JSON
  const said = {
    [`${noun}Id`]: id,
    by: state.createdBy,
    values: state.values,
    ...shown,
    carried,
  } as JsonObject
  const fact = aggregate.codec.decode(CREATED[noun], said)
  return { id: recordId(cause, 0), ...aggregate.codec.encode(fact), meta: { ...context, causation: cause } }
}

const restatedAs = (noun: ItemKind, ...of: Tail<Parameters<typeof restated>>): NewRecord | null => {
  switch (noun) {
    case 'event':
      return restated(itemKinds.event, ...of)
    case 'venue':
      return restated(itemKinds.venue, ...of)
    case 'organizer':
      return restated(itemKinds.organizer, ...of)
  }
}

type Tail<All extends readonly unknown[]> = All extends readonly [unknown, ...infer Rest] ? Rest : never

/**
 * What was recorded of an item that is in the trash, and was not changed since `beforeMs` (epoch milliseconds), goes but for
 * how it stands: its stream begins anew with that (spec 00 §6.9, docs/adr/0031). Safe to repeat wherever it ended before.
 */
export const forgetVersions = async (
  { writing, datesOf }: VersionsDeps,
  noun: ItemKind,
  id: number,
  beforeMs: number,
  context: Context,
): Promise<void> => {
  const { store } = writing
  const stream = itemKinds[noun].stream(id)
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const { records, purged } = await meet(store, noun, id)
    // whoever purges it deletes all of it
    if (purged !== null) return
    const begins = Math.max(records.findLastIndex(isRestated), 0)
    const anew = { noun, id, cause: context.correlation }
    if (begins > 0) await deletePast(writing, anew, records, begins, context)
    const now = records.slice(begins)
    const dates = isDue(noun, now, beforeMs) ? datesOf(noun, now) : null
    const record = dates === null ? null : restatedAs(noun, id, now, dates, context)
    if (record === null) return
    await store.append(stream, [record], now.at(-1)?.revision ?? 'absent').catch(unlessConflict)
  }
  throw new RevisionConflict(stream)
}
