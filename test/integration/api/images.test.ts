import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it, onTestFinished } from 'vitest'
import { composeService } from '../../../services/wiring/compose.ts'
import { runCli } from '../../../services/cli/run.ts'
import { readInput } from '../../../services/cli/files.ts'
import { loadConfig } from '../../../shared/config.ts'
import { httpFetcher } from '../../../shared/http-fetcher.ts'
import { APPLICATION_PASSWORD, basic } from '../../support/embedded-service.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { utcTime } from '../../../shared/kernel/brands.ts'
import { quiet } from '../../support/quiet.ts'

const fair = { title: 'Fair', start_date: '2027-05-08 10:00:00', end_date: '2027-05-08 12:00:00' }

const picture = (background: string) =>
  sharp({ create: { width: 1200, height: 800, channels: 3, background } })
    .jpeg()
    .toBuffer()

/** A host of pictures on 127.0.0.1, by the name pictures.example. */
const pictureHost = async () => {
  const red = await picture('red')
  const server = createServer((request, response) => {
    if (request.url?.endsWith('.html') === true)
      response.writeHead(200, { 'content-type': 'text/html' }).end('x')
    else response.writeHead(200, { 'content-type': 'image/jpeg' }).end(red)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { address: `http://pictures.example:${(server.address() as AddressInfo).port}`, red }
}

const settingsIn = (dataDir: string) => ({
  DATA_DIR: dataDir,
  SITE_URL: 'https://school.example',
  LOG_LEVEL: 'silent',
  ADMIN_PASSWORD: 'not used here',
  ADMIN_APPLICATION_PASSWORD: APPLICATION_PASSWORD,
})

/** A whole service that takes 127.0.0.1 for a part of the internet. */
const service = async (dataDir: string) => {
  const policy = { mayReach: (address: string) => address === '127.0.0.1', mayUsePort: () => true }
  const fetcher = httpFetcher({ policy, resolve: async () => ['127.0.0.1'] })
  const running = await composeService(loadConfig(settingsIn(dataDir)), { ...quiet(), fetcher })
  let stopped: Promise<unknown> | null = null
  const stop = () => (stopped ??= running.stop())
  onTestFinished(async () => {
    await stop()
  })
  const ask = async (method: 'GET' | 'POST', path: string, payload?: object) => {
    const answer = await running.app.inject({
      method,
      url: `/index.php?rest_route=/cal/events/v1/${path}`,
      headers: basic('admin'),
      ...(payload === undefined ? {} : { payload }),
    })
    return { status: answer.statusCode, body: answer.json<{ id: number; image: Shown; json_ld?: object }>() }
  }
  return { stop, ask, get: (url: string) => running.app.inject({ url }) }
}
type Shown = { url: string; id: number; sizes: Record<string, { url: string; filesize: number }> }

it('02 §1.1, §5: a fetched image is shown with its sizes, linked data and files, also after a restart', async () => {
  const dataDir = temporaryFolder()
  const { address, red } = await pictureHost()
  const first = await service(dataDir)
  const made = await first.ask('POST', 'events', { ...fair, image: `${address}/pictures/Fair.jpg` })
  expect(made.status).toBe(201)
  expect(made.body.image).toMatchObject({
    url: 'https://school.example/media/fair.jpg',
    extension: 'jpg',
    width: 1200,
    height: 800,
    filesize: red.length,
    sizes: {
      thumbnail: {
        width: 150,
        height: 150,
        'mime-type': 'image/jpeg',
        url: 'https://school.example/media/fair-150x150.jpg',
      },
      medium: { width: 300, height: 200 },
      medium_large: { width: 768, height: 512 },
      large: { width: 1024, height: 683, url: 'https://school.example/media/fair-1024x683.jpg' },
    },
  })
  expect(Object.keys(made.body.image.sizes)).toEqual(['thumbnail', 'medium', 'medium_large', 'large'])
  const read = await first.ask('GET', `events/${made.body.id}`)
  expect(read.body).toMatchObject({
    image: made.body.image,
    json_ld: { image: 'https://school.example/media/fair.jpg' },
  })

  const again = await first.ask('POST', 'venues', { venue: 'Hall', image: `${address}/pictures/Fair.jpg` })
  expect(again.body.image).toEqual(made.body.image)
  const own = await first.ask('POST', 'venues', { venue: 'Gym', image: made.body.image.url })
  expect(own.body.image).toEqual(made.body.image)
  const page = await first.ask('POST', 'events', { ...fair, image: `${address}/page.html` })
  expect(page.status).toBe(400)

  await first.stop()
  await rm(join(dataDir, 'media'), { recursive: true, force: true })
  const second = await service(dataDir)
  const file = await second.get('/media/fair.jpg')
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'image/jpeg'])
  expect(file.rawPayload.equals(red)).toBe(true)
  const small = await second.get('/media/fair-150x150.jpg')
  expect(small.rawPayload).toHaveLength(made.body.image.sizes['thumbnail']?.filesize ?? 0)
  expect((await second.get('/media/none.jpg')).statusCode).toBe(404)
})

it('00 §6 add-image: stores an image, prints its id; what is none is refused', async () => {
  const dataDir = temporaryFolder()
  const folder = temporaryFolder()
  await writeFile(join(folder, 'Fair.JPG'), await picture('blue'))
  await writeFile(join(folder, 'page.html'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  const said: string[] = []
  const terminal = {
    out: (text: string) => said.push(text),
    err: { write: (text: string) => said.push(text) },
    nowUtc: () => utcTime('2027-05-01 20:00:00'),
    clockMs: () => 0,
    pause: async () => undefined,
    fetcher: httpFetcher(),
    readFile: (path: string) => readInput(path, folder),
  }
  const env = settingsIn(dataDir)
  expect(await runCli(['add-image', 'Fair.JPG'], terminal, env)).toBe(0)
  const id = Number(said.at(-1))
  expect(id).toBeGreaterThan(0)
  expect(await runCli(['add-image', 'page.html'], terminal, env)).toBe(1)
  expect(said.at(-1)).toContain('it is no JPEG, PNG, GIF, WebP or AVIF picture that can be opened')
  const { ask } = await service(dataDir)
  const { body } = await ask('POST', 'events', { ...fair, image: String(id) })
  expect(body.image).toMatchObject({ id, url: 'https://school.example/media/fair.jpg' })
})
