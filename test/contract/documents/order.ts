import { describe, expect, it } from 'vitest'
import type { Filter, IndexSpec, Sort } from '../../../shared/documents/port.ts'
import { mixed } from './cases.ts'
import type { World } from './world.ts'

/** In which order documents come, by pages and by id. */
export const order = ({ holding, idsOf }: World): void => {
  describe.each<readonly [string, readonly IndexSpec[]]>([
    ['without an index', []],
    [
      'with indexes',
      [
        { name: 'v', keys: ['v'] },
        { name: 'g-n', keys: ['g', 'n'] },
      ],
    ],
  ])('sorting %s', (_, indexes) => {
    it('puts nothing before numbers before strings before objects before booleans', async () => {
      const rows = await holding(
        mixed.filter(({ _id }) => !['none', 'numbers', 'texts', 'hole', 'nested'].includes(String(_id))),
        ...indexes,
      )
      const order = ['missing', 'null', 'one', 'five', 'empty', 'digit', 'a', 'object', 'false', 'true']
      expect(await idsOf(rows.find({}, { sort: { v: 1, _id: 1 } }))).toEqual(order)
      expect(await idsOf(rows.find({}, { sort: { v: -1, _id: -1 } }))).toEqual([...order].reverse())
    })
    it('puts an array where its least element is, descending where its greatest is', async () => {
      const rows = await holding(
        [
          { _id: 1, v: 2 },
          { _id: 2, v: [1, 9] },
          { _id: 3, v: [3] },
          { _id: 4, v: [] },
          { _id: 5, v: null },
        ],
        ...indexes,
      )
      expect(await idsOf(rows.find({}, { sort: { v: 1, _id: 1 } }))).toEqual([4, 5, 2, 1, 3])
      expect(await idsOf(rows.find({}, { sort: { v: -1, _id: 1 } }))).toEqual([2, 3, 1, 5, 4])
      expect(await idsOf(rows.find({ v: { $gt: 1 } }, { sort: { v: 1, _id: 1 } }))).toEqual([2, 1, 3])
    })
    it('compares texts by code point', async () => {
      const rows = await holding(
        [
          { _id: 1, v: '😀' },
          { _id: 2, v: '\uff5e' },
          { _id: 3, v: 'z' },
        ],
        ...indexes,
      )
      expect(await idsOf(rows.find({}, { sort: { v: 1 } }))).toEqual([3, 2, 1])
      expect(await idsOf(rows.find({ v: { $gt: '\uff5e' } }))).toEqual([1])
    })
    it('orders by several fields, each in its own direction', async () => {
      const rows = await holding(
        [
          { _id: 1, g: 'x', n: 1 },
          { _id: 2, g: 'x', n: 2 },
          { _id: 3, g: 'x', n: 1 },
          { _id: 4, g: 'w', n: 5 },
          { _id: 5, g: 'y', n: 1 },
        ],
        ...indexes,
      )
      const sorted = (sort: Sort, filter: Filter = {}) => idsOf(rows.find(filter, { sort }))
      expect(await sorted({ g: 1, n: 1, _id: 1 })).toEqual([4, 1, 3, 2, 5])
      expect(await sorted({ g: 1, n: -1, _id: -1 })).toEqual([4, 2, 3, 1, 5])
      expect(await sorted({ g: -1, n: 1, _id: 1 })).toEqual([5, 1, 3, 2, 4])
      expect(await sorted({ g: -1, n: -1, _id: 1 })).toEqual([5, 2, 1, 3, 4])
      expect(await sorted({ g: 1, n: -1, _id: 1 })).toEqual([4, 2, 1, 3, 5])
      expect(await sorted({ n: 1, _id: 1 }, { g: 'x' })).toEqual([1, 3, 2])
      expect(await sorted({ n: -1, _id: 1 }, { g: 'x' })).toEqual([2, 1, 3])
      expect(await sorted({ n: 1, _id: -1 }, { g: { $in: ['x', 'y'] } })).toEqual([5, 3, 1, 2])
      expect(await sorted({ n: -1, _id: 1 }, { g: { $in: ['x', 'w'] } })).toEqual([4, 2, 1, 3])
      expect(await sorted({ _id: -1 }, { n: 1 })).toEqual([5, 3, 1])
    })
  })

  describe('paging', () => {
    const rows = Array.from({ length: 25 }, (_, n) => ({ _id: n + 1, g: n % 2 ? 'odd' : 'even', n: n % 5 }))
    it.each([{ n: 1, _id: 1 }, { n: -1, _id: 1 }, { n: -1, _id: -1 }, { _id: -1 }] satisfies Sort[])(
      'pages of %j put together are the whole',
      async sort => {
        const collection = await holding(rows, { name: 'g-n', keys: ['g', 'n'] })
        for (const filter of [
          {},
          { g: 'odd' },
          { g: 'odd', _id: { $nin: [2, 10, 24] } },
        ] satisfies Filter[]) {
          const whole = await idsOf(collection.find(filter, { sort }))
          const pages = [0, 4, 8, 12, 16, 20, 24].map(skip =>
            idsOf(collection.find(filter, { sort, skip, limit: 4 })),
          )
          expect((await Promise.all(pages)).flat()).toEqual(whole)
          expect(whole).toHaveLength(await collection.count(filter))
        }
      },
    )
    it('finds nothing behind the end, and nothing with a limit of 0', async () => {
      const collection = await holding(rows)
      expect(await collection.find({}, { skip: 25 })).toEqual([])
      expect(await collection.find({}, { skip: 1_000, limit: 5, sort: { _id: 1 } })).toEqual([])
      expect(await collection.find({}, { limit: 0 })).toEqual([])
    })
  })

  describe('reading by id', () => {
    it('tells numbers and texts apart', async () => {
      const rows = await holding([
        { _id: 1, v: 'number' },
        { _id: '1', v: 'text' },
      ])
      expect(await rows.get(1)).toEqual({ _id: 1, v: 'number' })
      expect(await rows.get('1')).toEqual({ _id: '1', v: 'text' })
      expect(await rows.get(2)).toBeNull()
    })
    it('keeps the order asked for and leaves out what is missing', async () => {
      const rows = await holding([{ _id: 1 }, { _id: 2 }, { _id: 3 }])
      expect(await idsOf(rows.getMany([3, 9, 1]))).toEqual([3, 1])
      expect(await rows.getMany([])).toEqual([])
    })
    it('gives one asked for twice twice', async () => {
      const rows = await holding([{ _id: 1 }, { _id: 2 }])
      expect(await idsOf(rows.getMany([2, 1, 2]))).toEqual([2, 1, 2])
    })
    it.each([{ $gt: '' }, { $ne: null }, null, true, NaN, ['a'], /a/])(
      'has nothing under an id that is none: %o',
      async id => {
        const rows = await holding([{ _id: 'a' }, { _id: 1 }])
        expect(await rows.get(id as never)).toBeNull()
        expect(await rows.getMany([id as never])).toEqual([])
      },
    )
  })
}
