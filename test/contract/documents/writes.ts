import { describe, expect, it } from 'vitest'
import { DuplicateKey, UnsupportedQuery } from '../../../shared/documents/port.ts'
import { before, updates, refusedHere, shown } from './cases.ts'
import { put, guarded, type World } from './world.ts'

/** Replacing, updating and deleting. */
export const writes = ({ holding }: World): void => {
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
        await expect(rows.bulkWrite([{ updateOne: { filter: { _id: 1 }, update } }])).rejects.toBeInstanceOf(
          UnsupportedQuery,
        )
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
}
