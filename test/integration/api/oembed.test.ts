import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { foreignLookup } from '../../../services/api/oembed/proxy.ts'
import { httpFetcher } from '../../../shared/http-fetcher.ts'
import { isPublicAddress } from '../../../shared/http-fetcher/public-address.ts'
import { cli } from '../../support/cli.ts'
import { listeningService, type ListeningService } from '../../support/listening-service.ts'
import { authorization } from '../../support/service-process.ts'
import { madeFolder } from '../../support/temporary-folder.ts'

const { folder, remove } = madeFolder()
let service: ListeningService
let editor = ''
const contributor = { authorization: '' }
const subscriber = { authorization: '' }

const basic = async (role: string) => {
  await cli(folder, ['create-user', role, `${role}@school.example`, role, 'long enough secret'])
  const { stdout } = await cli(folder, ['create-application-password', role, 'test'])
  return `Basic ${Buffer.from(`${role}:${stdout.trim()}`).toString('base64')}`
}

const ask = async (path: string, init: RequestInit = {}) => {
  const answer = await fetch(`${service.url}/index.php?rest_route=${path}`, init)
  const text = await answer.text()
  return { status: answer.status, type: answer.headers.get('content-type'), text }
}
const embed = async (url: string, more = '') => {
  const { status, text } = await ask(`/oembed/1.0/embed&url=${encodeURIComponent(url)}${more}`)
  return [status, JSON.parse(text) as Record<string, unknown>] as const
}
const create = async (body: object) => {
  const answer = await ask('/cal/events/v1/events', {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ start_date: '2027-05-01', end_date: '2027-05-02', ...body }),
  })
  expect(answer.status, answer.text).toBe(201)
  return JSON.parse(answer.text) as { id: number; url: string }
}

beforeAll(async () => {
  service = await listeningService(folder)
  editor = await basic('editor')
  contributor.authorization = await basic('contributor')
  subscriber.authorization = await basic('subscriber')
})
afterAll(async () => {
  await service.stop()
  remove()
})

describe('06 §2.1 embed', () => {
  it('06-5 06-6 published events by every form of their address', async () => {
    const { id, url } = await create({ title: 'Fair' })
    const { port } = new URL(service.url)
    for (const address of [
      url,
      `${url}?a=1#x`,
      url.replace(/\/$/, ''),
      url.replace('http:', 'https:'),
      `http://127.0.0.1:${port}/?p=${id}`,
      `http://127.0.0.1:${port}/?post_type=cal_events&p=${id}`,
    ]) {
      const [status, body] = await embed(address)
      expect([status, body], address).toMatchObject([
        200,
        { type: 'rich', version: '1.0', title: 'Fair', width: 600, height: 338, provider_name: 'Belltower' },
      ])
    }
    expect((await embed(url, '&maxwidth=-300'))[1]).toMatchObject({ width: 300, height: 200 })
    expect((await embed(url, '&maxwidth=wide'))[1]).toMatchObject({ width: 600, height: 338 })
  })
  it('06-5 06-6 nothing else', async () => {
    const draft = await create({ title: 'Draft', status: 'draft' })
    const trashed = await create({ title: 'Gone' })
    await ask(`/cal/events/v1/events/${trashed.id}`, { method: 'DELETE', headers: { authorization } })
    const shut = await create({ title: 'Shut' })
    await cli(folder, ['set-password', 'event', String(shut.id), 'secret'])
    for (const address of [
      draft.url,
      trashed.url,
      shut.url,
      `${service.url}/`,
      `${service.url}/events/`,
      'https://other.example/',
      'nonsense',
      '',
    ])
      expect(await embed(address), address).toMatchObject([404, { code: 'oembed_invalid_url' }])
    expect((await ask('/oembed/1.0/embed')).status).toBe(400)
    const long = (length: number) => `${service.url}/event/${'x'.repeat(length)}`.slice(0, length)
    expect(await embed(long(2_048))).toMatchObject([404, { code: 'oembed_invalid_url' }])
    expect(await embed(long(2_049))).toMatchObject([
      400,
      { data: { params: { url: 'url must not have more than 2048 characters.' } } },
    ])
    expect((await ask('/oembed/1.0/embed&url=x', { method: 'POST' })).status).toBe(404)
  })
  it('06 §2.1 XML, errors too', async () => {
    const { url } = await create({ title: 'A & B' })
    const found = await ask(`/oembed/1.0/embed&format=xml&url=${encodeURIComponent(url)}`)
    expect([found.status, found.type]).toEqual([200, 'text/xml; charset=UTF-8'])
    expect(found.text).toContain('<title>A &amp; B</title>')
    const missing = await ask('/oembed/1.0/embed&format=xml&url=x')
    expect([missing.status, missing.type]).toEqual([404, 'text/xml; charset=UTF-8'])
    expect(missing.text).toContain('<code>oembed_invalid_url</code>')
    expect(missing.text).toContain('<data><status>404</status></data>')
  })
})

describe('06 §2.2 proxy', () => {
  const proxy = async (url: string, headers: Record<string, string>) => {
    const { status, text } = await ask(`/oembed/1.0/proxy&url=${encodeURIComponent(url)}`, { headers })
    return [status, (JSON.parse(text) as { code?: string }).code] as const
  }
  it('06-7 rights, and addresses that lead inside', async () => {
    const { url } = await create({ title: 'Own' })
    expect(await proxy(url, {})).toEqual([401, 'rest_forbidden'])
    expect(await proxy(url, { ...subscriber })).toEqual([403, 'rest_forbidden'])
    expect(await proxy(url, { ...contributor })).toEqual([200, undefined])
    const own = await ask(`/oembed/1.0/proxy&url=${encodeURIComponent(url)}`, {
      headers: { authorization: editor },
    })
    expect(JSON.parse(own.text)).toMatchObject({ type: 'rich', title: 'Own' })
    for (const address of [
      'http://127.0.0.1:9/',
      'http://127.0.0.1/',
      'http://localhost/',
      'http://[::1]/',
      'http://0x7f000001/',
      'http://169.254.169.254/latest/',
      'file:///etc/passwd',
      'http://user:pass@example.com/',
      'http://example.com:8080/',
      'nonsense',
    ])
      expect(await proxy(address, { authorization: editor }), address).toEqual([404, 'oembed_invalid_url'])
    expect((await ask('/oembed/1.0/proxy')).status).toBe(400)
  })
})

describe('06 §2.2 what is asked elsewhere', () => {
  let server: Server
  let base: string
  const seen: string[] = []
  beforeAll(async () => {
    server = createServer((request, response) => {
      seen.push(request.url ?? '')
      const answer = (type: string, text: string) =>
        response.writeHead(200, { 'content-type': type }).end(text)
      switch (new URL(request.url ?? '', 'http://x').pathname) {
        case '/page':
          return answer('text/html', '<link rel="alternate" type="application/json+oembed" href="/data">')
        case '/data':
          return answer(
            'application/json',
            '{"type":"rich","version":"1.0","html":"<p>Hi</p><script>x</script>"}',
          )
        case '/inside':
          return answer('text/html', '<link type="application/json+oembed" href="http://10.0.0.5/data">')
        case '/redirect':
          return response.writeHead(302, { location: 'http://10.0.0.5/' }).end()
        default:
          return response.writeHead(404).end()
      }
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => void server.close())

  const lookup = foreignLookup(
    httpFetcher({
      policy: {
        mayReach: address => address === '127.0.0.1' || isPublicAddress(address),
        mayUsePort: () => true,
      },
    }),
    [{ pattern: /\/known$/, endpoint: 'http://127.0.0.1:1/' }],
  )
  const ask = (path: string, discover = true) =>
    lookup({ url: `${base}${path}`, maxWidth: 600, maxHeight: undefined, discover })

  it('the page names its description', async () => {
    expect(await ask('/page')).toEqual({ type: 'rich', version: '1.0', html: '<p>Hi</p>' })
    expect(await ask('/page', false)).toBeNull()
  })
  it('06-7 neither redirects nor discovered addresses lead inside', async () => {
    expect(await ask('/inside')).toBeNull()
    expect(await ask('/redirect')).toBeNull()
    expect(await ask('/nothing')).toBeNull()
  })
  it('a known provider is asked at its own place', async () => {
    const before = seen.length
    expect(await ask('/known')).toBeNull()
    expect(seen.length).toBe(before)
  })
})
