import fc from 'fast-check'
import { expect, it } from 'vitest'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import type { StoredRecord } from '../../../shared/event-store/port.ts'
import { contents, first, later, truthful } from '../../support/mixed-facts.ts'
import { readModels } from '../../support/read-models.ts'
import { recorder } from '../../support/recorded.ts'
import { watchedDocuments } from '../../support/watched-documents.ts'

const delivered = async (batches: readonly (readonly StoredRecord[])[]) => {
  const documents = memoryDocuments({ strict: true })
  const models = await readModels(documents)
  for (const batch of batches) await models.apply(batch)
  return contents(documents)
}

it('whatever the batches, and from wherever the records come again, the read models end up the same', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(later, { maxLength: 25 }),
      fc.array(fc.nat(), { maxLength: 4 }),
      async (facts, cuts) => {
        const record = recorder()
        const records = [...first, ...facts].map(fact => record(fact))
        const once = await delivered(records.map(one => [one]))
        // a crash loses the checkpoint, so what follows it comes again
        const again = cuts.map(cut => records.slice(cut % records.length))
        expect(await delivered([records, ...again])).toEqual(once)
      },
    ),
    { numRuns: 120 },
  )
})

it('a write may fail at any point: what follows the last checkpoint comes again, cut otherwise', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(later, { maxLength: 25 }),
      fc.integer({ min: 1, max: 40 }),
      fc.nat(),
      async (facts, failing, cut) => {
        const record = recorder()
        const records = truthful([...first, ...facts]).map(fact => record(fact))
        const once = await delivered(records.map(one => [one]))
        let writes = 0
        const documents = watchedDocuments(memoryDocuments({ strict: true }), () => {
          if (++writes === failing) throw new Error(`write ${failing}`)
        })
        const models = await readModels(documents)
        const middle = cut % records.length
        for (const batch of [records.slice(0, middle), records.slice(middle)])
          await models.apply(batch).catch(async () => {
            for (const one of batch) await models.apply([one])
          })
        expect(await contents(documents)).toEqual(once)
      },
    ),
    { numRuns: 200 },
  )
})
