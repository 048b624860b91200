import { expect, it } from 'vitest'
import { memoryDocuments } from '../../../../../shared/documents/memory/memory.ts'
import type { Doc, Filter } from '../../../../../shared/documents/port.ts'

type Row = Doc & { readonly kind: number; readonly at: number }

/** A thousand rows of each of ten kinds, and what each question took. */
const world = async () => {
  const efforts: { readonly index: string | null; readonly visited: number }[] = []
  const documents = memoryDocuments({ observe: ({ index, visited }) => efforts.push({ index, visited }) })
  const rows = await documents.collection<Row>({
    name: 'rows',
    indexes: [{ name: 'kind-at', keys: ['kind', 'at'] }],
  })
  await rows.bulkWrite(
    Array.from({ length: 10_000 }, (_, n) => ({
      replaceOne: {
        filter: { _id: n },
        replacement: { _id: n, kind: n % 10, at: Math.floor(n / 10) },
        upsert: true,
      },
    })),
  )
  return { rows, efforts }
}

const first: Filter = { kind: 1, at: { $lt: 3 } }
const second: Filter = { kind: 2, at: { $gte: 998 } }
const overlapping: Filter = { kind: 1, at: { $gte: 2, $lt: 4 } }

it('goes through the entries of each side and no others', async () => {
  const { rows, efforts } = await world()
  const found = await rows.find({ $or: [first, second] }, { sort: { _id: 1 } })
  expect(found.map(({ _id }) => _id)).toEqual([1, 11, 21, 9_982, 9_992])
  expect(efforts).toEqual([{ index: 'kind-at', visited: 5 }])
})

it('meets what both sides hold twice, and answers and counts it once', async () => {
  const { rows, efforts } = await world()
  const filter = { $or: [first, overlapping] }
  expect((await rows.find(filter, { sort: { at: -1 }, limit: 2 })).map(({ at }) => at)).toEqual([3, 2])
  expect(await rows.count(filter)).toBe(4)
  expect(efforts.map(({ visited }) => visited)).toEqual([5, 5])
})

it('stops when it has enough', async () => {
  const { rows, efforts } = await world()
  expect(await rows.find({ $or: [first, second] }, { limit: 1 })).toHaveLength(1)
  expect(efforts[0]?.visited).toBe(1)
})

it('tries every document when one side has no index', async () => {
  const { rows, efforts } = await world()
  expect(await rows.count({ $or: [first, { at: 999 }] })).toBe(13)
  expect(efforts).toEqual([{ index: null, visited: 10_000 }])
})
