import { randomBytes, randomUUID } from 'node:crypto'
import type { EventStore } from '../../../shared/event-store/port.ts'
import type { Accounts } from '../../accounts/accounts.ts'
import type { UsersInMemory } from '../../accounts/users-in-memory.ts'
import { nonceSecret } from '../../accounts/nonce-secret.ts'
import type { Sessions } from '../../accounts/sessions.ts'
import { changeOwnPasswordWith, endSessionsWith } from '../../accounts/own-password.ts'
import { signInWith } from '../../accounts/sign-in.ts'
import { sessionDesk, type SessionDesk } from '../../api/pages/session-desk.ts'
import type { Guard } from '../../accounts/guard.ts'

type SessionParts = {
  readonly store: EventStore
  readonly directory: UsersInMemory
  readonly accounts: Accounts
  readonly sessions: Sessions
  readonly guard: Guard
  readonly usersCurrent: () => Promise<void> | null
  readonly nowMs: () => number
}

/** Asked for when it is first needed, and again after an outage. */
const remembered = <Value>(ask: () => Promise<Value>): (() => Promise<Value>) => {
  let known: Promise<Value> | null = null
  return () =>
    (known ??= ask().catch((error: unknown) => {
      known = null
      throw error
    }))
}

/** Sessions and nonces of this process. */
export const composedDesk = ({ store, accounts, guard, nowMs, ...rest }: SessionParts): SessionDesk => {
  const secret = remembered(() => {
    const at = new Date(nowMs()).toISOString()
    const context = {
      actor: null,
      at,
      source: 'operator',
      route: null,
      correlation: randomUUID(),
      causation: null,
    } as const
    return nonceSecret(store, randomBytes, context)
  })
  const proving = { accounts, guard, directory: rest.directory, sessions: rest.sessions }
  const [signIn, changeOwnPassword] = [signInWith(proving), changeOwnPasswordWith(proving)]
  return sessionDesk({ ...rest, signIn, changeOwnPassword, endSessions: endSessionsWith(proving), secret })
}
