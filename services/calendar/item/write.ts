import type { Position } from '../../../shared/event-store/port.ts'
import { slugStream } from '../../../shared/facts/claim.ts'
import type { TrashReason } from '../../../shared/facts/common.ts'
import { nextSlug, slugOf } from '../../../shared/kernel/text/spelling.ts'
import { type Context, instantOf } from '../../handle.ts'
import { loadItem, type Met } from '../purged.ts'
import { bestEffort } from '../writing.ts'
import { type Brought, type Carry, carryItem } from './carry.ts'
import { createItem, type NewItem } from './create.ts'
import { type Change, type Patch, patchFor, preview, type Relinked } from './decide.ts'
import { purgeItem } from './purge.ts'
import { askedBy, decided, type ItemWritten, type Scope, slugFrom } from './scope.ts'
import {
  type ItemFact,
  type ItemState,
  type Moving,
  needsSlug,
  type SharedValues,
  untrashedSlug,
} from './state.ts'

/** The writes of one kind of item. `met`: what the log said of it a moment ago, which then is not asked again. */
export type ItemWriter<Values> = {
  readonly create: (sent: NewItem<Values>, context: Context) => Promise<ItemWritten<Values>>
  readonly change: (
    id: number,
    sent: Change<Values>,
    context: Context,
    met?: Met,
  ) => Promise<ItemWritten<Values>>
  /** Brought from another service under its id there (spec 00 §6.5). */
  readonly carry: (brought: Brought<Values>, context: Context) => Promise<Carry<Values>>
  /** The slug is free for others as soon as this resolves. */
  readonly trash: (
    id: number,
    reason: TrashReason,
    context: Context,
    met?: Met,
    /** Nothing happens to an item of other values than these. */
    isMeant?: (values: Values) => boolean,
  ) => Promise<ItemWritten<Values>>
  /** Scheduled publication came due; nothing happens when it has not, or no longer is to happen. */
  readonly publishDue: (id: number, context: Context) => Promise<ItemWritten<Values>>
  /** Gives an item of one author to another; one in the trash, too. */
  readonly attribute: (
    id: number,
    author: { readonly from: number; readonly to: number },
    context: Context,
  ) => Promise<ItemWritten<Values>>
  /** Makes it one with another, which stands for it (spec 07 §7.1); one of its own again; all that named it does. */
  readonly merge: (id: number, into: number, context: Context) => Promise<ItemWritten<Values>>
  readonly unmerge: (id: number, context: Context) => Promise<ItemWritten<Values>>
  readonly settleMerge: (id: number, moved: Moving, context: Context) => Promise<ItemWritten<Values>>
  /** Puts other ids in a list, of one in the trash, too. */
  readonly relink: (
    id: number,
    member: string,
    to: Relinked,
    context: Context,
  ) => Promise<ItemWritten<Values>>
  /** Position of the purge, see `purgeItem`; null: there is no such item. */
  readonly purge: (id: number, context: Context, met?: Met) => Promise<Position | 'merge_under_way' | null>
}

const trashItem = async <Values extends SharedValues, Fact>(
  scope: Scope<Values, Fact>,
  id: number,
  reason: TrashReason,
  context: Context,
  met?: Met,
  isMeant?: (values: Values) => boolean,
): Promise<ItemWritten<Values>> => {
  const { kind } = scope
  const { store, claims } = scope.writing
  const known = await loadItem(store, kind, id, met)
  const slug = known.state === null || known.state.trashed !== null ? '' : known.state.values.slug
  const held = slug === '' ? null : await claims.held(slugStream(kind.noun, slug), id)
  const command = { ...askedBy(id, context), type: 'Trash', reason, isMeant } as const
  const result = await decided(scope, command, context, known)
  if (result.ok && result.values.status === 'trash' && held !== null)
    await bestEffort(claims.release(held, context))
  return result
}

/** Commands that need nothing but the item. */
type Told =
  | { readonly type: 'Merge'; readonly into: number }
  | { readonly type: 'Unmerge' }
  | { readonly type: 'SettleMerge'; readonly moved: Moving }
  | { readonly type: 'Relink'; readonly member: string; readonly to: Relinked }
  | { readonly type: 'Attribute'; readonly from: number; readonly to: number }

export const itemWriter = <Values extends SharedValues, Fact extends ItemFact<Values>>(
  scope: Scope<Values, Fact>,
): ItemWriter<Values> => {
  const { writing, kind } = scope
  const told = async (id: number, context: Context, command: Told) =>
    decided(scope, { ...askedBy(id, context), ...command }, context, await loadItem(writing.store, kind, id))
  return {
    create: (sent, context) => createItem(scope, sent, context),
    carry: (brought, context) => carryItem(scope, brought, context),
    change: (id, sent, context, met) => changeItem(scope, id, sent, context, met),
    trash: (id, reason, context, met, isMeant) => trashItem(scope, id, reason, context, met, isMeant),
    publishDue: (id, context) => decided(scope, { ...askedBy(id, context), type: 'Publish' }, context),
    attribute: (id, author, context) => told(id, context, { type: 'Attribute', ...author }),
    merge: (id, into, context) => told(id, context, { type: 'Merge', into }),
    unmerge: (id, context) => told(id, context, { type: 'Unmerge' }),
    settleMerge: (id, moved, context) => told(id, context, { type: 'SettleMerge', moved }),
    relink: (id, member, to, context) => told(id, context, { type: 'Relink', member, to }),
    purge: (id, context, met) => purgeItem(writing, kind.noun, id, context, met?.records),
  }
}

/** Times a change is prepared anew because the item changed between looking and deciding. */
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

/** A sent slug that the item already has in its numbered form is kept unless the plain one has become free. */
const claimSent = async <Values extends SharedValues, Fact>(
  { writing: { claims }, kind: { noun } }: Scope<Values, Fact>,
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
const prepare = async <Values extends SharedValues, Fact>(
  scope: Scope<Values, Fact>,
  id: number,
  state: ItemState<Values>,
  patch: Patch<Values>,
  context: Context,
): Promise<{ readonly claimed: string | null; readonly sends: boolean }> => {
  const sent = slugOf(patch.slug ?? '')
  const next = preview(state, { ...patch, slug: undefined }, instantOf(context))
  if (state === null || next === null) return { claimed: null, sends: false }
  if (sent !== '') {
    const claimed = await claimSent(scope, id, sent, state.values.slug, context)
    return { claimed, sends: claimed !== null }
  }
  const former = state.trashed === null ? '' : untrashedSlug(state.values.slug)
  const base = former !== '' ? former : needsSlug(next) ? slugFrom(scope.kind, next, id) : ''
  const { claims } = scope.writing
  return {
    claimed: base === '' ? null : await claims.claimSlug(scope.kind.noun, base, id, context),
    sends: false,
  }
}

/**
 * Partial update: absent members keep their value. With a `status` it also brings an item back from the trash,
 * with its former slug or the next free one. `met`: what the log said of it a moment ago.
 */
const changeItem = async <Values extends SharedValues, Fact extends ItemFact<Values>>(
  scope: Scope<Values, Fact>,
  id: number,
  sent: Change<Values>,
  context: Context,
  met?: Met,
): Promise<ItemWritten<Values>> => {
  const { kind } = scope
  const { store, claims } = scope.writing
  for (let attempt = 1; ; attempt++) {
    const known = await loadItem(store, kind, id, attempt === 1 ? met : undefined)
    const asked = known.state === null ? null : patchFor(sent, known.state)
    if (asked?.ok === false) return asked
    const { claimed, sends } = await prepare(scope, id, known.state, asked?.patch ?? {}, context)
    const patch = withSlug(sent, sends && claimed !== null ? claimed : undefined)
    const current = known.state?.values.slug ?? ''
    const former =
      claimed === null || current === '' ? null : await claims.held(slugStream(kind.noun, current), id)
    const command = { ...askedBy(id, context), type: 'Change', patch, slug: claimed } as const
    const result = await decided(scope, command, context, known)
    const outdated = !result.ok && result.refusal.code === 'slug-needed'
    if (outdated && attempt < PREPARATIONS) continue
    if (result.ok && former !== null && result.values.slug !== current)
      await bestEffort(claims.release(former, context))
    return result
  }
}
