import { describe, expect, it } from 'vitest'
import { DuplicateKey, UnsupportedQuery, type IndexSpec } from '../../../shared/documents/port.ts'
import { guarded, put, type Row, type World } from './world.ts'

const SLUG: IndexSpec = { name: 'slug', keys: ['slug'], unique: true }
const adding = (_id: number) => ({ updateOne: { filter: { _id }, update: { $inc: { n: 1 } } } })

/** What is asked and written in one turn, by many who know nothing of each other: an engine may send it together. */
export const oneTurn = ({ holding }: World): void => {
  const counters = async (amount: number) =>
    Promise.all(
      Array.from({ length: amount }, async () => {
        const rows = [1, 2, 3].map(_id => ({ _id, n: 0, slug: `number ${_id}` }))
        return holding(rows, SLUG)
      }),
    )

  describe('written in one turn', () => {
    it('everything takes effect once, in several collections and several times in one', async () => {
      const all = await counters(5)
      await Promise.all([
        ...all.map(async rows => rows.bulkWrite([adding(1), adding(2), adding(1)])),
        ...all.map(async rows => rows.bulkWrite([put({ _id: 4, n: 7, slug: 'number 4' }), adding(2)])),
        ...all.map(async rows => rows.bulkWrite([{ deleteMany: { filter: { _id: 3 } } }])),
      ])
      for (const rows of all)
        expect(await rows.find({}, { sort: { _id: 1 } })).toEqual([
          { _id: 1, n: 2, slug: 'number 1' },
          { _id: 2, n: 2, slug: 'number 2' },
          { _id: 4, n: 7, slug: 'number 4' },
        ])
    })
    it.each([
      ['a taken unique key', put({ _id: 9, slug: 'number 3' }), DuplicateKey],
      [
        'a change that does not fit',
        { updateOne: { filter: { _id: 3 }, update: { $addToSet: { n: 1 } } } },
        UnsupportedQuery,
      ],
      [
        'a filter that nobody knows',
        { deleteMany: { filter: { $where: 'true' } } } as never,
        UnsupportedQuery,
      ],
    ])(
      '%s is the refusal of its own writer alone, of what stands behind it there',
      async (_, refused, Why) => {
        const all = await counters(6)
        const isRefused = (n: number) => n === 1 || n === 4
        const written = await Promise.allSettled(
          all.map(async (rows, n) =>
            rows.bulkWrite(isRefused(n) ? [adding(1), refused, adding(2)] : [adding(1), adding(2)]),
          ),
        )
        for (const [n, rows] of all.entries()) {
          const outcome = written[n]
          if (isRefused(n)) expect(outcome).toMatchObject({ reason: expect.any(Why) as unknown })
          else expect(outcome?.status).toBe('fulfilled')
          expect(await rows.find({}, { sort: { _id: 1 } })).toEqual([
            { _id: 1, n: 1, slug: 'number 1' },
            { _id: 2, n: isRefused(n) ? 0 : 1, slug: 'number 2' },
            { _id: 3, n: 0, slug: 'number 3' },
          ])
        }
      },
    )
    it('a refusal does not reach another writer to the same collection', async () => {
      const [rows, other] = await counters(2)
      const written = await Promise.allSettled([
        rows?.bulkWrite([adding(1), put({ _id: 9, slug: 'number 3' })]),
        rows?.bulkWrite([adding(2)]),
        other?.bulkWrite([adding(3)]),
      ])
      expect(written.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
      expect(await rows?.find({}, { sort: { _id: 1 } })).toMatchObject([{ n: 1 }, { n: 1 }, { n: 0 }])
      expect(await other?.find({}, { sort: { _id: 1 } })).toMatchObject([{ n: 0 }, { n: 0 }, { n: 1 }])
    })
    it('what is stale, or whose condition does not hold, changes nothing and holds nobody up', async () => {
      const all = await Promise.all(
        [1, 2, 3, 4].map(async () => holding([{ _id: 1, rev: 5, n: 0, owner: 'first' }])),
      )
      const claim = {
        updateOne: { filter: { _id: 1, owner: null }, update: { $set: { owner: 'second' }, $inc: { n: 1 } } },
      }
      for (const rev of [4, 5, 6])
        await Promise.all(
          all.map(async (rows, n) =>
            rows.bulkWrite([
              guarded({ _id: 1, rev: n % 2 === 0 ? rev : 3, n: rev, owner: 'first' }),
              claim,
              guarded({ _id: 2, rev, n: rev }),
            ]),
          ),
        )
      for (const [n, rows] of all.entries())
        expect(await rows.find({}, { sort: { _id: 1 } })).toEqual([
          n % 2 === 0 ? { _id: 1, rev: 6, n: 6, owner: 'first' } : { _id: 1, rev: 5, n: 0, owner: 'first' },
          { _id: 2, rev: 6, n: 6 },
        ])
    })
    it('no increment is lost or done twice, turn after turn, whatever is refused between', async () => {
      const all = await counters(4)
      const taken = put({ _id: 9, slug: 'number 3' })
      for (let turn = 0; turn < 10; turn++)
        await Promise.allSettled(
          all.flatMap((rows, n) => [
            rows.bulkWrite([adding(1)]),
            rows.bulkWrite(turn % 4 === n ? [adding(2), taken] : [adding(2)]),
          ]),
        )
      for (const rows of all)
        expect(await rows.find({}, { sort: { _id: 1 } })).toMatchObject([{ n: 10 }, { n: 10 }, { n: 0 }])
    })
    it('takes hundreds of operations for each of two collections', async () => {
      const all = await Promise.all([1, 2].map(async () => holding([])))
      const many = Array.from({ length: 300 }, (_, _id) => put({ _id, n: _id }))
      await Promise.all(all.map(async rows => rows.bulkWrite(many)))
      for (const rows of all) expect(await rows.count({})).toBe(300)
    })
  })

  describe('asked by ids in one turn', () => {
    const many = Array.from({ length: 5_000 }, (_, _id) => _id)
    it('each gets what it asked for, of its own collection, in its own order', async () => {
      const [one, two, empty] = await Promise.all([
        holding([
          { _id: 1, of: 'one' },
          { _id: 2, of: 'one' },
          { _id: '1', of: 'one, in letters' },
        ]),
        holding([
          { _id: 1, of: 'two' },
          { _id: 3, of: 'two' },
        ]),
        holding([]),
      ])
      const asked = await Promise.all<unknown>([
        empty.get(1),
        empty.getMany([1, 2]),
        one.getMany([2, 1, 3]),
        two.getMany([3, 1, 2]),
        one.get(1),
        one.get('1'),
        two.get(2),
        one.getMany([]),
        two.getMany([1, 1]),
        one.getMany([1, '1']),
      ])
      const [ofOne, ofTwo] = [
        { _id: 1, of: 'one' },
        { _id: 1, of: 'two' },
      ]
      const letters = { _id: '1', of: 'one, in letters' }
      expect(asked).toEqual([
        ...[null, []],
        ...[
          [{ _id: 2, of: 'one' }, ofOne],
          [{ _id: 3, of: 'two' }, ofTwo],
        ],
        ...[ofOne, letters, null, []],
        ...[
          [ofTwo, ofTwo],
          [ofOne, letters],
        ],
      ])
    })
    it('thousands of ids, and thousands who ask for one', async () => {
      const of = (name: string): readonly Row[] =>
        many.filter(_id => _id % 500 === 0).map(_id => ({ _id, of: name }))
      const all = await Promise.all([holding(of('one')), holding(of('two')), holding([{ _id: 7 }])])
      const [one, two, few] = all
      const [ofOne, each, ofFew] = await Promise.all([
        one.getMany(many),
        Promise.all(many.map(async id => two.get(id))),
        few.getMany([7, 8]),
      ])
      expect(ofOne).toEqual(of('one'))
      expect(each.filter(row => row !== null)).toEqual(of('two'))
      expect(ofFew).toEqual([{ _id: 7 }])
    })
    it('what was written before is there for everybody who asks after it', async () => {
      const all = await Promise.all([1, 2, 3].map(async () => holding([])))
      for (let n = 1; n <= 5; n++) {
        await Promise.all(all.map(async rows => rows.bulkWrite([put({ _id: 1, n })])))
        expect(await Promise.all(all.map(async rows => rows.get(1)))).toEqual(all.map(() => ({ _id: 1, n })))
      }
    })
  })
}
