import { describe, expect, it } from 'vitest'
import { UnsupportedQuery, type Filter, type FindOptions } from '../../../shared/documents/port.ts'
import type { World } from './world.ts'

const indexes = [
  { name: 'place', keys: ['place', 'at', '_id'] },
  { name: 'tags', keys: ['tags', 'at'] },
]
const byTime: FindOptions = { sort: { at: 1, _id: 1 } }

/** Some of the matches together with how many there are. */
export const pages = ({ holding }: World): void => {
  describe('page', () => {
    const rows = () =>
      holding(
        Array.from({ length: 40 }, (_, n) => ({
          _id: n + 1,
          place: n % 2 === 0 ? 'hall' : 'yard',
          at: (n * 7) % 20,
          tags: n % 3 === 0 ? [1, 2] : [3],
        })),
        ...indexes,
      )
    const among = async (filter: Filter, options: FindOptions) => {
      const { rows: found, total } = await (await rows()).page(filter, options)
      return { ids: found.map(({ _id }) => _id), total }
    }

    it('has the matches in their place, and the number of all', async () => {
      const hall = { place: 'hall', at: { $gte: 10 } }
      expect(await among(hall, { ...byTime, limit: 3 })).toEqual({ ids: [11, 31, 17], total: 10 })
      expect(await among(hall, { ...byTime, skip: 8, limit: 3 })).toEqual({ ids: [15, 35], total: 10 })
      expect(await among(hall, { ...byTime, skip: 10, limit: 3 })).toEqual({ ids: [], total: 10 })
      expect(await among(hall, { ...byTime, limit: 0 })).toEqual({ ids: [], total: 10 })
      expect(await among({ place: 'attic' }, { ...byTime, limit: 3 })).toEqual({ ids: [], total: 0 })
    })

    it('leaves out what is not to be among them, whether or not it would be', async () => {
      const filter = { place: 'hall', at: { $gte: 10 }, _id: { $nin: [31, 15, 2, 999] } }
      expect(await among(filter, { ...byTime, skip: 1, limit: 2 })).toEqual({ ids: [17, 37], total: 8 })
    })

    it('answers what finding and counting do, whatever is asked', async () => {
      const asked: readonly Filter[] = [
        {},
        { place: { $in: ['hall', 'yard'] } },
        { tags: { $in: [1, 2] } },
        { $or: [{ at: 3 }, { place: 'yard', at: { $lt: 9 } }] },
        { place: 'yard', tags: 3 },
        { _id: { $in: [3, 4, 5] }, place: 'hall' },
      ]
      const collection = await rows()
      for (const filter of asked)
        for (const skip of [0, 2, 30]) {
          const options = { ...byTime, skip, limit: 4 }
          const both = { rows: await collection.find(filter, options), total: await collection.count(filter) }
          expect(await collection.page(filter, options)).toEqual(both)
        }
    })

    it('is the page of now, when the same is asked again after changes', async () => {
      const collection = await rows()
      const [filter, options] = [
        { place: 'hall', at: { $gte: 15 } },
        { ...byTime, limit: 3 },
      ]
      const seen = async (given: FindOptions = options) => {
        const { rows: found, total } = await collection.page(filter, given)
        return { ids: found.map(({ _id }) => _id), total }
      }
      expect(await seen()).toEqual({ ids: [9, 29, 15], total: 4 })
      await collection.bulkWrite([{ deleteOne: { filter: { _id: 29 } } }])
      expect(await seen()).toEqual({ ids: [9, 15, 35], total: 3 })
      await collection.bulkWrite([{ updateOne: { filter: { _id: 9 }, update: { $set: { at: 19 } } } }])
      expect(await seen()).toEqual({ ids: [15, 35, 9], total: 3 })
      expect(await seen({ ...options, sort: { at: -1, _id: 1 } })).toEqual({ ids: [9, 15, 35], total: 3 })
      await collection.bulkWrite([
        { updateOne: { filter: { _id: 35 }, update: { $set: { place: 'yard' } } } },
      ])
      expect(await seen({ ...options, skip: 1 })).toEqual({ ids: [9], total: 2 })
      await collection.clear()
      expect(await seen()).toEqual({ ids: [], total: 0 })
    })

    it('refuses what they refuse', async () => {
      const collection = await rows()
      await expect(collection.page({ $where: [] }, {})).rejects.toBeInstanceOf(UnsupportedQuery)
      await expect(collection.page({}, { skip: -1 })).rejects.toBeInstanceOf(UnsupportedQuery)
    })
  })
}
