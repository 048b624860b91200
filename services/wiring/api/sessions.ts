import type { EpochMs } from '../../../shared/kernel/brands.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import type { Accounts } from '../../accounts/accounts.ts'
import type { UsersInMemory } from '../../accounts/users-in-memory.ts'
import type { Sessions } from '../../accounts/sessions.ts'
import { changeOwnPasswordWith, endSessionsWith } from '../../accounts/own-password.ts'
import { signInWith } from '../../accounts/sign-in.ts'
import { sessionDesk, type SessionDesk } from '../../api/pages/session-desk.ts'
import type { Guard } from '../../accounts/guard.ts'
import { logKeyOf } from '../telling/log-key.ts'

type SessionParts = {
  readonly store: EventStore
  readonly directory: UsersInMemory
  readonly accounts: Accounts
  readonly sessions: Sessions
  readonly guard: Guard
  readonly usersCurrent: () => Promise<void> | null
  readonly nowMs: () => EpochMs
}

/** Sessions and nonces of this process. */
export const composedDesk = ({ store, accounts, guard, nowMs, ...rest }: SessionParts): SessionDesk => {
  const secret = logKeyOf(store, nowMs)
  const proving = { accounts, guard, directory: rest.directory, sessions: rest.sessions }
  const [signIn, changeOwnPassword] = [signInWith(proving), changeOwnPasswordWith(proving)]
  return sessionDesk({ ...rest, signIn, changeOwnPassword, endSessions: endSessionsWith(proving), secret })
}
