import type { UserId, EpochMs, IsoTime } from '../../shared/kernel/brands.ts'
import { isLeaving, type Role, type UserFact } from '../../shared/facts/user.ts'
import { unreachable } from '../../shared/kernel/decision.ts'
import { msOfIso } from '../../shared/kernel/time/calculate.ts'

export type ApplicationPassword = {
  readonly uuid: string
  readonly appId: string
  readonly name: string
  readonly hash: string
  readonly salt: string
  /** ISO 8601 UTC; null: never, as far as was noted. */
  readonly lastUsed: IsoTime | null
  readonly lastIp: string | null
}

export type PasswordLink = {
  /** SHA-256 of its secret, hex. */
  readonly hash: string
  /** Epoch milliseconds. */
  readonly expires: EpochMs
  readonly endApplications: boolean
}

export type User = {
  readonly id: UserId
  readonly login: string
  readonly email: string
  readonly role: Role
  /** Shown to everybody as the author; "": none. */
  readonly displayName: string
  /** argon2id; null: cannot sign in with an account password. */
  readonly passwordHash: string | null
  /** How often the account password was changed or sessions were ended: sessions of before are over. */
  readonly passwordChanges: number
  /** When this user signed in last, as far as was noted, ISO 8601 UTC; null: never. */
  readonly lastSignIn: IsoTime | null
  /** By which a new account password may be set; null: by none. */
  readonly passwordLink: PasswordLink | null
  readonly applicationPasswords: readonly ApplicationPassword[]
}

/** null: never created, erased, or about to be. */
export type UserState = User | null

export const initial: UserState = null

const withoutSessions = (user: User): User => ({ ...user, passwordChanges: user.passwordChanges + 1 })

export const evolve = (state: UserState, fact: UserFact): UserState => {
  if (fact.type === 'UserCreated') {
    const { userId: id, login, email, role, passwordHash } = fact
    const passwords = { passwordHash, passwordChanges: 0, applicationPasswords: [] }
    return { id, login, email, role, displayName: '', lastSignIn: null, passwordLink: null, ...passwords }
  }
  if (state === null) return state
  const { applicationPasswords } = state
  switch (fact.type) {
    case 'UserRoleChanged':
      return isLeaving(fact) ? null : { ...state, role: fact.changes.role[1] }
    case 'UserRenamed':
      return { ...state, displayName: fact.changes.display_name[1] }
    case 'UserPasswordChanged':
      return { ...withoutSessions(state), passwordHash: fact.passwordHash, passwordLink: null }
    case 'SessionsEnded':
      return withoutSessions(state)
    case 'UserSignedIn':
      return { ...state, lastSignIn: fact.signedInAt }
    case 'PasswordLinkMade': {
      const { hash, expires, endApplications } = fact
      return { ...state, passwordLink: { hash, expires, endApplications } }
    }
    case 'ApplicationPasswordCreated': {
      const { uuid, appId, name, hash, salt } = fact
      const added = { uuid, appId, name, hash, salt, lastUsed: null, lastIp: null }
      return { ...state, applicationPasswords: [...applicationPasswords, added] }
    }
    case 'ApplicationPasswordUsed':
      return {
        ...state,
        applicationPasswords: applicationPasswords.map(password =>
          password.uuid === fact.uuid
            ? { ...password, lastUsed: fact.usedAt, lastIp: fact.address }
            : password,
        ),
      }
    case 'ApplicationPasswordRevoked':
      return {
        ...state,
        applicationPasswords: applicationPasswords.filter(({ uuid }) => uuid !== fact.uuid),
      }
    default:
      return unreachable(fact)
  }
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A sign-in is noted at most once in an hour (spec 07 §10): as many as somebody may begin would fill the log. */
export const isSignInDue = ({ lastSignIn }: Pick<User, 'lastSignIn'>, ms: EpochMs): boolean =>
  lastSignIn === null || ms - msOfIso(lastSignIn) >= HOUR_MS

/** Use is noted at most once in 24 h (spec 01 §8.1). */
export const isUseDue = ({ lastUsed }: Pick<ApplicationPassword, 'lastUsed'>, ms: EpochMs): boolean =>
  lastUsed === null || ms - msOfIso(lastUsed) >= DAY_MS
