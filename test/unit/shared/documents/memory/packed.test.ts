import { expect, it } from 'vitest'
import { memoryDocuments } from '../../../../../shared/documents/memory/memory.ts'
import type { Doc, FindOptions } from '../../../../../shared/documents/port.ts'

type Row = Doc & { readonly _id: number; readonly of: readonly number[]; readonly end: string }

const SIZE = 10_240

/** As many as ten blocks, whose ends grow with their ids, and what each question looked at. */
const world = async (packed: boolean) => {
  const visited: number[] = []
  const documents = memoryDocuments({ observe: effort => visited.push(effort.visited) })
  const rows = await documents.collection<Row>({ name: 'rows', indexes: [], packed })
  const row = (n: number): Row => ({ _id: n, of: [1 + (n % 20), 500], end: `day ${10_000 + (n >> 2)}` })
  const put = (all: readonly Row[]) =>
    rows.bulkWrite(
      all.map(replacement => ({
        replaceOne: { filter: { _id: replacement._id }, replacement, upsert: true },
      })),
    )
  await put(Array.from({ length: SIZE }, (_, n) => row(n)))
  return { rows, put, row, visited }
}

it('the last of some is looked for where nothing later may be, whichever way', async () => {
  const { rows, visited } = await world(true)
  const last = await rows.find({ of: 8 }, { sort: { end: -1 }, limit: 1 })
  const first = await rows.find({ of: 8 }, { sort: { end: 1 }, limit: 1 })
  expect([last, first].flat().map(({ _id }) => _id)).toEqual([10_227, 7])
  expect(Math.max(...visited)).toBeLessThan(SIZE / 4)
})

it('a number that is in no list of a block is not looked for in it', async () => {
  const { rows, visited } = await world(true)
  expect(await rows.count({ of: 501 })).toBe(0)
  expect(await rows.count({ of: { $in: [0, 501] } })).toBe(0)
  expect(Math.max(...visited)).toBeLessThan(SIZE / 4)
  expect(await rows.count({ of: { $in: [0, 500] } })).toBe(SIZE)
  expect(await rows.count({ of: { $nin: [0, 501] } })).toBe(SIZE)
})

it.each<[string, FindOptions]>([
  ['the last of equal ones', { sort: { end: -1 }, limit: 3, skip: 1 }],
  ['the first of equal ones', { sort: { end: 1 }, limit: 3, skip: 1 }],
  ['far into the order', { sort: { end: -1 }, limit: 2, skip: 900 }],
  ['by what is not told of a block', { sort: { of: -1, end: 1 }, limit: 3 }],
  ['by what some lack', { sort: { note: 1, end: -1 }, limit: 3 }],
])('%s are what they are where nothing is packed, also after changes all over', async (_, options) => {
  const [packed, plain] = [await world(true), await world(false)]
  const changed = Array.from({ length: 3_000 }, (_, n) => {
    const row = plain.row((n * 7_919) % SIZE)
    return n % 2 === 0 ? { ...row, end: `day ${9_000 + n}` } : { ...row, note: n }
  })
  for (const { put } of [packed, plain]) await put(changed)
  const found = await packed.rows.find({ of: { $in: [3, 11] } }, options)
  expect(found).toEqual(await plain.rows.find({ of: { $in: [3, 11] } }, options))
  expect(found).toHaveLength(options.limit ?? 0)
})
