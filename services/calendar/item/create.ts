import { type StreamName, noRevision, type UtcTime } from '../../../shared/kernel/brands.ts'
import { RevisionConflict, type Append } from '../../../shared/event-store/port.ts'
import { slugStream } from '../../../shared/facts/claim.ts'
import { slugOf } from '../../../shared/kernel/text/spelling.ts'
import type { Context } from '../../handle.ts'
import type { Loaded } from '../../../shared/event-store/folding.ts'
import { isPurged, loadItem } from '../purged.ts'
import { inOneAct } from '../one-act.ts'
import { bestEffort, type Writing } from '../writing.ts'
import type { Kind } from './kind.ts'
import { askedBy, decided, type ItemWritten, type Scope, slugFrom } from './change.ts'
import { type ItemFact, type ItemState, needsSlug, settle, type SharedValues } from './state.ts'

/**
 * A new item. `id`: fixed beforehand by an import's identity claim. `isDrawn`: that id was drawn for it just now, and
 * nobody else has it.
 */
export type NewItem<Values> = {
  readonly id?: number
  readonly isDrawn?: boolean
  readonly values: Values
  readonly hiddenUntilLinked?: boolean
  /** Claims of the item, which are made with it or not at all. */
  readonly besides?: (id: number) => readonly Append[]
}

/** Nobody else has an id that was drawn just now. */
const untouched: Loaded<null> = { state: null, revision: noRevision }

/** A slug that was claimed for an item that is not to be. */
const giveBack = async (
  { claims }: Writing,
  stream: StreamName,
  id: number,
  context: Context,
): Promise<void> => {
  const held = await claims.held(stream, id)
  if (held !== null) await claims.release(held, context)
}

/** The slug to claim for a new item, as sent or as it needs one; "": none. */
const baseOf = <Values extends SharedValues, Fact>(
  kind: Kind<Values, Fact>,
  values: Values,
  { id, at }: { readonly id: number; readonly at: UtcTime },
): string => {
  if (values.slug !== '') return values.slug
  return needsSlug(settle(values, at)) ? slugFrom(kind, values, id) : ''
}

/**
 * Repeating an equal create answers as done; another item under that id is refused with `id-taken`. Claims come first or
 * at the same time, then the append of the item's stream decides (spec 02 §5). Throws RevisionConflict when something of
 * `besides` is refused.
 */
export const createItem = async <Values extends SharedValues, Fact extends ItemFact<Values>>(
  { writing, kind }: Scope<Values, Fact>,
  sent: NewItem<Values>,
  context: Context,
): Promise<ItemWritten<Values>> => {
  const { store, ids } = writing
  const id = sent.id ?? (await ids.next('post', context))
  const asked = askedBy(id, context)
  const values = { ...sent.values, slug: slugOf(sent.values.slug) }
  const isNew = sent.id === undefined || sent.isDrawn === true
  const known: Loaded<ItemState<Values>> = isNew ? untouched : await loadItem(store, kind, id)
  const isRepeat = known.state !== null
  if (!isNew && !isRepeat && (await isPurged(store, kind.noun, id)))
    return { ok: false, refusal: { code: `rest-${kind.noun}-not-found` } }
  const base = isRepeat ? '' : baseOf(kind, values, asked)
  let claimed = ''
  const create = async (through: Writing) => {
    if (base !== '') claimed = await through.claims.claimSlug(kind.noun, base, id, context)
    const slug = claimed === '' ? values.slug : claimed
    const command = {
      ...asked,
      type: 'Create',
      values: { ...values, slug },
      hiddenUntilLinked: sent.hiddenUntilLinked ?? false,
    } as const
    return decided({ writing: through, kind }, command, context, known)
  }
  try {
    return await inOneAct(writing, create, sent.besides?.(id))
  } catch (error) {
    // where claims become durable before the rest, this one may have
    if (error instanceof RevisionConflict && claimed !== '')
      await bestEffort(giveBack(writing, slugStream(kind.noun, claimed), id, context))
    throw error
  }
}
