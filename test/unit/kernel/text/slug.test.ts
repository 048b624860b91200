import { describe, expect, it } from 'vitest'
import { nextSlug, slugOf } from '../../../../shared/kernel/text/spelling.ts'

describe('slugs (spec 02 §7)', () => {
  it.each([
    ['Open House', 'open-house'],
    ['R & D', 'r-d'],
    ['R &amp; D', 'r-d'],
    ['a/b', 'a-b'],
    ['UPPER Case', 'upper-case'],
    ['123', '123'],
    ['山川 über', '%e5%b1%b1%e5%b7%9d-uber'],
    ['%E5%B1%B1%E5%B7%9D-Uber', '%e5%b1%b1%e5%b7%9d-uber'],
    ['%e5%b1%b1川 ÜBER', '%e5%b1%b1%e5%b7%9d-uber'],
    ['École à Łódź, Straße', 'ecole-a-lodz-strasse'],
    ['Arts & Crafts – Kids’ Day <b>free</b>', 'arts-crafts-kids-day-free'],
    ['--a -- b--', 'a-b'],
    ['100% fun!', '100-fun'],
    ['a.b', 'a-b'],
    ['v1.2_final', 'v1-2_final'],
    ['_a_', '_a_'],
    ['🎉 party', '%f0%9f%8e%89-party'],
    ['%F0%9F%8E%89 Party', '%f0%9f%8e%89-party'],
    ['🎉🎉', '%f0%9f%8e%89%f0%9f%8e%89'],
    ['👩‍🏫', '%f0%9f%91%a9%e2%80%8d%f0%9f%8f%ab'],
    ['「春」・祭', '%e3%80%8c%e6%98%a5%e3%80%8d%e3%83%bb%e7%a5%ad'],
    ['“Fun”… ©2027™ at 20°', 'fun-2027-at-20'],
    ['3×4 for 5€', '3x4-for-5e'],
    ['a\ud800b\u00adc\u200bd\u0007e', 'abcde'],
    ['fair__trashed', 'fair_trashed'],
    ['fair___trashed', 'fair_trashed'],
    ['fair__trashed-2', 'fair__trashed-2'],
    ['  a  ', 'a'],
    ['$cost', 'cost'],
    ['ガ', '%e3%82%ac'],
    ['%e5%b1', 'e5b1'],
    ['!?“”', ''],
    ['', ''],
  ])('%s', (text, slug) => {
    expect(slugOf(text)).toBe(slug)
  })

  it('has at most 200 bytes and whole letters', () => {
    expect(slugOf('x'.repeat(300))).toBe('x'.repeat(200))
    expect(slugOf('山'.repeat(100))).toBe('%e5%b1%b1'.repeat(22))
    expect(slugOf(`x${'🎉'.repeat(100)}`)).toBe(`x${'%f0%9f%8e%89'.repeat(16)}`)
    expect(slugOf(`${'x'.repeat(199)} y`)).toBe('x'.repeat(199))
  })

  it('numbers stay within 200 bytes', () => {
    expect(nextSlug('open-house', 2)).toBe('open-house-2')
    expect(nextSlug('x'.repeat(200), 12)).toBe(`${'x'.repeat(197)}-12`)
    expect(nextSlug('%e5%b1%b1'.repeat(22), 2)).toBe(`${'%e5%b1%b1'.repeat(22)}-2`)
    expect(nextSlug(`x${'%e5%b1%b1'.repeat(22)}`, 3)).toBe(`x${'%e5%b1%b1'.repeat(21)}-3`)
  })
})
