import { createHash } from 'node:crypto'
import type { UserId, EpochMs, IsoTime } from '../../shared/kernel/brands.ts'
import type { EventStore, StoredRecord } from '../../shared/event-store/port.ts'
import { sessionCodec, sessionStream, type SessionFact } from '../../shared/facts/session.ts'
import { recordOf, type Context } from '../handle.ts'
import type { UsersInMemory } from './users-in-memory.ts'
import type { RandomBytes } from './authenticate.ts'
import type { User } from './state.ts'
import { msOfIso, plusMs } from '../../shared/kernel/time/calculate.ts'

/** A session lasts so long, however often it is used. */
export const SESSION_MS = 48 * 3_600_000
/** 32 random bytes. */
const TOKEN = /^[\w-]{43}$/
const FEWEST_TO_SWEEP = 1_000

type Session = {
  readonly userId: UserId
  readonly passwordChanges: number
  readonly expires: EpochMs
  /** When it began, ISO 8601 UTC, and where from; null: not recorded. */
  readonly at: IsoTime
  readonly address: string | null
  /** Signed out, which no late record takes back. */
  readonly over: boolean
}

/** A session that counts: its user as he is now, and the name under which nonces are bound to it. */
export type Held = { readonly user: User; readonly session: string }

/** A session as its user is told of it. */
export type ListedSession = Pick<Session, 'at' | 'address' | 'expires'> & {
  /** As `Held` has it. */
  readonly session: string
}

export type Sessions = {
  /** Records in log order; those of other streams are skipped. */
  readonly apply: (records: readonly StoredRecord[]) => void
  /** A new token, stored only as a digest. `address`: where the request came from. */
  readonly begin: (user: User, address: string, context: Context) => Promise<string>
  /** null: there is none, it has expired or ended, or the password was changed since. */
  readonly find: (token: string, ms: EpochMs) => Promise<Held | null>
  /** Nothing happens when there is no such session. */
  readonly end: (token: string, context: Context) => Promise<void>
  /** Those that a user has at this moment (epoch milliseconds), newest first, as far as this process has followed. */
  readonly of: (userId: UserId, ms: EpochMs) => readonly ListedSession[]
  /** Nothing happens when it is not one of this user. */
  readonly endOf: (userId: UserId, session: string, context: Context) => Promise<void>
  /** By user: when a session began last (ISO 8601 UTC), among those that have not expired at this moment. */
  readonly latest: (ms: EpochMs) => ReadonlyMap<UserId, IsoTime>
}

const digestOf = (token: string): string => createHash('sha256').update(token).digest('hex').slice(0, 40)

const fold = (state: Session | null, fact: SessionFact, at: IsoTime): Session | null => {
  if (fact.type === 'SignedOut') return state === null ? null : { ...state, over: true }
  const { userId, passwordChanges, expires, address = null } = fact
  return state ?? { userId, passwordChanges, expires, at, address, over: false }
}

const foldAll = (records: readonly StoredRecord[]): Session | null =>
  records.reduce<Session | null>(
    (state, { type, data, meta }) => fold(state, sessionCodec.decode(type, data), meta.at),
    null,
  )

const counts = ({ over, expires }: Session, ms: EpochMs): boolean => !over && expires > ms

type SessionsDeps = {
  readonly store: EventStore
  readonly directory: Pick<UsersInMemory, 'byId'>
  readonly random: RandomBytes
  readonly nowMs: () => EpochMs
}

/** Sessions by the digest of their token, until they expire. */
const memory = (nowMs: () => EpochMs) => {
  const known = new Map<string, Session>()
  let sweepAt = FEWEST_TO_SWEEP
  const sweep = () => {
    const now = nowMs()
    for (const [name, { expires }] of known) if (expires <= now) known.delete(name)
    sweepAt = Math.max(FEWEST_TO_SWEEP, known.size * 2)
  }
  return {
    get: (digest: string) => known.get(digest) ?? null,
    all: () => known,
    note: (digest: string, fact: SessionFact, at: IsoTime) => {
      const state = fold(known.get(digest) ?? null, fact, at)
      if (state !== null) known.set(digest, state)
      if (known.size >= sweepAt) sweep()
    },
  }
}

export const sessionsOn = ({ store, directory, random, nowMs }: SessionsDeps): Sessions => {
  const known = memory(nowMs)
  const record = async (digest: string, fact: SessionFact, expected: 'absent' | 'any', context: Context) => {
    await store.append(sessionStream(digest), [recordOf(sessionCodec, fact, context)], expected)
    known.note(digest, fact, context.at)
  }
  /** Another process may have begun it a moment ago. */
  const look = async (digest: string): Promise<Session | null> =>
    known.get(digest) ?? foldAll(await store.read(sessionStream(digest)))
  const find: Sessions['find'] = async (token, ms) => {
    if (!TOKEN.test(token)) return null
    const digest = digestOf(token)
    const session = await look(digest)
    if (session === null || !counts(session, ms)) return null
    const user = directory.byId(session.userId)
    return user === null || user.passwordChanges !== session.passwordChanges
      ? null
      : { user, session: digest }
  }
  return {
    apply: records => {
      const prefix = sessionStream('')
      for (const { stream, type, data, meta } of records)
        if (stream.startsWith(prefix))
          known.note(stream.slice(prefix.length), sessionCodec.decode(type, data), meta.at)
    },
    begin: async ({ id, passwordChanges }, address, context) => {
      const token = Buffer.from(random(32)).toString('base64url')
      const digest = digestOf(token)
      const expires = plusMs(msOfIso(context.at), SESSION_MS)
      const begun = { type: 'SignedIn', userId: id, passwordChanges, expires, address } as const
      await record(digest, begun, 'absent', context)
      await store.expireAfter(sessionStream(digest), SESSION_MS / 1_000)
      return token
    },
    find,
    end: async (token, context) => {
      if (!TOKEN.test(token)) return
      const digest = digestOf(token)
      if ((await look(digest)) !== null) await record(digest, { type: 'SignedOut' }, 'any', context)
    },
    of: (userId, ms) => {
      const changes = directory.byId(userId)?.passwordChanges
      return [...known.all()]
        .filter(([, one]) => one.userId === userId && one.passwordChanges === changes && counts(one, ms))
        .map(([session, { at, address, expires }]) => ({ session, at, address, expires }))
        .toSorted((one, other) => (one.at < other.at ? 1 : -1))
    },
    endOf: async (userId, session, context) => {
      if (known.get(session)?.userId === userId) await record(session, { type: 'SignedOut' }, 'any', context)
    },
    latest: ms => {
      const last = new Map<UserId, IsoTime>()
      for (const { userId, at, expires } of known.all().values())
        if (expires > ms && at > (last.get(userId) ?? '')) last.set(userId, at)
      return last
    },
  }
}
