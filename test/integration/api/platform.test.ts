import { connect, type AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { epochMs } from '../../../shared/kernel/brands.ts'
import { moment } from '../../support/moment.ts'
import { N, basic, editor, platformWorld, type PlatformWorld } from '../../support/platform-world.ts'

let world: PlatformWorld
beforeEach(() => {
  world = platformWorld()
})
afterEach(() => world.app.close())

describe('00 §2 methods', () => {
  it('00-1: a method that a known route does not offer is no route', async () => {
    expect(await world.ask('PUT', 'things')).toMatchObject({ status: 404, body: { code: 'rest_no_route' } })
    expect(await world.ask('GET', 'nothing')).toMatchObject({ status: 404, body: { code: 'rest_no_route' } })
  })
  it('an unknown method is no route', async () => {
    const body = {
      code: 'rest_no_route',
      message: 'No route answers this address and method.',
      data: { status: 404 },
    }
    for (const method of ['PROPFIND', 'QUERY', 'TRACE', 'PURGE'])
      expect(await world.ask(method, 'things'), method).toMatchObject({ status: 404, body })
  })
  it('00-4: HEAD keeps status and headers', async () => {
    const get = await world.ask('GET', 'things&page=2')
    const head = await world.ask('HEAD', 'things&page=2')
    expect(head).toMatchObject({ status: 200, text: '' })
    expect(head.headers).toEqual(get.headers)
  })
  it('00-5: OPTIONS shows the route and what the caller may use', async () => {
    const guest = await world.ask('OPTIONS', 'things')
    expect(guest).toMatchObject({
      status: 200,
      headers: { allow: 'GET' },
      body: { namespace: N, methods: ['GET', 'POST'] },
    })
    expect((await world.ask('OPTIONS', 'things', editor)).headers['allow']).toBe('GET, POST')
    const unknown = await world.ask('OPTIONS', '/nope')
    expect(unknown).toMatchObject({ status: 200, body: [] })
    expect(unknown.headers).not.toHaveProperty('allow')
  })
  it('a POST that stands for a HEAD has no body either', async () => {
    const { status, text, headers } = await world.ask('POST', 'things&_method=head')
    expect([status, text, headers['content-length'], headers['x-cal-total']]).toEqual([200, '', '0', '1'])
  })
  it('00-3: only a POST stands for another method', async () => {
    expect((await world.ask('POST', 'things/5&_method=delete', editor)).body).toEqual({ deleted: 5 })
    expect((await world.ask('GET', 'things/7&_method=DELETE', editor)).body).toEqual({ id: 7 })
    const override = { headers: { ...editor.headers, 'x-http-method-override': 'PUT' } }
    expect((await world.ask('POST', 'things/6&title=N', override)).body).toEqual({ id: 6, title: 'N' })
    const guest = await world.ask('POST', 'things/6', { headers: { 'x-http-method-override': 'DELETE' } })
    expect(guest).toMatchObject({
      status: 401,
      headers: { 'cache-control': expect.stringContaining('no-store') as string },
    })
    expect(await world.ask('POST', 'things/6&_method=NOPE', editor)).toMatchObject({ status: 404 })
  })
})

describe('01 §1 sources', () => {
  const form = (payload: string) => ({
    payload,
    headers: { ...editor.headers, 'content-type': 'application/x-www-form-urlencoded' },
  })
  const jsonBody = (payload: unknown) => ({
    payload: JSON.stringify(payload),
    headers: { ...editor.headers, 'content-type': 'application/json; charset=utf-8' },
  })
  it('JSON counts more than the query; null falls through', async () => {
    expect((await world.ask('POST', 'things/5&title=Q', jsonBody({ title: 'J' }))).body).toEqual({
      id: 5,
      title: 'J',
    })
    expect((await world.ask('POST', 'things/5&title=Q', jsonBody({ title: null }))).body).toEqual({
      id: 5,
      title: 'Q',
    })
  })
  it('reads forms, multipart and JSON with a byte order mark', async () => {
    expect((await world.ask('POST', 'things/5&title=Q', form('title=F'))).body).toEqual({ id: 5, title: 'F' })
    const multipart = {
      payload: '--B\r\nContent-Disposition: form-data; name="title"\r\n\r\nM\r\n--B--\r\n',
      headers: { ...editor.headers, 'content-type': 'multipart/form-data; boundary=B' },
    }
    expect((await world.ask('POST', 'things/5', multipart)).body).toEqual({ id: 5, title: 'M' })
    const marked = { ...jsonBody({}), payload: '\uFEFF{"title":"B"}' }
    expect((await world.ask('POST', 'things/5', marked)).body).toEqual({ id: 5, title: 'B' })
  })
  it('00-2: a route in the body is ignored', async () => {
    expect((await world.ask('POST', 'things/5', form('title=F&rest_route=/x'))).body).toEqual({
      id: 5,
      title: 'F',
    })
  })
  it('a broken JSON body is refused on every method; what reads ignores a sound one', async () => {
    const type = { 'content-type': 'application/json' }
    for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
      const path = method === 'POST' ? 'things' : 'things/5'
      const headers = { ...editor.headers, ...type }
      expect(
        await world.ask(method === 'PUT' ? 'PATCH' : method, path, { headers, payload: '{' }),
      ).toMatchObject({
        status: 400,
        body: { code: 'rest_invalid_json' },
      })
    }
    const read = () => world.ask('GET', 'things', { headers: type, payload: '{"page":7}' })
    for (let n = 0; n < 3; n++) expect(await read()).toMatchObject({ status: 200, body: { page: 1 } })
    expect(await world.ask('GET', 'things', { headers: type, payload: '{' })).toMatchObject({ status: 400 })
    expect(await world.ask('GET', 'things', { headers: type })).toMatchObject({ status: 200 })
  })
  it('ignores bodies of other types', async () => {
    const plain = { payload: 'title=X', headers: { ...editor.headers, 'content-type': 'text/plain' } }
    expect((await world.ask('POST', 'things/5', plain)).body).toEqual({ id: 5 })
    const untyped = { payload: 'title=X', headers: { ...editor.headers, 'content-type': '' } }
    expect((await world.ask('POST', 'things/5', untyped)).body).toEqual({ id: 5 })
    const odd = { payload: '{}', headers: { ...editor.headers, 'content-type': 'a; b' } }
    expect((await world.ask('POST', 'things/5', odd)).body).toEqual({ id: 5 })
    expect((await world.ask('POST', 'things/5', { ...editor, payload: 'title=X' })).body).toEqual({ id: 5 })
  })
  it.each(['{', '[]', '5', '"x"'])('JSON %s is refused', async payload => {
    const answer = await world.ask('POST', 'things', { ...jsonBody({}), payload })
    expect(answer).toMatchObject({ status: 400, body: { code: 'rest_invalid_json', data: { status: 400 } } })
    expect(answer.body?.['data']).toHaveProperty('json_error_message')
    const removal = await world.ask('DELETE', 'things/5', { ...jsonBody({}), payload })
    expect(removal).toMatchObject({ status: 400, body: { code: 'rest_invalid_json' } })
  })
  it('01-6: the id of the path wins; another one is only checked', async () => {
    expect((await world.ask('POST', 'things/5', jsonBody({ id: 6, title: 'X' }))).body).toEqual({
      id: 5,
      title: 'X',
    })
    expect((await world.ask('POST', 'things/5&id=6', jsonBody({}))).body).toEqual({ id: 5 })
    expect(await world.ask('POST', 'things/5', jsonBody({ id: '5abc' }))).toMatchObject({
      status: 400,
      body: { code: 'rest_invalid_param', data: { params: { id: 'id is not a whole number.' } } },
    })
    expect((await world.ask('POST', 'things/by-slug/old', jsonBody({ slug: 'new' }))).body).toEqual({
      old: 'old',
      new: 'new',
    })
    expect((await world.ask('POST', 'things/by-slug/old')).body).toEqual({ old: 'old', new: null })
  })
  it('00 §8: a body above 10 MiB is too large', async () => {
    const answer = await world.ask('POST', 'things', {
      ...jsonBody({}),
      payload: Buffer.alloc(10 * 1024 * 1024 + 1, 32),
    })
    expect(answer).toMatchObject({
      status: 413,
      body: { code: 'rest_request_too_large', data: { status: 413 } },
    })
  })
})

describe('01 §3 order of checks', () => {
  it('01-1, 01-2: all missing arguments alone, even for guests', async () => {
    expect(await world.ask('POST', 'things&parent=x')).toMatchObject({
      status: 400,
      body: { code: 'rest_missing_callback_param', data: { params: ['title', 'start'] } },
    })
  })
  it('01-3: all invalid arguments together, in order of declaration', async () => {
    const { status, body } = await world.ask('POST', 'things&title=&start=x&parent=404')
    expect(status).toBe(400)
    const data = body?.['data'] as { params: object; details: Record<string, unknown> }
    expect(Object.keys(data.params)).toEqual(['title', 'parent'])
    expect(data.details['parent']).toEqual({ code: 'rest_unknown_id', message: 'no such parent', data: null })
  })
  it('rights come after the arguments', async () => {
    expect(await world.ask('POST', 'things&title=T&start=x')).toMatchObject({
      status: 401,
      body: { code: 'rest_forbidden', data: { status: 401 } },
    })
    expect((await world.ask('POST', 'things&title=T&start=x&parent=4', editor)).body).toEqual({
      title: 'T',
      parent: 4,
      start: 'x',
      doubled: 8,
      actor: 2,
      route: `POST /${N}/things`,
    })
  })
  it('01-8: credentials come first, on every route', async () => {
    for (const path of ['things', '/', '/nope'])
      expect(await world.ask('GET', path, basic('editor:wrong'))).toMatchObject({
        status: 401,
        body: { code: 'incorrect_password' },
        headers: { expires: 'Wed, 11 Jan 1984 05:00:00 GMT' },
      })
    for (const authorization of [
      'Bearer x',
      'Basic garbage',
      'Basic !!',
      basic('nocolon').headers.authorization,
    ])
      expect(await world.ask('GET', 'things', { headers: { authorization } })).toMatchObject({ status: 200 })
    expect(await world.ask('GET', 'things', basic('editor:'))).toMatchObject({ status: 200 })
  })
  it('01-9: a wrong nonce is refused', async () => {
    expect(await world.ask('GET', 'things', { headers: { 'x-core-nonce': '0000000000' } })).toMatchObject({
      status: 403,
      body: { code: 'rest_cookie_invalid_nonce' },
      headers: { 'cache-control': 'no-cache, must-revalidate, max-age=0, no-store, private' },
    })
    expect(await world.ask('GET', 'things&_nonce=aaaaaaaaaa')).toMatchObject({ status: 200 })
  })
  it('_jsonp is not offered', async () => {
    expect(await world.ask('GET', 'things&_jsonp=f')).toMatchObject({
      status: 400,
      body: { code: 'rest_callback_disabled' },
    })
  })
})

describe('kept answers', () => {
  it('are given from the third time on, until the read models move or their instant has passed', async () => {
    const first = await world.ask('GET', 'things')
    await world.ask('GET', 'things')
    const third = await world.ask('GET', 'things')
    expect(third).toEqual(first)
    expect(world.seen.calls).toHaveLength(2)
    expect((await world.ask('GET', 'things&page=2')).text).not.toBe(first.text)
    expect(world.seen.calls).toHaveLength(3)
    world.seen.version = 2
    await world.ask('GET', 'things')
    expect(world.seen.calls).toHaveLength(4)
    world.seen.nowMs = epochMs(moment.ms + 1000)
    await world.ask('GET', 'things')
    expect(world.seen.calls).toHaveLength(5)
  })
  it('know 304, HEAD and origins', async () => {
    const { headers } = await world.ask('GET', 'things')
    await world.ask('GET', 'things')
    const etag = String(headers['etag'])
    expect(await world.ask('GET', 'things', { headers: { 'if-none-match': etag } })).toMatchObject({
      status: 304,
      text: '',
    })
    expect(await world.ask('HEAD', 'things')).toMatchObject({ status: 200, text: '', headers: { etag } })
    const origin = 'https://a.example'
    expect(
      (await world.ask('GET', 'things', { headers: { origin } })).headers['access-control-allow-origin'],
    ).toBe(origin)
    expect(world.seen.calls).toHaveLength(2)
  })
  it('are not for callers with credentials', async () => {
    await world.ask('GET', 'things')
    await world.ask('GET', 'things')
    expect((await world.ask('GET', 'things', editor)).headers['allow']).toBe('GET, POST')
    expect((await world.ask('GET', 'things', { headers: { 'x-core-nonce': 'bad' } })).status).toBe(403)
    expect(world.seen.calls).toHaveLength(3)
  })
})

describe('outside the interface', () => {
  it('/admin has the same envelope', async () => {
    const post = (headers: Record<string, string>, payload: string) =>
      world.app.inject({
        method: 'POST',
        url: '/admin/things',
        headers: { 'content-type': 'application/json', ...headers },
        payload,
      })
    expect((await post({}, '{"title":"T"}')).statusCode).toBe(401)
    expect((await post({}, '{}')).json()).toMatchObject({ code: 'rest_missing_callback_param' })
    const made = await post(editor.headers, '{"title":"T"}')
    expect([made.statusCode, made.json()]).toEqual([201, { title: 'T' }])
  })
  it('health', async () => {
    expect((await world.app.inject('/health/live')).json()).toEqual({ status: 'live' })
    expect((await world.app.inject('/health/ready')).json()).toEqual({ status: 'ready' })
  })
  it('an unreadable address is no route', async () => {
    expect((await world.app.inject('/%zz')).json()).toMatchObject({ code: 'rest_no_route' })
  })
  it('what is no HTTP, and headers without end, are answered in our words', async () => {
    await world.app.listen({ port: 0 })
    const { port } = world.app.server.address() as AddressInfo
    const say = (words: string) =>
      new Promise<string>((resolve, reject) => {
        const heard: string[] = []
        const socket = connect(port, '127.0.0.1', () => socket.write(words))
        socket.on('data', data => heard.push(String(data)))
        socket.on('end', () => resolve(heard.join('')))
        socket.on('error', reject)
      })
    const unknown = await say('CONJURE / HTTP/1.1\r\n\r\n')
    expect(unknown).toMatch(/^HTTP\/1\.1 404 Not Found\r\n/)
    expect(JSON.parse(unknown.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      code: 'rest_no_route',
      data: { status: 404 },
    })
    expect(unknown).toMatch(/\r\nX-Robots-Tag: noindex\r\n/)
    expect(unknown).toMatch(
      /\r\nLink: <https:\/\/school\.example\/index\.php\?rest_route=\/>; rel="index"\r\n/,
    )
    expect(unknown).toMatch(/\r\nVary: Origin, Accept-Encoding\r\n/)
    const endless = await say(`GET / HTTP/1.1\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`)
    expect(endless).toMatch(/^HTTP\/1\.1 431 /)
    expect(endless).toContain('"rest_head_too_large"')
  })
})
