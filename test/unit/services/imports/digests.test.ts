import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { digests } from '../../../../services/imports/apply/key-set.ts'
import { numbers } from '../../../../services/imports/item/numbers.ts'

describe('digests', () => {
  it('the first number of a text stays, as it does in a map', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string({ maxLength: 3 }), fc.integer({ min: 1, max: 9 }))), puts => {
        const [table, map] = [digests(), new Map<string, number>()]
        for (const [text, number] of puts) {
          if (!map.has(text)) map.set(text, number)
          expect(table.put(text, number)).toBe(map.get(text))
        }
        for (const text of ['', 'a', 'b', ...map.keys()])
          expect(table.numberOf(text)).toBe(map.get(text) ?? 0)
      }),
    )
  })

  it('ten thousand texts stay apart, each in a place of its own', () => {
    const table = digests()
    const texts = Array.from({ length: 10_000 }, (_, n) => `uid\nsource\n${n}\n`)
    for (const [n, text] of texts.entries()) expect(table.put(text, n + 1)).toBe(n + 1)
    for (const [n, text] of texts.entries()) expect(table.put(text, 99_999)).toBe(n + 1)
    expect(new Set(texts.map(table.placeOf)).size).toBe(10_000)
    expect(table.numberOf('uid\nsource\n10000\n')).toBe(0)
  })
})

describe('numbers', () => {
  it('up to 2^32 - 1, however many', () => {
    const list = numbers()
    for (let n = 0; n < 1_000; n++) list.add(4_294_967_295 - n)
    expect([list.count(), list.at(0), list.at(999), list.at(1_000)]).toEqual([
      ...[1_000, 4_294_967_295, 4_294_966_296, 0],
    ])
  })
})
