import { imageId, isoTime } from '../../../shared/kernel/brands.ts'
import { beforeEach, expect, it } from 'vitest'
import { images } from '../../../projections/images/store.ts'
import type { ImageQueries } from '../../../projections/images/queries.ts'
import { latestImages } from '../../../services/wiring/read-side/read-current.ts'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import { type EventStore, type StoredRecord, StoreUnavailable } from '../../../shared/event-store/port.ts'
import { imageCodec, imageStream, type ImageValues } from '../../../shared/facts/image.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { site } from '../../support/read-models.ts'

const fair: ImageValues = {
  file: 'fair.jpg',
  type: 'image/jpeg',
  width: 1200,
  height: 800,
  bytes: 81_234,
  digest: 'a'.repeat(64),
  sizes: [{ name: 'thumbnail', file: 'fair-150x150.jpg', width: 150, height: 150, bytes: 6_021 }],
  source: null,
}

const added = async (
  store: EventStore,
  id: number,
  values: ImageValues,
): Promise<readonly StoredRecord[]> => {
  const meta = {
    actor: null,
    at: isoTime('2027-05-01T20:00:00.000Z'),
    source: 'operator',
    route: null,
    correlation: 'c',
    causation: null,
  } as const
  const record = {
    id: `00000000-0000-4000-8000-0000000000${id}`,
    ...imageCodec.encode({ type: 'ImageAdded', imageId: imageId(id), by: 'person', values }),
    meta,
  }
  await store.append(imageStream(imageId(id)), [record], 'absent')
  return store.read(imageStream(imageId(id)))
}

let store: EventStore
let queries: ImageQueries
let apply: (records: readonly StoredRecord[]) => Promise<void>
beforeEach(async () => {
  store = memoryLog()
  const made = await images(site)(memoryDocuments())
  queries = made.queries
  apply = made.apply
})

it('02 §1.1 image: the object of the first generation', async () => {
  await apply(await added(store, 40, fair))
  const found = await queries.byIds([imageId(40), imageId(41)])
  expect([...found.keys()]).toEqual([40])
  expect(found.get(imageId(40))?.cal).toBe(
    '{"url":"https://school.example/media/fair.jpg","id":40,"extension":"jpg","width":1200,"height":800,' +
      '"filesize":81234,"sizes":{"thumbnail":{"width":150,"height":150,"mime-type":"image/jpeg",' +
      '"filesize":6021,"url":"https://school.example/media/fair-150x150.jpg"}}}',
  )
  expect(found.get(imageId(40))?.url).toBe('https://school.example/media/fair.jpg')
})

it('is found by the name of any of its files', async () => {
  await apply(await added(store, 40, fair))
  expect((await queries.byFile('fair.jpg'))?._id).toBe(40)
  expect((await queries.byFile('fair-150x150.jpg'))?._id).toBe(40)
  expect(await queries.byFile('fair-300x200.jpg')).toBeNull()
})

it('is the same when its record comes again', async () => {
  const records = await added(store, 40, fair)
  await apply(records)
  const before = await queries.byFile('fair.jpg')
  await apply(records)
  expect(await queries.byFile('fair.jpg')).toEqual(before)
})

it('00 §8: an image that the read model does not have yet comes from its stream', async () => {
  await apply(await added(store, 40, fair))
  await added(store, 42, { ...fair, file: 'late.jpg' })
  const found = await latestImages(queries, store)([imageId(40), imageId(42), imageId(43)])
  expect([...found].map(([id, { url }]) => [id, url])).toEqual([
    [40, 'https://school.example/media/fair.jpg'],
    [42, 'https://school.example/media/late.jpg'],
  ])
  const down = async () => {
    throw new StoreUnavailable('down')
  }
  expect([
    ...(await latestImages(queries, { ...store, read: down })([imageId(40), imageId(42)])).keys(),
  ]).toEqual([40])
})
