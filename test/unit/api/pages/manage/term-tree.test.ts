import { expect, it } from 'vitest'
import type { TermRow } from '../../../../../projections/terms/queries.ts'
import { proposedNames } from '../../../../../services/api/pages/manage/names-typed.ts'
import { treeOf } from '../../../../../services/api/pages/manage/terms.ts'

const term = (_id: number, parent: number | null): TermRow => ({ _id, parent }) as TermRow

const shape = (...terms: readonly TermRow[]) =>
  treeOf(terms).map(({ term: { _id }, depth }) => `${'-'.repeat(depth)}${_id}`)

it('07 §3 children stand behind their parents, and what has no parent here at the top', () => {
  expect(shape(term(1, null), term(2, 3), term(3, null), term(4, 2), term(5, 99))).toEqual([
    '1',
    '3',
    '-2',
    '--4',
    '5',
  ])
})

it('07 §3 a circle, which cannot be, ends', () => {
  expect(shape(term(1, 2), term(2, 1))).toEqual([])
})

it('07 §4 names are proposed, with their numbers where one name is several', () => {
  const entry = (_id: number, name: string) => ({ _id, values: { name } })
  expect(proposedNames([entry(1, 'Hall'), entry(2, 'Gym'), entry(3, 'Hall')])).toEqual([
    'Hall (#1)',
    'Gym',
    'Hall (#3)',
  ])
})
