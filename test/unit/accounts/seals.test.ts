import { describe, expect, it } from 'vitest'
import { sealOf } from '../../../services/accounts/seals.ts'

const SECRET = '00'.repeat(32)

describe('seals', () => {
  it('are of one statement under one key, 43 characters', () => {
    const seal = sealOf(SECRET, ['opened', 41, 1_800_000_000, 'open sesame'])
    expect(seal).toMatch(/^[\w-]{43}$/)
    expect(sealOf(SECRET, ['opened', 41, 1_800_000_000, 'open sesame'])).toBe(seal)
    const others = [
      sealOf('01'.repeat(32), ['opened', 41, 1_800_000_000, 'open sesame']),
      sealOf(SECRET, ['opened', 42, 1_800_000_000, 'open sesame']),
      sealOf(SECRET, ['opened', 41, 1_800_000_001, 'open sesame']),
      sealOf(SECRET, ['opened', 41, 1_800_000_000, 'open sesamf']),
    ]
    for (const other of others) expect(other).not.toBe(seal)
  })
  it('parts do not run into each other', () => {
    expect(sealOf(SECRET, ['opened', 4, 11, 'x'])).not.toBe(sealOf(SECRET, ['opened', 41, 1, 'x']))
    expect(sealOf(SECRET, ['opened', 'a,"b'])).not.toBe(sealOf(SECRET, ['opened', 'a', 'b']))
  })
})
