import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { http } from '../../../shared/node-http.ts'
import { basic, sharedService } from '../../support/embedded-service.ts'

const service = sharedService()
const decoders = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync } as const
const CODINGS = ['zstd', 'br', 'gzip'] as const

type Headers = Readonly<Record<string, string>>
const get = async (url: string, headers: Headers = {}, method: 'GET' | 'HEAD' = 'GET') => {
  const {
    statusCode: status,
    headers: told,
    rawPayload: bytes,
  } = await service().app.inject({ method, url, headers })
  return { status, headers: told, bytes }
}

const DOC = '/index.php?rest_route=/cal/events/v1/doc'
const SHARED: readonly (readonly [name: string, url: string, vary: string])[] = [
  ['an OpenAPI document', DOC, 'Origin, Accept-Encoding'],
  ['an index', '/index.php?rest_route=/', 'Origin, Accept-Encoding'],
  ['a view', '/index.php?rest_route=/cal/views/v2/html&u=/events/month/', 'Origin, Accept-Encoding'],
  ['a page', '/events/month/', 'Cookie, Accept-Encoding'],
]

/** The address that a page has for one of its files. */
const assetOf = async (name: string): Promise<string> => {
  const { bytes } = await get('/events/list/')
  return new RegExp(`"(/assets/[^"]*/${name})"`).exec(bytes.toString())?.[1] ?? ''
}

const mustBeCoded = async (url: string, vary: string) => {
  const plain = await get(url)
  expect(plain.status).toBe(200)
  expect(plain.headers).toMatchObject({ vary, 'content-length': String(plain.bytes.length) })
  expect(plain.headers).not.toHaveProperty('content-encoding')
  const etag = String(plain.headers.etag)
  expect(etag).toMatch(/^"/)
  for (const coding of CODINGS)
    // made, and then kept
    for (const time of ['first', 'second']) {
      const asked = { 'accept-encoding': coding }
      const coded = await get(url, asked)
      expect(decoders[coding](coded.bytes).equals(plain.bytes), time).toBe(true)
      expect(coded.bytes.length).toBeLessThan(plain.bytes.length / 2)
      expect(coded.headers).toMatchObject({
        ...{ vary, 'content-encoding': coding, 'content-type': plain.headers['content-type'] },
        ...{ etag: `W/${etag}`, 'content-length': String(coded.bytes.length) },
      })
      const { headers: ofHead } = await get(url, asked, 'HEAD')
      expect({ ...ofHead, date: '' }).toEqual({ ...coded.headers, date: '' })
    }
  for (const known of [etag, `W/${etag}`])
    for (const asked of [{}, { 'accept-encoding': 'br' }] as Headers[]) {
      const { status, bytes, headers } = await get(url, { ...asked, 'if-none-match': known })
      expect([status, bytes.length, headers.vary]).toEqual([304, 0, vary])
      expect(headers.etag).toBe('accept-encoding' in asked ? `W/${etag}` : etag)
      expect(headers).not.toHaveProperty('content-encoding')
    }
}

describe('01 §6.1 what is sent compressed', () => {
  it.each(SHARED)('%s', async (_, url, vary) => {
    await mustBeCoded(url, vary)
  })

  it('styles, scripts and drawings of pages', async () => {
    for (const name of ['calendar.css', 'calendar.js'])
      await mustBeCoded(await assetOf(name), 'Accept-Encoding')
  })

  it('a calendar feed', async () => {
    for (let n = 0; n < 5; n++)
      await service().ask('POST /cal/events/v1/events', {
        body: { title: `Fair ${n}`, start_date: '2037-05-01 10:00', end_date: '2037-05-01 11:00' },
      })
    await mustBeCoded('/events/ical/', 'Accept-Encoding')
  })

  it('answers to those who sign in with each request, and refusals that are long', async () => {
    const coded = await get(DOC, { ...basic('admin'), 'accept-encoding': 'gzip' })
    expect(coded.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Origin, Accept-Encoding' })
    expect(coded.headers).not.toHaveProperty('etag')
    expect(JSON.parse(gunzipSync(coded.bytes).toString())).toHaveProperty('openapi')
    const bad = ['start_date', 'end_date', 'page', 'per_page', 'venue', 'organizer', 'featured', 'status']
    const list = `/index.php?rest_route=/cal/events/v1/events&${bad.map(name => `${name}=[]x`).join('&')}`
    const refused = await get(list, { 'accept-encoding': 'br' })
    expect([refused.status, refused.headers['content-encoding']]).toEqual([400, 'br'])
    expect(JSON.parse(brotliDecompressSync(refused.bytes).toString())).toHaveProperty('code')
  })

  it('over the network, with the length of what is sent', async () => {
    const { port } = new URL(await service().app.listen({ host: '127.0.0.1', port: 0 }))
    const got = await new Promise<{ length: string | undefined; bytes: number }>((resolve, reject) => {
      http
        .get({ port, path: DOC, headers: { 'accept-encoding': 'zstd' }, agent: false }, answer => {
          let bytes = 0
          answer.on('data', (part: Buffer) => (bytes += part.length))
          answer.on('end', () => resolve({ length: answer.headers['content-length'], bytes }))
        })
        .on('error', reject)
    })
    expect(got.length).toBe(String(got.bytes))
  })
})

describe('01 §6.1 what is not', () => {
  const asked = { 'accept-encoding': 'gzip, deflate, br, zstd' }
  const isPlain = ({ headers }: { headers: Readonly<Record<string, unknown>> }) =>
    headers['content-encoding'] === undefined

  it('answers up to 1 KB', async () => {
    const small = await get('/index.php?rest_route=/cal/events/v1/tags', asked)
    expect(isPlain(small)).toBe(true)
    expect(small.headers).toMatchObject({ vary: 'Origin, Accept-Encoding' })
  })

  it('what nothing may be done to: it is sent as it is rather than refused', async () => {
    for (const accepted of ['identity;q=0', '*;q=0', 'deflate'])
      expect(await get(DOC, { 'accept-encoding': accepted })).toMatchObject({ status: 200 })
  })

  it('pages with a token of one reader, and views with nonces of one', async () => {
    const signIn = await get('/sign-in', { ...asked, accept: 'text/html' })
    expect(signIn.status).toBe(200)
    expect(signIn.bytes.toString()).toContain('form_token')
    expect(isPlain(signIn)).toBe(true)
    const view = await get('/index.php?rest_route=/cal/views/v2/html&u=/events/month/', {
      ...basic('admin'),
      ...asked,
    })
    expect([view.status, isPlain(view)]).toEqual([200, true])
  })
})
