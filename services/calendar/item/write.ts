import type { UserId } from '../../../shared/kernel/brands.ts'
import { askedBy, changing, decided, type ItemWritten, type Scope } from './change.ts'
import type { Loaded } from '../../../shared/event-store/folding.ts'
import type { Position, StoredRecord } from '../../../shared/event-store/port.ts'
import { slugStream } from '../../../shared/facts/claim.ts'
import type { TrashReason } from '../../../shared/facts/common.ts'
import type { Context } from '../../handle.ts'
import { loadItem, type Looked } from '../purged.ts'
import { bestEffort } from '../writing.ts'
import { type Brought, type Carry, carryItem } from './carry.ts'
import { createItem, type NewItem } from './create.ts'
import type { Change, Relinked } from './decide.ts'
import { purgeItem } from './purge.ts'
import type { ItemFact, ItemState, Moving, SharedValues } from './state.ts'

/**
 * The writes of one kind of item. `met`: what the log said of it a moment ago, or what that came to, which then is not
 * asked again.
 */
export type ItemWriter<Values> = {
  readonly create: (sent: NewItem<Values>, context: Context) => Promise<ItemWritten<Values>>
  readonly change: (
    id: number,
    sent: Change<Values>,
    context: Context,
    met?: Looked | Loaded<ItemState<Values>>,
  ) => Promise<ItemWritten<Values>>
  /** Brought from another service under its id there (spec 00 §6.5). */
  readonly carry: (brought: Brought<Values>, context: Context) => Promise<Carry<Values>>
  /** The slug is free for others as soon as this resolves. */
  readonly trash: (
    id: number,
    reason: TrashReason,
    context: Context,
    met?: Looked,
    /** Nothing happens to an item of other values than these. */
    isMeant?: (values: Values) => boolean,
  ) => Promise<ItemWritten<Values>>
  /** Scheduled publication came due; nothing happens when it has not, or no longer is to happen. */
  readonly publishDue: (id: number, context: Context) => Promise<ItemWritten<Values>>
  /** Gives an item of one author to another; one in the trash, too. */
  readonly attribute: (
    id: number,
    author: { readonly from: UserId; readonly to: UserId },
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
  /** Position of the purge, see `purgeItem`; null: there is no such item. `records`: of its stream, a moment ago. */
  readonly purge: (
    id: number,
    context: Context,
    records?: readonly StoredRecord[],
  ) => Promise<Position | 'merge_under_way' | null>
}

const trashItem = async <Values extends SharedValues, Fact>(
  scope: Scope<Values, Fact>,
  id: number,
  reason: TrashReason,
  context: Context,
  met?: Looked,
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
  | { readonly type: 'Attribute'; readonly from: UserId; readonly to: UserId }

export const itemWriter = <Values extends SharedValues, Fact extends ItemFact<Values>>(
  scope: Scope<Values, Fact>,
): ItemWriter<Values> => {
  const { writing, kind } = scope
  const told = async (id: number, context: Context, command: Told) =>
    decided(scope, { ...askedBy(id, context), ...command }, context, await loadItem(writing.store, kind, id))
  return {
    create: (sent, context) => createItem(scope, sent, context),
    carry: (brought, context) => carryItem(scope, brought, context),
    change: changing(scope),
    trash: (id, reason, context, met, isMeant) => trashItem(scope, id, reason, context, met, isMeant),
    publishDue: (id, context) => decided(scope, { ...askedBy(id, context), type: 'Publish' }, context),
    attribute: (id, author, context) => told(id, context, { type: 'Attribute', ...author }),
    merge: (id, into, context) => told(id, context, { type: 'Merge', into }),
    unmerge: (id, context) => told(id, context, { type: 'Unmerge' }),
    settleMerge: (id, moved, context) => told(id, context, { type: 'SettleMerge', moved }),
    relink: (id, member, to, context) => told(id, context, { type: 'Relink', member, to }),
    purge: (id, context, records) => purgeItem(writing, kind.noun, id, context, records),
  }
}
