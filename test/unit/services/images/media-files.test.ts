import { imageId } from '../../../../shared/kernel/brands.ts'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { serveMedia } from '../../../../services/api/media.ts'
import { mediaFiles } from '../../../../services/images/media-files.ts'
import type { ImageState } from '../../../../shared/facts/image.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const fair: ImageState = {
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
}
const stored = { full: 'picture', thumbnail: 'small' } as const

const world = () => {
  const data = temporaryFolder()
  const folder = join(data, 'media')
  const read: string[] = []
  const warned: string[] = []
  const open = mediaFiles({
    folder,
    byFile: async file =>
      file === 'fair.jpg' || file === 'fair-150x150.jpg' ? { id: imageId(40), values: fair } : null,
    bytesOf: async ({ id }, part) => {
      read.push(`${id}/${part}`)
      return part === 'full' || part === 'thumbnail' ? Buffer.from(stored[part]) : null
    },
    warn: message => warned.push(message),
  })
  const app = Fastify()
  app.setNotFoundHandler((_request, reply) => reply.code(404).send('nothing here'))
  serveMedia(app, open)
  onTestFinished(() => app.close())
  return { app, data, folder, read, warned, get: (url: string, headers = {}) => app.inject({ url, headers }) }
}

it('serves the files of an image for ever, as what they are', async () => {
  const { get } = world()
  const { statusCode, headers, body } = await get('/media/fair.jpg')
  expect([statusCode, body]).toEqual([200, 'picture'])
  expect(headers).toMatchObject({
    'content-type': 'image/jpeg',
    'content-length': '7',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  expect((await get('/media/fair-150x150.jpg')).body).toBe('small')
})

it('knows what the browser has', async () => {
  const { app, get } = world()
  const { headers } = await get('/media/fair.jpg')
  const again = await get('/media/fair.jpg', { 'if-none-match': headers.etag })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  expect((await get('/media/fair-150x150.jpg', { 'if-none-match': headers.etag })).statusCode).toBe(200)
  const head = await app.inject({ method: 'HEAD', url: '/media/fair.jpg' })
  expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, '7', ''])
})

it('reads the log once, and again when the folder lost or spoiled the file', async () => {
  const { folder, read, get } = world()
  await Promise.all([get('/media/fair.jpg'), get('/media/fair.jpg')])
  await get('/media/fair.jpg')
  expect(read).toEqual(['40/full'])
  expect(await readdir(folder)).toEqual(['fair.jpg'])
  await writeFile(join(folder, 'fair.jpg'), 'half')
  expect((await get('/media/fair.jpg')).body).toBe('picture')
  expect(read).toEqual(['40/full', '40/full'])
})

it('serves without a folder, and says so', async () => {
  const { data, warned, get } = world()
  await writeFile(join(data, 'media'), 'in the way')
  expect((await get('/media/fair.jpg')).body).toBe('picture')
  expect(warned).toEqual(['fair.jpg cannot be kept'])
})

it.each(['/media/none.jpg', '/media/', '/media/..%2f..%2flog.sqlite', '/media/fair.jpg/x'])(
  '%s is nothing',
  async url => {
    const { get } = world()
    expect((await get(url)).statusCode).toBe(404)
  },
)
