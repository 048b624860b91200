import { slugStream } from '../../../shared/facts/claim.ts'
import type { TrashReason } from '../../../shared/facts/common.ts'
import { nextSlug, slugOf } from '../../../shared/kernel/text/slug.ts'
import { handle, type Context, type Handled, type Loaded } from '../../handle.ts'
import { isPurged, loadItem, type Met } from '../purged.ts'
import { bestEffort, byOf, instantOf, type Writing, type Written } from '../writing.ts'
import { patchFor, preview } from './decide.ts'
import type { Kind } from './kind.ts'
import { purgeItem } from './purge.ts'
import type { Change, ItemCommand, ItemRefusal, Patch } from './decide.ts'
import type { ItemFact, ItemState, SharedValues } from './state.ts'
import { needsSlug, settle, untrashedSlug } from './status-rules.ts'

export type ItemWritten<Values> = Written<Values, ItemRefusal>

/** Times a write is prepared anew because the item changed between looking and deciding. */
const PREPARATIONS = 4

/** The same change with the slug that was claimed for it, or none. */
const withSlug = <Values extends SharedValues>(
  sent: Change<Values>,
  slug: string | undefined,
): Change<Values> => {
  const fixed = (patch: Patch<Values>): Patch<Values> => ({ ...patch, slug })
  if (typeof sent !== 'function') return fixed(sent)
  return (values, met) => {
    const asked = sent(values, met)
    return asked.ok ? { ok: true, patch: fixed(asked.patch) } : asked
  }
}

const askedBy = (id: number, context: Context) => ({ id, by: byOf(context), at: instantOf(context) })

const written = <Values extends SharedValues>(
  id: number,
  handled: Handled<ItemState<Values>, ItemRefusal>,
): ItemWritten<Values> => {
  if (!handled.ok) return handled
  const { state, revision, position } = handled
  if (state === null) throw new TypeError('an accepted command leaves an item')
  return { ok: true, id, values: state.values, revision, position }
}

/** The operations of one kind of item: claims first, then the append of the item's stream decides (spec 02 §5). */
export const itemWriter = <Values extends SharedValues, Fact extends ItemFact<Values>>(
  kind: Kind<Values, Fact>,
) => {
  const { noun, aggregate, stream, named } = kind
  const slugFrom = (values: Values, id: number) => slugOf(named(values)) || String(id)

  /** A slug claimed for a write that then did not use it is not given back here: the claim runs out by itself. */
  const decide = async (
    { store }: Writing,
    command: ItemCommand<Values>,
    context: Context,
    known?: Loaded<ItemState<Values>>,
  ): Promise<ItemWritten<Values>> =>
    written(command.id, await handle(store, aggregate, stream(command.id), command, context, known))

  /** Nobody else has an id that was drawn just now. */
  const untouched: Loaded<ItemState<Values>> = { state: null, revision: -1 }

  /** A slug that was claimed for an item that is not to be. */
  const giveBack = async ({ claims }: Writing, id: number, slug: string, context: Context): Promise<void> => {
    const held = slug === '' ? null : await claims.held(slugStream(noun, slug), id)
    if (held !== null) await claims.release(held, context)
  }

  /**
   * `id`: fixed beforehand by an import's identity claim. `won`: the id was drawn for this item and its identity is
   * being claimed at the same time; if that is lost, nothing is created. Repeating an equal create answers as done;
   * another item under that id is refused with `id-taken`.
   */
  const create = async (
    writing: Writing,
    sent: {
      readonly id?: number
      readonly won?: Promise<boolean> | undefined
      readonly values: Values
      readonly hiddenUntilLinked?: boolean
    },
    context: Context,
  ): Promise<ItemWritten<Values>> => {
    const { store, ids, claims } = writing
    const id = sent.id ?? (await ids.next('post', context))
    const asked = askedBy(id, context)
    const values = { ...sent.values, slug: slugOf(sent.values.slug) }
    const isNew = sent.id === undefined || sent.won !== undefined
    const known = isNew ? untouched : await loadItem(store, kind, id)
    const isRepeat = known.state !== null
    if (!isNew && !isRepeat && (await isPurged(store, noun, id)))
      return { ok: false, refusal: { code: `rest-${noun}-not-found` } }
    const base =
      values.slug !== '' ? values.slug : needsSlug(settle(values, asked.at)) ? slugFrom(values, id) : ''
    const [claimed, isMine] = await Promise.all([
      isRepeat || base === '' ? values.slug : claims.claimSlug(noun, base, id, context),
      sent.won ?? true,
    ])
    if (!isMine) {
      await bestEffort(giveBack(writing, id, claimed, context))
      return { ok: false, refusal: { code: 'id-taken' } }
    }
    const command = {
      ...asked,
      type: 'Create',
      values: { ...values, slug: claimed },
      hiddenUntilLinked: sent.hiddenUntilLinked ?? false,
    } as const
    return decide(writing, command, context, known)
  }

  /** A sent slug that the item already has in its numbered form is kept unless the plain one has become free. */
  const claimSent = async (
    { claims }: Writing,
    id: number,
    sent: string,
    current: string,
    context: Context,
  ): Promise<string | null> => {
    if (sent === current) return null
    const number = Number(/-(\d{1,9})$/.exec(current)?.[1])
    if (!(number > 1) || nextSlug(sent, number) !== current) return claims.claimSlug(noun, sent, id, context)
    const claim = await claims.claimExactSlug(noun, sent, id, context)
    return claim.mine ? sent : null
  }

  /** The slug to claim for a patch: the sent one (`sends`), the one from before the trash, the one it needs, or none. */
  const prepare = async (
    writing: Writing,
    id: number,
    state: ItemState<Values>,
    patch: Patch<Values>,
    context: Context,
  ): Promise<{ readonly claimed: string | null; readonly sends: boolean }> => {
    const sent = slugOf(patch.slug ?? '')
    const next = preview(state, { ...patch, slug: undefined }, instantOf(context))
    if (state === null || next === null) return { claimed: null, sends: false }
    if (sent !== '') {
      const claimed = await claimSent(writing, id, sent, state.values.slug, context)
      return { claimed, sends: claimed !== null }
    }
    const former = state.trashed === null ? '' : untrashedSlug(state.values.slug)
    const base = former !== '' ? former : needsSlug(next) ? slugFrom(next, id) : ''
    return {
      claimed: base === '' ? null : await writing.claims.claimSlug(noun, base, id, context),
      sends: false,
    }
  }

  /**
   * Partial update: absent members keep their value. With a `status` it also brings an item back from the trash,
   * with its former slug or the next free one. `met`: what the log said of it a moment ago.
   */
  const change = async (
    writing: Writing,
    id: number,
    sent: Change<Values>,
    context: Context,
    met?: Met,
  ): Promise<ItemWritten<Values>> => {
    const { store, claims } = writing
    for (let attempt = 1; ; attempt++) {
      const known = await loadItem(store, kind, id, attempt === 1 ? met : undefined)
      const asked = known.state === null ? null : patchFor(sent, known.state)
      if (asked?.ok === false) return asked
      const { claimed, sends } = await prepare(writing, id, known.state, asked?.patch ?? {}, context)
      const patch = withSlug(sent, sends && claimed !== null ? claimed : undefined)
      const current = known.state?.values.slug ?? ''
      const former =
        claimed === null || current === '' ? null : await claims.held(slugStream(noun, current), id)
      const command = { ...askedBy(id, context), type: 'Change', patch, slug: claimed } as const
      const result = await decide(writing, command, context, known)
      const outdated = !result.ok && result.refusal.code === 'slug-needed'
      if (outdated && attempt < PREPARATIONS) continue
      if (result.ok && former !== null && result.values.slug !== current)
        await bestEffort(claims.release(former, context))
      return result
    }
  }

  /** The slug is free for others as soon as this resolves. */
  const trash = async (
    writing: Writing,
    id: number,
    reason: TrashReason,
    context: Context,
    met?: Met,
  ): Promise<ItemWritten<Values>> => {
    const { store, claims } = writing
    const known = await loadItem(store, kind, id, met)
    const slug = known.state === null || known.state.trashed !== null ? '' : known.state.values.slug
    const held = slug === '' ? null : await claims.held(slugStream(noun, slug), id)
    const command = { ...askedBy(id, context), type: 'Trash', reason } as const
    const result = await decide(writing, command, context, known)
    if (result.ok && held !== null) await bestEffort(claims.release(held, context))
    return result
  }

  /** Scheduled publication came due; nothing happens when it has not, or no longer is to happen. */
  const publishDue = (writing: Writing, id: number, context: Context): Promise<ItemWritten<Values>> =>
    decide(writing, { ...askedBy(id, context), type: 'Publish' }, context)

  /** Gives an item of one author to another; one in the trash, too. */
  const attribute = async (
    writing: Writing,
    id: number,
    author: { readonly from: number; readonly to: number },
    context: Context,
  ): Promise<ItemWritten<Values>> =>
    decide(
      writing,
      { ...askedBy(id, context), type: 'Attribute', ...author },
      context,
      await loadItem(writing.store, kind, id),
    )

  /** Position of the purge; null: there is no such item. */
  const purge = (writing: Writing, id: number, context: Context, met?: Met): Promise<number | null> =>
    purgeItem(writing, noun, id, context, met?.records)

  return { create, change, trash, publishDue, attribute, purge }
}
