import type { Context } from '../handle.ts'
import type { Accounts } from './accounts.ts'
import type { UserRefusal } from './decide.ts'
import type { UsersInMemory } from './users-in-memory.ts'

export type FirstAdministrator = {
  readonly login: string
  readonly email: string
  /** null: one is made up. */
  readonly password: string | null
  readonly applicationPassword: string | null
}

export type Ensured =
  | {
      readonly ok: true
      /** To be shown this once; null: none was made up. */
      readonly madeUpPassword: string | null
      /** The given application password was revoked earlier, and stays so. */
      readonly revoked: boolean
    }
  | {
      readonly ok: false
      readonly what: 'administrator' | 'application password'
      readonly code: UserRefusal['code']
    }

type FirstAdministratorDeps = {
  readonly accounts: Accounts
  readonly directory: UsersInMemory
  /** No other process writes to this log; else claims without a user may be those of another start. */
  readonly isAlone: boolean
}

/**
 * Makes sure that somebody can administer a fresh site; does nothing once there are users, except that a given
 * application password is provisioned. May be repeated after it was interrupted anywhere.
 */
export const ensureAdministrator = async (
  { accounts, directory, isAlone }: FirstAdministratorDeps,
  wanted: FirstAdministrator,
  madeUp: () => string,
  context: Context,
): Promise<Ensured> => {
  const { login, email, applicationPassword } = wanted
  const fresh = directory.all().length === 0
  const password = wanted.password ?? madeUp()
  if (fresh) {
    // an earlier start may have died between the claims and the user: nobody else can be meant by them
    if (isAlone) await accounts.forgetClaims({ login, email }, context)
    const created = await accounts.createUser({ login, email, role: 'administrator', password }, context)
    if (!created.ok) return { ok: false, what: 'administrator', code: created.refusal.code }
  }
  const done = {
    ok: true,
    madeUpPassword: fresh && wanted.password === null ? password : null,
    revoked: false,
  } as const
  if (applicationPassword === null) return done
  const named = { name: 'provisioned at start', secret: applicationPassword }
  const provisioned = await accounts.provisionApplicationPassword(login, named, context)
  if (provisioned.ok) return done
  const { code } = provisioned.refusal
  return code === 'application-password-revoked'
    ? { ...done, revoked: true }
    : { ok: false, what: 'application password', code }
}
