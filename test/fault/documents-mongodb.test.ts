import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeEach, describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { mongoDocuments } from '../../shared/documents/mongodb/mongodb.ts'
import {
  DocumentsUnavailable,
  type Collection,
  type Documents,
  type WriteOp,
} from '../../shared/documents/port.ts'
import { patientDocuments, testDatabase } from '../support/mongodb.ts'
import { tcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import { eventually } from '../support/eventually.ts'

type Row = { readonly _id: number; readonly rev: number; readonly text: string }

const guarded = (replacement: Row): WriteOp<Row> => ({
  replaceOne: {
    filter: { _id: replacement._id, rev: { $lt: replacement.rev } },
    replacement,
    upsert: true,
  },
})

const server = inject('mongodbUrl')

describe.skipIf(server === null)('documents in MongoDB, with trouble on the way', () => {
  const { hostname: host, port: serverPort } = new URL(server ?? 'mongodb://localhost:1')
  const { database, drop } = testDatabase(server ?? '')
  let proxy: TcpProxy
  let documents: Documents
  let rows: Collection<Row>
  let warn: ReturnType<typeof vi.fn<(message: string, error?: unknown) => void>>
  const urlBy = (port: number) => `mongodb://127.0.0.1:${port}/?directConnection=true`

  beforeEach(async () => {
    proxy = await tcpProxy({ host, port: Number(serverPort) })
    warn = vi.fn()
    documents = await mongoDocuments({ url: urlBy(proxy.port), database, warn })
    rows = await documents.collection<Row>({
      name: `rows-${randomUUID()}`,
      indexes: [{ name: 'text', keys: ['text'] }],
    })
  })
  afterEach(async () => {
    await documents.close()
    await proxy.close()
  })
  afterAll(drop)

  const unavailable = async (attempt: Promise<unknown>, said: RegExp) => {
    await expect(attempt).rejects.toBeInstanceOf(DocumentsUnavailable)
    await expect(attempt).rejects.toThrow(said)
  }

  it('a connection cut before the server had the write: nothing happened, and it can be repeated', async () => {
    proxy.cut('before', 'the one')
    const write = [guarded({ _id: 1, rev: 1, text: 'the one' })]
    await unavailable(rows.bulkWrite(write), /write to rows-.*or not say so: .*clos/)
    expect(await rows.get(1)).toBeNull()
    await rows.bulkWrite(write)
    expect(await rows.get(1)).toEqual({ _id: 1, rev: 1, text: 'the one' })
  })

  it('a connection cut before the answer: not believed, done once, and repeating it changes nothing', async () => {
    proxy.cut('after', 'the one')
    const write = [guarded({ _id: 1, rev: 1, text: 'the one' })]
    await unavailable(rows.bulkWrite(write), /write to rows-.*or not say so: .*clos/)
    await eventually(async () => expect(await rows.count({ text: 'the one' })).toBe(1))
    await rows.bulkWrite(write)
    expect(await rows.find({})).toEqual([{ _id: 1, rev: 1, text: 'the one' }])
  })

  it('a write without a guard is not sent twice behind our back', async () => {
    await rows.bulkWrite([guarded({ _id: 1, rev: 1, text: 'x' })])
    proxy.cut('after', 'counted')
    const count = rows.bulkWrite([
      { updateOne: { filter: { _id: 1, text: { $ne: 'counted' } }, update: { $inc: { rev: 1 } } } },
    ])
    await unavailable(count, /write to/)
    await eventually(async () => expect((await rows.get(1))?.rev).toBe(2))
  })

  it('a list cut in the middle is applied up to somewhere, and whole once repeated', async () => {
    const list = Array.from({ length: 1_100 }, (_, n) =>
      guarded({ _id: n, rev: 1, text: n === 1_050 ? 'here' : '' }),
    )
    // as much as this may take a slow server longer than a service waits for it
    const patient = await patientDocuments(urlBy(proxy.port), database)
    onTestFinished(patient.close)
    const rows = await patient.collection<Row>({ name: `rows-${randomUUID()}`, indexes: [] })
    proxy.cut('before', 'here')
    await unavailable(rows.bulkWrite(list), /write to rows-.*clos/)
    expect(await rows.count({ text: 'here' })).toBe(0)
    const done = await rows.find({}, { sort: { _id: 1 } })
    expect(done.map(({ _id }) => _id)).toEqual(done.map((_, n) => n))
    await rows.bulkWrite(list)
    expect(await rows.count({ rev: 1 })).toBe(1_100)
  })

  it('a read whose connection is cut is asked again', async () => {
    await rows.bulkWrite([guarded({ _id: 1, rev: 1, text: 'found' })])
    proxy.cut('before', 'found')
    expect(await rows.find({ text: 'found' })).toHaveLength(1)
  })

  it('a server that is silent is out of reach; what it was told is not believed', async () => {
    await rows.bulkWrite([guarded({ _id: 1, rev: 1, text: 'first' })])
    proxy.freeze()
    await Promise.all([
      unavailable(rows.bulkWrite([guarded({ _id: 1, rev: 2, text: 'second' })]), /write to rows-/),
      unavailable(rows.get(1), /read rows-/),
      unavailable(rows.count({ rev: 1 }), /count rows-/),
    ])
    proxy.thaw()
    await eventually(async () => expect((await rows.get(1))?.text).toBe('first'))
    await rows.bulkWrite([guarded({ _id: 1, rev: 2, text: 'second' })])
    expect(await rows.get(1)).toMatchObject({ text: 'second' })
  })

  it('a server that is gone is out of reach, and in reach once it is back, without a restart', async () => {
    await rows.bulkWrite([guarded({ _id: 1, rev: 1, text: 'first' })])
    await proxy.down()
    const other = { name: 'other', indexes: [{ name: 'v', keys: ['v'] }] }
    await Promise.all([
      unavailable(rows.bulkWrite([guarded({ _id: 1, rev: 2, text: 'second' })]), /write to rows-/),
      unavailable(rows.find({ rev: 1 }), /read rows-/),
      unavailable(rows.clear(), /clear rows-/),
      unavailable(documents.collection(other), /indexes of other/),
      unavailable(documents.drop('other'), /drop other/),
    ])
    await proxy.up()
    await eventually(async () => rows.bulkWrite([guarded({ _id: 1, rev: 2, text: 'second' })]))
    expect(await rows.get(1)).toEqual({ _id: 1, rev: 2, text: 'second' })
    const told = () => warn.mock.calls.map(([message]) => message.replace(String(proxy.port), 'PORT'))
    await eventually(() =>
      expect(told()).toEqual([
        'MongoDB at 127.0.0.1:PORT does not answer',
        'MongoDB at 127.0.0.1:PORT answers again',
      ]),
    )
  })

  it('an index over much data is waited for', async () => {
    proxy.delay('createIndexes', 6_000)
    const made = await documents.collection<Row>({ name: 'much', indexes: [{ name: 'rev', keys: ['rev'] }] })
    expect(await made.count({ rev: 1 })).toBe(0)
  })

  it('a server that is not there at the start is said to be out of reach', async () => {
    const nobody = await tcpProxy({ host, port: Number(serverPort) })
    await nobody.down()
    await unavailable(mongoDocuments({ url: urlBy(nobody.port), warn }), /open the database/)
  })
})
