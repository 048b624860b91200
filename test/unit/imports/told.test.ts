import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { sentenceOf, TOLD } from '../../../services/imports/item/told.ts'
import { aroundSchedule, UNDO_TOLD, whyKept } from '../../../services/imports/undo/told.ts'

/** Codes and sentences that a section of the specification shows. */
const shownIn = (number: number): readonly (readonly (string | undefined)[])[] => {
  const text = readFileSync(new URL('../../../docs/spec/05-imports.md', import.meta.url), 'utf8')
  const [, rest = ''] = text.split(`\n## ${number}. `)
  const [section = ''] = rest.split('\n## ')
  const [, table = ''] = section.split('| Code | Sentence |')
  return [...table.matchAll(/^\| `([a-z_]+)` \| (.+) \|$/gm)].map(([, code, sentence]) => [code, sentence])
}

it('05 §11 shows every sentence that people are told of imports, and no other', () => {
  expect(shownIn(11)).toEqual(Object.entries(TOLD))
})

it('05 §12 shows every sentence that people are told of undos, and no other', () => {
  expect(shownIn(12)).toEqual(Object.entries(UNDO_TOLD))
})

it('what stays when an import is undone is told by its reason, a feed with its schedule', () => {
  expect(whyKept('in_use')).toBe('An event names it, so it stays.')
  expect(whyKept('something_new')).toBe('something new')
  expect(aroundSchedule().join('abc')).toContain('Pause or remove schedule abc if')
})

it('a sentence says what was found, or leaves it away', () => {
  expect(sentenceOf('bad_url', 'Website: $& x')).toBe(
    'Its address is none (Website: $& x): it was left out; write it with https://.',
  )
  expect(sentenceOf('bad_url')).toBe('Its address is none: it was left out; write it with https://.')
  expect(sentenceOf('something_new')).toBe('something new')
})
