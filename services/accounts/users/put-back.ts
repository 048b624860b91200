import { type UserId, userId } from '../../../shared/kernel/brands.ts'
import type { EventStore, StoredRecord } from '../../../shared/event-store/port.ts'
import { erasureStream, Role, userStream } from '../../../shared/facts/user.ts'
import type { Planned } from '../../calendar/put-back/gone.ts'
import { withStays, type Thing } from '../../calendar/put-back/thing.ts'
import type { Stays } from '../../calendar/put-back/words.ts'
import { folded } from '../../handle.ts'
import type { UserState } from '../state.ts'
import { user } from '../user.ts'
import type { UsersInMemory } from '../users-in-memory.ts'
import { isLastAdministrator, type Administration } from './administration.ts'
import type { Profiles } from './profiles.ts'

type Deps = {
  readonly store: Pick<EventStore, 'read'>
  readonly accounts: Pick<Administration, 'setRole'> & Pick<Profiles, 'rename'>
  readonly directory: Pick<UsersInMemory, 'all'>
}

const stateAfter = (records: readonly StoredRecord[]): UserState => folded(user, records).state

/** From where on the account is that of who has it now: whoever was made by the first start gave way (spec 00 §6.5). */
const recordsOf = async (store: Deps['store'], id: UserId): Promise<readonly StoredRecord[] | null> => {
  const erased = await store.read(erasureStream(id), { limit: 1 })
  const records = erased.length > 0 ? [] : await store.read(userStream(id))
  const began = records.findLastIndex(({ type }) => type === 'UserCreated')
  return began === -1 ? null : records.slice(began)
}

const whyNotRole = (
  { directory }: Deps,
  id: UserId,
  [now, then]: readonly [unknown, unknown],
  actor: UserId | null,
): Stays | null => {
  if (id === actor) return 'own'
  return now === 'administrator' && then !== now && isLastAdministrator(directory, { id, role: now })
    ? 'last'
    : null
}

const possible = (deps: Deps, id: UserId, plan: Planned, actor: UserId | null): Planned => {
  const role = plan.changes['role']
  const why = role === undefined ? null : whyNotRole(deps, id, role, actor)
  return why === null ? plan : withStays(plan, { role: why })
}

/**
 * How role and name of a user are put back, under the rules of the desk (spec 00 §6.4, 07 §10); who was erased is gone
 * for good.
 */
export const putBackUser = (deps: Deps): Thing => ({
  records: id => recordsOf(deps.store, userId(id)),
  after: records => {
    const state = stateAfter(records)
    return state && { role: state.role, display_name: state.displayName }
  },
  nameAfter: records => stateAfter(records)?.login ?? '',
  possible: async (id, plan, _, { actor }) => possible(deps, userId(id), plan, actor),
  change: async (id, changes, _, context) => {
    const login = stateAfter((await recordsOf(deps.store, userId(id))) ?? [])?.login
    if (login === undefined) return null
    const stays: Record<string, Stays> = {}
    const name = changes['display_name']?.[1]
    if (typeof name === 'string') {
      const renamed = await deps.accounts.rename(login, name, context)
      if (!renamed.ok) stays['display_name'] = 'refused'
    }
    const role = Role.safeParse(changes['role']?.[1])
    if (role.success) {
      const changed = await deps.accounts.setRole(login, role.data, context)
      if (!changed.ok) stays['role'] = changed.refusal.code === 'last-administrator' ? 'last' : 'refused'
    }
    return stays
  },
})
