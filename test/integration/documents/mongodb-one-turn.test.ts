import { afterAll, afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { DuplicateKey, type Collection, type Documents } from '../../../shared/documents/port.ts'
import { patientDocuments, testDatabase } from '../../support/mongodb.ts'

const server = inject('mongodbUrl')

type Row = { readonly _id: number | string; readonly text: string }

type Slugged = { readonly _id: number; readonly slug: string; readonly rev: number }

const slugged = (_id: number, slug: string) => ({
  replaceOne: { filter: { _id }, replacement: { _id, slug, rev: 0 }, upsert: true },
})
/** Of several writers that which has the highest `rev` counts. */
const newer = (_id: number, rev: number) => ({
  replaceOne: {
    filter: { _id, rev: { $lt: rev } },
    replacement: { _id, rev, slug: 'newest', text: 'newest' },
    upsert: true,
  },
})

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

  it('is written in its order, and nothing behind a refusal of its own', async () => {
    const slug = { name: 'slug', keys: ['slug'], unique: true } as const
    const names = ['first', 'second', 'third'] as const
    const [first, second, third] = await Promise.all(
      names.map(async name => {
        const rows = await documents.collection<Slugged>({ name, indexes: [slug] })
        await rows.bulkWrite([slugged(1, 'taken')])
        return rows
      }),
    )
    const writing = async (_id: number, refused: string) =>
      documents.writeAll?.(
        names.map(name => ({
          collection: name,
          operations: [slugged(_id, name === refused ? 'taken' : `of ${_id}`), newer(9, _id)],
        })),
      )
    const settled = await Promise.allSettled([
      writing(2, 'nobody'),
      writing(3, 'second'),
      other.bulkWrite([put(2, 'c')]),
      writing(4, 'first'),
      writing(5, 'nobody'),
    ])
    expect(settled.map(({ status }) => status)).toEqual([
      ...['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled'],
    ])
    expect(settled[1]).toMatchObject({ reason: expect.any(DuplicateKey) as unknown })
    const idsOf = async (rows: Collection<Slugged> | undefined) =>
      (await rows?.find({}, { sort: { _id: 1 } }))?.map(({ _id, rev }) => (_id === 9 ? `newest ${rev}` : _id))
    expect(await idsOf(first)).toEqual([1, 2, 3, 5, 'newest 5'])
    expect(await idsOf(second)).toEqual([1, 2, 5, 'newest 5'])
    expect(await idsOf(third)).toEqual([1, 2, 5, 'newest 5'])
    expect(await other.get(2)).toEqual({ _id: 2, text: 'c' })
  })

  it('is written behind what is stale, however many collections of one writer it is', async () => {
    await documents.writeAll?.([{ collection: 'one', operations: [newer(9, 5)] }])
    await Promise.all(
      [4, 6].map(async rev =>
        documents.writeAll?.([
          { collection: 'one', operations: [newer(9, rev), put(rev, 'a')] },
          { collection: 'other', operations: [newer(9, rev), put(rev, 'b')] },
        ]),
      ),
    )
    for (const rows of [one, other])
      expect(await rows.find({ _id: { $gt: 1 } }, { sort: { _id: 1 } })).toMatchObject([
        ...[{ _id: 4 }, { _id: 6 }],
        { _id: 9, rev: 6 },
      ])
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
