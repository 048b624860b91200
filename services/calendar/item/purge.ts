import type { ItemKind } from '../../../shared/facts/common.ts'
import { randomUUID } from 'node:crypto'
import {
  RevisionConflict,
  type EventStore,
  type Position,
  type StoredRecord,
} from '../../../shared/event-store/port.ts'
import { isObject, type Json } from '../../../shared/kernel/json.ts'
import { untilLive } from '../../../shared/event-store/until-live.ts'
import { claimCodec, slugStream } from '../../../shared/facts/claim.ts'
import { purgeCodec, purgeStream } from '../../../shared/facts/purge.ts'
import { recordId } from '../../../shared/kernel/record-id.ts'
import type { Context } from '../../handle.ts'
import { itemKinds } from '../kinds.ts'
import type { Writing } from '../writing.ts'

const elementsOf = (value: Json | undefined): readonly Json[] =>
  Array.isArray(value) ? (value as readonly Json[]) : []

/** Everything that a member ever was, e.g. every slug the item had. */
const everyValue = (records: readonly StoredRecord[], member: string): readonly Json[] =>
  records.flatMap(({ data: { values, changes } }) => [
    isObject(values) ? (values[member] ?? null) : null,
    ...elementsOf(isObject(changes) ? changes[member] : null),
  ])

const isSlug = (value: Json): value is string => typeof value === 'string' && value !== ''
const isId = (value: Json): value is number => typeof value === 'number'

/** Of an event; others name nothing that waits for it. */
const namedIn = (records: readonly StoredRecord[], noun: ItemKind) => {
  const ids = (member: string): number[] =>
    noun === 'event' ? [...new Set(everyValue(records, member).flatMap(elementsOf).filter(isId))] : []
  return {
    venues: ids('venues'),
    organizers: ids('organizers'),
    categories: ids('categories'),
    tags: ids('tags'),
  }
}

/** Far below what one append takes. */
const PAST_FACTS = 1_000

/** Who did what, and when; the history tells it when the item's own stream no longer can. */
const pastOf = (records: readonly StoredRecord[]) =>
  records.slice(-PAST_FACTS).map(({ position, revision, type, meta }) => {
    const { at, actor, source, correlation } = meta
    return { position, revision, fact: type, at, actor, source, correlation }
  })

/**
 * Removes what is left of a purged item: its slugs, then its stream, which is needed until then to know them. Safe to
 * repeat wherever it ended before.
 */
export const removePurged = async (
  { store, claims }: Writing,
  noun: ItemKind,
  id: number,
  context: Context,
): Promise<void> => {
  const slugs = everyValue(await store.read(itemKinds[noun].stream(id)), 'slug').filter(isSlug)
  for (const slug of new Set(slugs)) await claims.erase(noun, slug, id, context)
  // even if nothing of it can be read: whoever deleted it may not have come to emptying what was behind it
  await store.deleteStream(itemKinds[noun].stream(id))
}

/**
 * The same, and records that it is done: nobody does it again unless somebody writes late. `told`: revision at which it
 * was recorded that the item is purged.
 */
export const removeForGood = async (
  writing: Writing,
  noun: ItemKind,
  id: number,
  told: number,
  context: Context,
): Promise<void> => {
  await removePurged(writing, noun, id, context)
  const fact = purgeCodec.encode({ type: 'ItemRemoved', kind: noun, itemId: id })
  const record = { id: recordId(randomUUID(), 0), ...fact, meta: context }
  try {
    await writing.store.append(purgeStream(noun, id), [record], told)
  } catch (error) {
    // somebody else came to the same end
    if (!(error instanceof RevisionConflict)) throw error
  }
}

/** Slugs that items of these numbers hold and have in no stream, by item. Reads all slugs of the kind. */
export const straySlugs = async (
  store: EventStore,
  noun: ItemKind,
  ids: ReadonlySet<number>,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, ReadonlySet<string>>> => {
  const prefix = slugStream(noun, '')
  const strays = new Map<number, Set<string>>()
  for await (const { records } of untilLive(store, [prefix], signal))
    for (const { stream, type, data } of records) {
      const { owner } = claimCodec.decode(type, data)
      if (!ids.has(owner)) continue
      strays.set(owner, (strays.get(owner) ?? new Set()).add(stream.slice(prefix.length)))
    }
  return strays
}

/**
 * Purges an item for good (spec 00 §8 history, 03 §6). That it is purged is recorded first, on a stream of its own:
 * after a crash `removeForGood` carries on from there. Answers where it was recorded; null: there is no such item, or
 * somebody else was first. `known`: what its stream held a moment ago.
 */
export const purgeItem = async (
  writing: Writing,
  noun: ItemKind,
  id: number,
  context: Context,
  known?: readonly StoredRecord[],
): Promise<Position | null> => {
  const { store } = writing
  const records = known ?? (await store.read(itemKinds[noun].stream(id)))
  if (records.length === 0) return null
  const told = { kind: noun, itemId: id, named: namedIn(records, noun), past: pastOf(records) }
  const fact = purgeCodec.encode({ type: 'ItemPurged', ...told })
  const record = { id: recordId(randomUUID(), 0), ...fact, meta: context }
  const appended = await store.append(purgeStream(noun, id), [record], 'absent').catch((error: unknown) => {
    if (error instanceof RevisionConflict) return null
    throw error
  })
  if (appended === null) return null
  // reads anew: what was written until then has to go as well
  await removeForGood(writing, noun, id, appended.revision, context)
  return appended.position
}
