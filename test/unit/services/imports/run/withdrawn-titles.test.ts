import { expect, it } from 'vitest'
import type { ImportQueries } from '../../../../../projections/import-status/queries.ts'
import { withWithdrawnTitles } from '../../../../../services/imports/run/withdrawn-titles.ts'

const told = { line: null, reason: null, warnings: [], uid: null, title: '', type: null }
const items = [
  { ...told, position: 1, outcome: 'created', id: 41, title: 'As received' },
  { ...told, position: 2, outcome: 'withdrawn', id: 42 },
  { ...told, position: 3, outcome: 'withdrawn', id: 43 },
  { ...told, position: 4, outcome: 'withdrawn', id: 44 },
] as const

const asked: (readonly number[])[] = []
const there = new Map([
  [41, 'As it is now'],
  [42, 'Fish &amp; <em>chips</em>'],
  [44, 'x'.repeat(201)],
])
const events = {
  byIds: async (ids: readonly number[]) => {
    asked.push(ids)
    return ids.flatMap(_id => (there.has(_id) ? [{ _id, values: { title: there.get(_id) ?? '' } }] : []))
  },
}
const page = { items, next: null }
const none = async () => Promise.reject(new Error('not asked for'))
const imports: ImportQueries = {
  showImport: none,
  progressOf: none,
  openBy: none,
  listImports: none,
  itemsFrom: async (_, from) => ({ ...page, items: items.slice(from - 1) }),
  chosenItems: async () => page,
}

it('05 §1 withdrawn events have their titles, purged ones none, and others are not asked about', async () => {
  const { itemsFrom, chosenItems } = withWithdrawnTitles(imports, events)
  const titles = ['As received', 'Fish & chips', '', 'x'.repeat(200)]
  expect((await itemsFrom('abc', 1)).items.map(({ title }) => title)).toEqual(titles)
  const chosen = await chosenItems('abc', null, { from: 1, limit: 9 })
  expect(chosen.items.map(({ title }) => title)).toEqual(titles)
  expect(asked).toEqual([
    [42, 43, 44],
    [42, 43, 44],
  ])
})
