import fc from 'fast-check'
import { expect, it } from 'vitest'
import { memoryDocuments } from '../../../shared/documents/memory.ts'
import type { StoredRecord } from '../../../shared/event-store/port.ts'
import { contents, first, later, truthful } from '../../support/mixed-facts.ts'
import { readModels } from '../../support/read-models.ts'
import { recorder } from '../../support/recorded.ts'
import { actor } from '../../support/stepped-documents.ts'

/** Whose lease it was says nothing to readers. */
const withoutEpochs = (collections: readonly (readonly object[])[]) =>
  collections.map(documents => documents.map(document => ({ ...document, epoch: 0 })))

const inBatches = (records: readonly StoredRecord[], size: number): readonly (readonly StoredRecord[])[] =>
  records.length === 0 ? [] : [records.slice(0, size), ...inBatches(records.slice(size), size)]

const undisturbed = async (records: readonly StoredRecord[]) => {
  const documents = memoryDocuments({ strict: true })
  const models = await readModels(documents)
  for (const record of records) await models.apply([record])
  return withoutEpochs(await contents(documents))
}

it('a holder that pauses anywhere in its batch may write the rest of it late, between whatever its successor does', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(later, { maxLength: 20 }),
      fc.record({
        saved: fc.nat({ max: 20 }),
        inBatch: fc.integer({ min: 1, max: 30 }),
        doneBefore: fc.nat({ max: 60 }),
        successorsBatch: fc.integer({ min: 1, max: 30 }),
      }),
      fc.infiniteStream(fc.boolean()),
      async (facts, { saved, inBatch, doneBefore, successorsBatch }, turns) => {
        const record = recorder()
        const records = truthful([...first, ...facts]).map(fact => record(fact))
        const documents = memoryDocuments({ strict: true })
        const before = await readModels(documents)
        await before.fence(1)
        for (const one of records.slice(0, saved)) await before.apply([one], 1)

        const paused = actor(documents)
        const late = (await readModels(paused.documents)).apply(records.slice(saved, saved + inBatch), 1)
        for (let n = 0; n < doneBefore; n++) if (!(await paused.step())) break

        const successor = actor(documents)
        const models = await readModels(successor.documents)
        const takingOver = async () => {
          await models.fence(2)
          for (const batch of inBatches(records.slice(saved), successorsBatch)) await models.apply(batch, 2)
        }
        const taken = takingOver()
        for (let going = true; going;) {
          const [one, other] = turns.next().value === true ? [paused, successor] : [successor, paused]
          going = (await one.step()) || (await other.step())
        }
        await Promise.all([late, taken])
        expect(withoutEpochs(await contents(documents))).toEqual(await undisturbed(records))
      },
    ),
    { numRuns: 150 },
  )
}, 60_000)
