import { expect, it } from 'vitest'
import { lazyDocuments } from '../../../shared/documents/lazy.ts'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import { DocumentsUnavailable } from '../../../shared/documents/port.ts'

type Row = { readonly _id: number }
const spec = { name: 'rows', indexes: [] }

it('are opened by the first question, once, and by the next one when that failed', async () => {
  let opened = 0
  const there = memoryDocuments()
  const documents = lazyDocuments(async () => {
    if (++opened === 1) throw new DocumentsUnavailable('not there yet')
    return there
  })
  const rows = await documents.collection<Row>(spec)
  expect(opened).toBe(0)
  await expect(rows.find({})).rejects.toThrow('not there yet')
  const insert = { replaceOne: { filter: { _id: 1 }, replacement: { _id: 1 }, upsert: true } }
  await Promise.all([rows.bulkWrite([insert]), rows.count({})])
  expect(await rows.find({})).toEqual([{ _id: 1 }])
  expect(await (await there.collection<Row>(spec)).get(1)).toEqual({ _id: 1 })
  expect(opened).toBe(2)
  await documents.close()
  await expect(rows.get(1)).rejects.toThrow(DocumentsUnavailable)
})

it('that were never asked are closed without being opened', async () => {
  let opened = 0
  const documents = lazyDocuments(async () => {
    opened++
    return memoryDocuments()
  })
  await documents.close()
  expect(opened).toBe(0)
})
