import { describe, expect, it } from 'vitest'
import { passwordGuard } from '../../../services/accounts/guard.ts'

const MINUTE = 60_000
const REFUSED = { ok: false, retryAfterS: 900 }

/** So many attempts that stay wrong; how many were let through. */
const wrong = (
  guard: ReturnType<typeof passwordGuard>,
  n: number,
  address: (n: number) => string,
  login?: string,
) =>
  Array.from({ length: n }, (_, i) => guard.attempt(login ?? `u${i}`, address(i), 0)).filter(({ ok }) => ok)
    .length

describe('01 §8.1 sign-in guard (chosen)', () => {
  it('10 for one login from one address, the login in any case', () => {
    const guard = passwordGuard()
    expect(wrong(guard, 12, () => '192.0.2.1', 'ada')).toBe(10)
    expect(guard.attempt('ADA', '192.0.2.1', 0)).toEqual(REFUSED)
    expect(guard.attempt('bob', '192.0.2.1', 0)).toMatchObject({ ok: true })
    expect(guard.attempt('ada', '192.0.2.2', 0)).toMatchObject({ ok: true })
  })

  it('100 from one address', () => {
    const guard = passwordGuard()
    expect(wrong(guard, 120, () => '192.0.2.1')).toBe(100)
    expect(guard.attempt('ada', '192.0.2.1', 0)).toEqual(REFUSED)
    expect(guard.attempt('ada', '192.0.2.2', 0)).toMatchObject({ ok: true })
  })

  it('addresses of one IPv6 /64 count as one, those of the next do not', () => {
    const guard = passwordGuard()
    expect(wrong(guard, 12, n => `2001:db8:0:7::${n}`, 'ada')).toBe(10)
    expect(guard.attempt('ada', '2001:0DB8:0:7:1:2:3:4', 0)).toEqual(REFUSED)
    expect(guard.attempt('ada', '2001:db8:0:8::1', 0)).toMatchObject({ ok: true })
  })

  it('an IPv4 address is the same when it is written as an IPv6 one', () => {
    const guard = passwordGuard()
    expect(wrong(guard, 10, () => '192.0.2.1', 'ada')).toBe(10)
    expect(guard.attempt('ada', '::ffff:192.0.2.1', 0)).toEqual(REFUSED)
    expect(guard.attempt('ada', '::ffff:192.0.2.2', 0)).toMatchObject({ ok: true })
  })

  it('after 15 minutes one attempt for each that has become old; Retry-After says when, in whole seconds', () => {
    const guard = passwordGuard()
    for (let n = 0; n < 10; n++) guard.attempt('ada', '192.0.2.1', n * MINUTE)
    expect(guard.attempt('ada', '192.0.2.1', 10 * MINUTE)).toEqual({ ok: false, retryAfterS: 300 })
    expect(guard.attempt('ada', '192.0.2.1', 15 * MINUTE - 1)).toEqual({ ok: false, retryAfterS: 1 })
    expect(guard.attempt('ada', '192.0.2.1', 15 * MINUTE)).toMatchObject({ ok: true })
    expect(guard.attempt('ada', '192.0.2.1', 15 * MINUTE)).toEqual({ ok: false, retryAfterS: 60 })
  })

  it('what was right is taken back', () => {
    const guard = passwordGuard()
    for (let n = 0; n < 50; n++) {
      const attempt = guard.attempt('ada', '192.0.2.1', n)
      expect(attempt.ok).toBe(true)
      if (attempt.ok) attempt.refund()
    }
  })
})
