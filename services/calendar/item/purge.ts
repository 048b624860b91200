import { randomUUID } from 'node:crypto'
import { RevisionConflict, type EventStore } from '../../../shared/event-store/port.ts'
import { purgeCodec, purgeStream } from '../../../shared/facts/purge.ts'
import { recordId } from '../../../shared/kernel/record-id.ts'
import type { Context } from '../../handle.ts'
import type { Writing } from '../writing.ts'
import type { ItemFact, SharedValues } from './state.ts'
import type { Kind } from './kind.ts'

/** What has to be known of an item before its stream goes. */
type Traces = { readonly slugs: ReadonlySet<string>; readonly importIds: ReadonlySet<string> }

const textIn = (value: unknown, member: string): string => {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, member) : undefined
  return typeof found === 'string' ? found : ''
}

/** Every slug it ever had and every import it was in; null: there is no stream. */
const tracesOf = async <Values extends SharedValues, Fact extends ItemFact<Values>>(
  store: EventStore,
  { aggregate, stream }: Kind<Values, Fact>,
  id: number,
): Promise<Traces | null> => {
  const records = await store.read(stream(id))
  const slugs = new Set<string>()
  const importIds = new Set<string>()
  for (const { type, data, meta } of records) {
    const fact: ItemFact<Values> = aggregate.codec.decode(type, data)
    const states: readonly unknown[] =
      'values' in fact
        ? [fact.values]
        : [0, 1].map(side => ({
            slug: fact.changes['slug']?.[side],
            origin: fact.changes['origin']?.[side],
          }))
    for (const state of states) {
      slugs.add(textIn(state, 'slug'))
      const origin: unknown =
        typeof state === 'object' && state !== null ? Reflect.get(state, 'origin') : null
      importIds.add(textIn(origin, 'importId'))
    }
    if (meta.source === 'import') importIds.add(meta.correlation)
  }
  slugs.delete('')
  importIds.delete('')
  return records.length === 0 ? null : { slugs, importIds }
}

/** Whether the item was purged, or is being purged. */
export const isPurged = async (
  store: EventStore,
  kind: Parameters<typeof purgeStream>[0],
  id: number,
): Promise<boolean> => (await store.read(purgeStream(kind, id), { limit: 1 })).length > 0

/**
 * Removes what is left of a purged item: its slugs, then its stream, which is needed until then to know them. Safe to
 * repeat wherever it ended before.
 */
export const removePurged = async <Values extends SharedValues, Fact extends ItemFact<Values>>(
  { store, claims }: Writing,
  kind: Kind<Values, Fact>,
  id: number,
  context: Context,
): Promise<void> => {
  const traces = await tracesOf(store, kind, id)
  if (traces === null) return
  for (const slug of traces.slugs) await claims.erase(kind.noun, slug, id, context)
  await store.deleteStream(kind.stream(id))
}

/**
 * Purges an item for good (spec 00 §8 history, 03 §6). That it is purged is recorded first, on a stream of its own:
 * after a crash `removePurged` carries on from there. Answers where it was recorded; null: there is no such item.
 */
export const purgeItem = async <Values extends SharedValues, Fact extends ItemFact<Values>>(
  writing: Writing,
  kind: Kind<Values, Fact>,
  id: number,
  context: Context,
): Promise<number | null> => {
  const { store } = writing
  const traces = await tracesOf(store, kind, id)
  if (traces === null) return null
  const fact = purgeCodec.encode({
    type: 'ItemPurged',
    kind: kind.noun,
    itemId: id,
    importIds: [...traces.importIds],
  })
  const record = { id: recordId(randomUUID(), 0), ...fact, meta: context }
  const stream = purgeStream(kind.noun, id)
  const position = await store.append(stream, [record], 'absent').then(
    appended => appended.position,
    async (error: unknown) => {
      const [first] = error instanceof RevisionConflict ? await store.read(stream, { limit: 1 }) : []
      if (first === undefined) throw error
      return first.position
    },
  )
  await removePurged(writing, kind, id, context)
  return position
}
