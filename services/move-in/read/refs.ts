import { isObject, type Json, type JsonObject } from '../../../shared/kernel/json.ts'
import { idIn } from './list.ts'

/** What a thing names, by ids over there; undefined: not shown, or of another type than it has to be. */
export type Refs = {
  readonly author?: number | null | undefined
  readonly image?: { readonly id: number; readonly address: string } | null | undefined
  readonly parent?: number | null | undefined
  readonly venues?: readonly number[] | undefined
  readonly organizers?: readonly number[] | undefined
  readonly categories?: readonly number[] | undefined
  readonly tags?: readonly number[] | undefined
}

const idOf = (one: Json): number | null => idIn(isObject(one) ? one['id'] : one)

/** Ids of a list of things, or of one thing; undefined: it is neither. */
const idsIn = (sent: Json | undefined): readonly number[] | undefined => {
  if (sent === undefined || sent === null) return undefined
  if (!Array.isArray(sent) && !isObject(sent)) return undefined
  const list = Array.isArray(sent) ? (sent as readonly Json[]) : [sent]
  return [...new Set(list.map(idOf).filter(id => id !== null))]
}

const imageIn = (sent: Json | undefined): Refs['image'] => {
  if (sent === undefined || sent === null) return undefined
  if (sent === false || sent === '' || (Array.isArray(sent) && sent.length === 0)) return null
  const id = isObject(sent) ? idIn(sent['id']) : null
  const address = isObject(sent) ? sent['url'] : null
  return id !== null && typeof address === 'string' && URL.canParse(address) ? { id, address } : undefined
}

const LISTS = ['venue', 'organizer', 'categories', 'tags'] as const

/** What an event, venue or organizer names, and members that are of none of the types they have. */
export const refsIn = (cal: JsonObject): { readonly refs: Refs; readonly wrong: readonly string[] } => {
  const [venues, organizers, categories, tags] = LISTS.map(member => idsIn(cal[member]))
  // the name of a venue or an organizer stands where an event has what it names
  const isEvent = typeof cal['title'] === 'string' || 'start_date' in cal
  const refs: Refs = {
    author: idIn(cal['author']) ?? undefined,
    image: 'image' in cal ? imageIn(cal['image']) : null,
    ...(isEvent ? { venues, organizers, categories, tags } : {}),
  }
  const wrong = [
    ...(cal['image'] !== undefined && refs.image === undefined ? ['image'] : []),
    ...(isEvent ? LISTS.filter(member => cal[member] !== undefined && idsIn(cal[member]) === undefined) : []),
  ]
  return { refs, wrong }
}

/** The category that another one is below; null: none. */
export const parentIn = (cal: JsonObject): number | null => idIn(cal['parent'])
