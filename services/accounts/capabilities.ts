import type { ItemStatus } from '../../shared/facts/common.ts'
import type { Role } from '../../shared/facts/user.ts'

/** Rights that do not depend on an item (spec 01 §9). */
export type Capability =
  | 'create'
  | 'publish'
  | 'edit-others'
  | 'read-others'
  | 'assign-author'
  | 'manage-categories'
  | 'manage-tags'
  | 'image-by-url'
  | 'oembed-proxy'
  | 'unfiltered-html'
  | 'manage-site'

const editor: readonly Capability[] = [
  'create',
  'publish',
  'edit-others',
  'read-others',
  'assign-author',
  'manage-categories',
  'manage-tags',
  'image-by-url',
  'oembed-proxy',
  'unfiltered-html',
]

const capabilities: Readonly<Record<Role, readonly Capability[]>> = {
  administrator: [...editor, 'manage-site'],
  editor,
  author: ['create', 'publish', 'manage-categories', 'image-by-url', 'oembed-proxy'],
  contributor: ['create', 'oembed-proxy'],
  subscriber: [],
}

/** Who asks; null = a guest. */
type Caller = { readonly id: number; readonly role: Role } | null

/** The setting `unfiltered_html` of spec 01 §9 is the caller's to look at. */
export const can = (caller: Caller, capability: Capability): boolean =>
  caller !== null && capabilities[caller.role].includes(capability)

/** What rights on an item depend on; `status` of a trashed item is the one it had before. */
type Owned = { readonly author: number; readonly status: ItemStatus }

const isUnpublished = (status: ItemStatus): boolean => status === 'draft' || status === 'pending'

/** The two edit rows of spec 01 §9; deleting needs the same. */
export const canEdit = (caller: Caller, { author, status }: Owned): boolean => {
  if (caller === null) return false
  if (author !== caller.id) return can(caller, 'edit-others')
  return can(caller, 'publish') || (can(caller, 'create') && isUnpublished(status))
}

/** Trashed items are read by nobody; whether 410 or 404 says so is decided by `canEdit`. */
export const canRead = (caller: Caller, { author, status }: Owned): boolean => {
  if (status === 'publish') return true
  if (caller === null || status === 'trash') return false
  return author === caller.id || can(caller, 'read-others')
}

/** Statuses a caller may ask for. */
export type AskedStatus = Exclude<ItemStatus, 'trash'>

/**
 * What becomes of a sent status (spec 01 §9 Status scaling). `sent` null: nothing was sent, which means the default
 * on create and no change (null) on update.
 */
export const scaleStatus = (
  caller: Caller,
  sent: AskedStatus | null,
  operation: 'create' | 'update',
): AskedStatus | null => {
  const publishes = can(caller, 'publish')
  if (sent === null) return operation === 'update' ? null : publishes ? 'publish' : 'draft'
  return !publishes && (sent === 'publish' || sent === 'future') ? 'pending' : sent
}
