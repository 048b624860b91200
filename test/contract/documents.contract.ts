import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  DocumentsUnavailable,
  DuplicateKey,
  literal,
  UnsupportedQuery,
  type Collection,
  type CollectionSpec,
  type Documents,
  type Filter,
  type IndexSpec,
  type Key,
  type Sort,
  type Update,
  type Value,
} from '../../shared/documents/port.ts'

type Row = { readonly _id: Key; readonly [field: string]: Value }

const put = (replacement: Row) => ({
  replaceOne: { filter: { _id: replacement._id }, replacement, upsert: true },
})
const guarded = (replacement: Row & { readonly rev: number }) => ({
  replaceOne: {
    filter: { _id: replacement._id, rev: { $lt: replacement.rev } },
    replacement,
    upsert: true,
  },
})

/** Values of one field `v` that MongoDB tells apart; `_id` names what the document holds. */
const mixed: readonly Row[] = [
  { _id: 'missing' },
  { _id: 'null', v: null },
  { _id: 'one', v: 1 },
  { _id: 'five', v: 5 },
  { _id: 'empty', v: '' },
  { _id: 'a', v: 'a' },
  { _id: 'digit', v: '5' },
  { _id: 'true', v: true },
  { _id: 'false', v: false },
  { _id: 'none', v: [] },
  { _id: 'numbers', v: [1, 9] },
  { _id: 'texts', v: ['a', 'z'] },
  { _id: 'hole', v: [null] },
  { _id: 'nested', v: [[1]] },
  { _id: 'object', v: { w: 1 } },
]
const all = mixed.map(({ _id }) => _id)
const allBut = (...left: readonly Key[]) => all.filter(id => !left.includes(id))

/** Filter → the documents of `mixed` it finds. */
const onMixed: readonly (readonly [Filter, readonly Key[]])[] = [
  [{}, all],
  [{ v: 1 }, ['one', 'numbers']],
  [{ v: { $eq: 1 } }, ['one', 'numbers']],
  [{ v: 'a' }, ['a', 'texts']],
  [{ v: '5' }, ['digit']],
  [{ v: '' }, ['empty']],
  [{ v: true }, ['true']],
  [{ v: false }, ['false']],
  [{ v: null }, ['missing', 'null', 'hole']],
  [{ v: { $ne: 1 } }, allBut('one', 'numbers')],
  [{ v: { $ne: null } }, allBut('missing', 'null', 'hole')],
  [{ v: { $in: [1, 'a'] } }, ['one', 'a', 'numbers', 'texts']],
  [{ v: { $in: [null, true] } }, ['missing', 'null', 'hole', 'true']],
  [{ v: { $in: [] } }, []],
  [{ v: { $nin: [1, 'a', null] } }, allBut('one', 'numbers', 'a', 'texts', 'missing', 'null', 'hole')],
  [{ v: { $nin: [] } }, all],
  [{ v: { $gt: 1 } }, ['five', 'numbers']],
  [{ v: { $gte: 1 } }, ['one', 'five', 'numbers']],
  [{ v: { $lt: 5 } }, ['one', 'numbers']],
  [{ v: { $lte: 5 } }, ['one', 'five', 'numbers']],
  [{ v: { $gt: '' } }, ['a', 'digit', 'texts']],
  [{ v: { $gte: '' } }, ['empty', 'a', 'digit', 'texts']],
  [{ v: { $lt: 'b' } }, ['empty', 'a', 'digit', 'texts']],
  [{ v: { $lte: 'a' } }, ['empty', 'a', 'digit', 'texts']],
  [{ v: { $gt: 1, $lt: 9 } }, ['five', 'numbers']],
  [{ v: { $gte: 1, $lt: 5 } }, ['one', 'numbers']],
  [{ v: { $gt: 0, $lt: 'b' } }, []],
  [{ v: { $exists: true } }, allBut('missing')],
  [{ v: { $exists: false } }, ['missing']],
  [{ v: { $regex: 'a' } }, ['a', 'texts']],
  [{ v: { $regex: '' } }, ['empty', 'a', 'digit', 'texts']],
  [{ v: { $not: { $regex: 'a' } } }, allBut('a', 'texts')],
  [{ 'v.w': 1 }, ['object']],
  [{ 'v.w': { $exists: true } }, ['object']],
  [{ $and: [{ v: 1 }, { v: 9 }] }, ['numbers']],
  [{ v: 1, $and: [{ v: { $gt: 5 } }] }, ['numbers']],
  [{ $or: [{ v: 1 }, { v: 'a' }] }, ['one', 'a', 'numbers', 'texts']],
  [{ $or: [{ v: 1 }, { v: { $gte: 1 } }] }, ['one', 'five', 'numbers']],
  [{ $or: [{ _id: 'one' }, { v: 1 }] }, ['one', 'numbers']],
  [{ $nor: [{ v: { $exists: true } }] }, ['missing']],
  [{ $or: [{ v: 5 }, { $and: [{ v: { $gte: 1 } }, { v: { $lte: 1 } }] }] }, ['one', 'five', 'numbers']],
  [{ _id: 'a' }, ['a']],
  [{ _id: { $in: ['a', 'one', 'nobody'] } }, ['a', 'one']],
  [{ _id: { $in: ['a', 'one'] }, v: 1 }, ['one']],
  [{ _id: { $nin: ['a', 'nobody'] } }, allBut('a')],
  [{ v: 1, _id: { $nin: ['one'] } }, ['numbers']],
  [{ v: 1, _id: { $ne: 'numbers' } }, ['one']],
  [{ _id: { $gt: 'object' } }, ['one', 'texts', 'true']],
  [{ _id: 1 }, []],
]

const tree: readonly Row[] = [
  { _id: 1, a: { b: 1 } },
  { _id: 2, a: [{ b: 1 }, { b: 2 }] },
  { _id: 3, a: [{ b: [1, 3] }, {}] },
  { _id: 4, a: [] },
  { _id: 5, a: 4 },
  { _id: 6 },
  { _id: 7, a: [7] },
  { _id: 8, a: { b: null } },
]

/** Filter → the documents of `tree`: members of objects within arrays. */
const onTree: readonly (readonly [Filter, readonly Key[]])[] = [
  [{ 'a.b': 1 }, [1, 2, 3]],
  [{ 'a.b': { $gt: 2 } }, [3]],
  [{ 'a.b': null }, [3, 5, 6, 8]],
  [{ 'a.b': { $ne: null } }, [1, 2, 4, 7]],
  [{ 'a.b': { $exists: true } }, [1, 2, 3, 8]],
  [{ 'a.b': { $exists: false } }, [4, 5, 6, 7]],
  [{ 'a.b': { $in: [2, 3] } }, [2, 3]],
]

const refusedFilters: readonly unknown[] = [
  { v: { $size: 1 } },
  { v: { $elemMatch: { $gt: 1 } } },
  { v: { $type: 'string' } },
  { v: { $exists: 1 } },
  { v: { $gt: null } },
  { v: { $gt: true } },
  { v: { $lt: { w: 1 } } },
  { v: { $in: 'a' } },
  { v: { $in: [[1]] } },
  { v: { $in: [/a/] } },
  { v: { $eq: { w: 1 } } },
  { v: { w: 1 } },
  { v: {} },
  { v: [1] },
  { v: /a/ },
  { v: undefined },
  { v: { $eq: undefined } },
  { v: NaN },
  { v: new Date(0) },
  { v: { $regex: 'a.c' } },
  { v: { $regex: '^a' } },
  { v: { $regex: '\\d' } },
  { v: { $regex: 'a\\' } },
  { v: { $regex: /a/ } },
  { v: { $regex: 'a', $options: 'i' } },
  { v: { $not: { $gt: 1 } } },
  { v: { $not: { $regex: 'a', $options: 'i' } } },
  { $and: [] },
  { $or: [] },
  { $or: { v: 1 } },
  { $where: 'true' },
  { $text: { $search: 'a' } },
  { $expr: { $eq: ['$v', 1] } },
  { $or: [{ v: 1 }, { v: { $size: 1 } }] },
  { 'v.0': 1 },
  { 'v..w': 1 },
  { '': 1 },
]

const refusedUpdates: readonly unknown[] = [
  {},
  { n: 1 },
  { $push: { list: 1 } },
  { $rename: { n: 'm' } },
  { $set: { _id: 9 } },
  { $set: { n: undefined } },
  { $set: { n: new Date(0) } },
  { $set: { n: 1 }, $inc: { n: 1 } },
  { $set: { 'o.p': 1, o: {} } },
  { $inc: { n: '1' } },
  { $max: { n: true } },
  { $addToSet: { list: { $each: [1] } } },
  { $pull: { list: { $gt: 1 } } },
  { $set: { 'list.0': 1 } },
]

/** Update of `before` → what the document is afterwards. */
const before: Row = { _id: 1, n: 5, t: 'm', list: ['a', 'b', 'a'], o: { p: 1, q: { r: 2 } }, nil: null }
const updates: readonly (readonly [Update, Row])[] = [
  [{ $set: { n: 6 } }, { ...before, n: 6 }],
  [{ $set: { fresh: { deep: [1] } } }, { ...before, fresh: { deep: [1] } }],
  [{ $set: { 'o.q.r': 3 } }, { ...before, o: { p: 1, q: { r: 3 } } }],
  [{ $set: { 'fresh.deep': 1 } }, { ...before, fresh: { deep: 1 } }],
  [{ $unset: { n: '' } }, { _id: 1, t: 'm', list: ['a', 'b', 'a'], o: { p: 1, q: { r: 2 } }, nil: null }],
  [{ $unset: { 'o.q': '', 'gone.deep': '' } }, { ...before, o: { p: 1 } }],
  [{ $inc: { n: -2, fresh: 3, 'o.p': 1 } }, { ...before, n: 3, fresh: 3, o: { p: 2, q: { r: 2 } } }],
  [{ $max: { n: 4, t: 'z', fresh: 1, nil: 0 } }, { ...before, t: 'z', fresh: 1, nil: 0 }],
  [{ $max: { n: 'text' } }, { ...before, n: 'text' }],
  [{ $max: { t: 100 } }, before],
  [{ $addToSet: { list: 'b', fresh: 1 } }, { ...before, fresh: [1] }],
  [{ $addToSet: { list: 'c' } }, { ...before, list: ['a', 'b', 'a', 'c'] }],
  [{ $addToSet: { list: ['a'] } }, { ...before, list: ['a', 'b', 'a', ['a']] }],
  [{ $pull: { list: 'a', gone: 'a' } }, { ...before, list: ['b'] }],
  [
    { $set: { t: 'n' }, $inc: { n: 1 }, $unset: { nil: '' } },
    { _id: 1, n: 6, t: 'n', list: ['a', 'b', 'a'], o: { p: 1, q: { r: 2 } } },
  ],
]

const refusedHere: readonly Update[] = [
  { $inc: { t: 1 } },
  { $inc: { nil: 1 } },
  { $addToSet: { n: 1 } },
  { $pull: { t: 'm' } },
  { $set: { 'n.deep': 1 } },
  { $set: { 'nil.deep': 1 } },
]

const shown = (value: unknown) => JSON.stringify(value)

/**
 * What every document engine must do; run by each adapter. A difference found anywhere becomes a case here.
 * `make` gives documents that nothing else writes to while the test runs. `faults`: cases, by title, that a server
 * which is not the real one gets wrong by itself; they must fail, so that none stays here once it is mended.
 */
export const documentsContract = (
  name: string,
  make: () => Promise<Documents>,
  faults: readonly string[] = [],
) => {
  const may = (title: string) => (faults.includes(title) ? it.fails : it)
  describe(`documents contract: ${name}`, () => {
    let documents: Documents
    beforeEach(async () => {
      documents = await make()
    })
    afterEach(async () => {
      await documents.close()
    })

    const holding = async (rows: readonly Row[], ...indexes: readonly IndexSpec[]) => {
      const collection = await documents.collection<Row>({ name: `c-${randomUUID()}`, indexes })
      await collection.bulkWrite(rows.map(put))
      return collection
    }
    const idsOf = async (found: Promise<readonly Row[]>) => (await found).map(({ _id }) => _id)

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

    describe('replaceOne', () => {
      it('inserts only when asked to', async () => {
        const rows = await holding([])
        await rows.bulkWrite([{ replaceOne: { filter: { _id: 1 }, replacement: { _id: 1, v: 1 } } }])
        expect(await rows.get(1)).toBeNull()
        await rows.bulkWrite([put({ _id: 1, v: 1 })])
        expect(await rows.get(1)).toEqual({ _id: 1, v: 1 })
      })
      it('replaces the whole document', async () => {
        const rows = await holding([{ _id: 1, v: 1, gone: true }])
        await rows.bulkWrite([put({ _id: 1, v: 2 })])
        expect(await rows.get(1)).toEqual({ _id: 1, v: 2 })
      })
      it('leaves a document that is newer or as new alone, silently', async () => {
        const rows = await holding([{ _id: 1, rev: 5, v: 'stored' }])
        await rows.bulkWrite([
          guarded({ _id: 1, rev: 4, v: 'older' }),
          guarded({ _id: 1, rev: 5, v: 'same' }),
          put({ _id: 2, v: 'after it' }),
        ])
        expect(await rows.get(1)).toEqual({ _id: 1, rev: 5, v: 'stored' })
        expect(await rows.get(2)).toEqual({ _id: 2, v: 'after it' })
        await rows.bulkWrite([guarded({ _id: 1, rev: 6, v: 'newer' })])
        expect(await rows.get(1)).toEqual({ _id: 1, rev: 6, v: 'newer' })
        expect(await rows.count({})).toBe(2)
      })
      it('goes on behind stale ones, however many they are and whatever stands between', async () => {
        const rows = await holding(
          Array.from({ length: 30 }, (_, n) => ({
            _id: n,
            rev: n % 3 === 0 ? 5 : 1,
            epoch: n % 5,
            v: 'stored',
          })),
          { name: 'v', keys: ['v'] },
        )
        await rows.bulkWrite([
          ...Array.from({ length: 20 }, (_, n) => ({
            replaceOne: {
              filter: { _id: n, rev: { $lt: 5 }, epoch: { $lte: 3 } },
              replacement: { _id: n, rev: 5, epoch: 3, v: 'new' },
              upsert: true,
            },
          })),
          { deleteMany: { filter: { _id: { $in: [21, 24] } } } },
          ...Array.from({ length: 10 }, (_, n) => guarded({ _id: n + 20, rev: 4, v: 'late' })),
          guarded({ _id: 0, rev: 6, v: 'twice' }),
          guarded({ _id: 0, rev: 6, v: 'thrice' }),
        ])
        const told = await rows.find({}, { sort: { _id: 1 } })
        const expected = Array.from({ length: 30 }, (_, n) => {
          if (n === 0) return 'twice'
          if (n < 20) return n % 3 === 0 || n % 5 === 4 ? 'stored' : 'new'
          return n % 3 === 0 && n !== 21 && n !== 24 ? 'stored' : 'late'
        })
        expect(told.map(({ v }) => v)).toEqual(expected)
      })
      it('lets the newest of many writers at once win', async () => {
        const rows = await holding([])
        const revisions = [3, 9, 1, 7, 10, 2, 8, 5, 4, 6]
        await Promise.all(revisions.map(rev => rows.bulkWrite([guarded({ _id: 1, rev, v: `by ${rev}` })])))
        expect(await rows.find({})).toEqual([{ _id: 1, rev: 10, v: 'by 10' }])
      })
      it('stops at a taken unique key behind stale ones, and leaves what comes after it', async () => {
        const rows = await holding(
          [
            { _id: 1, rev: 9, slug: 'a' },
            { _id: 2, rev: 1, slug: 'b' },
          ],
          { name: 'slug', keys: ['slug'], unique: true },
        )
        await expect(
          rows.bulkWrite([
            guarded({ _id: 1, rev: 2, slug: 'late' }),
            guarded({ _id: 3, rev: 1, slug: 'c' }),
            guarded({ _id: 2, rev: 2, slug: 'c' }),
            guarded({ _id: 4, rev: 1, slug: 'd' }),
          ]),
        ).rejects.toBeInstanceOf(DuplicateKey)
        expect(await rows.find({}, { sort: { _id: 1 } })).toEqual([
          { _id: 1, rev: 9, slug: 'a' },
          { _id: 2, rev: 1, slug: 'b' },
          { _id: 3, rev: 1, slug: 'c' },
        ])
      })
      it('takes nothing that is not JSON, nor names MongoDB would read otherwise', async () => {
        const rows = await holding([])
        for (const extra of [
          { at: new Date(0) },
          { n: NaN },
          { u: undefined },
          { 'a.b': 1 },
          { d: [{ $set: 1 }] },
        ])
          await expect(rows.bulkWrite([put({ _id: 1, ...extra } as never)])).rejects.toBeInstanceOf(
            UnsupportedQuery,
          )
        expect(await rows.count({})).toBe(0)
      })
      it('keeps documents as they are', async () => {
        const whole = {
          _id: 'ü/1 .$',
          text: 'a\u0000b 😀 \n "',
          numbers: [0, -1, 1.5, 2_147_483_648, 9_007_199_254_740_991, 1e300, -2_147_483_649],
          nested: { z: { empty: {}, list: [[], [null, [true]]] }, a: null, 'with space': '' },
        }
        const rows = await holding([whole])
        expect(JSON.stringify(await rows.get('ü/1 .$'))).toBe(JSON.stringify(whole))
      })
      it('never gives a document another id', async () => {
        const rows = await holding([{ _id: 1, v: 1 }])
        for (const filter of [{ _id: 1 }, { v: 1 }])
          await expect(
            rows.bulkWrite([{ replaceOne: { filter, replacement: { _id: 2, v: 2 }, upsert: true } }]),
          ).rejects.toBeInstanceOf(UnsupportedQuery)
        expect(await rows.find({})).toEqual([{ _id: 1, v: 1 }])
      })
    })

    describe('updates', () => {
      it.each(updates.map(([update, after]) => [shown(update), update, after] as const))(
        '%s',
        async (_, update, after) => {
          const rows = await holding([before])
          const [held] = await rows.find({})
          await rows.bulkWrite([{ updateOne: { filter: { _id: 1 }, update } }])
          expect(await rows.get(1)).toEqual(after)
          expect(held).toEqual(before)
        },
      )
      it.each(refusedHere.map(update => [shown(update), update] as const))(
        '%s does not fit what is stored',
        async (_, update) => {
          const rows = await holding([before])
          await expect(
            rows.bulkWrite([{ updateOne: { filter: { _id: 1 }, update } }]),
          ).rejects.toBeInstanceOf(UnsupportedQuery)
          expect(await rows.get(1)).toEqual(before)
        },
      )
      it('updateOne changes one, updateMany all that match, neither inserts', async () => {
        const rows = await holding([
          { _id: 1, g: 'x', n: 0 },
          { _id: 2, g: 'x', n: 0 },
          { _id: 3, g: 'y', n: 0 },
        ])
        await rows.bulkWrite([{ updateOne: { filter: { g: 'x' }, update: { $inc: { n: 1 } } } }])
        expect(await rows.count({ n: 1 })).toBe(1)
        await rows.bulkWrite([
          { updateMany: { filter: { g: 'x' }, update: { $set: { n: 7 } } } },
          { updateOne: { filter: { _id: 9 }, update: { $set: { n: 7 } } } },
          { updateMany: { filter: { g: 'z' }, update: { $set: { n: 7 } } } },
        ])
        expect(await rows.find({}, { sort: { _id: 1 } })).toEqual([
          { _id: 1, g: 'x', n: 7 },
          { _id: 2, g: 'x', n: 7 },
          { _id: 3, g: 'y', n: 0 },
        ])
      })
      it('lets exactly one of many guarded updates at once win', async () => {
        const rows = await holding([{ _id: 1, owner: null, wins: 0 }])
        const claim = (owner: string) =>
          rows.bulkWrite([
            {
              updateOne: { filter: { _id: 1, owner: null }, update: { $set: { owner }, $inc: { wins: 1 } } },
            },
          ])
        await Promise.all(['a', 'b', 'c', 'd', 'e'].map(claim))
        expect(await rows.get(1)).toMatchObject({
          wins: 1,
          owner: expect.stringMatching(/^[a-e]$/) as string,
        })
      })
      it('loses no increment of many at once', async () => {
        const rows = await holding([{ _id: 1, n: 0 }])
        await Promise.all(
          Array.from({ length: 20 }, () =>
            rows.bulkWrite([{ updateOne: { filter: { _id: 1 }, update: { $inc: { n: 1 } } } }]),
          ),
        )
        expect(await rows.get(1)).toEqual({ _id: 1, n: 20 })
      })
      it('is seen by the indexes', async () => {
        const rows = await holding(
          [{ _id: 1, v: 1, tags: ['a'] }],
          { name: 'v', keys: ['v'] },
          { name: 't', keys: ['tags'] },
        )
        await rows.bulkWrite([
          { updateOne: { filter: { _id: 1 }, update: { $set: { v: 2 }, $addToSet: { tags: 'b' } } } },
        ])
        expect([await rows.count({ v: 1 }), await rows.count({ v: 2 })]).toEqual([0, 1])
        expect([await rows.count({ tags: 'a' }), await rows.count({ tags: 'b' })]).toEqual([1, 1])
        await rows.bulkWrite([{ updateMany: { filter: { tags: 'b' }, update: { $pull: { tags: 'a' } } } }])
        expect([await rows.count({ tags: 'a' }), await rows.count({ tags: 'b' })]).toEqual([0, 1])
      })
    })

    describe('deletes', () => {
      it('deleteOne removes one, deleteMany all that match', async () => {
        const rows = await holding(
          [1, 2, 3, 4].map(_id => ({ _id, g: _id < 4 ? 'x' : 'y' })),
          { name: 'g', keys: ['g'] },
        )
        await rows.bulkWrite([{ deleteOne: { filter: { g: 'x' } } }])
        expect(await rows.count({ g: 'x' })).toBe(2)
        await rows.bulkWrite([{ deleteMany: { filter: { g: 'x' } } }, { deleteOne: { filter: { _id: 99 } } }])
        expect(await rows.find({})).toEqual([{ _id: 4, g: 'y' }])
      })
      it('clear empties the collection and keeps its indexes', async () => {
        const rows = await holding([{ _id: 1, v: 1 }], { name: 'v', keys: ['v'], unique: true })
        await rows.clear()
        expect([await rows.count({}), await rows.count({ v: 1 }), await rows.get(1)]).toEqual([0, 0, null])
        await rows.bulkWrite([put({ _id: 2, v: 1 })])
        await expect(rows.bulkWrite([put({ _id: 3, v: 1 })])).rejects.toBeInstanceOf(DuplicateKey)
      })
    })

    describe('bulkWrite', () => {
      it('works in order and stops at the first failure', async () => {
        const rows = await holding([])
        const operations = [
          put({ _id: 1, n: 1 }),
          { updateOne: { filter: { _id: 1 }, update: { $inc: { n: 1 } } } },
          { updateOne: { filter: { _id: 1 }, update: { $addToSet: { n: 1 } } } },
          put({ _id: 2, n: 1 }),
        ]
        await expect(rows.bulkWrite(operations)).rejects.toBeInstanceOf(UnsupportedQuery)
        expect(await rows.find({})).toEqual([{ _id: 1, n: 2 }])
      })
      it('refuses an operation it does not know', async () => {
        const rows = await holding([])
        await expect(rows.bulkWrite([{ insertOne: {} } as never])).rejects.toBeInstanceOf(UnsupportedQuery)
      })
      it('applies what stands before an operation it refuses, and nothing behind it', async () => {
        const rows = await holding([])
        const refused = { deleteMany: { filter: { $where: 'true' } } }
        await expect(
          rows.bulkWrite([put({ _id: 1 }), refused as never, put({ _id: 2 })]),
        ).rejects.toBeInstanceOf(UnsupportedQuery)
        expect(await rows.find({})).toEqual([{ _id: 1 }])
      })
      it('takes thousands of operations', async () => {
        const rows = await holding(Array.from({ length: 1_500 }, (_, _id) => ({ _id, n: 1 })))
        await rows.bulkWrite(
          Array.from({ length: 1_500 }, (_, _id) => ({
            updateOne: { filter: { _id }, update: { $inc: { n: 1 } } },
          })),
        )
        expect(await rows.count({ n: 2 })).toBe(1_500)
        expect(await rows.find({ n: 2 }, { sort: { _id: 1 } })).toHaveLength(1_500)
        await rows.clear()
        expect(await rows.count({})).toBe(0)
      })
      it('changes nothing with an update of no fields', async () => {
        const rows = await holding([{ _id: 1, n: 1 }])
        await rows.bulkWrite([{ updateOne: { filter: { _id: 1 }, update: { $set: {} } } }])
        expect(await rows.get(1)).toEqual({ _id: 1, n: 1 })
      })
      it('takes an empty list', async () => {
        const rows = await holding([{ _id: 1 }])
        await rows.bulkWrite([])
        expect(await rows.count({})).toBe(1)
      })
    })

    describe('unique indexes', () => {
      const unique: IndexSpec = { name: 'g-slug', keys: ['g', 'slug'], unique: true }
      it('refuse a second document, by name and key, and apply nothing of the operation', async () => {
        const rows = await holding([{ _id: 1, g: 'event', slug: 'fair' }], unique)
        const second = rows.bulkWrite([put({ _id: 2, g: 'event', slug: 'fair' })])
        await expect(second).rejects.toThrow(/g-slug.*fair/)
        await expect(second).rejects.toBeInstanceOf(DuplicateKey)
        expect(await rows.get(2)).toBeNull()
        await rows.bulkWrite([put({ _id: 2, g: 'venue', slug: 'fair' })])
        await expect(
          rows.bulkWrite([{ updateOne: { filter: { _id: 2 }, update: { $set: { g: 'event' } } } }]),
        ).rejects.toBeInstanceOf(DuplicateKey)
        expect(await rows.get(2)).toEqual({ _id: 2, g: 'venue', slug: 'fair' })
        expect(await rows.count({ g: 'event' })).toBe(1)
      })
      it('let a document keep its own key, and another take it once it is free', async () => {
        const rows = await holding([{ _id: 1, g: 'event', slug: 'fair' }], unique)
        await rows.bulkWrite([
          put({ _id: 1, g: 'event', slug: 'fair', more: 1 }),
          { deleteOne: { filter: { _id: 1 } } },
          put({ _id: 2, g: 'event', slug: 'fair' }),
        ])
        expect(await rows.find({})).toEqual([{ _id: 2, g: 'event', slug: 'fair' }])
      })
      it('take a missing field for null, and each element of an array for itself', async () => {
        const rows = await holding([{ _id: 1 }, { _id: 2, uids: ['a', 'b', 'a'] }], {
          name: 'uids',
          keys: ['uids'],
          unique: true,
        })
        await expect(rows.bulkWrite([put({ _id: 3, uids: null })])).rejects.toBeInstanceOf(DuplicateKey)
        await expect(rows.bulkWrite([put({ _id: 3, uids: ['c', 'b'] })])).rejects.toBeInstanceOf(DuplicateKey)
        expect(await rows.count({ uids: 'c' })).toBe(0)
      })
    })

    describe('collections', () => {
      it('are the same when asked for again, and apart by name', async () => {
        const spec: CollectionSpec = { name: `c-${randomUUID()}`, indexes: [{ name: 'v', keys: ['v'] }] }
        const [one, two]: Collection<Row>[] = [
          await documents.collection(spec),
          await documents.collection(spec),
        ]
        await one?.bulkWrite([put({ _id: 1, v: 1 })])
        expect(await two?.find({ v: 1 })).toEqual([{ _id: 1, v: 1 }])
        expect(await (await holding([])).count({})).toBe(0)
      })
      it('get indexes that are new', async () => {
        const name = `c-${randomUUID()}`
        const rows = await documents.collection<Row>({ name, indexes: [] })
        await rows.bulkWrite([put({ _id: 1, v: 1 }), put({ _id: 2, v: 2 })])
        await documents.collection({ name, indexes: [{ name: 'v', keys: ['v'], unique: true }] })
        expect(await idsOf(rows.find({ v: { $gt: 1 } }))).toEqual([2])
        await expect(rows.bulkWrite([put({ _id: 3, v: 2 })])).rejects.toBeInstanceOf(DuplicateKey)
      })
      it('refuse an index of the same name with other keys', async () => {
        const name = `c-${randomUUID()}`
        await documents.collection({ name, indexes: [{ name: 'v', keys: ['v'] }] })
        await expect(documents.collection({ name, indexes: [{ name: 'v', keys: ['w'] }] })).rejects.toThrow(
          /v/,
        )
      })
      it('are gone with their indexes once dropped, and can be made anew', async () => {
        const name = `c-${randomUUID()}`
        const unique: IndexSpec = { name: 'v', keys: ['v'], unique: true }
        const rows = await documents.collection<Row>({ name, indexes: [unique] })
        await rows.bulkWrite([put({ _id: 1, v: 1 })])
        await documents.drop(name)
        const anew = await documents.collection<Row>({ name, indexes: [{ name: 'v', keys: ['w'] }] })
        expect(await anew.count({})).toBe(0)
        await anew.bulkWrite([put({ _id: 2, v: 1, w: 1 }), put({ _id: 3, v: 1, w: 1 })])
        expect(await idsOf(anew.find({ w: 1 }, { sort: { _id: 1 } }))).toEqual([2, 3])
      })
      it('may be dropped when they are not there, and leave the others alone', async () => {
        const rows = await holding([{ _id: 1 }])
        await documents.drop(`c-${randomUUID()}`)
        expect(await rows.count({})).toBe(1)
      })
      may('refuse a document with arrays under two keys of one index')(
        'refuse a document with arrays under two keys of one index',
        async () => {
          const rows = await holding([], { name: 'a-b', keys: ['a', 'b'] })
          await expect(rows.bulkWrite([put({ _id: 1, a: [1, 2], b: [3, 4] })])).rejects.toThrow(
            /a-b|parallel/,
          )
          expect(await rows.count({})).toBe(0)
        },
      )
      it('say that they are out of reach once closed', async () => {
        const rows = await holding([{ _id: 1 }])
        await documents.close()
        await expect(rows.get(1)).rejects.toBeInstanceOf(DocumentsUnavailable)
        await expect(rows.find({})).rejects.toBeInstanceOf(DocumentsUnavailable)
        await expect(rows.bulkWrite([put({ _id: 2 })])).rejects.toBeInstanceOf(DocumentsUnavailable)
      })
    })
  })
}
