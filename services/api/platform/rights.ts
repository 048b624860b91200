import type { Viewer } from '../../../projections/event-listing/queries.ts'
import type { ItemStatus } from '../../../shared/facts/common.ts'
import type { Role } from '../../../shared/facts/user.ts'
import type { Caller } from './caller.ts'

/** The rows of spec 01 §9; a role has every right of its own list. */
const RIGHTS = {
  administrator: [
    'create',
    'publish',
    'own',
    'others',
    'categories',
    'tags',
    'fetch',
    'proxy',
    'unfiltered',
    'site',
  ],
  editor: ['create', 'publish', 'own', 'others', 'categories', 'tags', 'fetch', 'proxy', 'unfiltered'],
  author: ['create', 'publish', 'own', 'categories', 'fetch', 'proxy'],
  contributor: ['create', 'proxy'],
  subscriber: [],
} as const satisfies Readonly<Record<Role, readonly string[]>>

/**
 * `create` events, venues, organizers; `publish` them; edit `own` ones in any status; edit, read and attribute
 * `others`'; terms of either kind; `fetch` an image by address; oEmbed `proxy`; `unfiltered` HTML; manage the `site`.
 */
export type Right = (typeof RIGHTS)[Role][number]

export const may = (caller: Caller, right: Right): boolean =>
  caller !== null && RIGHTS[caller.role].some(one => one === right)

export type Owned = { readonly author: number; readonly status: ItemStatus }

/** Others' for editors; own ones, for contributors only while draft or pending. */
export const mayEdit = (caller: Caller, { author, status }: Owned): boolean => {
  if (may(caller, 'others')) return true
  if (caller === null || author !== caller.id) return false
  return may(caller, 'own') || (may(caller, 'create') && (status === 'draft' || status === 'pending'))
}

/** Published ones; own ones outside the trash; others' for editors. */
export const mayRead = (caller: Caller, { author, status }: Owned): boolean =>
  status === 'publish' ||
  (status !== 'trash' && (may(caller, 'others') || (caller !== null && author === caller.id)))

/** Who reads, as the read models ask. */
export const viewerOf = (caller: Caller): Viewer => ({
  userId: caller?.id ?? null,
  readsOthers: may(caller, 'others'),
  editsOwn: may(caller, 'own'),
})

/** Status scaling (spec 01 §9); null: nothing was sent. */
export const scaledStatus = (
  caller: Caller,
  sent: 'publish' | 'future' | 'draft' | 'pending' | 'private' | null,
): 'publish' | 'future' | 'draft' | 'pending' | 'private' => {
  if (may(caller, 'publish')) return sent ?? 'publish'
  return sent === 'publish' || sent === 'future' ? 'pending' : (sent ?? 'draft')
}
