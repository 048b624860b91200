import { imageId } from '../../../../shared/kernel/brands.ts'
import { randomBytes, randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { writingOn } from '../../../../services/calendar/writing.ts'
import { imageBytes, imageLibrary } from '../../../../services/images/library.ts'
import type { Picture } from '../../../../services/images/picture.ts'
import { MAX_APPEND_BYTES, type EventStore } from '../../../../shared/event-store/port.ts'
import { claimCodec, imageFileStream } from '../../../../shared/facts/claim.ts'
import { imageCodec, imageStream } from '../../../../shared/facts/image.ts'
import type { Context } from '../../../../services/handle.ts'
import { personAt } from '../../../support/calendar.ts'
import { memoryLog } from '../../../support/memory-log.ts'

const pictured = (bytes: Uint8Array, digest = 'a'): Picture => ({
  type: 'image/jpeg',
  width: 1200,
  height: 800,
  bytes,
  digest: digest.repeat(64),
  sentDigest: digest.repeat(64),
  sizes: [{ name: 'thumbnail', width: 150, height: 150, bytes: Buffer.from('small') }],
})
const small = pictured(Buffer.from('picture'))
const handedOver = (name: string) => ({ name, source: null })
const fetched = (address: string) => ({
  name: 'fair.jpg',
  source: { address, etag: null, lastModified: null },
})

const claim = (owner: number, meta: Context) => ({
  id: randomUUID(),
  ...claimCodec.encode({ type: 'Claimed', owner }),
  meta,
})

it('stores what a picture is, and its bytes', async () => {
  const store = memoryLog()
  const library = imageLibrary(writingOn(store))
  const image = await library.add(small, handedOver('Fair.JPG'), personAt())
  const { id, values } = image
  expect(values).toEqual({
    file: 'fair.jpg',
    type: 'image/jpeg',
    width: 1200,
    height: 800,
    bytes: 7,
    digest: 'a'.repeat(64),
    sizes: [{ name: 'thumbnail', file: 'fair-150x150.jpg', width: 150, height: 150, bytes: 5 }],
    source: null,
    alt: '',
    cleaned: false,
  })
  expect(await library.load(id)).toEqual({ id, values })
  expect(await imageBytes(store, image, 'full')).toEqual(Buffer.from('picture'))
  expect(await imageBytes(store, image, 'thumbnail')).toEqual(Buffer.from('small'))
  expect(await imageBytes(store, image, 'large')).toBeNull()
  expect(await library.load(imageId(id + 1))).toBeNull()
})

it('cuts large pictures so that every append is far below what a log takes', async () => {
  const log = memoryLog()
  const sizes: number[] = []
  const store: EventStore = {
    ...log,
    append: (stream, records, expected) => {
      sizes.push(Buffer.byteLength(JSON.stringify(records)))
      return log.append(stream, records, expected)
    },
  }
  const library = imageLibrary(writingOn(store))
  const bytes = randomBytes(10 * 1024 * 1024)
  const image = await library.add(pictured(bytes), handedOver('large.jpg'), personAt())
  expect(Math.max(...sizes)).toBeLessThan(MAX_APPEND_BYTES)
  expect((await imageBytes(store, image, 'full'))?.equals(bytes)).toBe(true)
})

it('gives every image a file name of its own, however many come at once, in two processes', async () => {
  const store = memoryLog()
  const one = imageLibrary(writingOn(store))
  const other = imageLibrary(writingOn(store))
  const added = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      (n % 2 === 0 ? one : other).add(small, handedOver('fair.jpg'), personAt()),
    ),
  )
  const files = added.map(({ values }) => values.file)
  expect(new Set(files).size).toBe(8)
  expect(files).toContain('fair.jpg')
  expect(files).toContain('fair-1.jpg')
  const png = await one.add({ ...small, type: 'image/png' }, handedOver('fair.png'), personAt())
  expect(png.values.file).toBe('fair.png')
  expect((await one.byFile('fair.png'))?.id).toBe(png.id)
  expect((await one.byFile('fair-150x150.png'))?.id).toBe(png.id)
  expect(await one.byFile('fair-300x200.png')).toBeNull()
  expect(await one.byFile('fair.gif')).toBeNull()
})

it('knows what came from an address, the oldest first', async () => {
  const library = imageLibrary(writingOn(memoryLog()))
  const address = 'https://feed.example/fair.jpg'
  const first = await library.add(small, fetched(address), personAt())
  const second = await library.add(pictured(Buffer.from('new'), 'b'), fetched(address), personAt())
  expect((await library.from(address)).map(({ id }) => id)).toEqual([first.id, second.id])
  expect(await library.from('https://feed.example/other.jpg')).toEqual([])
})

it('shows nothing of an image whose bytes could not be stored whole', async () => {
  const log = memoryLog()
  let appends = 0
  const store: EventStore = {
    ...log,
    append: (stream, records, expected) => {
      if (stream.startsWith('imagebytes-') && ++appends === 2) throw new Error('full')
      return log.append(stream, records, expected)
    },
  }
  const library = imageLibrary(writingOn(store))
  await expect(library.add(small, fetched('https://feed.example/a.jpg'), personAt())).rejects.toThrow('full')
  expect(await library.load(imageId(1))).toBeNull()
  expect(await library.from('https://feed.example/a.jpg')).toEqual([])
})

it('keeps the files of every image apart, whatever was there before', async () => {
  const store = memoryLog()
  const library = imageLibrary(writingOn(store))
  const names = [
    'dup.jpg',
    'DUP.jpg',
    'dup-150x150.jpg',
    'dup.jpg',
    'dup-1.jpg',
    'dup',
    'con.jpg',
    'фото.jpg',
  ]
  const added = []
  for (const name of names) added.push(await library.add(small, handedOver(name), personAt()))
  expect(added.map(({ values }) => values.file)).toEqual([
    'dup.jpg',
    'dup-1.jpg',
    'dup-150x150-1.jpg',
    'dup-2.jpg',
    'dup-1-1.jpg',
    'dup-3.jpg',
    'con-1.jpg',
    'image.jpg',
  ])
  const files = added.flatMap(({ values }) => [values.file, ...values.sizes.map(({ file }) => file)])
  expect(new Set(files).size).toBe(2 * names.length)
  for (const { id, values } of added)
    for (const file of [values.file, ...values.sizes.map(size => size.file)])
      expect((await library.byFile(file))?.id, file).toBe(id)
})

it('names an image anew that was stored without an extension, and still knows its former name', async () => {
  const store = memoryLog()
  const library = imageLibrary(writingOn(store))
  const first = await library.add(small, handedOver('dup.jpg'), personAt())
  // what was recorded for the second one of that name
  const values = { ...first.values, file: 'dup' }
  const sizes = values.sizes.map(size => ({ ...size, file: 'dup' }))
  const fact = imageCodec.encode({
    type: 'ImageAdded',
    imageId: imageId(8),
    by: 'person',
    values: { ...values, sizes },
  })
  const meta = personAt()
  await store.append(imageFileStream('dup'), [claim(8, meta)], 'absent')
  await store.append(imageStream(imageId(8)), [{ id: randomUUID(), ...fact, meta }], 'absent')
  expect((await library.load(imageId(8)))?.values).toMatchObject({
    file: 'dup.8.jpg',
    sizes: [{ name: 'thumbnail', file: 'dup.8-150x150.jpg' }],
  })
  for (const file of ['dup', 'dup.8.jpg', 'dup.8-150x150.jpg'])
    expect((await library.byFile(file))?.id, file).toBe(8)
  expect((await library.byFile('dup-150x150.jpg'))?.id).toBe(first.id)
})
