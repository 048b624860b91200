import type { UserId } from '../../shared/kernel/brands.ts'
import type { Context } from '../handle.ts'
import type { Accounts } from './accounts.ts'
import { prove, type NotProven, type SignInDeps } from './sign-in.ts'
import type { UserRefusal } from './decide.ts'
import { msOfIso } from '../../shared/kernel/time/calculate.ts'

export type ChangeOwnPassword = (
  sent: {
    readonly login: string
    /** The account password as it is until then. */
    readonly current: string
    readonly wanted: string
    /** Whether application passwords end, too. */
    readonly endApplications: boolean
    /** Where it comes from. */
    readonly address: string
  },
  context: Context,
) => Promise<
  | { readonly ok: true; readonly token: string }
  | NotProven
  | { readonly ok: false; readonly code: UserRefusal['code'] }
>

type OwnPasswordDeps = SignInDeps & { readonly accounts: Pick<Accounts, 'changePassword'> }

type EndDeps = Pick<SignInDeps, 'guard' | 'sessions'> & { readonly accounts: Pick<Accounts, 'endSessions'> }

/**
 * Another account password, for whoever knows the one that there is: a session alone is not enough, it may be anybody
 * at an open browser. Every session of the user is over; the token is of a new one (spec 06 §5).
 */
export const changeOwnPasswordWith =
  (deps: OwnPasswordDeps): ChangeOwnPassword =>
  async ({ login, current, wanted, endApplications, address }, context) => {
    const proven = await prove(deps, { login, password: current, address }, msOfIso(context.at))
    if (!proven.ok) return proven
    const changed = await deps.accounts.changePassword(login, { password: wanted, endApplications }, context)
    if (!changed.ok) return { ok: false, code: changed.refusal.code }
    return { ok: true, token: await deps.sessions.begin(changed.value, address, context) }
  }

/** Every session of a user is over; the token is of a new one. null: there is no such user. */
export type EndSessions = (
  sent: { readonly userId: UserId; readonly login: string; readonly address: string },
  context: Context,
) => Promise<{ readonly token: string } | { readonly retryAfterS: number } | null>

/** A new session takes the place of all others, as often as sessions may begin (spec 01 §8.4). */
export const endSessionsWith =
  ({ accounts, guard, sessions }: EndDeps): EndSessions =>
  async ({ userId, login, address }, context) => {
    const begun = guard.attempt({ kind: 'session', userId }, address, msOfIso(context.at))
    if (!begun.ok) return { retryAfterS: begun.retryAfterS }
    const ended = await accounts.endSessions(login, context)
    return ended.ok ? { token: await sessions.begin(ended.value, address, context) } : null
  }
