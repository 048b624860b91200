import { availableParallelism } from 'node:os'
import type { EventStore, StoredRecord } from '../../shared/event-store/port.ts'
import { userCodec, userStream, type Role } from '../../shared/facts/user.ts'
import { isAccountPassword, isDisplayName } from '../../shared/kernel/text/account-names.ts'
import { WAITING_SIGN_INS } from '../../shared/limits.ts'
import { fewAtOnce } from './few-at-once.ts'
import type { Ids } from '../calendar/ids.ts'
import { handle, type Context, type Handled } from '../handle.ts'
import { turns } from '../turns.ts'
import { authenticate, hashPassword, passwordSignIn, type Authenticated, type Busy } from './authenticate.ts'
import { createUser, forgetClaims, type NewUser } from './create-user.ts'
import { isUseDue, type UserCommand, type UserRefusal } from './decide.ts'
import type { Directory } from './users-in-memory.ts'
import { eraseUser, finishErasure } from './erase.ts'
import {
  bareSecret,
  hashSecret,
  matches,
  newApplicationPassword,
  newSalt,
  type RandomBytes,
} from './secrets.ts'
import type { ApplicationPassword, User, UserState } from './state.ts'
import { user } from './user.ts'

type Answer<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly refusal: UserRefusal }

export type Accounts = {
  readonly createUser: (wanted: NewUser, context: Context) => Promise<Answer<User>>
  /** For a site without users: see `create-user.ts`. */
  readonly forgetClaims: (wanted: Pick<NewUser, 'login' | 'email'>, context: Context) => Promise<void>
  /** The last administrator stays one. */
  readonly setRole: (login: string, role: Role, context: Context) => Promise<Answer<User>>
  /**
   * Who it was is gone from the log; what the user did stays, under the number alone, and so does what the user is the
   * author of, unless somebody inherits it; what would go on in the name of the user goes on in another's. Cut
   * short before the end, it may be asked for again. The last administrator stays.
   */
  readonly eraseUser: (
    login: string,
    context: Context,
    succession?: Succession,
  ) => Promise<Answer<{ readonly id: number; readonly reassigned: number }>>
  /** What an erasure that was cut short has left. */
  readonly finishErasures: () => Promise<void>
  /** Notes that an application password was used, unless that was noted within 24 h; costs nothing then. */
  readonly noteUse: (
    userId: number,
    used: ApplicationPassword,
    address: string,
    context: Context,
  ) => Promise<void>
  /** Shown to everybody as the author; "": none. */
  readonly rename: (login: string, displayName: string, context: Context) => Promise<Answer<User>>
  /** Another account password; every session of the user is over, and on demand what applications have, too. */
  readonly changePassword: (
    login: string,
    wanted: { readonly password: string; readonly endApplications: boolean },
    context: Context,
  ) => Promise<Answer<User>>
  /** The secret, 24 letters and digits: shown this once, stored only as a hash. */
  readonly createApplicationPassword: (
    login: string,
    named: { readonly name: string; readonly appId: string },
    context: Context,
  ) => Promise<Answer<{ readonly uuid: string; readonly secret: string }>>
  /** Of a user by id or login; null: there is none. */
  readonly idOf: (text: string) => number | null
  /** Oldest first, without those that were revoked; null: there is no such user. */
  readonly listApplicationPasswords: (login: string) => Promise<readonly ListedPassword[] | null>
  /** Makes a given secret valid; nothing happens when it already is. One that was revoked stays revoked. */
  readonly provisionApplicationPassword: (
    login: string,
    given: { readonly name: string; readonly secret: string },
    context: Context,
  ) => Promise<Answer<User>>
  /** Counts at once in this process, and in others as soon as they have followed. */
  readonly revokeApplicationPassword: (login: string, uuid: string, context: Context) => Promise<Answer<User>>
  readonly revokeAllApplicationPasswords: (login: string, context: Context) => Promise<Answer<User>>
  /** Basic authentication; microseconds, the same for every failure. */
  readonly authenticate: (who: string, secret: string) => Authenticated
  /** With the account password; slow on purpose, off the main thread. */
  readonly signIn: (who: string, password: string) => Promise<Authenticated | Busy>
}

type Succession = {
  /** A login; absent: items stay under the number of the user. */
  readonly heir: string | undefined
  /** Gives everything of one user to another and answers of how many items. */
  readonly reassign: (author: { readonly from: number; readonly to: number }) => Promise<number>
  /** Gives what will still create items to the heir, or (null) to whoever else there is. */
  readonly entrust: (author: { readonly from: number; readonly heir: number | null }) => Promise<void>
}

export type ListedPassword = {
  readonly uuid: string
  readonly app_id: string
  readonly name: string
  /** ISO 8601 UTC. */
  readonly created: string
  readonly last_used: string | null
  readonly last_ip: string | null
}

type Needs = {
  readonly store: EventStore
  readonly ids: Ids
  readonly directory: Directory
  readonly random: RandomBytes
  readonly uuid: () => string
}

const listed = (records: readonly StoredRecord[], { applicationPasswords }: User): ListedPassword[] =>
  records.flatMap(({ type, data, meta }) => {
    const fact = userCodec.decode(type, data)
    if (fact.type !== 'ApplicationPasswordCreated') return []
    const held = applicationPasswords.find(({ uuid }) => uuid === fact.uuid)
    if (held === undefined) return []
    const { uuid, appId: app_id, name, lastUsed: last_used, lastIp: last_ip } = held
    return [{ uuid, app_id, name, created: meta.at, last_used, last_ip }]
  })

/** Never all processors, nor all threads on which files are read. */
const SIGN_INS_AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1))

const notFound = { ok: false, refusal: { code: 'user-not-found' } } as const
const lastAdministrator = { ok: false, refusal: { code: 'last-administrator' } } as const

/** What may take administrators away: each of two may leave one, and both together none. */
const ADMINISTRATORS = ['administrators'] as const

export const accountsOn = ({ store, ids, directory, random, uuid }: Needs): Accounts => {
  const noting = new Set<string>()
  const inTurn = turns()
  const answer = (handled: Handled<UserState, UserRefusal>): Answer<User> => {
    if (!handled.ok) return handled
    const { state, revision } = handled
    if (state === null) throw new TypeError('an accepted command leaves a user')
    directory.put(state.id, { state, revision })
    return { ok: true, value: state }
  }

  const decideFor = async (command: UserCommand, context: Context): Promise<Answer<User>> =>
    answer(await handle(store, user, userStream(command.userId), command, context))

  const isLastAdministrator = ({ id, role }: User): boolean =>
    role === 'administrator' && directory.all().every(other => other.id === id || other.role !== role)

  const hashed = (secret: string): Pick<ApplicationPassword, 'hash' | 'salt'> => {
    const salt = newSalt(random)
    return { salt, hash: hashSecret(secret, salt) }
  }

  const addPassword = (userId: number, name: string, appId: string, secret: string, context: Context) => {
    const command = {
      type: 'AddApplicationPassword',
      userId,
      uuid: uuid(),
      appId,
      name,
      ...hashed(secret),
    } as const
    return { uuid: command.uuid, done: decideFor(command, context) }
  }

  return {
    createUser: async (wanted, context) => {
      const created = await createUser(store, ids, wanted, hashPassword, context)
      return created.ok ? answer(created) : created
    },
    forgetClaims: (wanted, context) => forgetClaims(store, wanted, context),
    setRole: (login, role, context) =>
      inTurn(ADMINISTRATORS, async () => {
        const known = directory.byLogin(login)
        if (known === null) return notFound
        if (role !== 'administrator' && isLastAdministrator(known)) return lastAdministrator
        return decideFor({ type: 'SetRole', userId: known.id, role }, context)
      }),
    eraseUser: (login, context, succession) =>
      inTurn(ADMINISTRATORS, async () => {
        const known = directory.byLogin(login)
        if (known === null) return notFound
        if (isLastAdministrator(known)) return lastAdministrator
        const named = succession?.heir
        const heir = named === undefined ? null : directory.byLogin(named)
        if (named !== undefined && (heir === null || heir.id === known.id))
          return { ok: false, refusal: { code: 'heir-not-found' } }
        const pass = async () => {
          await succession?.entrust({ from: known.id, heir: heir?.id ?? null })
          return heir === null ? 0 : ((await succession?.reassign({ from: known.id, to: heir.id })) ?? 0)
        }
        // before, so that it can be asked for again if it fails; afterwards for what was made in the meantime
        const before = await pass()
        await eraseUser(store, known.id, context)
        directory.erase(known.id)
        return { ok: true, value: { id: known.id, reassigned: before + (await pass()) } }
      }),
    finishErasures: async () => {
      for (const id of directory.erased()) await finishErasure(store, id)
    },
    noteUse: async (userId, used, address, context) => {
      if (noting.has(used.uuid) || !isUseDue(used, Date.parse(context.at))) return
      noting.add(used.uuid)
      const command = { type: 'NoteUse', userId, uuid: used.uuid, usedAt: context.at, address } as const
      await decideFor(command, context).finally(() => noting.delete(used.uuid))
    },
    rename: async (login, wanted, context) => {
      const known = directory.byLogin(login)
      if (known === null) return notFound
      const displayName = wanted.trim()
      if (!isDisplayName(displayName)) return { ok: false, refusal: { code: 'invalid-name' } }
      return decideFor({ type: 'Rename', userId: known.id, displayName }, context)
    },
    changePassword: async (login, { password, endApplications }, context) => {
      const known = directory.byLogin(login)
      if (known === null) return notFound
      if (!isAccountPassword(password)) return { ok: false, refusal: { code: 'invalid-password' } }
      const passwordHash = await hashPassword(password)
      return decideFor({ type: 'ChangePassword', userId: known.id, passwordHash, endApplications }, context)
    },
    createApplicationPassword: async (login, { name, appId }, context) => {
      const known = directory.byLogin(login)
      if (known === null) return notFound
      const secret = newApplicationPassword(random)
      const added = addPassword(known.id, name, appId, secret, context)
      const result = await added.done
      return result.ok ? { ok: true, value: { uuid: added.uuid, secret } } : result
    },
    idOf: text =>
      (directory.byLogin(text) ?? (/^\d{1,15}$/.test(text) ? directory.byId(Number(text)) : null))?.id ??
      null,
    listApplicationPasswords: async login => {
      const known = directory.byLogin(login)
      return known === null ? null : listed(await store.read(userStream(known.id)), known)
    },
    provisionApplicationPassword: async (login, { name, secret }, context) => {
      const known = directory.byLogin(login)
      if (known === null) return notFound
      const bare = bareSecret(secret)
      if (known.applicationPasswords.some(password => matches(bare, password)))
        return { ok: true, value: known }
      if (known.revokedPasswords.some(password => matches(bare, password)))
        return { ok: false, refusal: { code: 'application-password-revoked' } }
      return addPassword(known.id, name, '', bare, context).done
    },
    revokeApplicationPassword: async (login, id, context) => {
      const known = directory.byLogin(login)
      if (known === null) return notFound
      return decideFor({ type: 'RevokeApplicationPassword', userId: known.id, uuid: id }, context)
    },
    revokeAllApplicationPasswords: async (login, context) => {
      const known = directory.byLogin(login)
      if (known === null) return notFound
      return decideFor({ type: 'RevokeAllApplicationPasswords', userId: known.id }, context)
    },
    authenticate: (who, secret) => authenticate(directory, who, secret),
    signIn: passwordSignIn(directory, fewAtOnce(SIGN_INS_AT_ONCE, WAITING_SIGN_INS)),
  }
}
