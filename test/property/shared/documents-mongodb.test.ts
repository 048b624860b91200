import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import type { Documents, Key } from '../../../shared/documents/port.ts'
import { filter, indexes, page, sort, told, writeWith, type Row } from '../../support/any-documents.ts'
import { patientDocuments, testDatabase } from '../../support/mongodb.ts'

const id = fc.oneof<fc.Arbitrary<Key>[]>(fc.integer({ min: 1, max: 6 }), fc.constantFrom('1', 'b', ''))
const write = writeWith(id)

const url = inject('mongodbUrl')

describe.skipIf(url === null)('documents in MongoDB', () => {
  const { database, drop } = testDatabase(url ?? '')
  let mongo: Documents
  beforeAll(async () => {
    mongo = await patientDocuments(url ?? '', database)
  })
  afterAll(async () => {
    await mongo.close()
    await drop()
  })

  it('any writes, filters, sorts and pages give what they give in memory', async () => {
    let run = 0
    await fc.assert(
      fc.asyncProperty(
        indexes,
        fc.array(fc.array(write, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 3 }),
        fc.array(fc.tuple(filter, sort, page), { minLength: 1, maxLength: 5 }),
        async (specs, writes, questions) => {
          const spec = { name: `rows-${run++}`, indexes: specs }
          const inMemory = await memoryDocuments({ strict: true }).collection<Row>(spec)
          const rows = await mongo.collection<Row>(spec)
          const expected = await told(inMemory, writes, questions)
          expect(await told(rows, writes, questions)).toEqual(expected)
          await mongo.drop(spec.name)
        },
      ),
      { numRuns: 150 },
    )
  })
})
