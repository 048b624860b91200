import { nobody, type UserId } from './kernel/brands.ts'
import type { Filter } from './documents/port.ts'
import { ItemStatus } from './facts/common.ts'
import { Role } from './facts/user.ts'

/*
 * Who may do what (spec 01 §9, §9.1). What depends on an item is said once, as the statuses that a right reaches; the
 * predicate on an item and the filter of stored documents are both made of that.
 */

/** Rights that do not depend on an item. */
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

/** Who asks, as far as rights go; null: a guest. */
export type Principal = { readonly id: UserId; readonly role: Role } | null

/** Who reads what is shown the same to all. */
export const everybody: Principal = null

/** The setting `unfiltered_html` of spec 01 §9 is the caller's to look at. */
export const can = (principal: Principal, capability: Capability): boolean =>
  principal !== null && capabilities[principal.role].includes(capability)

type Statuses = readonly ItemStatus[]

/** Statuses of the items that a right reaches, by whose they are. */
type Reach = { readonly own: Statuses; readonly others: Statuses }

const EVERY: Statuses = ItemStatus.options
const LIVE: Statuses = EVERY.filter(status => status !== 'trash')
const PUBLISHED: Statuses = ['publish']
const UNPUBLISHED: Statuses = ['draft', 'pending']
const NONE: Statuses = []

/** Trashed items are read by nobody; whether 410 or 404 says so is decided by who may edit them. */
const reading = (principal: Principal): Reach => ({
  own: principal === null ? PUBLISHED : LIVE,
  others: can(principal, 'read-others') ? LIVE : PUBLISHED,
})

const editingOwn = (principal: Principal): Statuses => {
  if (can(principal, 'publish')) return EVERY
  return can(principal, 'create') ? UNPUBLISHED : NONE
}

/** Of an item in the trash the status before it counts. */
const editing = (principal: Principal): Reach => ({
  own: editingOwn(principal),
  others: can(principal, 'edit-others') ? EVERY : NONE,
})

/** `was`: status before the trash; null or absent: not there. */
type Owned = { readonly author: UserId; readonly status: ItemStatus; readonly was?: ItemStatus | null }

const reaches = ({ own, others }: Reach, principal: Principal, author: UserId, status: ItemStatus): boolean =>
  (author === principal?.id ? own : others).includes(status)

/** All who read and edit the same items, whoever wrote these. `viewer` stands for each of them; its id is nobody's. */
export type Readers = { readonly name: Role | 'guests'; readonly viewer: Principal }

const readersOf = (viewer: Principal): Readers | null =>
  [reading(viewer), editing(viewer)].every(({ own, others }) => own === others)
    ? { name: viewer?.role ?? 'guests', viewer }
    : null

const guests = readersOf(everybody)
const readersByRole = new Map(Role.options.map(role => [role, readersOf({ id: nobody, role })]))

/** Those who see what this one sees; null: nobody else does, because of what is the principal's own. */
export const readersLike = (principal: Principal): Readers | null =>
  principal === null ? guests : (readersByRole.get(principal.role) ?? null)

/** Who stands for this one where what is found is kept for all who see the same. */
export const viewerFor = (principal: Principal): Principal => readersLike(principal)?.viewer ?? principal

/** *Readable* of spec 01 §9. */
export const canRead = (principal: Principal, { author, status }: Owned): boolean =>
  reaches(reading(principal), principal, author, status)

/** *Editable* of spec 01 §9; deleting needs the same. */
export const canEdit = (principal: Principal, { author, status, was }: Owned): boolean =>
  reaches(editing(principal), principal, author, was ?? status)

/** Whether what a protected item hides may be found (spec 01 §9.1); its password is not asked. */
export const canOpen = (principal: Principal, item: Owned & { readonly protected: boolean }): boolean =>
  !item.protected || canEdit(principal, item)

/** What nobody is kept from, on pages, in feeds and embeds. */
export const isPublic = ({
  status,
  password,
}: {
  readonly status: ItemStatus
  readonly password: string
}): boolean => PUBLISHED.includes(status) && password === ''

/** Two sets of items without an item in common. */
export type Listable = {
  /** Statuses of the items that are listed whoever wrote them. */
  readonly everybodys: Statuses
  /** Those among the other ones that are listed because they are the principal's own; null: none. */
  readonly own: Filter | null
}

/** Stored documents of which the status, or in the trash the one before it, is one of `statuses`. */
const trashedAs = (statuses: Statuses): Filter =>
  statuses.length === EVERY.length ? {} : { was: { $in: [null, ...statuses] } }

/** Which items with one of `statuses` a list may hold: readable ones, in the trash editable ones (spec 02 §3.1). */
export const listable = (principal: Principal, statuses: Statuses): Listable => {
  const [read, edited] = [reading(principal), editing(principal)]
  const among = (whose: keyof Reach) =>
    statuses.filter(one => (one === 'trash' ? edited[whose].length > 0 : read[whose].includes(one)))
  const everybodys = among('others')
  const own = among('own').filter(one => !everybodys.includes(one))
  if (principal === null || own.length === 0) return { everybodys, own: null }
  return { everybodys, own: { status: { $in: own }, author: principal.id, ...trashedAs(edited.own) } }
}

/** The same as one filter; null: there can be no such item. */
export const listableFilter = (principal: Principal, statuses: Statuses): Filter | null => {
  const { everybodys, own } = listable(principal, statuses)
  if (everybodys.length === 0) return own
  const filter = { status: { $in: everybodys } }
  return own === null ? filter : { $or: [filter, own] }
}

/** `canOpen` of stored documents. */
export const openFilter = (principal: Principal): Filter => {
  const { own, others } = editing(principal)
  if (others.length > 0) return {}
  if (principal === null || own.length === 0) return { protected: false }
  const edited = own.length === EVERY.length ? {} : { status: { $in: [...own, 'trash'] }, ...trashedAs(own) }
  return { $or: [{ protected: false }, { author: principal.id, ...edited }] }
}

/** Statuses a caller may ask for. */
export type AskedStatus = Exclude<ItemStatus, 'trash'>

/**
 * What becomes of a sent status (spec 01 §9 Status scaling). `sent` null: nothing was sent, which means the default
 * on create and no change (null) on update.
 */
export const scaleStatus = (
  principal: Principal,
  sent: AskedStatus | null,
  operation: 'create' | 'update',
): AskedStatus | null => {
  const publishes = can(principal, 'publish')
  if (sent === null) return operation === 'update' ? null : publishes ? 'publish' : 'draft'
  return !publishes && (sent === 'publish' || sent === 'future') ? 'pending' : sent
}
