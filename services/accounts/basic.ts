import type { Accounts } from './accounts.ts'
import { guardedAs, type Authenticated } from './authenticate.ts'
import type { UsersInMemory } from './users-in-memory.ts'
import type { Guard } from './guard.ts'

export type BasicAuthenticated =
  | Authenticated
  | { readonly ok: false; readonly code: 'rest_too_many_attempts'; readonly retryAfterS: number }

type BasicDeps = {
  readonly accounts: Pick<Accounts, 'authenticate'>
  readonly directory: Pick<UsersInMemory, 'byLogin' | 'byEmail'>
  readonly guard: Guard
}

/** An application password from somewhere (spec 01 §8.1); wrong ones are counted (§8.4). */
export const basicWith =
  ({ accounts, directory, guard }: BasicDeps) =>
  (who: string, secret: string, address: string, ms: number): BasicAuthenticated => {
    const attempt = guard.attempt(guardedAs(directory, 'application-password', who), address, ms)
    if (!attempt.ok) return { ok: false, code: 'rest_too_many_attempts', retryAfterS: attempt.retryAfterS }
    const authenticated = accounts.authenticate(who, secret)
    if (authenticated.ok) attempt.right()
    return authenticated
  }
