import type { Context } from '../handle.ts'
import type { Accounts } from './accounts.ts'
import type { Directory } from './directory.ts'

export type FirstAdministrator = {
  readonly login: string
  readonly email: string
  /** null: one is made up. */
  readonly password: string | null
  readonly applicationPassword: string | null
}

/**
 * Makes sure that somebody can administer a fresh site; does nothing once there are users, except that a given
 * application password is provisioned. Returns the password that was made up, to be shown this once, or null.
 */
export const ensureAdministrator = async (
  accounts: Accounts,
  directory: Directory,
  wanted: FirstAdministrator,
  madeUp: () => string,
  context: Context,
): Promise<string | null> => {
  const { login, email, applicationPassword } = wanted
  const fresh = directory.all().length === 0
  const password = wanted.password ?? madeUp()
  if (fresh) {
    const created = await accounts.createUser({ login, email, role: 'administrator', password }, context)
    if (!created.ok) throw new TypeError(`the first administrator cannot be made: ${created.refusal.code}`)
  }
  if (applicationPassword !== null) {
    const named = { name: 'provisioned at start', secret: applicationPassword }
    const provisioned = await accounts.provisionApplicationPassword(login, named, context)
    if (!provisioned.ok)
      throw new TypeError(`no application password for ${login}: ${provisioned.refusal.code}`)
  }
  return fresh && wanted.password === null ? password : null
}
