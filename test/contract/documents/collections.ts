import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  type Collection,
  type CollectionSpec,
  DocumentsUnavailable,
  DuplicateKey,
  type IndexSpec,
} from '../../../shared/documents/port.ts'
import { type Row, put, type World } from './world.ts'

/** Collections and their unique indexes. */
export const collections = ({ documents, holding, idsOf, may }: World): void => {
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
        await documents().collection(spec),
        await documents().collection(spec),
      ]
      await one?.bulkWrite([put({ _id: 1, v: 1 })])
      expect(await two?.find({ v: 1 })).toEqual([{ _id: 1, v: 1 }])
      expect(await (await holding([])).count({})).toBe(0)
    })
    it('get indexes that are new', async () => {
      const name = `c-${randomUUID()}`
      const rows = await documents().collection<Row>({ name, indexes: [] })
      await rows.bulkWrite([put({ _id: 1, v: 1 }), put({ _id: 2, v: 2 })])
      await documents().collection({ name, indexes: [{ name: 'v', keys: ['v'], unique: true }] })
      expect(await idsOf(rows.find({ v: { $gt: 1 } }))).toEqual([2])
      await expect(rows.bulkWrite([put({ _id: 3, v: 2 })])).rejects.toBeInstanceOf(DuplicateKey)
    })
    it('refuse an index of the same name with other keys', async () => {
      const name = `c-${randomUUID()}`
      await documents().collection({ name, indexes: [{ name: 'v', keys: ['v'] }] })
      await expect(documents().collection({ name, indexes: [{ name: 'v', keys: ['w'] }] })).rejects.toThrow(
        /v/,
      )
    })
    it('are gone with their indexes once dropped, and can be made anew', async () => {
      const name = `c-${randomUUID()}`
      const unique: IndexSpec = { name: 'v', keys: ['v'], unique: true }
      const rows = await documents().collection<Row>({ name, indexes: [unique] })
      await rows.bulkWrite([put({ _id: 1, v: 1 })])
      await documents().drop(name)
      const anew = await documents().collection<Row>({ name, indexes: [{ name: 'v', keys: ['w'] }] })
      expect(await anew.count({})).toBe(0)
      await anew.bulkWrite([put({ _id: 2, v: 1, w: 1 }), put({ _id: 3, v: 1, w: 1 })])
      expect(await idsOf(anew.find({ w: 1 }, { sort: { _id: 1 } }))).toEqual([2, 3])
    })
    it('may be dropped when they are not there, and leave the others alone', async () => {
      const rows = await holding([{ _id: 1 }])
      await documents().drop(`c-${randomUUID()}`)
      expect(await rows.count({})).toBe(1)
    })
    may('refuse a document with arrays under two keys of one index')(
      'refuse a document with arrays under two keys of one index',
      async () => {
        const rows = await holding([], { name: 'a-b', keys: ['a', 'b'] })
        await expect(rows.bulkWrite([put({ _id: 1, a: [1, 2], b: [3, 4] })])).rejects.toThrow(/a-b|parallel/)
        expect(await rows.count({})).toBe(0)
      },
    )
    it('say that they are out of reach once closed', async () => {
      const rows = await holding([{ _id: 1 }])
      await documents().close()
      await expect(rows.get(1)).rejects.toBeInstanceOf(DocumentsUnavailable)
      await expect(rows.find({})).rejects.toBeInstanceOf(DocumentsUnavailable)
      await expect(rows.bulkWrite([put({ _id: 2 })])).rejects.toBeInstanceOf(DocumentsUnavailable)
    })
  })
}
