import type { Context } from '../handle.ts'
import type { Accounts } from './accounts.ts'
import { guardedAs } from './authenticate.ts'
import type { Directory } from './users-in-memory.ts'
import type { Guard } from './guard.ts'
import type { Sessions } from './sessions.ts'
import type { User } from './state.ts'

export type SignedIn =
  | { readonly ok: true; readonly user: User; readonly token: string }
  | { readonly ok: false; readonly code: 'wrong' }
  | { readonly ok: false; readonly code: 'too-many' | 'busy'; readonly retryAfterS: number }

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

type Needs = {
  readonly accounts: Pick<Accounts, 'signIn'>
  readonly directory: Pick<Directory, 'byLogin' | 'byEmail'>
  readonly sessions: Sessions
  readonly guard: Guard
}

/** With the account password; every failure takes as long, and says as much. */
export const signInWith =
  ({ accounts, directory, sessions, guard }: Needs): SignIn =>
  async ({ login, password, address, held }, context) => {
    const attempt = guard.attempt(guardedAs(directory, 'sign-in', login), address, Date.parse(context.at))
    if (!attempt.ok) return { ok: false, code: 'too-many', retryAfterS: attempt.retryAfterS }
    const authenticated = await accounts.signIn(login, password)
    if (!authenticated.ok && authenticated.code === 'busy') {
      attempt.refund()
      return { ok: false, code: 'busy', retryAfterS: BUSY_S }
    }
    if (!authenticated.ok) return { ok: false, code: 'wrong' }
    attempt.right()
    const begun = guard.attempt(
      { kind: 'session', userId: authenticated.user.id },
      address,
      Date.parse(context.at),
    )
    if (!begun.ok) return { ok: false, code: 'too-many', retryAfterS: begun.retryAfterS }
    if (held !== null) await sessions.end(held, context)
    const { user } = authenticated
    return { ok: true, user, token: await sessions.begin({ ...user }, context) }
  }
