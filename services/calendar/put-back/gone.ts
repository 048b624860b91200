import { termId, userId } from '../../../shared/kernel/brands.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import { termStream } from '../../../shared/facts/term.ts'
import { userStream } from '../../../shared/facts/user.ts'
import { numbersIn } from '../../../shared/kernel/json.ts'
import { load } from '../../handle.ts'
import { exists } from '../in-use.ts'
import { same } from '../item/changes.ts'
import type { Changes } from '../item/state.ts'
import { term } from '../term/term.ts'
import type { Stays } from './words.ts'

const LISTS = ['venues', 'organizers', 'categories', 'tags', 'author', 'image'] as const
type Naming = (typeof LISTS)[number]

/** Whether what a member names by its id is there, as the log says. */
export type There = (member: Naming, id: number) => Promise<boolean>

export const thereIn =
  (store: Pick<EventStore, 'read'>, isImage: (id: number) => Promise<boolean>): There =>
  async (member, id) => {
    switch (member) {
      case 'venues':
        return exists(store, 'venue', id)
      case 'organizers':
        return exists(store, 'organizer', id)
      case 'categories':
      case 'tags':
        return (await load(store, term, termStream(termId(id)))).state.status === 'live'
      case 'author':
        return (await store.read(userStream(userId(id)), { limit: 1 })).length > 0
      case 'image':
        return isImage(id)
    }
  }

/** What would change, and what of that cannot, and why. */
export type Planned = { readonly changes: Changes; readonly stays: Readonly<Record<string, Stays>> }

/** Nobody, as an author, is 0, and always there. */
const idsIn = (value: unknown): readonly number[] =>
  typeof value === 'number' ? [value].filter(id => id > 0) : numbersIn(value)

/** The plan without what is no more: ids of the purged, and of users who were erased. */
export const withoutGone = async (there: There, plan: Planned): Promise<Planned> => {
  const changes: Record<string, readonly [unknown, unknown] | undefined> = { ...plan.changes }
  const stays: Record<string, Stays> = { ...plan.stays }
  for (const member of LISTS) {
    const [now, then] = changes[member] ?? []
    const ids = idsIn(then)
    const kept: number[] = []
    for (const id of ids) if (await there(member, id)) kept.push(id)
    if (kept.length === ids.length) continue
    stays[member] = 'purged'
    if (typeof then === 'number' || same(now, kept)) Reflect.deleteProperty(changes, member)
    else changes[member] = [now, kept]
  }
  return { changes, stays }
}
