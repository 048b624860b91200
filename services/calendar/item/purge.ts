import { randomUUID } from 'node:crypto'
import { RevisionConflict, type Position, type StoredRecord } from '../../../shared/event-store/port.ts'
import type { Json, JsonObject } from '../../../shared/kernel/json.ts'
import { untilLive } from '../../../shared/event-store/until-live.ts'
import { claimCodec, slugStream } from '../../../shared/facts/claim.ts'
import { purgeCodec, purgedAt, purgeStream } from '../../../shared/facts/purge.ts'
import { recordId } from '../../../shared/kernel/record-id.ts'
import type { Context } from '../../handle.ts'
import { itemStreams } from '../in-use.ts'
import { meet, type Met } from '../purged.ts'
import type { Writing } from '../writing.ts'
import type { Noun } from './decide.ts'

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

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
const namedIn = (records: readonly StoredRecord[], noun: Noun) => {
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
  noun: Noun,
  id: number,
  context: Context,
): Promise<void> => {
  const slugs = everyValue(await store.read(itemStreams[noun].stream(id)), 'slug').filter(isSlug)
  for (const slug of new Set(slugs)) await claims.erase(noun, slug, id, context)
  // even if nothing of it can be read: whoever deleted it may not have come to emptying what was behind it
  await store.deleteStream(itemStreams[noun].stream(id))
}

/**
 * Frees slugs that were claimed for the item and are not in its stream: by a write that was refused, or that met the
 * purge. Reads all slugs of the kind.
 */
export const eraseStraySlugs = async (
  { store, claims }: Writing,
  noun: Noun,
  id: number,
  context: Context,
  signal: AbortSignal,
): Promise<void> => {
  const prefix = slugStream(noun, '')
  const strays = new Set<string>()
  for await (const { records } of untilLive(store, [prefix], signal))
    for (const { stream, type, data } of records)
      if (claimCodec.decode(type, data).owner === id) strays.add(stream.slice(prefix.length))
  for (const slug of strays) if (!signal.aborted) await claims.erase(noun, slug, id, context)
}

/**
 * Purges an item for good (spec 00 §8 history, 03 §6). That it is purged is recorded first, on a stream of its own:
 * after a crash `removePurged` carries on from there. Answers where it was recorded; null: there is no such item.
 */
export const purgeItem = async (
  writing: Writing,
  noun: Noun,
  id: number,
  context: Context,
  met?: Met,
): Promise<Position | null> => {
  const { store } = writing
  const stream = itemStreams[noun].stream(id)
  const { records, purged } = met ?? (await meet(store, noun, id))
  if (records.length === 0 || purged !== null) return null
  const told = { kind: noun, itemId: id, named: namedIn(records, noun), past: pastOf(records) }
  const fact = purgeCodec.encode({ type: 'ItemPurged', ...told })
  const record = { id: recordId(randomUUID(), 0), ...fact, meta: context }
  const position = await store.append(purgeStream(noun, id), [record], 'absent').then(
    appended => appended.position,
    async (error: unknown) => {
      const first = error instanceof RevisionConflict ? await purgedAt(store, stream) : null
      if (first === null) throw error
      return first
    },
  )
  await removePurged(writing, noun, id, context)
  return position
}
