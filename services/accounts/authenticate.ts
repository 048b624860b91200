import type { UsersInMemory } from './users-in-memory.ts'
import { bareSecret, hashSecret, matches } from './secrets.ts'
import type { ApplicationPassword, User } from './state.ts'
import type { FewAtOnce } from './few-at-once.ts'
import type { Passwords } from './passwords.ts'
import { isAccountPassword } from '../../shared/kernel/text/account-names.ts'
import type { Guarded } from './guard.ts'

export type Authenticated =
  | {
      readonly ok: true
      readonly user: User
      /** The application password; null: it was the account password. */
      readonly used: ApplicationPassword | null
    }
  | { readonly ok: false; readonly code: 'invalid_username' | 'invalid_email' | 'incorrect_password' }

/** Too many wait already. */
export type Busy = { readonly ok: false; readonly code: 'busy' }

type Names = Pick<UsersInMemory, 'byLogin' | 'byEmail'>

const unknown = (who: string): Authenticated => ({
  ok: false,
  code: who.includes('@') ? 'invalid_email' : 'invalid_username',
})

const wrong: Authenticated = { ok: false, code: 'incorrect_password' }

/** By login or e-mail address. */
const find = ({ byLogin, byEmail }: Names, who: string): User | null => byLogin(who) ?? byEmail(who)

/** An account is the same however it is named. */
export const guardedAs = (
  directory: Names,
  kind: 'sign-in' | 'application-password',
  who: string,
): Guarded => {
  const user = find(directory, who)
  return user === null ? { kind, unknown: who } : { kind, userId: user.id }
}

/** Looked at where there is no real one, so that every answer takes the same work. No secret has this hash. */
const decoy = { hash: hashSecret('', 'decoy').replace(/./g, '0'), salt: 'decoy' }

/** Looks at the same number of passwords whoever asks, and at all of them. */
const ownedOf = (
  passwords: readonly ApplicationPassword[],
  secret: string,
  atLeast: number,
): ApplicationPassword | null => {
  let found: ApplicationPassword | null = null
  for (let index = 0; index < Math.max(atLeast, passwords.length, 1); index++)
    if (matches(secret, passwords[index] ?? decoy)) found = passwords[index] ?? null
  return found
}

/**
 * An application password against the users in memory (spec 01 §8.1). `who` is a login or an e-mail address.
 * Unknown user and wrong secret take the same time; account passwords do not count.
 */
export const authenticate = (directory: UsersInMemory, who: string, secret: string): Authenticated => {
  const user = find(directory, who)
  const passwords = user?.applicationPasswords ?? []
  const used = ownedOf(passwords, bareSecret(secret), directory.mostPasswords())
  if (user === null) return unknown(who)
  return used === null ? wrong : { ok: true, user, used }
}

/** Sign-in with the account password. As slow for unknown users as for known ones, and few at once. */
export const passwordSignIn =
  (directory: UsersInMemory, { isRight, decoy }: Passwords, fewAtOnce: FewAtOnce) =>
  async (who: string, password: string): Promise<Authenticated | Busy> => {
    const user = find(directory, who)
    // nobody has such a one, and it would be hashed all the same
    if (!isAccountPassword(password)) return user === null ? unknown(who) : wrong
    const right = await fewAtOnce(() => isRight(user?.passwordHash ?? decoy, password))
    if (right === null) return { ok: false, code: 'busy' }
    if (user === null) return unknown(who)
    return right && user.passwordHash !== null ? { ok: true, user, used: null } : wrong
  }
