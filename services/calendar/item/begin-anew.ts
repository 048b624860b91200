import type { Revision } from '../../../shared/kernel/brands.ts'
import { digestsOf } from '../../../shared/event-store/digest.ts'
import type { NewRecord, StoredRecord } from '../../../shared/event-store/port.ts'
import type { Carried, CarriedItem, ItemKind } from '../../../shared/facts/common.ts'
import { forgottenCodec, forgottenStream, isRestated } from '../../../shared/facts/forgotten.ts'
import { recordId } from '../../../shared/facts/codec.ts'
import { recordOf, type Context } from '../../handle.ts'
import { itemStream } from '../purged.ts'
import type { Writing } from '../writing.ts'
import type { Kind } from './kind.ts'
import { PAST_FACTS, pastOf, slugsOf } from './purge.ts'
import type { Item, SharedValues } from './state.ts'

export type AnewDeps = {
  readonly writing: Writing
  /** Dates that readers are told of an item, by its records. */
  readonly datesOf: (noun: ItemKind, records: readonly StoredRecord[]) => Carried | null
}

/** An item whose stream begins anew (docs/adr/0031), and the id of what it does so for. */
export type Anew = { readonly noun: ItemKind; readonly id: number; readonly cause: string }

const CREATED = { event: 'EventCreated', venue: 'VenueCreated', organizer: 'OrganizerCreated' } as const

/** How an item stands, as the fact with which its stream begins from then on. `cause`: what it begins anew for. */
export const beginningOf = <Values extends SharedValues, Fact>(
  { noun, aggregate: { codec } }: Kind<Values, Fact>,
  { id, cause }: Pick<Anew, 'id' | 'cause'>,
  { createdBy: by, values }: Pick<Item<Values>, 'createdBy' | 'values'>,
  carried: CarriedItem,
  context: Context,
): NewRecord => {
  const shown = noun === 'event' ? {} : { hiddenUntilLinked: false }
  const said = { [`${noun}Id`]: id, by, values, ...shown, carried: { ...carried, restated: true } }
  const fact = codec.decode(CREATED[noun], said)
  return { id: recordId(cause, 0), ...codec.encode(fact), meta: { ...context, causation: cause } }
}

/** Tells what is about to go, in the name of what takes it away, and deletes it. */
const deleteBefore = async (
  { store }: Writing,
  { noun, id, cause }: Anew,
  gone: readonly StoredRecord[],
  before: Revision,
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
  await store.truncate(itemStream(noun, id), before)
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
