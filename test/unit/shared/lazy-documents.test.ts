import { expect, it, onTestFinished, vi } from 'vitest'
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

it('of a server that does not answer are waited for a second longer when the process stops, also for their end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const stopping = new AbortController()
  const never = () => new Promise<never>(() => undefined)
  const there = memoryDocuments()
  const documents = lazyDocuments(
    async () => ({
      ...there,
      collection: async one => ({ ...(await there.collection(one)), find: never }),
      close: never,
    }),
    stopping.signal,
  )
  const rows = await documents.collection<Row>(spec)
  expect(await rows.count({})).toBe(0)
  const before = expect(rows.find({})).rejects.toThrow(DocumentsUnavailable)
  await vi.advanceTimersByTimeAsync(60_000)
  stopping.abort()
  // what answers is heard as before
  expect(await rows.count({})).toBe(0)
  const after = expect(rows.find({})).rejects.toThrow(DocumentsUnavailable)
  const closed = documents.close()
  await vi.advanceTimersByTimeAsync(1_000)
  await Promise.all([before, after, closed])
})

it('what is made of them counts as long as a version is the same, and not at all until somebody tells one', async () => {
  const { trails } = lazyDocuments(async () => memoryDocuments())
  const made = async () => (await trails.noting(async () => 'made')).trail.isCurrent()
  expect(await made()).toBe(false)
  trails.endBy?.(() => '1')
  expect(await made()).toBe(true)
})

it('several collections are written to in their order, by a server at once and by others one after the other', async () => {
  const insert = (_id: number) => ({
    replaceOne: { filter: { _id }, replacement: { _id }, upsert: true },
  })
  const writes = [
    { collection: 'rows', operations: [insert(1)] },
    { collection: 'others', operations: [insert(2)] },
  ]
  const [there, told] = [memoryDocuments(), new Array<unknown>()]
  await there.collection<Row>(spec)
  await lazyDocuments(async () => there).writeAll?.(writes)
  expect(await (await there.collection<Row>(spec)).find({})).toEqual([{ _id: 1 }])
  expect(await (await there.collection<Row>({ ...spec, name: 'others' })).find({})).toEqual([{ _id: 2 }])
  const writeAll = async (...given: unknown[]) => void told.push(...given)
  await lazyDocuments(async () => ({ ...memoryDocuments(), writeAll })).writeAll?.(writes)
  expect(told).toEqual([writes])
})
