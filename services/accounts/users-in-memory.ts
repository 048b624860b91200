import { type UserId, type StreamName, noRevision } from '../../shared/kernel/brands.ts'
import type { StoredRecord } from '../../shared/event-store/port.ts'
import {
  ERASED,
  erasureCodec,
  isLeaving,
  userCodec,
  userStream,
  type UserFact,
} from '../../shared/facts/user.ts'
import { ACCOUNT_NAME_LENGTH } from '../../shared/limits/accounts.ts'
import { accountName, foldName } from '../../shared/kernel/text/spelling.ts'
import type { Loaded } from '../../shared/event-store/folding.ts'
import type { User, UserState } from './state.ts'
import { user } from './user.ts'

/** All users in memory: asked on every request, so it never asks the log. */
export type UsersInMemory = {
  /** Records in log order; those of other streams than `user-` and known ones are skipped. */
  readonly apply: (records: readonly StoredRecord[]) => void
  /** What this process has just written counts at once, before it comes back through the log. */
  readonly put: (id: UserId, loaded: Loaded<UserState>) => void
  /** Erased for good: nothing brings this user back. */
  readonly erase: (id: UserId) => void
  /** Also those of whom the log still holds who they were. */
  readonly erased: () => readonly UserId[]
  readonly byId: (id: UserId) => User | null
  readonly byLogin: (login: string) => User | null
  readonly byEmail: (email: string) => User | null
  readonly all: () => readonly User[]
  /** The largest number of application passwords of one user: what every check has to look at. */
  readonly mostPasswords: () => number
}

const keyOf = (name: string): string => foldName(accountName(name))

/**
 * What a user is after a fact; undefined: it is being said again what stays of them (spec 00 §6.9), and nobody is to see them
 * half told.
 */
const retelling = () => {
  const retold = new Map<StreamName, UserState>()
  return (stream: StreamName, known: UserState, fact: UserFact): UserState | undefined => {
    const { carried } = fact
    const state = user.evolve(carried === undefined ? known : (retold.get(stream) ?? null), fact)
    if (carried !== undefined && carried.left > 0) retold.set(stream, state)
    else retold.delete(stream)
    return retold.has(stream) ? undefined : state
  }
}

/** Whose a login is, or an e-mail address, however it is spelled. */
const streamsByName = () => {
  const streams = new Map<string, StreamName>()
  return {
    of: (name: string) => (name.length > ACCOUNT_NAME_LENGTH ? undefined : streams.get(keyOf(name))),
    set: (name: string, stream: StreamName): void => void streams.set(keyOf(name), stream),
    /** One that somebody else has by now stays. */
    forget: (name: string, stream: StreamName): void => {
      if (streams.get(keyOf(name)) === stream) streams.delete(keyOf(name))
    },
  }
}

const namesOfUsers = () => {
  const logins = streamsByName()
  const emails = streamsByName()
  return {
    ofLogin: logins.of,
    ofEmail: emails.of,
    set: (stream: StreamName, { login, email }: User): void => {
      logins.set(login, stream)
      emails.set(email, stream)
    },
    forget: (stream: StreamName, { login, email }: User): void => {
      logins.forget(login, stream)
      emails.forget(email, stream)
    },
  }
}

export const usersInMemory = (): UsersInMemory => {
  const users = new Map<StreamName, Loaded<UserState>>()
  const after = retelling()
  const names = namesOfUsers()
  const gone = new Set<UserId>()
  let most = 0

  const set = (stream: StreamName, loaded: Loaded<UserState>): void => {
    if (loaded.state !== null && gone.has(loaded.state.id)) return
    const before = users.get(stream)?.state
    users.set(stream, loaded)
    if (loaded.state === null) return
    if (before !== undefined && before !== null) names.forget(stream, before)
    names.set(stream, loaded.state)
    most = Math.max(most, loaded.state.applicationPasswords.length)
  }

  const find = (stream: StreamName | undefined): User | null =>
    stream === undefined ? null : (users.get(stream)?.state ?? null)

  const erase = (id: UserId): void => {
    gone.add(id)
    const stream = userStream(id)
    const state = users.get(stream)?.state
    users.delete(stream)
    if (state !== null && state !== undefined) names.forget(stream, state)
  }

  return {
    apply: records => {
      for (const { stream, revision, type, data } of records) {
        if (stream.startsWith(ERASED)) erase(erasureCodec.decode(type, data).userId)
        if (!stream.startsWith('user-')) continue
        const known = users.get(stream) ?? { state: user.initial, revision: noRevision }
        if (revision <= known.revision) continue
        const fact = userCodec.decode(type, data)
        const state = after(stream, known.state, fact)
        if (isLeaving(fact)) erase(fact.userId)
        else if (state !== undefined) set(stream, { state, revision })
      }
    },
    put: (id, loaded) => {
      const stream = userStream(id)
      if (loaded.revision > (users.get(stream)?.revision ?? noRevision)) set(stream, loaded)
    },
    erase,
    erased: () => [...gone],
    byId: id => find(userStream(id)),
    byLogin: login => find(names.ofLogin(login)),
    byEmail: email => find(names.ofEmail(email)),
    all: () => [...users.values()].flatMap(({ state }) => (state === null ? [] : [state])),
    mostPasswords: () => most,
  }
}
