import { describe, expect, it } from 'vitest'
import { nextSlug, slugOf } from '../../../../shared/kernel/text/slug.ts'

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
    ['a.b', 'ab'],
    ['  a  ', 'a'],
    ['$cost', 'cost'],
    ['ガ', '%e3%82%ac'],
    ['%e5%b1', 'e5b1'],
    ['!?😀', ''],
    ['', ''],
  ])('%s', (text, slug) => {
    expect(slugOf(text)).toBe(slug)
  })

  it('has at most 200 bytes and whole letters', () => {
    expect(slugOf('x'.repeat(300))).toBe('x'.repeat(200))
    expect(slugOf('山'.repeat(100))).toBe('%e5%b1%b1'.repeat(22))
    expect(slugOf(`${'x'.repeat(199)} y`)).toBe('x'.repeat(199))
  })

  it('numbers stay within 200 bytes', () => {
    expect(nextSlug('open-house', 2)).toBe('open-house-2')
    expect(nextSlug('x'.repeat(200), 12)).toBe(`${'x'.repeat(197)}-12`)
    expect(nextSlug('%e5%b1%b1'.repeat(22), 2)).toBe(`${'%e5%b1%b1'.repeat(22)}-2`)
    expect(nextSlug(`x${'%e5%b1%b1'.repeat(22)}`, 3)).toBe(`x${'%e5%b1%b1'.repeat(21)}-3`)
  })
})
