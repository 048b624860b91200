import { randomUUID } from 'node:crypto'
import timers from 'node:timers'
import { afterAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { mongoDocuments } from '../../shared/documents/mongodb/mongodb.ts'
import { mongodbProxy } from '../support/counting/mongodb-proxy.ts'
import { faultsOf, patientDocuments, testDatabase } from '../support/mongodb.ts'
import { olderMongoDb } from '../support/older-mongodb.ts'
import { documentsContract, oneTurnContract } from './documents.contract.ts'

const url = inject('mongodbUrl')

type Row = { readonly _id: number; readonly text: string }

const putting = (replacement: Row) => ({
  replaceOne: { filter: { _id: replacement._id }, replacement, upsert: true },
})

if (url === null) describe.skip('documents in MongoDB', () => it('need a server'))
else {
  const { database, drop } = testDatabase(url)
  const older = await olderMongoDb(url)
  const documentsAt = (address: string) => () => patientDocuments(address, database)
  afterAll(async () => {
    await older.close()
    await drop()
  })
  documentsContract('MongoDB', documentsAt(url), await faultsOf(url))
  oneTurnContract('MongoDB before 8.0', documentsAt(older.url))
  it('connections are looked through as seldom as we ask for, by an option that the driver does not publish', async () => {
    const started = vi.spyOn(timers, 'setTimeout')
    onTestFinished(() => started.mockRestore())
    const documents = await documentsAt(url)()
    onTestFinished(documents.close)
    const looks = started.mock.calls.filter(([run]) => String(run).includes('ensureMinPoolSize'))
    expect(new Set(looks.map(([, ms]) => ms))).toEqual(new Set([10_000]))
  })
  it('documents that are read again and again are the same objects until they change', async () => {
    const documents = await documentsAt(url)()
    onTestFinished(documents.close)
    const rows = await documents.collection<Row>({ name: `again-${randomUUID()}`, indexes: [], reread: true })
    const put = (...replacements: readonly Row[]) => rows.bulkWrite(replacements.map(putting))
    await put({ _id: 1, text: 'one' }, { _id: 2, text: 'two' })
    const before = await rows.find({})
    expect(before).toEqual([
      { _id: 1, text: 'one' },
      { _id: 2, text: 'two' },
    ])
    await put({ _id: 2, text: 'another' }, { _id: 3, text: 'three' })
    const after = await rows.find({})
    expect(after).toEqual([
      { _id: 1, text: 'one' },
      { _id: 2, text: 'another' },
      { _id: 3, text: 'three' },
    ])
    expect(after[0]).toBe(before[0])
    expect(await rows.find({ _id: 3 })).toEqual([{ _id: 3, text: 'three' }])
    expect(await rows.find({}, { sort: { _id: -1 }, limit: 1 })).toEqual([{ _id: 3, text: 'three' }])
  })
  it('documents of a page are the same objects as on another page before, until they change', async () => {
    const documents = await documentsAt(url)()
    onTestFinished(documents.close)
    const rows = await documents.collection<Row>({ name: `paged-${randomUUID()}`, indexes: [] })
    const put = (...replacements: readonly Row[]) => rows.bulkWrite(replacements.map(putting))
    const from = async (skip: number) => (await rows.page({}, { sort: { _id: 1 }, skip, limit: 2 })).rows
    await put({ _id: 1, text: 'é' }, { _id: 2, text: 'two' }, { _id: 3, text: 'three' })
    const before = await from(0)
    expect(before).toEqual([
      { _id: 1, text: 'é' },
      { _id: 2, text: 'two' },
    ])
    expect((await from(1))[0]).toBe(before[1])
    await put({ _id: 1, text: 'e' })
    const after = await from(0)
    expect(after).toEqual([{ _id: 1, text: 'e' }, before[1]])
    expect(after[1]).toBe(before[1])
  })
  it('a write waits for what follows from documents that are being asked for by their ids', async () => {
    const proxy = await mongodbProxy(url)
    onTestFinished(proxy.close)
    const documents = await mongoDocuments({ url: proxy.url, database, warn: () => undefined })
    onTestFinished(documents.close)
    const rowsOf = (name: string) => documents.collection<Row>({ name, indexes: [] })
    const [asked, beside] = [await rowsOf(`asked-${randomUUID()}`), await rowsOf(`beside-${randomUUID()}`)]
    const commands = async () => {
      proxy.taken()
      await Promise.all([
        beside.bulkWrite([putting({ _id: 1, text: 'beside' })]),
        asked.getMany([1]).then(() => asked.bulkWrite([putting({ _id: 1, text: 'followed' })])),
      ])
      return proxy.taken().map(command => command.split(' ')[0])
    }
    // a server that takes long to answer is not waited for
    await vi.waitFor(async () => expect(await commands()).toEqual(['find', 'bulkWrite']), 60_000)
    expect(await beside.get(1)).toEqual({ _id: 1, text: 'beside' })
    expect(await asked.get(1)).toEqual({ _id: 1, text: 'followed' })
  })
  it('a MongoDB before 8.0 was asked for what it does not have', () => {
    expect(older.refused()).toBeGreaterThan(0)
  })
}
