import { deserialize, serialize } from 'node:v8'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import type { Value, WriteOp } from '../../../shared/documents/port.ts'
import { filter, page, sort, told, writeWith, type Row } from '../../support/any-documents.ts'

const put = (replacement: Row): WriteOp<Row> => ({
  replaceOne: { filter: { _id: replacement._id }, replacement, upsert: true },
})

const TEXTS = ['', 'a', 'Ünd', '漢字', '\ud800', '__proto__']
/** Each makes a column of another kind: alike, few, numbers, texts, lists, objects, gaps, and what fits no column. */
const MEMBERS: Readonly<Record<string, (n: number) => Value>> = {
  same: () => 'always the same',
  few: n => TEXTS[n % TEXTS.length] ?? '',
  number: n => n * 7,
  large: n => 3_000_000_000 + n,
  broken: n => (n % 5 === 0 ? -0 : n / 3),
  text: n => `text ${n}`,
  again: n => `text ${n}`,
  pair: n => [`up to ${n}`, `from ${n}`],
  longer: n => Array.from({ length: n % 4 }, (_, m) => n + m),
  inner: n => ({ title: `title ${n}`, deeper: { n, none: null } }),
  other: n => (n % 3 === 0 ? { p: n } : n % 3 === 1 ? null : `p${n}`),
  gap: n => (n % 7 === 0 ? null : { uid: `uid ${n}`, at: n % 2 }),
}

const many = (size: number, every: number): readonly Row[] =>
  Array.from({ length: size }, (_, n) => ({
    _id: n * 3,
    rev: 1 + (n % 4),
    // a member that some lack, for as long as `every` of them
    ...(Math.floor(n / every) % 2 === 0 ? {} : { sometimes: n }),
    a: n % 11,
    ...Object.fromEntries(Object.entries(MEMBERS).map(([name, of]) => [name, of(n)])),
    b: n % 2 === 0 ? 'x' : n,
  }))

const id = fc.oneof(fc.nat({ max: 4_500 }), fc.integer({ min: 6_000, max: 7_000 }))

it('documents that were written down and taken in are what they were, and are found and written like them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 1_600 }),
      fc.constantFrom(1, 3, 40, 10_000),
      fc.boolean(),
      fc.array(fc.array(writeWith(id), { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 3 }),
      fc.array(fc.tuple(filter, sort, page), { minLength: 1, maxLength: 5 }),
      async (size, every, packed, writes, questions) => {
        const indexes = [
          { name: 'b', keys: ['b'] },
          { name: 'a', keys: ['a', 'rev'] },
        ]
        const spec = { name: 'some', indexes, packed }
        const one = memoryDocuments()
        const other = memoryDocuments()
        const before = await one.collection<Row>(spec)
        await before.bulkWrite(many(size, every).map(put))
        for (const some of writes) await before.bulkWrite(some).catch(() => undefined)
        const held = one.state.held()
        // what is written meanwhile is not in it
        const all = await before.find({})
        await before.bulkWrite([put({ _id: 1, rev: 9, late: true }), { deleteMany: { filter: { rev: 2 } } }])
        for (const { spec: given, parts } of held) {
          const take = other.state.taking(given)
          for (const part of parts) take(deserialize(serialize(part())))
        }
        const after = await other.collection<Row>(spec)
        expect(await after.find({})).toEqual(all)
        expect((await after.find({})).map(row => Object.keys(row))).toEqual(all.map(row => Object.keys(row)))
        const third = await memoryDocuments().collection<Row>(spec)
        await third.bulkWrite(all.map(put))
        expect(await told(after, writes, questions)).toEqual(await told(third, writes, questions))
      },
    ),
    { numRuns: 40, seed: 5 },
  )
})

it('what is taken in counts as no change; every write does', async () => {
  const one = memoryDocuments()
  const rows = await one.collection<Row>({ name: 'rows', indexes: [] })
  await rows.bulkWrite(many(20, 1).map(put))
  expect(one.state.changes()).toBe(20)
  const other = memoryDocuments()
  for (const { spec, parts } of one.state.held())
    for (const part of parts) other.state.taking(spec)(deserialize(serialize(part())))
  expect(other.state.changes()).toBe(0)
  expect(other.sizes()).toEqual(new Map([['rows', 20]]))
})
