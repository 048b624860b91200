import type { UserId } from '../../../shared/kernel/brands.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import type { Role } from '../../../shared/facts/user.ts'
import type { Context } from '../../handle.ts'
import { turns } from '../../turns.ts'
import type { Answer, Deciding } from './deciding.ts'
import { eraseUser, finishErasure } from './erase.ts'
import type { User } from '../state.ts'
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

const lastAdministrator = { ok: false, refusal: { code: 'last-administrator' } } as const
const heirNotFound = { ok: false, refusal: { code: 'heir-not-found' } } as const

/** What may take administrators away: each of two may leave one, and both together none. */
const ADMINISTRATORS = ['administrators'] as const

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

/** Roles and the end of users; one after the other, so that the last administrator stays. */
export const administrationOn = (
  store: EventStore,
  directory: UsersInMemory,
  { decide, forLogin, byLogin }: Deciding,
): Administration => {
  const inTurn = turns()
  const isLast = (known: User): boolean => isLastAdministrator(directory, known)

  return {
    setRole: (login, role, context) =>
      inTurn(ADMINISTRATORS, () =>
        forLogin(login, known =>
          role !== 'administrator' && isLast(known)
            ? lastAdministrator
            : decide({ type: 'SetRole', userId: known.id, role }, context),
        ),
      ),
    eraseUser: (login, context, succession) =>
      inTurn(ADMINISTRATORS, () =>
        forLogin(login, async known => {
          if (isLast(known)) return lastAdministrator
          const named = succession?.heir
          const heir = named === undefined ? null : byLogin(named)
          if (named !== undefined && (heir === null || heir.id === known.id)) return heirNotFound
          const pass = () => handOn(succession, known.id, heir?.id ?? null)
          // before, so that it can be asked for again if it fails; afterwards for what was made in the meantime
          const before = await pass()
          await eraseUser(store, known.id, context)
          directory.erase(known.id)
          return { ok: true, value: { id: known.id, reassigned: before + (await pass()) } }
        }),
      ),
    finishErasures: async context => {
      for (const id of directory.erased()) await finishErasure(store, id, context)
    },
  }
}
