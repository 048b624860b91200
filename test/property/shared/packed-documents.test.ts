import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import type { Value, WriteOp } from '../../../shared/documents/port.ts'
import { filter, page, sort, told, writeWith, type Row } from '../../support/any-documents.ts'

const put = (replacement: Row): WriteOp<Row> => ({
  replaceOne: { filter: { _id: replacement._id }, replacement, upsert: true },
})

const TEXTS = ['', 'a', 'A.', 'ab', '5', '$gt', '😀', '\uffee']
const KINDS: readonly ((n: number) => Value)[] = [
  n => n,
  n => -n * 2.5,
  n => TEXTS[n % TEXTS.length] ?? '',
  n => `event/${n}`,
  n => (n % 3 === 0 ? null : n % 3 === 1),
  n => (n % 2 === 0 ? [] : [n % 5, TEXTS[n % TEXTS.length] ?? '']),
  n => ({ p: n % 4 }),
  n => 1_700_000_000_000 + n * 60_000,
  () => 'always the same',
]

/** Several blocks full, each member by and by of every kind of value, and gaps between the ids. */
const many = (size: number, drawn: () => number): readonly Row[] =>
  Array.from({ length: size }, (_, n) => {
    const of = (shift: number) => KINDS[Math.floor(n / 700 + shift) % KINDS.length]?.(n) ?? null
    return {
      _id: n * 3,
      rev: 1 + (n % 4),
      ...(n % 50 === 0 ? {} : { a: of(drawn()), b: of(1) }),
      o: n % 2 === 0 ? { p: n % 3 } : n,
    }
  })

/** Of one that is there, of one between two that are, or of the newest. */
const id = fc.oneof(fc.nat({ max: 9_000 }), fc.integer({ min: 12_000, max: 15_000 }))

it('packed documents answer like those with indexes, whatever is written and asked', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 3_500 }),
      fc.nat({ max: 8 }),
      fc.array(fc.array(writeWith(id), { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 3 }),
      fc.array(fc.tuple(filter, sort, page), { minLength: 1, maxLength: 6 }),
      async (size, shift, writes, questions) => {
        const documents = memoryDocuments({ strict: true })
        const spec = { indexes: [{ name: 'b', keys: ['b'] }] }
        const packed = await documents.collection<Row>({ ...spec, name: 'packed', packed: true })
        const plain = await documents.collection<Row>({ ...spec, name: 'plain' })
        const all = [many(size, () => shift).map(put), ...writes]
        expect(await told(packed, all, questions)).toEqual(await told(plain, all, questions))
      },
    ),
    { numRuns: 25, seed: 7 },
  )
})

it('documents that come out of order, are written anew and removed all over stay in order', async () => {
  const documents = memoryDocuments({ strict: true })
  const packed = await documents.collection<Row>({ name: 'packed', indexes: [], packed: true })
  const uuids = Array.from({ length: 9_000 }, () => randomUUID())
  // 2,003 and 9,000 have no common factor
  const row = (n: number): Row => ({ _id: n, uuid: uuids[n] ?? '', key: `event/${n % 1_000}` })
  const ids = Array.from({ length: 9_000 }, (_, n) => (n * 2_003) % 9_000)
  await packed.bulkWrite(ids.map(n => put(row(n))))
  await packed.bulkWrite(ids.slice(0, 4_000).map(n => ({ deleteOne: { filter: { _id: n } } })))
  const late = new Set(ids.slice(3_900, 6_000))
  await packed.bulkWrite([...late].map(n => put({ ...row(n), at: n })))
  const left = ids
    .slice(3_900)
    .map(n => (late.has(n) ? { ...row(n), at: n } : row(n)))
    .sort((one, other) => Number(one._id) - Number(other._id))
  expect(await packed.find({}, { sort: { _id: 1 } })).toEqual(left)
  expect(await packed.find({ key: 'event/77' }, { sort: { _id: -1 } })).toEqual(
    left.filter(({ key }) => key === 'event/77').reverse(),
  )
  const sought = left[2_500]
  expect(await packed.find({ uuid: sought?.['uuid'] as string })).toEqual([sought])
  expect(await packed.count({ uuid: randomUUID() })).toBe(0)
  const keyed = left.filter(({ _id }) => Number(_id) >= 4_000).map(({ key }) => key)
  const counted = await packed.tally({ _id: { $gte: 4_000 } }, 'key', 9_000)
  expect(new Map(counted.map(({ value, count }) => [value, count]))).toEqual(
    new Map([...Map.groupBy(keyed, key => key)].map(([key, all]) => [key, all.length])),
  )
})
