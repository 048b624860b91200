import { describe, expect, it } from 'vitest'
import { documentStore } from '../../../../../shared/documents/memory/store.ts'
import { UnsupportedQuery, type Doc } from '../../../../../shared/documents/port.ts'

type Thing = Doc & { readonly a: unknown; readonly b: unknown }

const things = (...all: readonly Thing[]): readonly Thing[] => all

const filled = () => {
  const store = documentStore(
    'things',
    () => undefined,
    () => undefined,
  )
  store.addIndex({
    name: 'pairs',
    keys: ['a', 'b'],
  })
  store.fill(things({ _id: 1, a: 1, b: 1 }, { _id: 2, a: [1, 2], b: 2 }))
  return store
}

describe('documents that come many at once', () => {
  it.each([
    [
      'of which one cannot be in an index',
      [
        { _id: 3, a: 3, b: 3 },
        { _id: 4, a: [1, 2], b: [1, 2] },
      ],
    ],
    [
      'of which two are one',
      [
        { _id: 3, a: 3, b: 3 },
        { _id: 3, a: 4, b: 4 },
      ],
    ],
    [
      'of which one is there',
      [
        { _id: 3, a: 3, b: 3 },
        { _id: 1, a: 4, b: 4 },
      ],
    ],
  ])('%s: none comes, and all that was there is found and changed as before', (_, documents) => {
    const store = filled()
    expect(() => store.fill(documents)).toThrow(UnsupportedQuery)
    expect([...store.slots.keys()]).toEqual([1, 2])
    const [index] = store.indexes([], [])
    expect(index?.hasMany(0)).toBe(true)
    store.remove(2)
    expect(store.indexes([], [])[0]?.hasMany(0)).toBe(false)
    store.fill(things({ _id: 3, a: 3, b: [3, 4] }))
    expect([...store.slots.keys()]).toEqual([1, 3])
    expect(store.indexes([], [])[0]?.hasMany(1)).toBe(true)
  })
})
