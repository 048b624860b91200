import type { UserId } from '../../../shared/kernel/brands.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import { userStream } from '../../../shared/facts/user.ts'
import type { Principal } from '../../../shared/rights.ts'
import { user } from '../../accounts/user.ts'
import { load } from '../../handle.ts'

/** Whoever an import acts for, by its author; null: there is no such user (any more). Throws StoreUnavailable. */
export const principalOf = async (store: EventStore, author: UserId): Promise<Principal> => {
  const { state } = await load(store, user, userStream(author))
  return state && { id: state.id, role: state.role }
}
