import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fold, nextSlug, slugOf } from '../../../shared/kernel/text/spelling.ts'
import { searchWords } from '../../../shared/kernel/text/search.ts'
import { found } from '../../support/found.ts'

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 120 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc
    .array(fc.constantFrom('%', '%e5', '%b1', '山', 'é', '-', '/', ' ', '<b>', '&amp;', 'a', 'İ', '\u0301'), {
      maxLength: 60,
    })
    .map(parts => parts.join('')),
)
const runs = { numRuns: 3000 }

it('a slug is its own slug, in any case, and has the form of one', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 2, max: 99_999 }), (title, number) => {
      const slug = slugOf(title)
      expect(slugOf(slug)).toBe(slug)
      expect(slugOf(slug.toUpperCase())).toBe(slug)
      expect(slug).toMatch(/^(?:(?:[a-z0-9_]|%[c-f][0-9a-f](?:%[89ab][0-9a-f])+)+(?:-(?!$)|$))*$/)
      expect(slug.length).toBeLessThanOrEqual(200)
      const next = nextSlug(slug, number)
      expect(next.length).toBeLessThanOrEqual(200)
      expect(next.endsWith(`-${number}`)).toBe(true)
      if (slug !== '') expect(slugOf(next)).toBe(next)
    }),
    runs,
  )
})

it('a slug is found by its decoded form', () => {
  fc.assert(
    fc.property(text, title => {
      const slug = slugOf(title)
      expect(slugOf(decodeURIComponent(slug))).toBe(slug)
    }),
    runs,
  )
})

it('folding twice is folding once', () => {
  fc.assert(
    fc.property(text, value => {
      expect(fold(fold(value))).toBe(fold(value))
    }),
    runs,
  )
})

it('a search never throws, and every sign of it is literal', () => {
  const sign = fc.constantFrom(...Array.from('.*+?^${}()|[]\\/%_&<>#~`@!:;=,'))
  fc.assert(
    fc.property(text, sign, fc.array(sign, { minLength: 1, maxLength: 8 }), (value, first, signs) => {
      searchWords(value)
      const word = [first, ...signs].join('')
      expect(found(word, `before ${word} after`)).toBe(true)
      expect(found(word, 'letters and digits 123')).toBe(false)
    }),
    runs,
  )
})

it('a text holds each of its words', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: fc.constantFrom(...Array.from('abÉß’0.(')), minLength: 1 })),
      words => {
        expect(found(words.join(' '), words.join(' '))).toBe(true)
      },
    ),
    runs,
  )
})
