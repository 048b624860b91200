import { expect, it } from 'vitest'
import { onListingFailure } from '../../../projections/engine/failure-policy.ts'
import type { Projection } from '../../../projections/engine/projection.ts'
import { writingSteps } from '../../../projections/engine/step-writes.ts'
import { writeEach } from '../../../shared/documents/lazy.ts'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import type { Collection, Documents, Writes } from '../../../shared/documents/port.ts'

type Row = { readonly _id: number; readonly n: number }

const put = (_id: number, n: number) => ({
  replaceOne: { filter: { _id }, replacement: { _id, n }, upsert: true },
})

/** A server that writes to several collections at once, what it was told, and how it fails. */
const server = () => {
  const memory = memoryDocuments({ strict: true, isShared: true })
  const told: string[][] = []
  const failing = { now: false }
  const writeAll = async (writes: readonly Writes[]) => {
    told.push(writes.map(({ collection }) => collection))
    if (failing.now) throw new Error('away')
    await writeEach(memory, writes)
  }
  return { documents: { ...memory, writeAll }, told, failing }
}

type Both = { readonly links: Collection<Row>; readonly counts: Collection<Row> }

/** A projection whose step is `step`. */
const projecting =
  (step: (both: Both) => Promise<void>) =>
  async (documents: Documents): Promise<Projection> => {
    const links = await documents.collection<Row>({ name: 'links', indexes: [] })
    const counts = await documents.collection<Row>({ name: 'counts', indexes: [] })
    return {
      name: 'both@1',
      prefixes: [],
      apply: () => step({ links, counts }),
      fence: () => step({ links, counts }),
      onFailure: onListingFailure,
    }
  }

const rowsOf = async (documents: Documents, name: string) =>
  (await documents.collection<Row>({ name, indexes: [] })).find({}, { sort: { _id: 1 } })

it('what a step writes is one question, in the order in which it was written', async () => {
  const { documents, told } = server()
  const { apply, fence } = await writingSteps(
    documents,
    projecting(async ({ links, counts }) => {
      await links.bulkWrite([put(1, 1)])
      await counts.bulkWrite([])
      await counts.bulkWrite([put(7, 1)])
      await links.bulkWrite([put(1, 2)])
    }),
  )
  await apply([])
  expect(told).toEqual([['links', 'counts', 'links']])
  expect(await rowsOf(documents, 'links')).toEqual([{ _id: 1, n: 2 }])
  expect(await rowsOf(documents, 'counts')).toEqual([{ _id: 7, n: 1 }])
  await fence?.(1)
  expect(told).toHaveLength(2)
})

it.each<[string, (rows: Collection<Row>) => Promise<unknown>, unknown]>([
  ['get', rows => rows.get(1), { _id: 1, n: 1 }],
  ['getMany', rows => rows.getMany([1]), [{ _id: 1, n: 1 }]],
  ['find', rows => rows.find({}), [{ _id: 1, n: 1 }]],
  ['count', rows => rows.count({ n: 1 }), 1],
  ['page', rows => rows.page({}, {}), { rows: [{ _id: 1, n: 1 }], total: 1 }],
  ['tally', rows => rows.tally({}, 'n', 9), [{ value: 1, count: 1 }]],
])(
  '%s of what the step wrote to answers with it, and of others asks for nothing to be written',
  async (_, ask, found) => {
    const { documents, told } = server()
    const answers: unknown[] = []
    const { apply } = await writingSteps(
      documents,
      projecting(async ({ links, counts }) => {
        await links.bulkWrite([put(1, 1)])
        await ask(counts)
        answers.push(told.length)
        answers.push(...(await Promise.all([ask(links), ask(links)])))
        await counts.bulkWrite([put(7, 1)])
      }),
    )
    await apply([])
    expect(answers).toEqual([0, found, found])
    expect(told).toEqual([['links'], ['counts']])
  },
)

it('what was written before a collection is emptied goes with it', async () => {
  const { documents } = server()
  const { apply } = await writingSteps(
    documents,
    projecting(async ({ links }) => {
      await links.bulkWrite([put(1, 1)])
      await links.clear()
      await links.bulkWrite([put(2, 2)])
    }),
  )
  await apply([])
  expect(await rowsOf(documents, 'links')).toEqual([{ _id: 2, n: 2 }])
})

it('a step is done when all is written, and one that fails leaves nothing for the next', async () => {
  const { documents, told, failing } = server()
  let step = 0
  const { apply } = await writingSteps(
    documents,
    projecting(async ({ links, counts }) => {
      step++
      await links.bulkWrite([put(step, step)])
      if (step === 2) throw new Error('of its own')
      if (step === 3) await counts.bulkWrite([put(step, await links.count({}))])
    }),
  )
  failing.now = true
  await expect(apply([])).rejects.toThrow('away')
  await expect(apply([])).rejects.toThrow('of its own')
  await expect(apply([])).rejects.toThrow('away')
  failing.now = false
  await apply([])
  expect(await rowsOf(documents, 'links')).toEqual([{ _id: 4, n: 4 }])
  expect(told).toEqual([['links'], ['links'], ['links']])
})

it('where documents are written by themselves nothing is held', async () => {
  const documents = memoryDocuments({ strict: true })
  const found: unknown[] = []
  const { apply } = await writingSteps(
    documents,
    projecting(async ({ links }) => {
      await links.bulkWrite([put(1, 1)])
      found.push(await rowsOf(documents, 'links'))
    }),
  )
  await apply([])
  expect(found).toEqual([[{ _id: 1, n: 1 }]])
})
