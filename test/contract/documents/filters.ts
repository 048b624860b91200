import { describe, expect, it } from 'vitest'
import {
  type Filter,
  type IndexSpec,
  literal,
  type Sort,
  UnsupportedQuery,
  type Update,
} from '../../../shared/documents/port.ts'
import { mixed, onMixed, tree, onTree, refusedFilters, refusedUpdates, before, shown } from './cases.ts'
import type { World } from './world.ts'

/** What filters find, and which are refused. */
export const filters = ({ holding, idsOf, may }: World): void => {
  describe.each<readonly [string, readonly IndexSpec[]]>([
    ['without an index', []],
    ['with an index', [{ name: 'v', keys: ['v'] }]],
    ['with a compound index', [{ name: 'v-more', keys: ['v', 'more'] }]],
  ])('filters %s', (_, indexes) => {
    it.each(onMixed.map(([filter, ids]) => [shown(filter), filter, ids] as const))(
      '%s',
      async (_shown, filter, ids) => {
        const rows = await holding(mixed, ...indexes)
        expect((await idsOf(rows.find(filter))).sort()).toEqual([...ids].sort())
        expect(await rows.count(filter)).toBe(ids.length)
      },
    )
  })

  describe.each<readonly [string, readonly IndexSpec[]]>([
    ['without an index', []],
    ['with an index', [{ name: 'a.b', keys: ['a.b'] }]],
  ])('members %s', (kind, indexes) => {
    for (const [filter, ids] of onTree)
      may(`members ${kind}: ${shown(filter)}`)(shown(filter), async () => {
        const rows = await holding(tree, ...indexes)
        expect((await idsOf(rows.find(filter))).sort()).toEqual(ids)
        expect(await rows.count(filter)).toBe(ids.length)
      })
  })

  describe('what is not in the subset is refused', () => {
    it.each(refusedFilters.map(filter => [shown(filter), filter] as const))(
      'filter %s',
      async (_, filter) => {
        const rows = await holding(mixed)
        await expect(rows.find(filter as Filter)).rejects.toBeInstanceOf(UnsupportedQuery)
        await expect(rows.count(filter as Filter)).rejects.toBeInstanceOf(UnsupportedQuery)
        await expect(rows.bulkWrite([{ deleteMany: { filter: filter as Filter } }])).rejects.toBeInstanceOf(
          UnsupportedQuery,
        )
        expect(await rows.count({})).toBe(mixed.length)
      },
    )
    it.each(refusedUpdates.map(update => [shown(update), update] as const))(
      'update %s',
      async (_, update) => {
        const rows = await holding([before])
        const operation = { updateOne: { filter: { _id: 1 }, update: update as Update } }
        await expect(rows.bulkWrite([operation])).rejects.toBeInstanceOf(UnsupportedQuery)
        expect(await rows.get(1)).toEqual(before)
      },
    )
    it.each([{ v: 0 }, { v: 'asc' }, { 'v.0': 1 }])('sort %j', async sort => {
      const rows = await holding(mixed)
      await expect(rows.find({}, { sort: sort as Sort })).rejects.toBeInstanceOf(UnsupportedQuery)
    })
    it.each([{ skip: -1 }, { skip: 1.5 }, { limit: -1 }, { limit: NaN }])('options %j', async options => {
      const rows = await holding(mixed)
      await expect(rows.find({}, options)).rejects.toBeInstanceOf(UnsupportedQuery)
    })
  })

  describe('literal()', () => {
    const texts = [
      'a.c',
      'a+b?',
      '^x$',
      '(group)',
      '[set]',
      '{1,2}',
      'a|b',
      'back\\slash',
      'a-b/c',
      '* star',
      'new\nline',
      'ünï 😀 #1',
      '\\d',
      '.*',
      'n\u0000l',
      '$where',
      '(?i)x',
      '\\Qx\\E',
    ]
    it.each(texts)('finds %j and nothing else', async text => {
      const rows = await holding([
        { _id: 'itself', v: `before ${text} after` },
        { _id: 'other', v: 'abc aab x group s 11 d backslash' },
        { _id: 'shout', v: text.toUpperCase() === text ? 'no' : text.toUpperCase() },
      ])
      expect(await idsOf(rows.find({ v: { $regex: literal(text) } }))).toEqual(['itself'])
      expect((await idsOf(rows.find({ v: { $not: { $regex: literal(text) } } }))).sort()).toEqual([
        'other',
        'shout',
      ])
    })
  })
}
