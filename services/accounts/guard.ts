import { isIPv6 } from 'node:net'
import { LRUCache } from 'lru-cache'
import type { UserId, EpochMs } from '../../shared/kernel/brands.ts'
import { foldName } from '../../shared/kernel/text/spelling.ts'
import { lastUsed } from '../../shared/remembered.ts'
import {
  APPLICATION_PASSWORDS_A_DAY,
  GUESSES,
  GUESSES_ANYWHERE,
  GUESSES_OF_ADDRESS,
  REMEMBERED_GUESSES,
  SESSIONS_AN_HOUR,
  WRONG_APPLICATION_PASSWORDS,
} from '../../shared/limits/accounts.ts'

/** What a secret is asked for. */
export type Guarded =
  | { readonly kind: 'sign-in' | 'application-password'; readonly userId: UserId }
  /** Nobody's login or e-mail address, as it was typed: counted alike, so that it does not show. */
  | { readonly kind: 'sign-in' | 'application-password'; readonly unknown: string }
  | { readonly kind: 'item'; readonly id: number }
  /** Secrets of links by which this user, if there is one, sets a password. */
  | { readonly kind: 'password-link'; readonly userId: UserId }
  /** Nothing to guess, but something that must not be done without end: never taken back. */
  | { readonly kind: 'session' | 'new-application-password'; readonly userId: UserId }

/** So many wrong ones within so long. */
type Limit = {
  /** For one thing from one network, for anything of the kind from one network, for one thing from anywhere. */
  readonly by: 'pair' | 'network' | 'subject'
  readonly most: number
  readonly withinMs: number
  /** Does not count where the right secret came from lately: others cannot lock anybody out from there. */
  readonly sparesKnown: boolean
}

const MINUTE = 60_000
const QUARTER = 15 * MINUTE
const guessed: readonly Limit[] = [
  { by: 'pair', most: GUESSES, withinMs: QUARTER, sparesKnown: false },
  { by: 'network', most: GUESSES_OF_ADDRESS, withinMs: QUARTER, sparesKnown: false },
  { by: 'subject', most: GUESSES_ANYWHERE, withinMs: 60 * MINUTE, sparesKnown: true },
]
/** Nobody guesses 24 random characters: only floods of wrong ones are slowed down. */
const random: readonly Limit[] = [
  { by: 'pair', most: WRONG_APPLICATION_PASSWORDS, withinMs: QUARTER, sparesKnown: true },
]

const limits: Readonly<Record<Guarded['kind'], readonly Limit[]>> = {
  'sign-in': guessed,
  item: guessed,
  'password-link': guessed,
  'application-password': random,
  session: [{ by: 'subject', most: SESSIONS_AN_HOUR, withinMs: 60 * MINUTE, sparesKnown: false }],
  'new-application-password': [
    { by: 'subject', most: APPLICATION_PASSWORDS_A_DAY, withinMs: 24 * 60 * MINUTE, sparesKnown: false },
  ],
}

/** What an entry takes besides its instants, as a number of instants. */
const ENTRY = 16
/** Accounts and items that there are: what is made up cannot push these out. */
const REMEMBERED_SUBJECTS = 10_000
/** Networks from which the right secret of something came, and for how long. */
const REMEMBERED_KNOWN = 20_000
const KNOWN_MS = 30 * 24 * 60 * MINUTE
const UNKNOWN_CHARACTERS = 100

type Attempt =
  | {
      readonly ok: true
      /** It was not looked at after all. */
      readonly refund: () => void
      /** It was right, and is not counted. */
      readonly right: () => void
    }
  | { readonly ok: false; readonly retryAfterS: number }

/** Wrong secrets of the last minutes (spec 01 §8.4), in the memory of this process. */
export type Guard = {
  /** Counts an attempt before it is known how it ends, so that many at once are no way around. */
  readonly attempt: (of: Guarded, address: string, ms: EpochMs) => Attempt
}

type Times = LRUCache<string, readonly number[]>
type Counter = { readonly times: Times; readonly key: string; readonly limit: Limit }

/** Whether strangers may name what there is not: a link says any number of a user. */
const isMadeUp = (of: Guarded): boolean => 'unknown' in of || of.kind === 'password-link'

const nameOf = (of: Guarded): string => {
  if ('unknown' in of) return `"${foldName(of.unknown.slice(0, UNKNOWN_CHARACTERS))}`
  return String(of.kind === 'item' ? of.id : of.userId)
}

const recent = ({ times, key, limit }: Counter, ms: EpochMs): readonly number[] =>
  (times.get(key) ?? []).filter(at => at > ms - limit.withinMs)

const waitMs = (counter: Counter, ms: EpochMs): number => {
  const { most, withinMs } = counter.limit
  const wrong = recent(counter, ms)
  return wrong.length < most ? 0 : (wrong[wrong.length - most] ?? ms) + withinMs - ms
}

const takeBack = ({ times, key }: Counter, ms: EpochMs): void => {
  const wrong = times.get(key) ?? []
  const index = wrong.indexOf(ms)
  if (wrong.length === 1 && index === 0) times.delete(key)
  else if (index !== -1) times.set(key, wrong.toSpliced(index, 1))
}

export const passwordGuard = (): Guard => {
  const madeUp: Times = new LRUCache({
    maxSize: REMEMBERED_GUESSES,
    sizeCalculation: ({ length }) => length + ENTRY,
  })
  const subjects: Times = lastUsed(REMEMBERED_SUBJECTS)
  const known = lastUsed<string, number>(REMEMBERED_KNOWN)

  return {
    attempt: (of, address, ms) => {
      const [network, name] = [networkOf(address), nameOf(of)]
      const place = `${of.kind} ${network} ${name}`
      const lastRight = known.get(place) ?? -Infinity
      const isKnown = lastRight > ms - KNOWN_MS
      const keys = { pair: place, network: `${of.kind} ${network}`, subject: `${of.kind} anywhere ${name}` }
      const counters = limits[of.kind]
        .filter(({ sparesKnown }) => !(sparesKnown && isKnown))
        .map((limit): Counter => {
          const times = limit.by === 'subject' && !isMadeUp(of) ? subjects : madeUp
          return { times, key: keys[limit.by], limit }
        })
      const wait = Math.max(0, ...counters.map(counter => waitMs(counter, ms)))
      if (wait > 0) return { ok: false, retryAfterS: Math.ceil(wait / 1_000) }
      for (const counter of counters) counter.times.set(counter.key, [...recent(counter, ms), ms])
      const refund = () => {
        for (const counter of counters) takeBack(counter, ms)
      }
      return {
        ok: true,
        refund,
        right: () => {
          refund()
          // programs send theirs with each request
          if (ms - lastRight > MINUTE) known.set(place, ms)
        },
      }
    },
  }
}

/** Whoever has an IPv6 address has a whole network of them: the /64 of one; an IPv4 address as it is. */
const networkOf = (address: string): string => {
  if (!address.includes(':')) return address
  if (!isIPv6(address) || address.includes('.')) return address.replace(/^::ffff:/i, '')
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? []
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  const groups = tail === undefined ? before : [...before, ...zeros, ...after]
  return groups
    .slice(0, 4)
    .map(group => parseInt(group, 16).toString(16))
    .join(':')
}
