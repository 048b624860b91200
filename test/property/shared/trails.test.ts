import fc from 'fast-check'
import { expect, it } from 'vitest'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import type { Collection, Filter, FindOptions, Sort, WriteOp } from '../../../shared/documents/port.ts'
import { filter, page, sort, writeWith, type Row } from '../../support/any-documents.ts'

type Question = readonly [Filter, Sort, FindOptions]

/** What an answer may be made of, besides one that takes any so many documents. */
const answerTo = async (rows: Collection<Row>, [asked, by, options]: Question) => [
  await rows.count(asked),
  await rows.find(asked, { ...options, sort: by }),
  await rows.find(asked, { sort: { _id: 1 } }),
  (await rows.find(asked, { limit: 1 })).length,
  (await rows.tally(asked, 'b', Infinity)).toSorted((a, b) => String(a.value).localeCompare(String(b.value))),
  await rows.get(3),
  await rows.getMany([1, 2]),
]

const id = fc.nat({ max: 12 })
const writes = fc.array(writeWith(id), { minLength: 1, maxLength: 4 })

it('whatever is written, what has a current trail would be made the same', async () => {
  let [same, current] = [0, 0]
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(writeWith(id), { maxLength: 30 }),
      fc.array(fc.tuple(filter, sort, page), { minLength: 1, maxLength: 4 }),
      fc.array(writes, { minLength: 1, maxLength: 6 }),
      async (packed, before, questions, after) => {
        const { collection, trails } = memoryDocuments()
        const rows = await collection<Row>({
          ...{ name: 'rows', indexes: [{ name: 'b', keys: ['b'] }], packed },
          // what looks at all of a document is made of all of it
          aside: ['b'],
        })
        const write = (operations: readonly WriteOp<Row>[]) =>
          rows.bulkWrite(operations).catch(() => undefined)
        await write(before)
        const noted = []
        for (const question of questions)
          noted.push({ question, ...(await trails.noting(() => answerTo(rows, question))) })
        for (const operations of after) {
          await write(operations)
          for (const { question, made, trail } of noted) {
            const now = await answerTo(rows, question)
            const isSame = JSON.stringify(now) === JSON.stringify(made)
            if (trail.isCurrent()) {
              expect(now).toEqual(made)
              current++
            }
            if (isSame) same++
          }
        }
      },
    ),
    { numRuns: 400, seed: 11 },
  )
  // not by ending all of them
  expect(current).toBeGreaterThan(same / 3)
})

it('what looks at nothing that is kept aside is made the same as long as its trail says so, and outlasts its changes', async () => {
  const IDS = [1, 2, 3]
  let [current, outlasted] = [0, 0]
  await fc.assert(
    fc.asyncProperty(
      fc.array(writeWith(id), { maxLength: 30 }),
      fc.array(writes, { minLength: 1, maxLength: 6 }),
      async (before, after) => {
        const { collection, trails } = memoryDocuments()
        const rows = await collection<Row>({ name: 'rows', indexes: [], aside: ['b'] })
        const write = (operations: readonly WriteOp<Row>[]) =>
          rows.bulkWrite(operations).catch(() => undefined)
        const noB = (some: readonly Row[]) =>
          some.map(row => Object.entries(row).filter(([name]) => name !== 'b'))
        const others = async () => [
          ...noB(await rows.getMany(IDS, 'not-aside')),
          ...noB(await rows.find({ rev: { $lte: 2 } }, { sort: { _id: 1 }, looking: 'not-aside' })),
        ]
        await write(before)
        const [seen, whole] = [await trails.noting(others), await trails.noting(() => rows.getMany(IDS))]
        for (const operations of [
          ...after,
          [{ updateMany: { filter: {}, update: { $set: { b: 'last' } } } }],
        ]) {
          await write(operations)
          if (!seen.trail.isCurrent()) continue
          expect(await others()).toEqual(seen.made)
          current++
          if (!whole.trail.isCurrent()) outlasted++
        }
      },
    ),
    { numRuns: 600, seed: 12 },
  )
  expect(outlasted).toBeGreaterThan(50)
  expect(current).toBeGreaterThan(outlasted)
})

it('a trail ends for good, also by more changes than anybody looks through', async () => {
  const { collection, trails } = memoryDocuments()
  const rows = await collection<Row>({ name: 'rows', indexes: [] })
  // documents are remembered only as long as somebody else has them
  const held: Row[] = []
  const put = (_id: number, b: number) => {
    const replacement = { _id, rev: 1, b }
    held.push(replacement)
    return rows.bulkWrite([{ replaceOne: { filter: { _id }, replacement, upsert: true } }])
  }
  const ofOnes = () => trails.noting(() => rows.count({ b: 1 }))
  const [ended, late, early] = [await ofOnes(), await ofOnes(), await ofOnes()]
  await put(1, 1)
  await put(1, 2)
  expect(ended.trail.isCurrent()).toBe(false)
  await put(1, 1)
  await put(1, 2)
  expect([ended.trail.isCurrent(), late.trail.isCurrent()]).toEqual([false, false])
  const [looked, unlooked] = [await ofOnes(), await ofOnes()]
  for (let n = 0; n < 700; n++) {
    // on both sides of what was asked for: only the documents tell
    await put(2, n % 2 === 0 ? 0 : 2)
    if (n % 100 === 0) expect(looked.trail.isCurrent()).toBe(true)
  }
  expect([looked.trail.isCurrent(), unlooked.trail.isCurrent(), early.trail.isCurrent()]).toEqual([
    true,
    false,
    false,
  ])
  const far = await ofOnes()
  for (let n = 0; n < 30_000; n++) await put(n % 70, 100 + (n % 7))
  expect(far.trail.isCurrent()).toBe(true)
  for (let n = 0; n < 5_000; n++) await put(n % 70, 100 + (n % 7))
  expect(looked.trail.isCurrent()).toBe(false)
  expect(far.trail.isCurrent()).toBe(true)
  await rows.clear()
  expect(far.trail.isCurrent()).toBe(false)
  expect(looked.trail.isCurrent()).toBe(false)
})

it('what is made of something made before ends with it, and what nobody can follow is never current', async () => {
  const { collection, trails } = memoryDocuments()
  const rows = await collection<Row>({ name: 'rows', indexes: [] })
  const inner = await trails.noting(() => rows.get(1))
  const outer = await trails.noting(async () => trails.include(inner.trail))
  const around = await trails.noting(async () => (await trails.noting(() => rows.get(1))).made)
  const lost = await trails.noting(async () => trails.include(null))
  const isCurrent = () => [outer, around, lost].map(({ trail }) => trail.isCurrent())
  expect(isCurrent()).toEqual([true, true, false])
  await rows.bulkWrite([
    { replaceOne: { filter: { _id: 1 }, replacement: { _id: 1, rev: 1 }, upsert: true } },
  ])
  expect(isCurrent()).toEqual([false, false, false])
})
