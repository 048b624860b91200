import { expect, it } from 'vitest'
import { examplesIn, isNamed, sectionsIn } from '../../../scripts/spec-coverage/named.ts'
import { exampleIds, rowsOf } from '../../../scripts/spec-coverage/rules.ts'
import { titlesIn } from '../../../scripts/spec-coverage/titles.ts'
import { untold } from '../../../scripts/spec-coverage/told.ts'

it('titles stand behind those of their groups, with the tables they are made of', () => {
  const source = `
    describe('02 §5 create', () => {
      it('plain', () => {})
      it.each([['a'], ['b']])('of a table %s', name => {})
    })
    it(\`with \${value}\`, () => {})
    other('no title')
  `
  expect(titlesIn('a.test.ts', source)).toEqual([
    '02 §5 create',
    '02 §5 create plain',
    "02 §5 create of a table %s it.each([['a'], ['b']])",
    'with ${value}',
  ])
})

it('a title names examples and sections', () => {
  expect(examplesIn('02-28, 02-42: to the trash and back; OP-1')).toEqual(['02-28', '02-42', 'OP-1'])
  expect(examplesIn('2027-02-28 and x02-28 and 02-28-1')).toEqual([])
  expect(sectionsIn('02 §5, §8 update; spec 01 §8.2 nonces')).toEqual(['02 §5', '02 §8', '01 §8.2'])
})

it('a section is named by its parts and by what it is part of, not by its neighbours', () => {
  expect(isNamed('02 §3', new Set(['02 §3.1']))).toBe(true)
  expect(isNamed('02 §3.1', new Set(['02 §3']))).toBe(true)
  expect(isNamed('02 §3', new Set(['02 §30', '01 §3']))).toBe(false)
})

it('rows of tables have their section and their first cell', () => {
  const text =
    '# 02 X\n\n## 3. Filters\n\n### 3.1 Events\n\n| Argument | Rule |\n|---|---|\n| `a`, **b** | x \\| y |\n| c | z |\n'
  expect(rowsOf('02', text)).toEqual([
    { section: '02 §3.1', label: 'a, b' },
    { section: '02 §3.1', label: 'c' },
  ])
  expect(exampleIds('## 02\n\n- 02-1 [A21] `GET`\n- OP-2 x\ntext 02-3\n')).toEqual(['02-1', 'OP-2'])
})

it('a row without a first cell goes on with the one above it', () => {
  const text = '## 3. Filters\n\n| Argument | Rule |\n|---|---|\n| `a` | x |\n| | y |\n| b | z |\n'
  expect(rowsOf('02', text).map(({ label }) => label)).toEqual(['a', 'b'])
})

it('a glossary has no rules, what stands behind it has', () => {
  const text =
    '## 9. Glossary\n\n| Term | Meaning |\n|---|---|\n| `x` | y |\n\n## 10. Rules\n\n| A | B |\n|---|---|\n| c | d |\n'
  expect(rowsOf('00', text)).toEqual([{ section: '00 §10', label: 'c' }])
})

it('a row is told by a test of its section that repeats its label, in any case', () => {
  const rows = [
    { section: '02 §5', label: 'slug (string)' },
    { section: '02 §5', label: 'cost (none)' },
    { section: '02 §6', label: 'slug (string)' },
  ]
  expect(untold(rows, ['02 §5 Slug (string): kept', 'cost (none)', '02 §7 cost (none)'])).toEqual(
    rows.slice(1),
  )
})
