import { isIPv6 } from 'node:net'
import { LRUCache } from 'lru-cache'
import { foldName } from '../../shared/kernel/text/fold.ts'

const WINDOW_MS = 15 * 60_000
const PER_SUBJECT = 10
const PER_ADDRESS = 100
/** Logins, items and addresses that are remembered at once. */
const REMEMBERED = 20_000

/** Wrong passwords of the last 15 minutes (spec 01 §8.1 sign-in guard), in the memory of this process. */
export type Guard = {
  /**
   * Counts an attempt before it is known how it ends, so that many at once are no way around. `refund` takes it back
   * when the password was right. `subject`: what the password is for, e.g. a login.
   */
  readonly attempt: (
    subject: string,
    address: string,
    ms: number,
  ) =>
    { readonly ok: true; readonly refund: () => void } | { readonly ok: false; readonly retryAfterS: number }
}

/** Whoever has an IPv6 address has a whole network of them. */
const networkOf = (address: string): string => {
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

export const passwordGuard = (): Guard => {
  const wrong = new LRUCache<string, number[]>({ max: REMEMBERED })
  const recent = (key: string, ms: number): number[] =>
    (wrong.get(key) ?? []).filter(at => at > ms - WINDOW_MS)
  const waitMs = (times: readonly number[], most: number, ms: number): number =>
    times.length < most ? 0 : (times[times.length - most] ?? ms) + WINDOW_MS - ms
  return {
    attempt: (subject, address, ms) => {
      const network = networkOf(address)
      const keys = [`${network} ${foldName(subject).slice(0, 100)}`, network] as const
      const [bySubject, byAddress] = [recent(keys[0], ms), recent(keys[1], ms)]
      const wait = Math.max(waitMs(bySubject, PER_SUBJECT, ms), waitMs(byAddress, PER_ADDRESS, ms))
      if (wait > 0) return { ok: false, retryAfterS: Math.ceil(wait / 1_000) }
      wrong.set(keys[0], [...bySubject, ms])
      wrong.set(keys[1], [...byAddress, ms])
      const takeBack = (key: string) => {
        const times = wrong.get(key) ?? []
        const index = times.indexOf(ms)
        if (index !== -1) wrong.set(key, times.toSpliced(index, 1))
      }
      return { ok: true, refund: () => keys.forEach(takeBack) }
    },
  }
}
