import type { Period } from './period.ts'

export type Caller = 'administrator' | 'editor' | 'author' | 'other' | 'contributor' | 'subscriber' | 'guest'
export type Asked = 'publish' | 'pending' | 'draft' | 'future' | 'private'
type Status = Asked | 'trash'

export const USER: Readonly<Record<Caller, number>> = {
  ...{ administrator: 1, editor: 2, author: 3, contributor: 4, subscriber: 5, other: 6, guest: 0 },
}

/** What rights depend on; `was`: the status before the trash. */
export type Owned = { author: number; status: Status; was: Asked }

export type Event = Owned & {
  readonly id: number
  title: string
  period: Period
  featured: boolean
  categories: readonly number[]
  tags: readonly number[]
  venues: readonly number[]
  organizers: readonly number[]
  password: string
  /** UTC; null: never published, no date sent. */
  published: string | null
  readonly created: string
  modified: string
}

const mighty = (caller: Caller) => caller === 'administrator' || caller === 'editor'
const publishes = (caller: Caller) => mighty(caller) || caller === 'author' || caller === 'other'

/** Rows of spec 01 §9. */
export const mayCreate = (caller: Caller): boolean => publishes(caller) || caller === 'contributor'

export const mayEdit = (caller: Caller, { author, status, was }: Owned): boolean => {
  if (mighty(caller)) return true
  if (author !== USER[caller]) return false
  const now = status === 'trash' ? was : status
  return publishes(caller) || (caller === 'contributor' && (now === 'draft' || now === 'pending'))
}

export const mayRead = (caller: Caller, { author, status }: Owned): boolean => {
  if (status === 'trash') return false
  return status === 'publish' || mighty(caller) || (caller !== 'guest' && author === USER[caller])
}

/** Whether a write may name it (spec 03 §3; spec 01 §3). */
export const mayName = (generation: 'cal' | 'calx', caller: Caller, owned: Owned): boolean => {
  if (owned.status === 'trash') return false
  return generation === 'cal' ? mayRead(caller, owned) : owned.status === 'publish' || mayEdit(caller, owned)
}

export const scaled = (caller: Caller, asked: Asked | undefined, creates: boolean): Asked | undefined => {
  if (asked === undefined) return creates ? (publishes(caller) ? 'publish' : 'draft') : undefined
  return !publishes(caller) && (asked === 'publish' || asked === 'future') ? 'pending' : asked
}

/** Status and publication date that follow from what was sent. */
export const settled = (status: Asked, published: string | null, now: string) => {
  if (status === 'draft' || status === 'pending') return { status, published }
  const at = published ?? now
  if (status === 'private') return { status, published: at }
  return { status: at > now ? ('future' as const) : ('publish' as const), published: at }
}
