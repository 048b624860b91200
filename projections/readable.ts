import type { Filter } from '../shared/documents/port.ts'
import type { ItemStatus } from '../shared/facts/common.ts'

/** Who reads, as far as reading asks (spec 01 §9). */
export type Viewer = {
  /** null: guest. */
  readonly userId: number | null
  /** Reads others' drafts, pending, future and private items, and edits others' items. */
  readonly readsOthers: boolean
  /** Edits own items whatever their status, trashed ones included. */
  readonly editsOwn: boolean
}

export type Owned = { readonly status: ItemStatus; readonly author: number }

const owns = (item: Owned, viewer: Viewer): boolean => viewer.userId !== null && item.author === viewer.userId

/** Published; own draft, pending, future or private; others' for those who may. Nothing in the trash. */
export const isReadable = (item: Owned, viewer: Viewer): boolean =>
  item.status === 'publish' || (item.status !== 'trash' && (viewer.readsOthers || owns(item, viewer)))

/**
 * The readable items among those with one of `statuses`; `trash` means editable ones (spec 02 §3.1).
 * null: there can be none. Documents carry `status` and `author`.
 */
export const readableFilter = (viewer: Viewer, statuses: readonly ItemStatus[]): Filter | null => {
  if (viewer.readsOthers) return statuses.length === 0 ? null : { status: { $in: statuses } }
  const own =
    viewer.userId === null ? [] : statuses.filter(s => s !== 'publish' && (s !== 'trash' || viewer.editsOwn))
  const published: Filter[] = statuses.includes('publish') ? [{ status: 'publish' }] : []
  const mine: Filter[] = own.length === 0 ? [] : [{ status: { $in: own }, author: viewer.userId }]
  const branches = [...published, ...mine]
  const [only] = branches
  if (only === undefined) return null
  return branches.length === 1 ? only : { $or: branches }
}

/** What a search may look into: protected items only for those who can open them (spec 02 §3.4). */
export const searchableFilter = (viewer: Viewer): Filter => {
  if (viewer.readsOthers) return {}
  if (viewer.userId === null || !viewer.editsOwn) return { protected: false }
  return { $or: [{ protected: false }, { author: viewer.userId }] }
}
