import { slugStream } from '../../../shared/facts/claim.ts'
import { slugOf } from '../../../shared/kernel/text/slug.ts'
import type { Context, Loaded } from '../../handle.ts'
import { isPurged, loadItem } from '../purged.ts'
import { bestEffort, type Writing } from '../writing.ts'
import { askedBy, decided, slugFrom, type ItemWritten, type Scope } from './scope.ts'
import type { ItemFact, ItemState, SharedValues } from './state.ts'
import { needsSlug, settle } from './status-rules.ts'

/**
 * A new item. `id`: fixed beforehand by an import's identity claim. `won`: the id was drawn for this item and its
 * identity is being claimed at the same time; if that is lost, nothing is created.
 */
export type NewItem<Values> = {
  readonly id?: number
  readonly won?: Promise<boolean> | undefined
  readonly values: Values
  readonly hiddenUntilLinked?: boolean
}

/** Nobody else has an id that was drawn just now. */
const untouched: Loaded<null> = { state: null, revision: -1 }

/** A slug that was claimed for an item that is not to be. */
const giveBack = async ({ claims }: Writing, stream: string, id: number, context: Context): Promise<void> => {
  const held = await claims.held(stream, id)
  if (held !== null) await claims.release(held, context)
}

/** The slug to claim for a new item, as sent or as it needs one; "": none. */
const baseOf = <Values extends SharedValues, Fact>(
  scope: Scope<Values, Fact>,
  values: Values,
  { id, at }: { readonly id: number; readonly at: string },
): string => {
  if (values.slug !== '') return values.slug
  return needsSlug(settle(values, at)) ? slugFrom(scope, values, id) : ''
}

/**
 * Repeating an equal create answers as done; another item under that id is refused with `id-taken`. Claims come first,
 * then the append of the item's stream decides (spec 02 §5).
 */
export const createItem = async <Values extends SharedValues, Fact extends ItemFact<Values>>(
  scope: Scope<Values, Fact>,
  sent: NewItem<Values>,
  context: Context,
): Promise<ItemWritten<Values>> => {
  const { writing, kind } = scope
  const { store, ids, claims } = writing
  const id = sent.id ?? (await ids.next('post', context))
  const asked = askedBy(id, context)
  const values = { ...sent.values, slug: slugOf(sent.values.slug) }
  const isNew = sent.id === undefined || sent.won !== undefined
  const known: Loaded<ItemState<Values>> = isNew ? untouched : await loadItem(store, kind, id)
  const isRepeat = known.state !== null
  if (!isNew && !isRepeat && (await isPurged(store, kind.noun, id)))
    return { ok: false, refusal: { code: `rest-${kind.noun}-not-found` } }
  const base = baseOf(scope, values, asked)
  const [claimed, isMine] = await Promise.all([
    isRepeat || base === '' ? values.slug : claims.claimSlug(kind.noun, base, id, context),
    sent.won ?? true,
  ])
  if (!isMine) {
    if (claimed !== '') await bestEffort(giveBack(writing, slugStream(kind.noun, claimed), id, context))
    return { ok: false, refusal: { code: 'id-taken' } }
  }
  const command = {
    ...asked,
    type: 'Create',
    values: { ...values, slug: claimed },
    hiddenUntilLinked: sent.hiddenUntilLinked ?? false,
  } as const
  return decided(scope, command, context, known)
}
