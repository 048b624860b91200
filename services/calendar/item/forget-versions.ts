import { randomUUID } from 'node:crypto'
import type { EpochMs } from '../../../shared/kernel/brands.ts'
import {
  RevisionConflict,
  unlessConflict,
  type NewRecord,
  type StoredRecord,
} from '../../../shared/event-store/port.ts'
import type { Carried, ItemKind } from '../../../shared/facts/common.ts'
import { isRestated } from '../../../shared/facts/forgotten.ts'
import { MOST_ATTEMPTS, folded, type Context } from '../../handle.ts'
import { itemKinds } from '../kinds.ts'
import { itemStream, meet } from '../purged.ts'
import { beginningOf, deletePast, type AnewDeps } from './begin-anew.ts'
import type { Kind } from './kind.ts'
import { leftToMove, namedIn } from './purge.ts'
import { standingOf } from './standing.ts'
import { carriedOf, type SharedValues } from './state.ts'
import { msOfIso } from '../../../shared/kernel/time/calculate.ts'

/** Whether what was recorded of an item before its last change is due: it is in the trash, and was not changed since `beforeMs`. */
const isDue = (noun: ItemKind, records: readonly StoredRecord[], beforeMs: EpochMs): boolean => {
  const last = records.at(-1)
  if (last === undefined || records.length < 2 || msOfIso(last.meta.at) >= beforeMs) return false
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
  beforeMs: EpochMs,
  isUnseen: boolean,
): number => {
  const begins = records.findLastIndex(isRestated)
  const now = records.slice(Math.max(begins, 0))
  // what begins anew says again what the one before it says
  const left = Math.max(begins - 1, 0)
  return left + (!isUnseen && isDue(noun, now, beforeMs) ? now.length - 1 : 0)
}

/** An item that begins anew as it stands; null: it does not stand. */
const restating =
  <Values extends SharedValues, Fact>(kind: Kind<Values, Fact>) =>
  (id: number, records: readonly StoredRecord[], dates: Carried, context: Context): NewRecord | null => {
    const { state } = folded(kind.aggregate, records)
    if (state === null) return null
    const named = kind.noun === 'event' ? { named: namedIn(records, kind.noun) } : {}
    const carried = { ...carriedOf(state, dates), emptied: [], ...named }
    return beginningOf(kind, { id, cause: randomUUID() }, state, carried, context)
  }

const restated = {
  event: restating(itemKinds.event),
  venue: restating(itemKinds.venue),
  organizer: restating(itemKinds.organizer),
} as const

/**
 * What was recorded of an item that is in the trash, and was not changed since `beforeMs` (epoch milliseconds), goes but for
 * how it stands: its stream begins anew with that (spec 00 §6.9, docs/adr/0031). Safe to repeat wherever it ended before.
 */
export const forgetVersions = async (
  { writing, datesOf }: AnewDeps,
  noun: ItemKind,
  id: number,
  beforeMs: EpochMs,
  context: Context,
): Promise<void> => {
  const { store } = writing
  const stream = itemStream(noun, id)
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    const { records, purged } = await meet(store, noun, id)
    // whoever purges it deletes all of it
    if (purged !== null) return
    const begins = Math.max(records.findLastIndex(isRestated), 0)
    const anew = { noun, id, cause: context.correlation }
    if (begins > 0) await deletePast(writing, anew, records, begins, context)
    const now = records.slice(begins)
    const dates = isDue(noun, now, beforeMs) ? datesOf(noun, now) : null
    const record = dates === null ? null : restated[noun](id, now, dates, context)
    if (record === null) return
    await store.append(stream, [record], now.at(-1)?.revision ?? 'absent').catch(unlessConflict)
  }
  throw new RevisionConflict(stream)
}
