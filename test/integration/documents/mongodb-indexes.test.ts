import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, describe, expect, inject, it } from 'vitest'
import { mongoDocuments } from '../../../shared/documents/mongodb/mongodb.ts'
import { DuplicateKey, type Documents, type IndexSpec } from '../../../shared/documents/port.ts'
import { testDatabase } from '../../support/mongodb.ts'

type Row = { readonly _id: number; readonly v: number; readonly w: number }

const url = inject('mongodbUrl')

describe.skipIf(url === null)('indexes in MongoDB', () => {
  const { database, directly, drop } = testDatabase(url ?? '')
  const open: Documents[] = []
  const said: string[] = []
  /** As another start of the program does. */
  const started = async (name: string, ...indexes: readonly IndexSpec[]) => {
    const documents = await mongoDocuments({ url: url ?? '', database, warn: message => said.push(message) })
    open.push(documents)
    return documents.collection<Row>({ name, indexes })
  }
  const onServer = (name: string): Promise<Readonly<Record<string, unknown>>> =>
    directly(async client => {
      const found = await client.db(database).collection(name).indexes()
      return Object.fromEntries(
        found.map(({ name: index, key, unique }): [string, unknown] => [
          index ?? '?',
          unique === true ? { ...key, unique } : key,
        ]),
      )
    })
  afterEach(async () => {
    for (const documents of open.splice(0)) await documents.close()
    said.length = 0
  })
  afterAll(drop)

  const put = (row: Row) => ({ replaceOne: { filter: { _id: row._id }, replacement: row, upsert: true } })

  it('end with the id, so that ties come in order, unless they are unique', async () => {
    const name = `rows-${randomUUID()}`
    await started(
      name,
      { name: 'plain', keys: ['v'] },
      { name: 'with-id', keys: ['w', '_id', 'v'] },
      { name: 'unique', keys: ['v', 'w'], unique: true },
      { name: 'id', keys: ['_id'] },
    )
    expect(await onServer(name)).toEqual({
      _id_: { _id: 1 },
      plain: { v: 1, _id: 1 },
      'with-id': { w: 1, _id: 1 },
      unique: { v: 1, w: 1, unique: true },
    })
  })

  it.each<readonly [string, IndexSpec, Record<string, unknown>]>([
    ['other keys', { name: 'v', keys: ['w'] }, { v: { w: 1, _id: 1 } }],
    ['uniqueness', { name: 'v', keys: ['v'], unique: true }, { v: { v: 1, unique: true } }],
    ['another name', { name: 'renamed', keys: ['v'] }, { renamed: { v: 1, _id: 1 } }],
  ])('of an older program are made anew with %s', async (_, now, expected) => {
    const name = `rows-${randomUUID()}`
    const before = await started(name, { name: 'v', keys: ['v'] }, { name: 'kept', keys: ['w', 'v'] })
    await before.bulkWrite([put({ _id: 1, v: 1, w: 1 })])
    const rows = await started(name, now, { name: 'kept', keys: ['w', 'v'] })
    const { _id_, kept, ...others } = await onServer(name)
    expect([_id_, kept]).toEqual([{ _id: 1 }, { w: 1, v: 1, _id: 1 }])
    expect(others).toEqual(expected)
    expect(said).toEqual([expect.stringMatching(/^index v of rows-.* has another shape/)])
    expect(await rows.find({ v: 1 })).toEqual([{ _id: 1, v: 1, w: 1 }])
  })

  it('are left alone when they are right', async () => {
    const name = `rows-${randomUUID()}`
    await started(name, { name: 'v', keys: ['v'] })
    await started(name, { name: 'v', keys: ['v'] })
    expect(said).toEqual([])
  })

  it('may be wanted by several starts at once', async () => {
    const name = `rows-${randomUUID()}`
    const specs: IndexSpec[] = [
      { name: 'v', keys: ['v'] },
      { name: 'w', keys: ['w'], unique: true },
    ]
    await Promise.all([1, 2, 3].map(() => started(name, ...specs)))
    expect(Object.keys(await onServer(name)).sort()).toEqual(['_id_', 'v', 'w'])
  })

  it('that cannot be unique are refused, and the documents stay', async () => {
    const name = `rows-${randomUUID()}`
    const rows = await started(name)
    await rows.bulkWrite([put({ _id: 1, v: 1, w: 1 }), put({ _id: 2, v: 1, w: 2 })])
    await expect(started(name, { name: 'v', keys: ['v'], unique: true })).rejects.toBeInstanceOf(DuplicateKey)
    expect(await rows.count({})).toBe(2)
  })
})

describe.skipIf(url === null)('the database', () => {
  const { database, directly, drop } = testDatabase(url ?? '')
  afterAll(drop)

  it('is the one of the address, which one given apart overrides', async () => {
    const address = new URL(url ?? 'mongodb://none')
    address.pathname = `/${database}`
    const documents = await mongoDocuments({ url: address.href, warn: () => undefined })
    const rows = await documents.collection<{ _id: number }>({ name: 'here', indexes: [] })
    await rows.bulkWrite([{ replaceOne: { filter: { _id: 1 }, replacement: { _id: 1 }, upsert: true } }])
    await documents.close()
    const other = await mongoDocuments({
      url: address.href,
      database: `${database}-2`,
      warn: () => undefined,
    })
    expect(await (await other.collection({ name: 'here', indexes: [] })).count({})).toBe(0)
    await other.close()
    expect(await directly(client => client.db(database).collection('here').countDocuments())).toBe(1)
  })

  it.each(['', 'localhost', 'http://localhost', 'mongodb://user:secret@'])(
    'needs an address: %j, whose password stays untold',
    async given => {
      const opened = mongoDocuments({ url: given, warn: () => undefined })
      await expect(opened).rejects.toThrow(/^url: /)
      await expect(opened).rejects.not.toThrow(/secret/)
    },
  )
})
