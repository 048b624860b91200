import type { EpochMs } from '../../shared/kernel/brands.ts'
import type { Context } from '../handle.ts'
import type { Accounts } from './accounts.ts'
import { guardedSignIn } from './authenticate.ts'
import type { UsersInMemory } from './users-in-memory.ts'
import type { Guard } from './guard.ts'
import type { Sessions } from './sessions.ts'
import type { User } from './state.ts'
import { msOfIso } from '../../shared/kernel/time/calculate.ts'

/** Not let in; what is counted is told of by its code alone. */
export type NotProven =
  | { readonly ok: false; readonly code: 'wrong' }
  | { readonly ok: false; readonly code: 'too-many' | 'busy'; readonly retryAfterS: number }

export type SignedIn = { readonly ok: true; readonly user: User; readonly token: string } | NotProven

/** A second after the last one that waits. */
const BUSY_S = 5

export type SignIn = (
  sent: {
    /** Login or e-mail address. */
    readonly login: string
    readonly password: string
    /** Where it comes from. */
    readonly address: string
    /** Token of the session that is held already: it ends, so nobody goes on with one that was known before. */
    readonly held: string | null
  },
  context: Context,
) => Promise<SignedIn>

export type SignInDeps = {
  readonly accounts: Pick<Accounts, 'signIn' | 'noteSignIn'>
  readonly directory: Pick<UsersInMemory, 'byLogin' | 'byEmail'>
  readonly sessions: Sessions
  readonly guard: Guard
}

/**
 * Whether somebody knows the account password, and may begin one more session: wrong ones are counted, and sessions
 * (spec 01 §8.4). Every failure takes as long, and says as much.
 */
export const prove = async (
  { accounts, directory, guard }: SignInDeps,
  { login, password, address }: Pick<Parameters<SignIn>[0], 'login' | 'password' | 'address'>,
  ms: EpochMs,
): Promise<{ readonly ok: true; readonly user: User } | NotProven> => {
  const attempt = guard.attempt(guardedSignIn(directory, login), address, ms)
  if (!attempt.ok) return { ok: false, code: 'too-many', retryAfterS: attempt.retryAfterS }
  const authenticated = await accounts.signIn(login, password)
  if (!authenticated.ok && authenticated.code === 'busy') {
    attempt.refund()
    return { ok: false, code: 'busy', retryAfterS: BUSY_S }
  }
  if (!authenticated.ok) return { ok: false, code: 'wrong' }
  attempt.right()
  const { user } = authenticated
  const begun = guard.attempt({ kind: 'session', userId: user.id }, address, ms)
  return begun.ok ? { ok: true, user } : { ok: false, code: 'too-many', retryAfterS: begun.retryAfterS }
}

/** With the account password. */
export const signInWith =
  (deps: SignInDeps): SignIn =>
  async ({ held, ...sent }, context) => {
    const proven = await prove(deps, sent, msOfIso(context.at))
    if (!proven.ok) return proven
    const { sessions, accounts } = deps
    if (held !== null) await sessions.end(held, context)
    const { user } = proven
    await accounts.noteSignIn(user, context)
    return { ok: true, user, token: await sessions.begin({ ...user }, sent.address, context) }
  }
