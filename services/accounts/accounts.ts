import { availableParallelism } from 'node:os'
import { type UserId, userId } from '../../shared/kernel/brands.ts'
import { brandedIn } from '../../shared/kernel/whole-number.ts'
import type { EventStore } from '../../shared/event-store/port.ts'
import { WAITING_SIGN_INS } from '../../shared/limits/accounts.ts'
import type { Ids } from '../calendar/ids.ts'
import type { Context, IdFor } from '../handle.ts'
import { administrationOn, type Administration } from './users/administration.ts'
import { applicationPasswordsOn, type ApplicationPasswords } from './users/application-passwords.ts'
import {
  authenticate,
  type Authenticated,
  type Busy,
  passwordSignIn,
  type RandomBytes,
} from './authenticate.ts'
import { carryUser, type BroughtUser } from './users/carry-user.ts'
import { createUser, forgetClaims, type NewUser } from './users/create-user.ts'
import { eraseUser } from './users/erase.ts'
import { decidingOn, type Answer } from './users/deciding.ts'
import { fewAtOnce } from './few-at-once.ts'
import { passwordsAt, type PasswordCost } from './passwords.ts'
import { passwordLinksOn, type PasswordLinks } from './users/password-links.ts'
import { profilesOn, type Profiles } from './users/profiles.ts'
import type { User } from './state.ts'
import type { UsersInMemory } from './users-in-memory.ts'

export type Accounts = Administration &
  Profiles &
  PasswordLinks &
  ApplicationPasswords & {
    /** `idFor` is asked once nothing but the names can be wrong. */
    readonly createUser: (wanted: NewUser, context: Context, idFor?: IdFor) => Promise<Answer<User>>
    /** Under the id that the user has in the service that is brought here: see `carry-user.ts`. */
    readonly carryUser: (brought: BroughtUser, context: Context) => Promise<Answer<User>>
    /** Whoever the first start made gives way to those who are brought. */
    readonly displace: (id: UserId, context: Context) => Promise<void>
    /** For a site without users: see `create-user.ts`. */
    readonly forgetClaims: (wanted: Pick<NewUser, 'login' | 'email'>, context: Context) => Promise<void>
    /** Of a user by login, e-mail address or id; null: there is none. */
    readonly idOf: (text: string) => UserId | null
    /** Basic authentication; microseconds, the same for every failure. */
    readonly authenticate: (who: string, secret: string) => Authenticated
    /** With the account password; slow on purpose, off the main thread. */
    readonly signIn: (who: string, password: string) => Promise<Authenticated | Busy>
  }

/** What accounts are kept in, and where their secrets come from. */
export type AccountsDeps = {
  readonly store: EventStore
  readonly ids: Ids
  readonly directory: UsersInMemory
  readonly random: RandomBytes
  readonly uuid: () => string
  /** Of account passwords; absent: what real ones take. */
  readonly passwordCost?: PasswordCost | undefined
}

/** Never all processors, nor all threads on which files are read. */
const SIGN_INS_AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1))

export const accountsOn = ({ store, ids, directory, random, uuid, passwordCost }: AccountsDeps): Accounts => {
  const passwords = passwordsAt(passwordCost)
  const deciding = decidingOn(store, directory)
  const byText = (text: string): User | null => {
    const id = brandedIn(text, userId)
    return directory.byLogin(text) ?? directory.byEmail(text) ?? (id === null ? null : directory.byId(id))
  }
  return {
    createUser: async (wanted, context, idFor) => {
      const created = await createUser(store, ids, wanted, passwords.hash, context, idFor)
      return created.ok ? deciding.answer(created) : created
    },
    carryUser: async (brought, context) => {
      const carried = await carryUser(store, brought, context)
      return carried.ok ? deciding.answer(carried) : carried
    },
    displace: async (id, context) => {
      await eraseUser(store, id, context)
      directory.erase(id)
    },
    forgetClaims: (wanted, context) => forgetClaims(store, wanted, context),
    idOf: text => byText(text)?.id ?? null,
    ...administrationOn({ store, directory, deciding }),
    ...profilesOn(passwords, deciding),
    ...passwordLinksOn({ random, passwords, byId: directory.byId }, deciding),
    ...applicationPasswordsOn({ store, random, uuid }, deciding),
    authenticate: (who, secret) => authenticate(directory, who, secret),
    signIn: passwordSignIn(directory, passwords, fewAtOnce(SIGN_INS_AT_ONCE, WAITING_SIGN_INS)),
  }
}
