import { expect, it } from 'vitest'
import { parseFilter } from '../../../../../shared/documents/filter.ts'
import { parseOptions } from '../../../../../shared/documents/find-options.ts'
import { pagesIn } from '../../../../../shared/documents/memory/read.ts'
import { documentStore } from '../../../../../shared/documents/memory/store.ts'
import type { Doc } from '../../../../../shared/documents/port.ts'

type Row = Doc & { readonly kind: string; readonly n: number }

const row = (_id: number, kind: string, n: number): Row => ({ _id, kind, n })

const filled = () => {
  const store = documentStore(
    'rows',
    () => undefined,
    () => undefined,
  )
  store.addIndex({ name: 'kinds', keys: ['kind', 'n'] })
  for (const _id of [1, 2, 3]) store.put(row(_id, 'a', _id))
  const query = { tests: parseFilter({ kind: 'a' }), ...parseOptions({ sort: { n: 1 }, limit: 2 }) }
  return { store, query, pages: pagesIn(store) }
}

it('pages are known once one was found, and in another order they are not', () => {
  const { query, pages } = filled()
  expect(pages.known(query)).toBeNull()
  expect(pages.page(query).total).toBe(3)
  expect(pages.known(query)?.total).toBe(3)
  expect(pages.known({ ...query, sort: parseOptions({ sort: { n: -1 } }).sort })).toBeNull()
})

it.each<[string, (of: ReturnType<typeof filled>) => unknown, number]>([
  ['a document that comes', ({ store }) => store.put(row(4, 'a', 0)), 4],
  ['a document that has moved', ({ store }) => store.put(row(1, 'b', 1)), 2],
  ['a document that goes', ({ store }) => store.remove(1), 2],
])('pages are known no longer after %s, until one is found anew', (_, change, total) => {
  const world = filled()
  const { query, pages } = world
  pages.page(query)
  expect(pages.known(query)?.total).toBe(3)
  change(world)
  expect(pages.known(query)).toBeNull()
  expect(pages.page(query).total).toBe(total)
  expect(pages.known(query)?.total).toBe(total)
})
