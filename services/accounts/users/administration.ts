import type { UserId } from '../../../shared/kernel/brands.ts'
import {
  RevisionConflict,
  unlessConflict,
  type Append,
  type EventStore,
} from '../../../shared/event-store/port.ts'
import { userStream, type Role, type UserFact } from '../../../shared/facts/user.ts'
import { expectedAfter, load, MOST_ATTEMPTS, recordOf, type Context, type Handled } from '../../handle.ts'
import type { UserCommand, UserRefusal } from '../decide.ts'
import type { User, UserState } from '../state.ts'
import { user } from '../user.ts'
import type { Answer, Deciding } from './deciding.ts'
import { eraseUser } from './erase.ts'
import type { UsersInMemory } from '../users-in-memory.ts'

/** What becomes of the work of a user who is erased. */
type Succession = {
  /** A login; absent: items stay under the number of the user. */
  readonly heir: string | undefined
  /** Gives everything of one user to another and answers of how many items. */
  readonly reassign: (author: { readonly from: UserId; readonly to: UserId }) => Promise<number>
  /** Gives what will still create items to the heir, or (null) to whoever else there is. */
  readonly entrust: (author: { readonly from: UserId; readonly heir: UserId | null }) => Promise<void>
}

export type Administration = {
  /** The last administrator stays one. */
  readonly setRole: (login: string, role: Role, context: Context) => Promise<Answer<User>>
  /**
   * Who it was is gone from the log; what the user did stays, under the number alone, and so does what the user is the
   * author of, unless somebody inherits it; what would go on in the name of the user goes on in another's. Until it
   * is recorded that they leave, nothing changes but whose their work is, and it may be asked for again; afterwards the
   * next start ends what was cut short. The last administrator stays.
   */
  readonly eraseUser: (
    login: string,
    context: Context,
    succession?: Succession,
  ) => Promise<Answer<{ readonly id: UserId; readonly reassigned: number }>>
  /** What an erasure that was cut short has left. */
  readonly finishErasures: (context: Context) => Promise<void>
}

type AdministrationDeps = {
  readonly store: EventStore
  readonly directory: UsersInMemory
  readonly deciding: Deciding
}

const lastAdministrator = { ok: false, refusal: { code: 'last-administrator' } } as const
const heirNotFound = { ok: false, refusal: { code: 'heir-not-found' } } as const

/** Hands on what the user is the author of, and answers of how many items. */
const handOn = async (succession: Succession | undefined, from: UserId, heir: UserId | null) => {
  await succession?.entrust({ from, heir })
  return heir === null ? 0 : ((await succession?.reassign({ from, to: heir })) ?? 0)
}

/** Whether nobody else is an administrator, as far as this process knows. */
export const isLastAdministrator = (
  directory: Pick<UsersInMemory, 'all'>,
  { id, role }: Pick<User, 'id' | 'role'>,
): boolean =>
  role === 'administrator' && directory.all().every(other => other.id === id || other.role !== role)

/** As the log says who is one; null: none of these is but the one who goes. */
const countOnAnother = async (
  { store, directory }: Pick<AdministrationDeps, 'store' | 'directory'>,
  goes: UserId,
  context: Context,
): Promise<Append | null> => {
  for (const { id: userId, role } of directory.all()) {
    if (userId === goes || role !== 'administrator') continue
    const stream = userStream(userId)
    const { state, revision } = await load(store, user, stream)
    if (state?.role !== role) continue
    const counted: UserFact = { type: 'UserRoleChanged', userId, changes: { role: [role, role] } }
    return { stream, records: [recordOf(user.codec, counted, context)], expected: expectedAfter(revision) }
  }
  return null
}

/**
 * Gives a role, or has somebody leave. Who is no administrator any more goes at the expected revision of another one, who is
 * counted on to stay: of two who are to go at the same moment, in whichever processes, one finds that they are counted on
 * themselves, and is decided anew (ADR 38).
 */
const decideRole = async (
  { store, directory }: Pick<AdministrationDeps, 'store' | 'directory'>,
  command: Extract<UserCommand, { type: 'SetRole' | 'Leave' }>,
  context: Context,
): Promise<Handled<UserState, UserRefusal>> => {
  const { userId } = command
  const stream = userStream(userId)
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    // looked at first: whoever counts on this one from now on is noticed
    const { state, revision } = await load(store, user, stream)
    const decision = user.decide(command, state)
    if (!decision.ok) return decision
    if (decision.facts.length === 0) return { ok: true, state, revision, position: null }
    const isOne = state?.role === 'administrator'
    const counted = isOne ? await countOnAnother({ store, directory }, userId, context) : undefined
    if (counted === null) return lastAdministrator
    const records = decision.facts.map(fact => recordOf(user.codec, fact, context))
    const decided = { stream, records, expected: expectedAfter(revision) }
    const before = counted === undefined ? [] : [counted]
    const appended = await store.appendAll(before, decided).catch(unlessConflict)
    if (appended !== null) return { ok: true, state: decision.facts.reduce(user.evolve, state), ...appended }
  }
  throw new RevisionConflict(stream)
}

/** Roles and the end of users. */
export const administrationOn = (deps: AdministrationDeps): Administration => {
  const { store, directory, deciding } = deps
  const { forLogin, byLogin, answer } = deciding
  return {
    setRole: (login, role, context) =>
      forLogin(login, async ({ id: userId }) =>
        answer(await decideRole(deps, { type: 'SetRole', userId, role }, context)),
      ),
    eraseUser: (login, context, succession) =>
      forLogin(login, async known => {
        if (isLastAdministrator(directory, known)) return lastAdministrator
        const { id } = known
        const named = succession?.heir
        const heir = named === undefined ? null : byLogin(named)
        if (named !== undefined && (heir === null || heir.id === id)) return heirNotFound
        const pass = () => handOn(succession, id, heir?.id ?? null)
        // before, so that it can be asked for again if it fails; afterwards for what was made in the meantime
        const before = await pass()
        // whatever they have become meanwhile: nobody makes anything of them or counts on them from now on
        const left = await decideRole(deps, { type: 'Leave', userId: id }, context)
        if (!left.ok) return left
        directory.erase(id)
        await eraseUser(store, id, context)
        return { ok: true, value: { id, reassigned: before + (await pass()) } }
      }),
    finishErasures: async context => {
      for (const id of directory.erased()) await eraseUser(store, id, context)
    },
  }
}
