import { userId, type EpochMs, epochMs } from '../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import { type Guarded, passwordGuard } from '../../../services/accounts/guard.ts'

const MINUTE = 60_000
const REFUSED = { ok: false, retryAfterS: 900 }

const ada: Guarded = { kind: 'sign-in', userId: userId(7) }
const bob: Guarded = { kind: 'sign-in', userId: userId(8) }
const nobody = (unknown: string): Guarded => ({ kind: 'sign-in', unknown })

type Tried = {
  readonly of?: (n: number) => Guarded
  readonly from?: (n: number) => string
  readonly ms?: EpochMs
}

/** So many attempts that stay wrong; how many were let through. */
const wrong = (
  guard: ReturnType<typeof passwordGuard>,
  n: number,
  { of = () => ada, from = () => '192.0.2.1', ms = epochMs(0) }: Tried = {},
) => Array.from({ length: n }, (_, i) => guard.attempt(of(i), from(i), ms)).filter(({ ok }) => ok).length

describe('01 §8.4 one thing from one address', () => {
  it('10 within 15 min, of this account from this address alone', () => {
    const guard = passwordGuard()
    expect(wrong(guard, 12)).toBe(10)
    expect(guard.attempt(ada, '192.0.2.1', epochMs(0))).toEqual(REFUSED)
    expect(guard.attempt(bob, '192.0.2.1', epochMs(0))).toMatchObject({ ok: true })
    expect(guard.attempt(ada, '192.0.2.2', epochMs(0))).toMatchObject({ ok: true })
    expect(guard.attempt({ kind: 'item', id: 7 }, '192.0.2.1', epochMs(0))).toMatchObject({ ok: true })
  })

  it('nobody’s login is counted like one that there is, in any case', () => {
    const guard = passwordGuard()
    expect(wrong(guard, 12, { of: n => nobody(n % 2 === 0 ? 'Eve' : ' eVE ') })).toBe(10)
    expect(guard.attempt(nobody('eve'), '192.0.2.1', epochMs(0))).toEqual(REFUSED)
    // not the user of this number
    expect(guard.attempt(nobody('7'), '192.0.2.1', epochMs(0))).toMatchObject({ ok: true })
  })

  it('addresses of one IPv6 /64 count as one, those of the next do not', () => {
    const guard = passwordGuard()
    expect(wrong(guard, 12, { from: n => `2001:db8:0:7::${n}` })).toBe(10)
    expect(guard.attempt(ada, '2001:0DB8:0:7:1:2:3:4', epochMs(0))).toEqual(REFUSED)
    expect(guard.attempt(ada, '2001:db8:0:8::1', epochMs(0))).toMatchObject({ ok: true })
  })

  it('an IPv4 address is the same when it is written as an IPv6 one', () => {
    const guard = passwordGuard()
    expect(wrong(guard, 10)).toBe(10)
    expect(guard.attempt(ada, '::ffff:192.0.2.1', epochMs(0))).toEqual(REFUSED)
    expect(guard.attempt(ada, '::ffff:192.0.2.2', epochMs(0))).toMatchObject({ ok: true })
  })

  it('after 15 minutes one attempt for each that has become old; Retry-After says when, in whole seconds', () => {
    const guard = passwordGuard()
    for (let n = 0; n < 10; n++) guard.attempt(ada, '192.0.2.1', epochMs(n * MINUTE))
    expect(guard.attempt(ada, '192.0.2.1', epochMs(10 * MINUTE))).toEqual({ ok: false, retryAfterS: 300 })
    expect(guard.attempt(ada, '192.0.2.1', epochMs(15 * MINUTE - 1))).toEqual({ ok: false, retryAfterS: 1 })
    expect(guard.attempt(ada, '192.0.2.1', epochMs(15 * MINUTE))).toMatchObject({ ok: true })
    expect(guard.attempt(ada, '192.0.2.1', epochMs(15 * MINUTE))).toEqual({ ok: false, retryAfterS: 60 })
  })

  it('what was right, and what was not looked at, is taken back', () => {
    const guard = passwordGuard()
    for (let n = epochMs(0); n < 50; n++) {
      const attempt = guard.attempt(ada, '192.0.2.1', n)
      expect(attempt.ok).toBe(true)
      if (attempt.ok) attempt[n % 2 === 0 ? 'right' : 'refund']()
    }
  })
})

describe('01 §8.4 one address', () => {
  it('100 of a kind within 15 min', () => {
    const guard = passwordGuard()
    expect(wrong(guard, 120, { of: n => nobody(`u${n}`) })).toBe(100)
    expect(guard.attempt(ada, '192.0.2.1', epochMs(0))).toEqual(REFUSED)
    expect(guard.attempt(ada, '192.0.2.2', epochMs(0))).toMatchObject({ ok: true })
    expect(guard.attempt({ kind: 'item', id: 1 }, '192.0.2.1', epochMs(0))).toMatchObject({ ok: true })
  })
})

describe('01 §8.4 one thing from anywhere', () => {
  const everywhere = (n: number) => `198.51.100.${n}`

  it.each([
    ['an account', ada],
    ['nobody’s login', nobody('eve')],
    ['an item', { kind: 'item', id: 7 } as const],
  ])('100 within an hour: %s', (_, of) => {
    const guard = passwordGuard()
    expect(wrong(guard, 200, { of: () => of, from: everywhere })).toBe(100)
    expect(guard.attempt(of, '203.0.113.1', epochMs(0))).toEqual({ ok: false, retryAfterS: 3_600 })
    expect(guard.attempt(of, '203.0.113.1', epochMs(60 * MINUTE))).toMatchObject({ ok: true })
  })

  it('does not lock out where the right one came from within 30 days, and one address still ends there at 10', () => {
    const guard = passwordGuard()
    const first = guard.attempt(ada, '203.0.113.1', epochMs(0))
    if (first.ok) first.right()
    expect(wrong(guard, 200, { from: everywhere })).toBe(100)
    expect(guard.attempt(ada, '203.0.113.2', epochMs(0))).toMatchObject({ ok: false })
    expect(wrong(guard, 12, { from: () => '203.0.113.1' })).toBe(10)
    const late = epochMs(30 * 24 * 60 * MINUTE)
    expect(wrong(guard, 200, { from: everywhere, ms: late })).toBe(100)
    expect(guard.attempt(ada, '203.0.113.1', late)).toMatchObject({ ok: false })
  })
})

describe('01 §8.4 application passwords', () => {
  const secret: Guarded = { kind: 'application-password', userId: userId(7) }

  it('1,000 of one account from one address within 15 min', () => {
    const guard = passwordGuard()
    expect(wrong(guard, 1_100, { of: () => secret })).toBe(1_000)
    expect(guard.attempt(secret, '192.0.2.1', epochMs(0))).toEqual(REFUSED)
    expect(guard.attempt(secret, '192.0.2.2', epochMs(0))).toMatchObject({ ok: true })
    expect(guard.attempt(ada, '192.0.2.1', epochMs(0))).toMatchObject({ ok: true })
  })

  it('not where the right one came from: nobody guesses one, and others there lock nobody out', () => {
    const guard = passwordGuard()
    const first = guard.attempt(secret, '192.0.2.1', epochMs(0))
    if (first.ok) first.right()
    expect(wrong(guard, 1_100, { of: () => secret })).toBe(1_100)
  })
})

describe('01 §8.4 what grows', () => {
  it.each([
    [{ kind: 'session', userId: userId(7) }, 1_000, 3_600],
    [{ kind: 'new-application-password', userId: userId(7) }, 100, 86_400],
  ] as const)('%j: %i, then not before the first is %i s old, from anywhere', (of, most, seconds) => {
    const guard = passwordGuard()
    expect(wrong(guard, most + 5, { of: () => of, from: n => `198.51.100.${n % 200}` })).toBe(most)
    expect(guard.attempt(of, '192.0.2.1', epochMs(0))).toEqual({ ok: false, retryAfterS: seconds })
    expect(guard.attempt({ ...of, userId: userId(8) }, '192.0.2.1', epochMs(0))).toMatchObject({ ok: true })
    expect(guard.attempt(of, '192.0.2.1', epochMs(seconds * 1_000))).toMatchObject({ ok: true })
  })
})

it('01 §8.4 memory: what strangers make up is forgotten in time, and pushes no account out', () => {
  const guard = passwordGuard()
  expect(wrong(guard, 100, { from: n => `198.51.100.${n}` })).toBe(100)
  expect(wrong(guard, 12, { of: () => nobody('eve') })).toBe(10)
  const network = (n: number) => `2001:db8:${(n >> 12).toString(16)}:${(n & 4_095).toString(16)}::1`
  for (let n = 0; n < 20_000; n++) guard.attempt(nobody(`u${n}`), network(n), epochMs(0))
  expect(guard.attempt(nobody('eve'), '192.0.2.1', epochMs(0))).toMatchObject({ ok: true })
  expect(guard.attempt(ada, '203.0.113.1', epochMs(0))).toEqual({ ok: false, retryAfterS: 3_600 })
})

it('01 §8.4 memory: links for users that are made up push no account out', () => {
  const guard = passwordGuard()
  expect(wrong(guard, 100, { from: n => `198.51.100.${n}` })).toBe(100)
  const link = (n: number): Guarded => ({ kind: 'password-link', userId: userId(1_000 + n) })
  expect(wrong(guard, 10_001, { of: link, from: n => `10.${n >> 8}.${n & 255}.1` })).toBe(10_001)
  expect(guard.attempt(ada, '203.0.113.1', epochMs(0))).toEqual({ ok: false, retryAfterS: 3_600 })
  // they are counted all the same
  expect(wrong(guard, 200, { of: () => link(-1), from: n => `198.51.100.${n}` })).toBe(100)
})
