import type { UserId, IsoTime } from '../../../shared/kernel/brands.ts'
import type { EventStore, StoredRecord } from '../../../shared/event-store/port.ts'
import { userCodec, userStream } from '../../../shared/facts/user.ts'
import type { Context } from '../../handle.ts'
import type { ApplicationPassword, User } from '../state.ts'
import type { Answer, Deciding } from './deciding.ts'
import {
  bareSecret,
  hashSecret,
  matches,
  newApplicationPassword,
  newSalt,
  type RandomBytes,
} from '../authenticate.ts'

export type ListedPassword = {
  readonly uuid: string
  readonly app_id: string
  readonly name: string
  /** ISO 8601 UTC. */
  readonly created: IsoTime
  readonly last_used: IsoTime | null
  readonly last_ip: string | null
}

export type ApplicationPasswords = {
  /** Notes that one was used, for whoever found that due (`isUseDue`), and only once at a time. */
  readonly noteUse: (
    userId: UserId,
    used: ApplicationPassword,
    address: string,
    context: Context,
  ) => Promise<void>
  /** The secret, 24 letters and digits: shown this once, stored only as a hash. */
  readonly createApplicationPassword: (
    login: string,
    named: { readonly name: string; readonly appId: string },
    context: Context,
    /** Uuid of one that is made once: refused with `application-password-made` where it was, also where it was revoked. */
    kept?: string,
  ) => Promise<Answer<{ readonly uuid: string; readonly secret: string }>>
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

const isMade = (records: readonly StoredRecord[], uuid: string): boolean =>
  records.some(({ type, data }) => {
    const fact = userCodec.decode(type, data)
    return fact.type === 'ApplicationPasswordCreated' && fact.uuid === uuid
  })

/** Asked of the log, where they stay: as many as people like to make are kept nowhere else. */
const revokedIn = (records: readonly StoredRecord[]) => {
  const facts = records.map(({ type, data }) => userCodec.decode(type, data))
  const revoked = new Set(facts.map(fact => (fact.type === 'ApplicationPasswordRevoked' ? fact.uuid : null)))
  return facts
    .filter(fact => fact.type === 'ApplicationPasswordCreated')
    .filter(({ uuid }) => revoked.has(uuid))
}

type Named = { readonly name: string; readonly appId: string; readonly secret: string }

type Secrets = {
  readonly store: EventStore
  readonly random: RandomBytes
  readonly uuid: () => string
}

/** Application passwords of users (spec 01 §8.1), from being made to being taken back. */
export const applicationPasswordsOn = (
  { store, random, uuid }: Secrets,
  { decide, forLogin, byLogin }: Deciding,
): ApplicationPasswords => {
  const noting = new Set<string>()
  const add = (userId: UserId, { name, appId, secret }: Named, context: Context, id = uuid()) => {
    const salt = newSalt(random)
    const stored = { uuid: id, appId, name, salt, hash: hashSecret(secret, salt) }
    return { uuid: id, done: decide({ type: 'AddApplicationPassword', userId, ...stored }, context) }
  }

  return {
    noteUse: async (userId, used, address, context) => {
      if (noting.has(used.uuid)) return
      noting.add(used.uuid)
      const command = { type: 'NoteUse', userId, uuid: used.uuid, usedAt: context.at, address } as const
      await decide(command, context).finally(() => noting.delete(used.uuid))
    },
    createApplicationPassword: (login, named, context, kept) =>
      forLogin(login, async known => {
        const made = { ok: false, refusal: { code: 'application-password-made' } } as const
        if (kept !== undefined && isMade(await store.read(userStream(known.id)), kept)) return made
        const secret = newApplicationPassword(random)
        const added = add(known.id, { ...named, secret }, context, kept)
        const result = await added.done
        if (!result.ok) return result
        const { hash, salt } = result.value.applicationPasswords.find(one => one.uuid === added.uuid) ?? {}
        // somebody else may have made it at the same time, with a secret that nobody sees twice
        const isOwn = salt === undefined || hash === hashSecret(secret, salt)
        return isOwn ? { ok: true, value: { uuid: added.uuid, secret } } : made
      }),
    listApplicationPasswords: async login => {
      const known = byLogin(login)
      return known === null ? null : listed(await store.read(userStream(known.id)), known)
    },
    provisionApplicationPassword: (login, { name, secret }, context) =>
      forLogin(login, async known => {
        const bare = bareSecret(secret)
        if (known.applicationPasswords.some(password => matches(bare, password)))
          return { ok: true, value: known }
        if (revokedIn(await store.read(userStream(known.id))).some(password => matches(bare, password)))
          return { ok: false, refusal: { code: 'application-password-revoked' } }
        return add(known.id, { name, appId: '', secret: bare }, context).done
      }),
    revokeApplicationPassword: (login, id, context) =>
      forLogin(login, known =>
        decide({ type: 'RevokeApplicationPassword', userId: known.id, uuid: id }, context),
      ),
    revokeAllApplicationPasswords: (login, context) =>
      forLogin(login, known => decide({ type: 'RevokeAllApplicationPasswords', userId: known.id }, context)),
  }
}
