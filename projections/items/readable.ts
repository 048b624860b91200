import type { Filter } from '../../shared/documents/port.ts'
import type { ItemStatus } from '../../shared/facts/common.ts'

/** Who reads, as far as reading asks (spec 01 §9). */
export type Viewer = {
  /** null: guest. */
  readonly userId: number | null
  /** Reads others' drafts, pending, future and private items, and edits others' items. */
  readonly readsOthers: boolean
  /** Edits own items whatever their status. */
  readonly editsOwn: boolean
  /** Edits own drafts and pending ones. */
  readonly editsDrafts: boolean
}

/** Who reads what is shown the same to all: a guest. */
export const everybody: Viewer = { userId: null, readsOthers: false, editsOwn: false, editsDrafts: false }

export type Owned = { readonly status: ItemStatus; readonly author: number }

const owns = (item: Owned, viewer: Viewer): boolean => viewer.userId !== null && item.author === viewer.userId

/** Published; own draft, pending, future or private; others' for those who may. Nothing in the trash. */
export const isReadable = (item: Owned, viewer: Viewer): boolean =>
  item.status === 'publish' || (item.status !== 'trash' && (viewer.readsOthers || owns(item, viewer)))

/** Which of `statuses` the viewer reads of everybody's items, and which of own ones only. */
export const readableStatuses = (viewer: Viewer, statuses: readonly ItemStatus[]) => ({
  everybodys: viewer.readsOthers ? statuses : statuses.filter(status => status === 'publish'),
  own: viewer.readsOthers || viewer.userId === null ? [] : statuses.filter(status => status !== 'publish'),
})

/** Own items with one of `statuses`; `trash` means editable ones (spec 02 §3.1). Documents carry `was`, too. */
export const ownFilter = (viewer: Viewer, statuses: readonly ItemStatus[]): Filter => ({
  status: { $in: statuses },
  author: viewer.userId,
  ...(viewer.editsOwn ? {} : { was: { $in: [null, 'draft', 'pending'] } }),
})

/** The readable items among those with one of `statuses`; documents carry `status` and `author`. null: none can be. */
export const readableFilter = (viewer: Viewer, statuses: readonly ItemStatus[]): Filter | null => {
  const { everybodys, own } = readableStatuses(viewer, statuses)
  const branches: readonly Filter[] = [
    ...(everybodys.length === 0 ? [] : [{ status: { $in: everybodys } }]),
    ...(own.length === 0 ? [] : [ownFilter(viewer, own)]),
  ]
  const [only] = branches
  if (only === undefined) return null
  return branches.length === 1 ? only : { $or: branches }
}

/**
 * What may be found by what a protected item hides: that which has no password, and that which the viewer edits
 * (spec 01 §9.1). In the trash a viewer finds only what he edits. Documents carry `protected`, too.
 */
export const openFilter = (viewer: Viewer): Filter => {
  if (viewer.readsOthers) return {}
  if (viewer.userId === null || !viewer.editsDrafts) return { protected: false }
  const edited = viewer.editsOwn ? {} : { status: { $in: ['draft', 'pending', 'trash'] } }
  return { $or: [{ protected: false }, { author: viewer.userId, ...edited }] }
}
