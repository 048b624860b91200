import { createHmac, hash } from 'node:crypto'
import type { UserId, EpochMs } from '../../shared/kernel/brands.ts'
import { serviceContext, type Context } from '../handle.ts'
import { sameSecret } from '../../shared/kernel/same-secret.ts'
import { isAccountPassword } from '../../shared/kernel/text/spelling.ts'
import type { Passwords } from './passwords.ts'
import type { FewAtOnce } from './few-at-once.ts'
import type { Guard, Guarded } from './guard.ts'
import { isUseDue, type ApplicationPassword, type User } from './state.ts'
import type { UsersInMemory } from './users-in-memory.ts'

// Who somebody is, by secrets: application passwords and the account password.

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

/** An account is the same however it is named. `user`: whom the name is of; null: nobody. */
const guardedFor = (kind: 'sign-in' | 'application-password', who: string, user: User | null): Guarded =>
  user === null ? { kind, unknown: who } : { kind, userId: user.id }

export const guardedSignIn = (directory: Names, who: string): Guarded =>
  guardedFor('sign-in', who, find(directory, who))

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

/** Passwords as they stand in the log, and the digest of the secret that each was found right for. */
export type Proven = WeakMap<ApplicationPassword, string>

/**
 * Whichever of them this secret was right for before: one fast hash tells, however many there are. How long it takes to compare
 * digests may tell where they differ, which helps nobody: no secret can be made of the beginning of a digest.
 */
const provenBy = (proven: Proven, passwords: readonly ApplicationPassword[], digest: string) =>
  passwords.find(one => proven.get(one) === digest) ?? null

/** As `authenticate`. `user`: whom `who` names. */
const checked = (
  user: User | null,
  who: string,
  secret: string,
  proven: Proven,
  mostPasswords: UsersInMemory['mostPasswords'],
): Authenticated => {
  const passwords = user?.applicationPasswords ?? []
  const bare = bareSecret(secret)
  const digest = hash('sha256', bare, 'base64url')
  const used = provenBy(proven, passwords, digest) ?? ownedOf(passwords, bare, mostPasswords())
  if (user === null) return unknown(who)
  if (used === null) return wrong
  proven.set(used, digest)
  return { ok: true, user, used }
}

/**
 * An application password against the users in memory (spec 01 §8.1). `who` is a login or an e-mail address.
 * Unknown user and wrong secret take as many hashes; account passwords do not count. `proven`: what is right again is found
 * sooner.
 */
export const authenticate = (
  directory: UsersInMemory,
  who: string,
  secret: string,
  proven: Proven = new WeakMap(),
): Authenticated => checked(find(directory, who), who, secret, proven, directory.mostPasswords)

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

type BasicAuthenticated =
  | Authenticated
  | { readonly ok: false; readonly code: 'rest_too_many_attempts'; readonly retryAfterS: number }

type BasicDeps = {
  readonly accounts: {
    readonly noteUse: (
      id: UserId,
      used: ApplicationPassword,
      address: string,
      context: Context,
    ) => Promise<void>
  }
  readonly directory: UsersInMemory
  readonly guard: Guard
  /** Awaited first; null: every user is known as of now. */
  readonly usersCurrent: () => Promise<void> | null
  readonly nowMs: () => EpochMs
  readonly newCorrelation: () => string
  readonly report: (error: unknown, doing: string) => void
}

/** An application password from somewhere (spec 01 §8.1), whose use is noted; wrong ones are counted (§8.4). */
export const basicWith = ({
  accounts,
  directory,
  guard,
  usersCurrent,
  nowMs,
  newCorrelation,
  report,
}: BasicDeps) => {
  const proven: Proven = new WeakMap()
  return async (who: string, secret: string, address: string): Promise<BasicAuthenticated> => {
    await usersCurrent()
    const ms = nowMs()
    const named = find(directory, who)
    const attempt = guard.attempt(guardedFor('application-password', who, named), address, ms)
    if (!attempt.ok) return { ok: false, code: 'rest_too_many_attempts', retryAfterS: attempt.retryAfterS }
    const authenticated = checked(named, who, secret, proven, directory.mostPasswords)
    if (!authenticated.ok) return authenticated
    attempt.right()
    const { user, used } = authenticated
    if (used !== null && isUseDue(used, ms))
      // nobody waits for it, and nobody is refused because of it
      accounts
        .noteUse(user.id, used, address, { ...serviceContext(newCorrelation(), ms), actor: user.id })
        .catch((error: unknown) => report(error, 'noting the use of an application password'))
    return authenticated
  }
}

/** That many random bytes; handed in by the edge. */
export type RandomBytes = (count: number) => Uint8Array

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const LENGTH = 24
/** Bytes from here on would make some letters likelier than others. */
const FAIR_BYTES = 256 - (256 % ALPHABET.length)

/** 24 letters and digits, each equally likely (spec 01 §8.1). */
export const newApplicationPassword = (random: RandomBytes): string => {
  let secret = ''
  while (secret.length < LENGTH)
    for (const byte of random(LENGTH))
      if (byte < FAIR_BYTES && secret.length < LENGTH) secret += ALPHABET.charAt(byte % ALPHABET.length)
  return secret
}

export const newSalt = (random: RandomBytes): string => Buffer.from(random(16)).toString('hex')

/** As typed or shown in groups: everything but letters and digits is dropped. */
export const bareSecret = (secret: string): string => secret.replace(/[^A-Za-z0-9]/g, '')

/** Hex. Fast on purpose: the secret is random, a slow hash would only let strangers burn time. */
export const hashSecret = (secret: string, salt: string): string =>
  createHmac('sha256', salt).update(secret).digest('hex')

export const matches = (
  secret: string,
  { hash, salt }: Pick<ApplicationPassword, 'hash' | 'salt'>,
): boolean => sameSecret(hashSecret(secret, salt), hash)

/** Looked at where there is no real one, so that every answer takes the same work. No secret has this hash. */
const decoy = { hash: hashSecret('', 'decoy').replace(/./g, '0'), salt: 'decoy' }
