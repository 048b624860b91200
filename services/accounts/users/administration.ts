import type { UserId } from '../../../shared/kernel/brands.ts'
import {
  RevisionConflict,
  unlessConflict,
  type Append,
  type EventStore,
} from '../../../shared/event-store/port.ts'
import { userStream, type Role } from '../../../shared/facts/user.ts'
import { expectedAfter, load, MOST_ATTEMPTS, recordOf, type Context } from '../../handle.ts'
import type { User } from '../state.ts'
import { user } from '../user.ts'
import type { Answer, Deciding } from './deciding.ts'
import { eraseUser, finishErasure } from './erase.ts'
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
   * author of, unless somebody inherits it; what would go on in the name of the user goes on in another's. Cut
   * short before the end, it may be asked for again. The last administrator stays.
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
  for (const { id, role } of directory.all()) {
    if (id === goes || role !== 'administrator') continue
    const stream = userStream(id)
    const { state, revision } = await load(store, user, stream)
    const counted = recordOf(user.codec, { type: 'AdministratorCountedOn', userId: id }, context)
    if (state?.role === 'administrator')
      return { stream, records: [counted], expected: expectedAfter(revision) }
  }
  return null
}

/**
 * Gives roles. Who is no administrator any more goes at the expected revision of another one, who is counted on to stay: of two
 * who are to go at the same moment, in whichever processes, one finds that they are counted on themselves, and is
 * decided anew (ADR 38).
 */
const giveRole = async (
  deps: AdministrationDeps,
  id: UserId,
  role: Role,
  context: Context,
): Promise<Answer<User>> => {
  const { store, deciding } = deps
  const stream = userStream(id)
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    // looked at first: whoever counts on this one from now on is noticed
    const { state, revision } = await load(store, user, stream)
    const decision = user.decide({ type: 'SetRole', userId: id, role }, state)
    if (!decision.ok) return decision
    const after = decision.facts.reduce(user.evolve, state)
    if (decision.facts.length === 0) return deciding.answer({ ok: true, state, revision, position: null })
    const counted = state?.role === 'administrator' ? await countOnAnother(deps, id, context) : undefined
    if (counted === null) return lastAdministrator
    const records = decision.facts.map(fact => recordOf(user.codec, fact, context))
    const given = { stream, records, expected: expectedAfter(revision) }
    const appended = await store
      .appendAll(counted === undefined ? [] : [counted], given)
      .catch(unlessConflict)
    if (appended !== null) return deciding.answer({ ok: true, state: after, ...appended })
  }
  throw new RevisionConflict(stream)
}

/** Roles and the end of users. */
export const administrationOn = (deps: AdministrationDeps): Administration => {
  const { store, directory, deciding } = deps
  const { forLogin, byLogin } = deciding
  return {
    setRole: (login, role, context) => forLogin(login, ({ id }) => giveRole(deps, id, role, context)),
    eraseUser: (login, context, succession) =>
      forLogin(login, async known => {
        if (isLastAdministrator(directory, known)) return lastAdministrator
        const named = succession?.heir
        const heir = named === undefined ? null : byLogin(named)
        if (named !== undefined && (heir === null || heir.id === known.id)) return heirNotFound
        const isAdministrator = known.role === 'administrator'
        const gone = isAdministrator ? await giveRole(deps, known.id, 'subscriber', context) : null
        if (gone?.ok === false) return gone
        const pass = () => handOn(succession, known.id, heir?.id ?? null)
        // before, so that it can be asked for again if it fails; afterwards for what was made in the meantime
        const before = await pass()
        await eraseUser(store, known.id, context)
        directory.erase(known.id)
        return { ok: true, value: { id: known.id, reassigned: before + (await pass()) } }
      }),
    finishErasures: async context => {
      for (const id of directory.erased()) await finishErasure(store, id, context)
    },
  }
}
