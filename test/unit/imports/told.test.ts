import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { sentenceOf, TOLD } from '../../../services/imports/item/told.ts'

it('05 §11 shows every sentence that people are told of imports, and no other', () => {
  const text = readFileSync(new URL('../../../docs/spec/05-imports.md', import.meta.url), 'utf8')
  const [, rest = ''] = text.split('\n## 11. ')
  const [section = ''] = rest.split('\n## ')
  const rows = [...section.matchAll(/^\| `([a-z_]+)` \| (.+) \|$/gm)].map(([, code, sentence]) => [
    code,
    sentence,
  ])
  expect(rows).toEqual(Object.entries(TOLD))
})

it('a sentence says what was found, or leaves it away', () => {
  expect(sentenceOf('bad_url', 'Website: $& x')).toBe(
    'Its address is none (Website: $& x): it was left out; write it with https://.',
  )
  expect(sentenceOf('bad_url')).toBe('Its address is none: it was left out; write it with https://.')
  expect(sentenceOf('something_new')).toBe('something new')
})
