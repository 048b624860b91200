import { describe, expect, it } from 'vitest'
import { fold, foldName, oneLine } from '../../../../shared/kernel/text/spelling.ts'
import { searchWords } from '../../../../shared/kernel/text/search.ts'
import { found } from '../../../support/found.ts'

describe('search (spec 02 §3.4)', () => {
  const evening = 'Parents’ Evening & École (Q&A)'

  it.each([
    ['parents', true],
    ['PARENTS', true],
    ['ecole', true],
    ["parents'", true],
    ['parents’ ÉCOLE', true],
    ['"Q&A"', true],
    ['"evening & école"', true],
    ['(', true],
    ['eve -dinner', true],
    ['%', false],
    ['.*', false],
    ['\\', false],
    ['evening -école', false],
    ['-"q&a" evening', false],
    ['"école evening"', false],
    ['"evening', false],
    ['dinner', false],
  ])('02-5 %s', (search, expected) => {
    expect(found(search, evening)).toBe(expected)
  })

  it('reads words, phrases and exclusions, folded', () => {
    expect(searchWords(' Spring  "Summer  Fair" -Béla -"a b" - -- "" x-y "open')).toEqual({
      include: ['spring', 'summer fair', '-', 'x-y', '"open'],
      exclude: ['bela', 'a b', '-'],
    })
  })
})

describe('folding', () => {
  it('takes case and accents away from Latin letters only', () => {
    expect(fold('ÉCOLE Straße ’ Łódź ĲSSEL İstanbul')).toBe(
      "ecole strasse ' lodz ijssel istanbul".replace('ij', 'ĳ'),
    )
    expect(fold('ガ')).toBe('ガ')
    expect(fold('e\u0301')).toBe('e')
  })

  it('names are trimmed, white space is one blank, case does not count (spec 02 §6, §9)', () => {
    expect(foldName('  Main \t Hall ')).toBe('main hall')
    expect(foldName('École')).toBe('école')
    expect(foldName('École')).not.toBe(foldName('Ecole'))
  })
})

it('one-line texts lose line breaks and controls (spec 01 §2)', () => {
  expect(oneLine(' a\tb\r\nc\nd\re\0f\u0007 ')).toBe('a b  c d ef')
  expect(oneLine('plain')).toBe('plain')
})
