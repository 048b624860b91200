import { afterAll, afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import type { Collection, Documents } from '../../../shared/documents/port.ts'
import { patientDocuments, testDatabase } from '../../support/mongodb.ts'

const server = inject('mongodbUrl')

type Row = { readonly _id: number | string; readonly text: string }

const put = (_id: number | string, text: string) => ({
  replaceOne: { filter: { _id }, replacement: { _id, text }, upsert: true },
})
/** Longer than a document may be (16 MiB). */
const MORE_THAN_A_DOCUMENT = 'x'.repeat(17_000_000)
/** The driver puts no command together that is longer than 17 MiB. */
const MORE_THAN_A_COMMAND = 'x'.repeat(18_000_000)
const HALF_A_COMMAND = 'x'.repeat(9_000_000)

describe.skipIf(server === null)('what goes to several collections of MongoDB in one turn', () => {
  const { database, drop } = testDatabase(server ?? '')
  let documents: Documents
  let one: Collection<Row>
  let other: Collection<Row>

  beforeEach(async () => {
    documents = await patientDocuments(server ?? '', database)
    one = await documents.collection<Row>({ name: 'one', indexes: [] })
    other = await documents.collection<Row>({ name: 'other', indexes: [] })
    await Promise.all([one.clear(), other.clear()])
    await Promise.all([one.bulkWrite([put(1, 'a')]), other.bulkWrite([put(1, 'b')])])
  })
  afterEach(async () => {
    await documents.close()
  })
  afterAll(drop)

  it.each([true, false])('is written but for a document that is too large (first: %s)', async first => {
    const refused = () => one.bulkWrite([put(2, MORE_THAN_A_DOCUMENT)])
    const well = () => other.bulkWrite([put(2, 'c')])
    const settled = await Promise.allSettled(first ? [refused(), well()] : [well(), refused()])
    expect(settled.map(({ status }) => status)).toEqual(
      first ? ['rejected', 'fulfilled'] : ['fulfilled', 'rejected'],
    )
    expect(await one.get(2)).toBeNull()
    expect(await other.get(2)).toEqual({ _id: 2, text: 'c' })
  })

  it('is read but for an id that is too long, of the same collection too', async () => {
    const settled = await Promise.allSettled([
      one.get(MORE_THAN_A_COMMAND),
      one.get(1),
      other.getMany([1, 'nobody']),
    ])
    expect(settled).toMatchObject([
      { status: 'rejected' },
      { status: 'fulfilled', value: { _id: 1, text: 'a' } },
      { status: 'fulfilled', value: [{ _id: 1, text: 'b' }] },
    ])
  })

  it('is read where only all of it together is too long', async () => {
    const ids = [1, HALF_A_COMMAND]
    expect(await Promise.all([one.getMany(ids), other.getMany(ids)])).toEqual([
      [{ _id: 1, text: 'a' }],
      [{ _id: 1, text: 'b' }],
    ])
  })
})
