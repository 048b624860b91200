import { digestsOf } from '../../../shared/event-store/digest.ts'
import type { StoredRecord } from '../../../shared/event-store/port.ts'
import type { ItemKind } from '../../../shared/facts/common.ts'
import { forgottenCodec, forgottenStream, isRestated } from '../../../shared/facts/forgotten.ts'
import { recordOf, type Context } from '../../handle.ts'
import { itemKinds } from '../kinds.ts'
import type { Writing } from '../writing.ts'
import { PAST_FACTS, pastOf, slugsOf } from './purge.ts'

/** An item whose stream begins anew (docs/adr/0031), and the id of what it does so for. */
export type Anew = { readonly noun: ItemKind; readonly id: number; readonly cause: string }

/** Tells what is about to go, in the name of what takes it away, and deletes it. */
const deleteBefore = async (
  { store }: Writing,
  { noun, id, cause }: Anew,
  gone: readonly StoredRecord[],
  before: number,
  context: Context,
): Promise<void> => {
  const what = { kind: noun, itemId: id, before } as const
  for (let n = 0; n < gone.length; n += PAST_FACTS) {
    const some = gone.slice(n, n + PAST_FACTS)
    const [digests = ''] = digestsOf(some)
    const told = { ...what, past: pastOf(some), digests }
    const record = recordOf(
      forgottenCodec,
      { type: 'PastForgotten', ...told },
      { ...context, causation: cause },
    )
    await store.append(forgottenStream(noun, id), [record], 'any')
  }
  await store.truncate(itemKinds[noun].stream(id), before)
}

/** Slugs that it had only in what goes: they were made of titles. */
const eraseSlugs = async (
  { claims }: Writing,
  { noun, id }: Anew,
  gone: readonly StoredRecord[],
  left: readonly StoredRecord[],
  context: Context,
): Promise<void> => {
  const kept = slugsOf(left)
  for (const slug of slugsOf(gone)) if (!kept.has(slug)) await claims.erase(noun, slug, id, context)
}

/**
 * Deletes what is before one of the records of an item, and the slugs that it had only there; whatever was cut short before
 * it is done with it. Safe to repeat wherever it ended before.
 */
export const deletePast = async (
  writing: Writing,
  anew: Anew,
  records: readonly StoredRecord[],
  begins: number,
  context: Context,
): Promise<void> => {
  const { cause, ...item } = anew
  await eraseSlugs(writing, anew, records.slice(0, begins), records.slice(begins), context)
  let from = 0
  for (const [at, record] of records.slice(0, begins + 1).entries()) {
    if (at === 0 || !isRestated(record)) continue
    const whose = { ...item, cause: record.meta.causation ?? cause }
    await deleteBefore(writing, whose, records.slice(from, at), record.revision, context)
    from = at
  }
}
