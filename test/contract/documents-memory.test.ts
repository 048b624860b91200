import { beforeEach, describe, expect, it } from 'vitest'
import { memoryDocuments } from '../../shared/documents/memory/memory.ts'
import {
  UnsupportedQuery,
  type Collection,
  type Filter,
  type Key,
  type Sort,
} from '../../shared/documents/port.ts'
import { documentsContract } from './documents.contract.ts'

documentsContract('in memory', async () => memoryDocuments({ strict: true }))

type Item = {
  readonly _id: number
  readonly status: string
  readonly start: number
  readonly terms: readonly number[]
  readonly venue: number
}
type Effort = { index: string | null; visited: number; sorted: boolean; collection: string }

const SIZE = 3_000
const item = (n: number): Item => ({
  _id: n + 1,
  status: n % 10 === 0 ? 'draft' : 'publish',
  // 1000 starts, three documents each; 7 and 1000 have no common factor
  start: (n * 7) % 1_000,
  terms: n % 4 === 0 ? [] : [n % 5, 5 + (n % 3)],
  venue: n % 100,
})
const items = Array.from({ length: SIZE }, (_, n) => item(n))

describe('documents in memory: what answering takes', () => {
  const efforts: Effort[] = []
  let rows: Collection<Item>
  beforeEach(async () => {
    rows = await memoryDocuments({ observe: effort => efforts.push(effort) }).collection<Item>({
      name: 'items',
      indexes: [
        { name: 'status-start', keys: ['status', 'start'] },
        { name: 'terms-start', keys: ['terms', 'start'] },
        { name: 'venue', keys: ['venue'] },
      ],
    })
    await rows.bulkWrite(
      items.map(row => ({ replaceOne: { filter: { _id: row._id }, replacement: row, upsert: true } })),
    )
    efforts.length = 0
  })

  const upcoming: Filter = { status: 'publish', start: { $gte: 100 } }
  const expected = (matches: (row: Item) => boolean, direction: 1 | -1 = 1): readonly Key[] =>
    items
      .filter(matches)
      .sort((a, b) => (a.start - b.start) * direction || a._id - b._id)
      .map(({ _id }) => _id)
  const isUpcoming = ({ status, start }: Item) => status === 'publish' && start >= 100

  it.each([0, 10, 2_000])('a page %d documents in costs its own entries only', async skip => {
    const page = await rows.find(upcoming, { sort: { start: 1, _id: 1 }, skip, limit: 10 })
    expect(page.map(({ _id }) => _id)).toEqual(expected(isUpcoming).slice(skip, skip + 10))
    expect(efforts).toEqual([{ collection: 'items', index: 'status-start', visited: 10, sorted: false }])
  })
  it.each([0, 10, 2_000])(
    'so does one with dates descending and ids ascending, %d documents in',
    async skip => {
      const page = await rows.find(upcoming, { sort: { start: -1, _id: 1 }, skip, limit: 10 })
      expect(page.map(({ _id }) => _id)).toEqual(expected(isUpcoming, -1).slice(skip, skip + 10))
      expect(efforts).toEqual([{ collection: 'items', index: 'status-start', visited: 10, sorted: false }])
    },
  )
  it('counts a prefix and a range without looking at any entry', async () => {
    expect(await rows.count(upcoming)).toBe(expected(isUpcoming).length)
    expect(await rows.count({ terms: 3 })).toBe(450)
    expect(await rows.count({ status: 'publish', start: { $gt: 100, $lte: 200 } })).toBe(
      expected(({ status, start }) => status === 'publish' && start > 100 && start <= 200).length,
    )
    expect(efforts.map(({ visited }) => visited)).toEqual([0, 0, 0])
  })
  it.each([0, 1_000])('leaves out a few ids by their places, %d documents in', async skip => {
    const hidden = [
      ...expected(isUpcoming).slice(0, 2),
      ...expected(isUpcoming).slice(1_003, 1_005),
      1,
      99_999,
    ]
    const filter: Filter = { ...upcoming, _id: { $nin: hidden } }
    const left = expected(row => isUpcoming(row) && !hidden.includes(row._id))
    const page = await rows.find(filter, { sort: { start: 1, _id: 1 }, skip, limit: 10 })
    expect(page.map(({ _id }) => _id)).toEqual(left.slice(skip, skip + 10))
    expect(await rows.count(filter)).toBe(left.length)
    expect(efforts.map(({ visited }) => visited)).toEqual([skip === 0 ? 10 : 12, 0])
  })
  it('merges the ranges of a few values and stops when the page is full', async () => {
    const page = await rows.find({ terms: { $in: [1, 6] } }, { sort: { start: 1, _id: 1 }, limit: 10 })
    const ids = expected(({ terms }) => terms.includes(1) || terms.includes(6))
    expect(page.map(({ _id }) => _id)).toEqual(ids.slice(0, 10))
    expect(efforts[0]).toMatchObject({ index: 'terms-start', sorted: false })
    expect(efforts[0]?.visited).toBeLessThanOrEqual(20)
  })
  it('looks documents up by their ids', async () => {
    const page = await rows.find({ _id: { $in: [7, 3, 99_999] }, status: 'publish' }, { sort: { start: 1 } })
    expect(page.map(({ _id }) => _id)).toEqual([3, 7])
    expect(efforts[0]).toMatchObject({ index: null, visited: 2 })
  })
  it('stops at the end of the page when the rest must be tested', async () => {
    await rows.find({ ...upcoming, venue: { $gt: 49 } }, { sort: { start: 1, _id: 1 }, limit: 10 })
    expect(efforts[0]).toMatchObject({ index: 'status-start', sorted: false })
    expect(efforts[0]?.visited).toBeLessThan(100)
  })
  it('looks at nothing when an index says that there is nothing', async () => {
    expect(await rows.find({ status: 'trash', terms: { $in: [1, 6] }, venue: { $gt: 49 } })).toEqual([])
    expect(await rows.find({ status: 'publish', start: { $gte: 5_000 }, venue: { $gt: 49 } })).toEqual([])
    expect(efforts.map(({ visited }) => visited)).toEqual([0, 0])
  })
  it('takes the index with the fewest entries', async () => {
    const found = await rows.find({ status: 'publish', venue: 7 }, { sort: { start: 1, _id: 1 } })
    expect(found.map(({ _id }) => _id)).toEqual(
      expected(({ status, venue }) => status === 'publish' && venue === 7),
    )
    expect(efforts[0]).toEqual({ collection: 'items', index: 'venue', visited: 30, sorted: true })
  })
  it.each<Sort>([{ _id: 1 }, { _id: -1 }])('goes through ids in order: %j', async sort => {
    const page = await rows.find({}, { sort, skip: 2_000, limit: 2 })
    expect(page.map(({ _id }) => _id)).toEqual(sort['_id'] === 1 ? [2_001, 2_002] : [1_000, 999])
    expect(efforts[0]).toMatchObject({ visited: 2, sorted: false })
  })
  it('keeps ranks right through removals and moves', async () => {
    await rows.bulkWrite([
      { deleteMany: { filter: { start: { $lt: 500 } } } },
      { updateMany: { filter: { venue: 7 }, update: { $set: { start: 5_000 } } } },
    ])
    const now = items
      .filter(({ start }) => start >= 500)
      .map(row => (row.venue === 7 ? { ...row, start: 5_000 } : row))
      .filter(({ status }) => status === 'publish')
      .sort((a, b) => a.start - b.start || a._id - b._id)
    efforts.length = 0
    expect(await rows.count({ status: 'publish' })).toBe(now.length)
    for (const skip of [0, 700, now.length - 3])
      expect(await rows.find({ status: 'publish' }, { sort: { start: 1, _id: 1 }, skip, limit: 3 })).toEqual(
        now.slice(skip, skip + 3),
      )
    expect(efforts.map(({ visited }) => visited)).toEqual([0, 3, 3, 3])
  })
})

describe('documents in memory: failures', () => {
  it('leave every document of an updateMany as it was', async () => {
    const rows = await memoryDocuments({ strict: true }).collection<{ _id: number; n: number; v: number }>({
      name: 'rows',
      indexes: [{ name: 'n', keys: ['n'], unique: true }],
    })
    const three = [1, 2, 4].map(n => ({ _id: n, n, v: 0 }))
    await rows.bulkWrite(
      three.map(row => ({ replaceOne: { filter: { _id: row._id }, replacement: row, upsert: true } })),
    )
    await expect(
      rows.bulkWrite([{ updateMany: { filter: {}, update: { $set: { v: 1 }, $max: { n: 3 } } } }]),
    ).rejects.toThrow(/unique index n of rows holds \[3\] already/)
    expect(await rows.find({}, { sort: { _id: 1 } })).toEqual(three)
    expect(await rows.count({ n: { $gte: 1 } })).toBe(3)
  })
})

describe('documents in memory, strict', () => {
  it.each([{ at: new Date(0) }, { n: NaN }, { u: undefined }, { 'a.b': 1 }, { deep: [{ $set: 1 }] }])(
    'refuses %o',
    async extra => {
      const rows = await memoryDocuments({ strict: true }).collection<{ _id: number }>({
        name: 'rows',
        indexes: [],
      })
      const replacement = { _id: 1, ...extra }
      await expect(
        rows.bulkWrite([{ replaceOne: { filter: { _id: 1 }, replacement, upsert: true } }]),
      ).rejects.toBeInstanceOf(UnsupportedQuery)
      expect(await rows.count({})).toBe(0)
    },
  )
  it('freezes what it keeps, updated documents too', async () => {
    const rows = await memoryDocuments({ strict: true }).collection<{ _id: number; list: number[] }>({
      name: 'rows',
      indexes: [],
    })
    await rows.bulkWrite([
      { replaceOne: { filter: { _id: 1 }, replacement: { _id: 1, list: [1] }, upsert: true } },
      { updateOne: { filter: { _id: 1 }, update: { $addToSet: { list: 2 } } } },
    ])
    const row = await rows.get(1)
    expect(() => row?.list.push(3)).toThrow(TypeError)
    expect(await rows.get(1)).toEqual({ _id: 1, list: [1, 2] })
  })
})
