import { describe, expect, it } from 'vitest'
import {
  accountName,
  isAccountPassword,
  isDisplayName,
  isEmailAddress,
  isLogin,
} from '../../../../shared/kernel/text/spelling.ts'

describe('01 §8.1 account names (chosen)', () => {
  it.each(['ada', 'Ada.Lovelace-2', 'josé', 'мария', 'μαρία', '李', 'ada_l+x', 'x'.repeat(60)])(
    '%s',
    login => {
      expect(isLogin(login)).toBe(true)
    },
  )
  it.each([
    ...['', ' ', 'a b', 'a@b', 'a:b', 'a/b', 'guest', 'GUEST', 'x'.repeat(61), 'x'.repeat(5_000_000)],
    // letters of two scripts that look alike
    ...['аdmin', 'admιn', 'adмin'],
    // what cannot be seen
    ...[
      'ad\u200bmin',
      'ad\u00admin',
      'admin\u202e',
      'ad\u034fmin',
      'admin\ufe0f',
      'a\u3164',
      '\u0000',
      'a\nb',
    ],
  ])('not %#', login => {
    expect(isLogin(login)).toBe(false)
  })
  it('what looks the same is the same', () => {
    expect(accountName(' jose\u0301 ')).toBe('jos\u00e9')
    expect(accountName('\uff41dmin')).toBe('admin')
  })
})

it('e-mail addresses hold nothing that cannot be seen', () => {
  expect(isEmailAddress('ada@school.example')).toBe(true)
  for (const address of ['ada', '@school.example', 'a\u200bda@school.example', `${'x'.repeat(65)}@x.example`])
    expect([address, isEmailAddress(address)]).toEqual([address, false])
})

it('01 §8.1 names that everybody sees are one line of at most 100 characters', () => {
  for (const name of ['', 'Ada L.', 'x'.repeat(100)])
    expect([name, isDisplayName(name)]).toEqual([name, true])
  for (const name of ['x'.repeat(101), 'a\nb', 'a\u2028b', 'a\u202eb', 'a\u0000'])
    expect([name, isDisplayName(name)]).toEqual([name, false])
})

it('account passwords have 1 to 1,000 characters, whatever they are', () => {
  for (const [length, good] of [
    [0, false],
    [1, true],
    [1_000, true],
    [1_001, false],
  ] as const)
    expect([length, isAccountPassword('\u{1f512}x'.repeat(400).slice(0, length))]).toEqual([length, good])
})
