import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { httpFetcher, openInternet, type FetchOptions } from '../../../shared/http-fetcher.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** A server on 127.0.0.1; answers its port and what it was asked for. */
const serve = async (handler: Handler) => {
  const asked: IncomingMessage[] = []
  const server = createServer((request, response) => {
    asked.push(request)
    handler(request, response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.close()
    server.closeAllConnections()
  })
  return { port: (server.address() as AddressInfo).port, asked }
}

const options: FetchOptions = { maxBytes: 1_000, timeoutMs: 5_000, accepts: () => true }

/** Every name means 127.0.0.1, which is allowed here; everything else follows the rules of the open internet. */
const local = (resolve = async (): Promise<readonly string[]> => ['127.0.0.1']) =>
  httpFetcher({
    policy: {
      mayReach: address => address === '127.0.0.1' || openInternet.mayReach(address),
      mayUsePort: () => true,
    },
    resolve,
  })

const text: Handler = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/plain', etag: '"a"' }).end('hello')
}

describe('what an address says by itself', () => {
  const { allows } = httpFetcher()
  it.each([
    'http://school.example/a.jpg',
    'https://school.example:8443/a',
    'https://8.8.8.8/a',
    'HTTP://A.example',
  ])('%s may be fetched', address => {
    expect(allows(address)).toBe(true)
  })

  it.each([
    'http://127.0.0.1:2113/',
    'http://169.254.169.254/latest',
    'file:///etc/passwd',
    'ftp://school.example/a.jpg',
    'gopher://school.example/',
    'javascript:alert(1)',
    'http://user@school.example/',
    'http://user:secret@school.example/',
    'http://school.example:22/',
    'http://school.example:6379/',
    'http://10.0.0.1/a.png',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://017700000001/',
    'http://127.1/',
    'http://①②⑦.0.0.1/',
    'plain words',
    '',
  ])('02-22 %s may not', address => {
    expect(allows(address)).toBe(false)
  })
})

describe('fetching', () => {
  it('answers the bytes, their type and what a later request may quote', async () => {
    const { port } = await serve(text)
    const address = `http://school.example:${port}/a`
    expect(await local().fetch(address, options)).toEqual({
      ok: true,
      changed: true,
      bytes: Buffer.from('hello'),
      contentType: 'text/plain',
      url: address,
      etag: '"a"',
      lastModified: null,
    })
  })

  it('sends neither credentials nor the fragment, asks for no encoding, names the host', async () => {
    const { port, asked } = await serve(text)
    await local().fetch(`http://school.example:${port}/a?b=1#c`, options)
    expect(asked.map(request => request.url)).toEqual(['/a?b=1'])
    const { headers } = asked[0] ?? {}
    expect(headers).toMatchObject({ host: `school.example:${port}`, 'accept-encoding': 'identity' })
    expect(headers).not.toHaveProperty('authorization')
    expect(headers).not.toHaveProperty('cookie')
  })

  it('quotes what is known and learns that nothing changed', async () => {
    const { port, asked } = await serve((_request, response) => response.writeHead(304).end())
    const known = { etag: '"a"', lastModified: 'Sat, 01 May 2027 00:00:00 GMT' }
    const fetched = await local().fetch(`http://school.example:${port}/`, { ...options, known })
    expect(fetched).toEqual({ ok: true, changed: false })
    expect(asked[0]?.headers).toMatchObject({
      'if-none-match': '"a"',
      'if-modified-since': 'Sat, 01 May 2027 00:00:00 GMT',
    })
  })

  it.each([{}, { known: { etag: null, lastModified: null } }])(
    'nothing is as it was for someone who knows nothing of it: %o',
    async known => {
      const { port } = await serve((_request, response) => response.writeHead(304).end())
      expect(await local().fetch(`http://school.example:${port}/`, { ...options, ...known })).toEqual({
        ok: false,
        reason: 'bad_status',
      })
    },
  )

  it('never reaches a private server by its name', async () => {
    const { port, asked } = await serve(text)
    const fetcher = httpFetcher({
      policy: { ...openInternet, mayUsePort: () => true },
      resolve: async () => ['127.0.0.1'],
    })
    const fetched = await fetcher.fetch(`http://inside.example:${port}/`, options)
    expect(fetched).toEqual({ ok: false, reason: 'forbidden_address' })
    expect(asked).toHaveLength(0)
  })

  it('refuses a name with a single private address among public ones', async () => {
    const fetcher = httpFetcher({ resolve: async () => ['8.8.8.8', '10.0.0.1'] })
    expect(await fetcher.fetch('http://mixed.example/', options)).toEqual({
      ok: false,
      reason: 'forbidden_address',
    })
  })

  it('resolves once and connects there, whatever the name means afterwards', async () => {
    const { port, asked } = await serve(text)
    let times = 0
    const rebinding = local(async () => (++times === 1 ? ['127.0.0.1'] : ['10.0.0.1']))
    expect(await rebinding.fetch(`http://rebind.example:${port}/`, options)).toMatchObject({ ok: true })
    expect(times).toBe(1)
    expect(asked).toHaveLength(1)
  })

  it.each([
    ['http://10.0.0.1/a.png', 'forbidden_address'],
    ['http://169.254.169.254/latest', 'forbidden_address'],
    ['//[::1]/', 'forbidden_address'],
    ['file:///etc/passwd', 'bad_address'],
    ['http://user:secret@school.example/', 'bad_address'],
  ])('looks at where a redirect leads: %s', async (location, reason) => {
    const { port } = await serve((_request, response) => response.writeHead(302, { location }).end())
    expect(await local().fetch(`http://school.example:${port}/`, options)).toEqual({ ok: false, reason })
  })

  it('looks the name of a redirect up anew', async () => {
    const { port } = await serve((_request, response) =>
      response.writeHead(301, { location: 'http://inside.example/' }).end(),
    )
    const resolved: string[] = []
    const fetcher = httpFetcher({
      policy: { mayReach: address => address === '127.0.0.1', mayUsePort: () => true },
      resolve: async host => {
        resolved.push(host)
        return [host === 'inside.example' ? '192.168.0.1' : '127.0.0.1']
      },
    })
    const fetched = await fetcher.fetch(`http://school.example:${port}/`, options)
    expect(fetched).toEqual({ ok: false, reason: 'forbidden_address' })
    expect(resolved).toEqual(['school.example', 'inside.example'])
  })

  it('follows relative redirects, five at most', async () => {
    const { port, asked } = await serve((request, response) => {
      const step = Number(request.url?.slice(1))
      if (step === 0) response.end('done')
      else response.writeHead(307, { location: `/${step - 1}` }).end()
    })
    const at = (step: number) => local().fetch(`http://school.example:${port}/${step}`, options)
    expect(await at(5)).toMatchObject({ ok: true, url: `http://school.example:${port}/0` })
    asked.length = 0
    expect(await at(6)).toEqual({ ok: false, reason: 'too_many_redirects' })
    expect(asked).toHaveLength(6)
  })

  it('stops at the limit, announced or not', async () => {
    const { port } = await serve((request, response) => {
      if (request.url === '/announced') response.writeHead(200, { 'content-length': '1001' })
      response.write('x'.repeat(900))
      response.end('x'.repeat(101))
    })
    for (const path of ['announced', 'streamed'])
      expect(await local().fetch(`http://school.example:${port}/${path}`, options)).toEqual({
        ok: false,
        reason: 'too_large',
      })
    expect(
      await local().fetch(`http://school.example:${port}/streamed`, { ...options, maxBytes: 1_001 }),
    ).toMatchObject({ ok: true })
  })

  it('gives up on a host that never ends its answer, and on a name that is never resolved', async () => {
    const { port } = await serve((_request, response) => {
      response.writeHead(200).write('x')
    })
    const hasty = { ...options, timeoutMs: 50 }
    expect(await local().fetch(`http://school.example:${port}/`, hasty)).toEqual({
      ok: false,
      reason: 'timeout',
    })
    const never = local(() => new Promise(() => undefined))
    expect(await never.fetch('http://school.example/', hasty)).toEqual({ ok: false, reason: 'timeout' })
  })

  it('asks the caller about the type before it reads on', async () => {
    const { port } = await serve(text)
    const accepts = (type: string) => type.startsWith('image/')
    expect(await local().fetch(`http://school.example:${port}/`, { ...options, accepts })).toEqual({
      ok: false,
      reason: 'wrong_type',
    })
  })

  it('takes no packed body, which could be far larger than it looks', async () => {
    const { port } = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
    )
    expect(await local().fetch(`http://school.example:${port}/`, options)).toEqual({
      ok: false,
      reason: 'wrong_type',
    })
  })

  it('says what else went wrong', async () => {
    const { port } = await serve((request, response) => {
      if (request.url === '/gone') response.writeHead(404).end()
      else response.destroy()
    })
    const at = (path: string) => local().fetch(`http://school.example:${port}/${path}`, options)
    expect(await at('gone')).toEqual({ ok: false, reason: 'bad_status', status: 404 })
    expect(await at('broken')).toEqual({ ok: false, reason: 'unreachable' })
    expect(await local(async () => []).fetch('http://nobody.example/', options)).toEqual({
      ok: false,
      reason: 'unknown_host',
    })
  })
})
