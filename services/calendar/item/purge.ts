import { itemStream } from '../purged.ts'
import { organizerId, termId, venueId, type Revision, streamRevision } from '../../../shared/kernel/brands.ts'
import type { ItemKind } from '../../../shared/facts/common.ts'
import {
  unlessConflict,
  type EventStore,
  type Position,
  type StoredRecord,
} from '../../../shared/event-store/port.ts'
import { isObject, type Json } from '../../../shared/kernel/json.ts'
import { digestsOf, MOST_DIGESTS } from '../../../shared/event-store/digest.ts'
import { untilLive } from '../../../shared/event-store/until-live.ts'
import { claimCodec, slugStream } from '../../../shared/facts/claim.ts'
import { isRestated } from '../../../shared/facts/forgotten.ts'
import { purgeCodec, purgeStream } from '../../../shared/facts/purge.ts'
import { recordOf, type Context } from '../../handle.ts'
import { idsNamed, type NamingMember } from '../named.ts'
import type { Writing } from '../writing.ts'
import { type Moving, movingAfter, untrashedSlug } from './state.ts'

const elementsOf = (value: Json | undefined): readonly Json[] =>
  Array.isArray(value) ? (value as readonly Json[]) : []

/** Everything that a member ever was, e.g. every slug the item had. */
const everyValue = (records: readonly StoredRecord[], member: string): readonly Json[] =>
  records.flatMap(({ data: { values, changes } }) => [
    isObject(values) ? (values[member] ?? null) : null,
    ...elementsOf(isObject(changes) ? changes[member] : null),
  ])

const isSlug = (value: Json): value is string => typeof value === 'string' && value !== ''

/** Every slug that it had, or keeps for when it comes back from the trash: what begins anew there says no more of that one. */
export const slugsOf = (records: readonly StoredRecord[]): ReadonlySet<string> =>
  new Set(
    everyValue(records, 'slug')
      .filter(isSlug)
      .flatMap(slug => [slug, untrashedSlug(slug)]),
  )

/** Of an event; others name nothing that waits for it. */
export const namedIn = (records: readonly StoredRecord[], noun: ItemKind) => {
  const ids = (member: NamingMember): number[] =>
    noun === 'event' ? [...new Set(records.flatMap(record => idsNamed(record, member)))] : []
  return {
    venues: ids('venues').map(venueId),
    organizers: ids('organizers').map(organizerId),
    categories: ids('categories').map(termId),
    tags: ids('tags').map(termId),
  }
}

export const leftToMove = (records: readonly StoredRecord[]): Moving | undefined =>
  records.reduce<Moving | undefined>((moving, record) => movingAfter(record, moving), undefined)

/** Facts of a past that one fact tells: far below what one append takes. */
export const PAST_FACTS = 1_000

/**
 * Who did what, and when; the history tells it when the item's own stream no longer can. That it began anew is nothing that
 * happened to it.
 */
export const pastOf = (records: readonly StoredRecord[]) =>
  records
    .filter(record => !isRestated(record))
    .slice(-PAST_FACTS)
    .map(({ position, revision, type, meta }) => {
      const { at, actor, source, correlation } = meta
      return { position, revision, fact: type, at, actor, source, correlation }
    })

/** Tells the digests of what is about to be deleted, so that seals stay provable. Answers the last revision of what tells it. */
const forget = async (
  { store }: Writing,
  noun: ItemKind,
  id: number,
  records: readonly StoredRecord[],
  context: Context,
): Promise<Revision | null> => {
  let revision: Revision | null = null
  for (const digests of digestsOf(records)) {
    const record = recordOf(purgeCodec, { type: 'ItemForgotten', kind: noun, itemId: id, digests }, context)
    revision = (await store.append(purgeStream(noun, id), [record], 'any')).revision
  }
  return revision
}

/**
 * Removes what is left of a purged item: its slugs, then its stream, which is needed until then to know them. Safe to
 * repeat wherever it ended before. `told`: revisions whose digests are told. Answers the last revision of the stream of
 * the purge, if this added to it.
 */
export const removePurged = async (
  writing: Writing,
  noun: ItemKind,
  id: number,
  context: Context,
  told?: Told,
): Promise<Revision | null> => {
  const { store, claims } = writing
  const stream = itemStream(noun, id)
  const records = await store.read(stream)
  const untold = records.filter(
    ({ revision }) => told === undefined || revision < told.from || revision > told.to,
  )
  const added = await forget(writing, noun, id, untold, context)
  for (const slug of slugsOf(records)) await claims.erase(noun, slug, id, context)
  // even if nothing of it can be read: whoever deleted it may not have come to emptying what was behind it
  await store.deleteStream(stream)
  return added
}

/** Revisions of an item's stream, both inclusive. */
type Told = { readonly from: Revision; readonly to: Revision }

/** Those that the fact of a purge has room for. */
const toldOf = (records: readonly StoredRecord[]): Told => ({
  from: records.at(-MOST_DIGESTS)?.revision ?? streamRevision(0),
  to: records.at(-1)?.revision ?? streamRevision(0),
})

/**
 * The same, and records that it is done: nobody does it again unless somebody writes late. `told`: revision at which it
 * was recorded that the item is purged.
 */
export const removeForGood = async (
  writing: Writing,
  noun: ItemKind,
  id: number,
  told: Revision,
  context: Context,
  digested?: Told,
): Promise<void> => {
  const added = await removePurged(writing, noun, id, context, digested)
  const record = recordOf(purgeCodec, { type: 'ItemRemoved', kind: noun, itemId: id }, context)
  // or somebody else came to the same end
  await writing.store.append(purgeStream(noun, id), [record], added ?? told).catch(unlessConflict)
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
 * somebody else was first. `known`: what its stream held a moment ago. Refused while what names it is still being moved
 * to the one that it was merged into (spec 07 §7.1): which one that is says nothing but its stream.
 */
export const purgeItem = async (
  writing: Writing,
  noun: ItemKind,
  id: number,
  context: Context,
  known?: readonly StoredRecord[],
): Promise<Position | 'merge_under_way' | null> => {
  const { store } = writing
  const records = known ?? (await store.read(itemStream(noun, id)))
  if (records.length === 0) return null
  if (leftToMove(records) === 'there') return 'merge_under_way'
  const told = { kind: noun, itemId: id, named: namedIn(records, noun), past: pastOf(records) }
  const [digests] = digestsOf(records)
  const record = recordOf(purgeCodec, { type: 'ItemPurged', ...told, digests }, context)
  const appended = await store.append(purgeStream(noun, id), [record], 'absent').catch(unlessConflict)
  if (appended === null) return null
  // reads anew: what was written until then has to go as well
  await removeForGood(writing, noun, id, appended.revision, context, toldOf(records))
  return appended.position
}
