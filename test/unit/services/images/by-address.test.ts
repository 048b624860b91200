import { imageId } from '../../../../shared/kernel/brands.ts'
import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import { writingOn } from '../../../../services/calendar/writing.ts'
import { imagesByAddress } from '../../../../services/images/by-address.ts'
import { imageLibrary } from '../../../../services/images/library.ts'
import { pictureReader } from '../../../../services/images/picture.ts'
import type { Fetched, FetchOptions, HttpFetcher } from '../../../../shared/http-fetcher.ts'
import { personAt } from '../../../support/calendar.ts'
import { memoryLog } from '../../../support/memory-log.ts'

const ADDRESS = 'https://feed.example/pictures/Fair.jpg'
let red: Buffer
let blue: Buffer
beforeAll(async () => {
  const drawn = (background: string) =>
    sharp({ create: { width: 40, height: 30, channels: 3, background } })
      .jpeg()
      .toBuffer()
  red = await drawn('red')
  blue = await drawn('blue')
})

const body = (bytes: Buffer, over: object = {}): Fetched => ({
  ok: true,
  changed: true,
  bytes,
  contentType: 'image/jpeg',
  url: ADDRESS,
  etag: '"1"',
  lastModified: null,
  ...over,
})

/** Answers in turn; the last one again and again. */
const world = (...answers: Fetched[]) => {
  const asked: { address: string; options: FetchOptions }[] = []
  const fetcher: HttpFetcher = {
    allows: address => !address.includes('10.0.0.1'),
    fetch: async (address, options) => {
      asked.push({ address, options })
      return answers[Math.min(asked.length, answers.length) - 1] ?? { ok: false, reason: 'unreachable' }
    },
  }
  const library = imageLibrary(writingOn(memoryLog()))
  const images = imagesByAddress({
    fetcher,
    library,
    readPicture: pictureReader(),
    ownRoot: () => 'http://10.0.0.1/media/',
    ownImage: async address => (address === 'http://10.0.0.1/media/fair.jpg' ? imageId(40) : null),
  })
  return { asked, library, images }
}

it('02 §5 image: fetches with 10 MB and 10 s as limits, and names the file after the address', async () => {
  const { asked, library, images } = world(body(red))
  const fetched = await images.fetch(`${ADDRESS}#top`, personAt())
  expect(fetched).toMatchObject({ ok: true, added: true })
  expect(asked.map(({ address }) => address)).toEqual([ADDRESS])
  expect(asked[0]?.options).toMatchObject({ maxBytes: 10_485_760, timeoutMs: 10_000 })
  const [image] = await library.from(ADDRESS)
  expect(image?.values).toMatchObject({
    file: 'fair.jpg',
    width: 40,
    height: 30,
    source: { address: ADDRESS, etag: '"1"', lastModified: null },
  })
})

it('02 §5 image: takes image types only', async () => {
  const { asked, images } = world(body(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')))
  expect(await images.fetch(ADDRESS, personAt())).toEqual({ ok: false, reason: 'not_an_image' })
  const accepts = asked[0]?.options.accepts ?? (() => true)
  expect(['image/png', 'IMAGE/JPEG; q=1', 'application/octet-stream', ''].map(accepts)).not.toContain(false)
  expect(['text/html; charset=utf-8', 'application/json', 'text/plain'].map(accepts)).not.toContain(true)
})

it('the same picture from the same address is the same image, and is asked for with what is known', async () => {
  const { asked, images } = world(body(red), body(red), { ok: true, changed: false }, body(blue))
  const first = await images.fetch(ADDRESS, personAt())
  const again = await images.fetch(ADDRESS, personAt())
  const unchanged = await images.fetch(ADDRESS, personAt())
  const other = await images.fetch(ADDRESS, personAt())
  expect(first).toMatchObject({ ok: true, added: true })
  expect([again, unchanged]).toEqual([
    { ...first, added: false },
    { ...first, added: false },
  ])
  expect(other).toMatchObject({ ok: true, added: true })
  expect(asked[0]?.options.known).toBeUndefined()
  expect(asked[1]?.options.known).toMatchObject({ etag: '"1"', lastModified: null })
})

it('many who ask at once share one fetch', async () => {
  const { asked, images } = world(body(red))
  const answers = await Promise.all(Array.from({ length: 5 }, () => images.fetch(ADDRESS, personAt())))
  expect(new Set(answers.map(answer => answer.ok && answer.id)).size).toBe(1)
  expect(asked).toHaveLength(1)
})

it('asks nobody for an address that is out of bounds, and says why something was not fetched', async () => {
  const { asked, images } = world({ ok: false, reason: 'timeout' })
  expect(await images.fetch('http://10.0.0.1/a.png', personAt())).toEqual({
    ok: false,
    reason: 'forbidden_address',
  })
  expect(asked).toHaveLength(0)
  expect(await images.fetch(ADDRESS, personAt())).toEqual({ ok: false, reason: 'timeout' })
})

it('an address of the site itself names the image that has the file, and is not fetched', async () => {
  const { asked, images } = world(body(red))
  expect(images.allows('http://10.0.0.1/media/fair.jpg')).toBe(true)
  expect(images.allows('http://10.0.0.1/other/fair.jpg')).toBe(false)
  expect(await images.fetch('http://10.0.0.1/media/fair.jpg', personAt())).toEqual({
    ok: true,
    id: 40,
    added: false,
  })
  expect(await images.fetch('http://10.0.0.1/media/none.jpg', personAt())).toEqual({
    ok: false,
    reason: 'forbidden_address',
  })
  expect(asked).toHaveLength(0)
})

it('02 §5 image: the site that moved knows its files by their new address', async () => {
  let root = 'http://10.0.0.1/media/'
  const { library } = world()
  const images = imagesByAddress({
    fetcher: { allows: () => false, fetch: async () => ({ ok: false, reason: 'unreachable' }) },
    library,
    readPicture: pictureReader(),
    ownRoot: () => root,
    ownImage: async () => imageId(40),
  })
  root = 'https://new.example/media/'
  expect(images.allows('https://new.example/media/fair.jpg')).toBe(true)
  expect(images.allows('http://10.0.0.1/media/fair.jpg')).toBe(false)
  expect(await images.fetch('https://new.example/media/fair.jpg', personAt())).toEqual({
    ok: true,
    id: 40,
    added: false,
  })
})
