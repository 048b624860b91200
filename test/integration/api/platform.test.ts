import { connect, type AddressInfo } from 'node:net'
import { keptMemory } from '../../../services/api/platform/answers/kept-memory.ts'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildApp, type ApiDeps } from '../../../services/api/app.ts'
import { json } from '../../../services/api/platform/answers/answer.ts'
import { defaulted, optional, required } from '../../../services/api/platform/arguments/arguments.ts'
import type { Caller, User } from '../../../services/api/platform/caller.ts'
import { list } from '../../../services/api/platform/arguments/container-kinds.ts'
import { refused } from '../../../services/api/platform/answers/errors.ts'
import { integer, oneLine, text } from '../../../services/api/platform/arguments/kinds.ts'
import {
  endpoint,
  invalid,
  resolvingEndpoint,
  route,
  type Route,
} from '../../../services/api/platform/route.ts'
import { RevisionConflict, StoreUnavailable } from '../../../shared/event-store/port.ts'
import { moment, site } from '../../support/moment.ts'

const EDITOR: User = { id: 2, login: 'editor', role: 'editor' }
const isEditor = (caller: Caller) => caller?.role === 'editor'
const page = defaulted(integer({ minimum: 1 }), 1, { description: 'Page.' })
const id = required(integer(), { description: 'Id.' })
const title = required(oneLine({ minLength: 1 }), { description: 'Title.' })
const N = 'cal/events/v1'

let calls: string[]
let version: number
let nowMs: number
let reported: unknown[]

const routes = (): readonly Route[] => [
  route(N, `/${N}/things`, [
    endpoint({
      methods: ['GET'],
      args: { page, tags: optional(list(text()), { description: 'Tags.', showDefault: null }) },
      handle: ({ page: n, tags }) => {
        calls.push('list')
        const body = {
          things: [{ id: 1, a: { b: 1, c: 2 }, list: [{ x: 1, y: 2 }] }],
          page: n,
          tags: tags ?? null,
        }
        return { ...json(200, body, [['X-CAL-Total', '1']]), until: moment.ms + 1000 }
      },
    }),
    resolvingEndpoint({
      methods: ['POST'],
      args: {
        title,
        parent: optional(integer(), { description: 'Parent.' }),
        start: required(text(), { description: 'Start.' }),
      },
      may: isEditor,
      resolve: ({ parent }) =>
        parent === 404
          ? {
              ok: false,
              problems: { parent: { code: 'rest_unknown_id', message: 'no such parent', data: null } },
            }
          : { ok: true, value: (parent ?? 0) * 2 },
      handle: (input, call, doubled) =>
        json(201, { ...input, doubled, actor: call.caller?.id, route: call.route }),
    }),
  ]),
  route(N, `/${N}/things/{id}`, [
    endpoint({ methods: ['GET'], args: { id }, handle: ({ id: n }) => json(200, { id: n }) }),
    endpoint({
      methods: ['DELETE'],
      args: { id },
      may: isEditor,
      handle: ({ id: n }) => json(200, { deleted: n }),
    }),
    endpoint({
      methods: ['POST', 'PUT', 'PATCH'],
      args: { id, title: optional(oneLine({ minLength: 1 }), { description: 'Title.' }) },
      may: isEditor,
      handle: input => json(200, input),
    }),
  ]),
  route(N, `/${N}/things/by-slug/{slug}`, [
    endpoint({
      methods: ['POST'],
      args: { slug: optional(text(), { description: 'Slug.' }) },
      handle: ({ slug }, call) => json(200, { old: call.path['slug'], new: slug ?? null }),
    }),
  ]),
  route(N, `/${N}/broken/{id}`, [
    endpoint({
      methods: ['GET'],
      args: { id },
      handle: ({ id: n }) => {
        if (n === 1) throw new StoreUnavailable('down')
        if (n === 2) throw new RevisionConflict('event-2')
        if (n === 3) return refused('event-not-accessible')
        throw new TypeError('secret of the house')
      },
    }),
  ]),
]

const deps = (): ApiDeps => ({
  routes: routes(),
  adminRoutes: [
    route('', '/admin/things', [
      endpoint({ methods: ['POST'], args: { title }, may: isEditor, handle: input => json(201, input) }),
    ]),
  ],
  site: () => site,
  nowMs: () => nowMs,
  credentials: {
    authenticate: (_, secret) =>
      secret === 'right' ? { ok: true, user: EDITOR } : { ok: false, code: 'incorrect_password' },
    session: async (_, nonce) => (nonce === 'aaaaaaaaaa' ? { user: null, fresh: null } : null),
  },
  newCorrelation: () => 'c1',
  report: error => reported.push(error),
  refresh: () => null,
  readModelVersion: () => String(version),
  notReady: async () => [],
  kept: keptMemory(1_000_000),
})

let app: FastifyInstance
beforeEach(() => {
  calls = []
  version = 1
  nowMs = moment.ms
  reported = []
  app = buildApp(deps())
})
afterEach(() => app.close())

const ask = async (method: string, path: string, options: InjectOptions = {}) => {
  const response = await app.inject({
    ...options,
    method: method,
    url: `/index.php?rest_route=${path.startsWith('/') ? path : `/${N}/${path}`}`,
  })
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.body,
    body: response.body === '' ? null : response.json<Record<string, unknown>>(),
  }
}
const basic = (text: string) => ({
  headers: { authorization: `bAsIc ${Buffer.from(text).toString('base64')}` },
})
const editor = basic('editor:right')

describe('00 §2 methods', () => {
  it('00-1: a method that a known route does not offer is no route', async () => {
    expect(await ask('PUT', 'things')).toMatchObject({ status: 404, body: { code: 'rest_no_route' } })
    expect(await ask('GET', 'nothing')).toMatchObject({ status: 404, body: { code: 'rest_no_route' } })
  })
  it('an unknown method is no route', async () => {
    const body = {
      code: 'rest_no_route',
      message: 'No route answers this address and method.',
      data: { status: 404 },
    }
    for (const method of ['PROPFIND', 'QUERY', 'TRACE', 'PURGE'])
      expect(await ask(method, 'things'), method).toMatchObject({ status: 404, body })
  })
  it('00-4: HEAD keeps status and headers', async () => {
    const get = await ask('GET', 'things&page=2')
    const head = await ask('HEAD', 'things&page=2')
    expect(head).toMatchObject({ status: 200, text: '' })
    expect(head.headers).toEqual(get.headers)
  })
  it('00-5: OPTIONS shows the route and what the caller may use', async () => {
    const guest = await ask('OPTIONS', 'things')
    expect(guest).toMatchObject({
      status: 200,
      headers: { allow: 'GET' },
      body: { namespace: N, methods: ['GET', 'POST'] },
    })
    expect((await ask('OPTIONS', 'things', editor)).headers['allow']).toBe('GET, POST')
    const unknown = await ask('OPTIONS', '/nope')
    expect(unknown).toMatchObject({ status: 200, body: [] })
    expect(unknown.headers).not.toHaveProperty('allow')
  })
  it('a POST that stands for a HEAD has no body either', async () => {
    const { status, text, headers } = await ask('POST', 'things&_method=head')
    expect([status, text, headers['content-length'], headers['x-cal-total']]).toEqual([200, '', '0', '1'])
  })
  it('00-3: only a POST stands for another method', async () => {
    expect((await ask('POST', 'things/5&_method=delete', editor)).body).toEqual({ deleted: 5 })
    expect((await ask('GET', 'things/7&_method=DELETE', editor)).body).toEqual({ id: 7 })
    const override = { headers: { ...editor.headers, 'x-http-method-override': 'PUT' } }
    expect((await ask('POST', 'things/6&title=N', override)).body).toEqual({ id: 6, title: 'N' })
    const guest = await ask('POST', 'things/6', { headers: { 'x-http-method-override': 'DELETE' } })
    expect(guest).toMatchObject({
      status: 401,
      headers: { 'cache-control': expect.stringContaining('no-store') as string },
    })
    expect(await ask('POST', 'things/6&_method=NOPE', editor)).toMatchObject({ status: 404 })
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
    expect((await ask('POST', 'things/5&title=Q', jsonBody({ title: 'J' }))).body).toEqual({
      id: 5,
      title: 'J',
    })
    expect((await ask('POST', 'things/5&title=Q', jsonBody({ title: null }))).body).toEqual({
      id: 5,
      title: 'Q',
    })
  })
  it('reads forms, multipart and JSON with a byte order mark', async () => {
    expect((await ask('POST', 'things/5&title=Q', form('title=F'))).body).toEqual({ id: 5, title: 'F' })
    const multipart = {
      payload: '--B\r\nContent-Disposition: form-data; name="title"\r\n\r\nM\r\n--B--\r\n',
      headers: { ...editor.headers, 'content-type': 'multipart/form-data; boundary=B' },
    }
    expect((await ask('POST', 'things/5', multipart)).body).toEqual({ id: 5, title: 'M' })
    const marked = { ...jsonBody({}), payload: '\uFEFF{"title":"B"}' }
    expect((await ask('POST', 'things/5', marked)).body).toEqual({ id: 5, title: 'B' })
  })
  it('00-2: a route in the body is ignored', async () => {
    expect((await ask('POST', 'things/5', form('title=F&rest_route=/x'))).body).toEqual({ id: 5, title: 'F' })
  })
  it('a broken JSON body is refused on every method; what reads ignores a sound one', async () => {
    const type = { 'content-type': 'application/json' }
    for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
      const path = method === 'POST' ? 'things' : 'things/5'
      const headers = { ...editor.headers, ...type }
      expect(await ask(method === 'PUT' ? 'PATCH' : method, path, { headers, payload: '{' })).toMatchObject({
        status: 400,
        body: { code: 'rest_invalid_json' },
      })
    }
    const read = () => ask('GET', 'things', { headers: type, payload: '{"page":7}' })
    for (let n = 0; n < 3; n++) expect(await read()).toMatchObject({ status: 200, body: { page: 1 } })
    expect(await ask('GET', 'things', { headers: type, payload: '{' })).toMatchObject({ status: 400 })
    expect(await ask('GET', 'things', { headers: type })).toMatchObject({ status: 200 })
  })
  it('ignores bodies of other types', async () => {
    const plain = { payload: 'title=X', headers: { ...editor.headers, 'content-type': 'text/plain' } }
    expect((await ask('POST', 'things/5', plain)).body).toEqual({ id: 5 })
    const untyped = { payload: 'title=X', headers: { ...editor.headers, 'content-type': '' } }
    expect((await ask('POST', 'things/5', untyped)).body).toEqual({ id: 5 })
    const odd = { payload: '{}', headers: { ...editor.headers, 'content-type': 'a; b' } }
    expect((await ask('POST', 'things/5', odd)).body).toEqual({ id: 5 })
    expect((await ask('POST', 'things/5', { ...editor, payload: 'title=X' })).body).toEqual({ id: 5 })
  })
  it.each(['{', '[]', '5', '"x"'])('JSON %s is refused', async payload => {
    const answer = await ask('POST', 'things', { ...jsonBody({}), payload })
    expect(answer).toMatchObject({ status: 400, body: { code: 'rest_invalid_json', data: { status: 400 } } })
    expect(answer.body?.['data']).toHaveProperty('json_error_message')
    const removal = await ask('DELETE', 'things/5', { ...jsonBody({}), payload })
    expect(removal).toMatchObject({ status: 400, body: { code: 'rest_invalid_json' } })
  })
  it('01-6: the id of the path wins; another one is only checked', async () => {
    expect((await ask('POST', 'things/5', jsonBody({ id: 6, title: 'X' }))).body).toEqual({
      id: 5,
      title: 'X',
    })
    expect((await ask('POST', 'things/5&id=6', jsonBody({}))).body).toEqual({ id: 5 })
    expect(await ask('POST', 'things/5', jsonBody({ id: '5abc' }))).toMatchObject({
      status: 400,
      body: { code: 'rest_invalid_param', data: { params: { id: 'id is not a whole number.' } } },
    })
    expect((await ask('POST', 'things/by-slug/old', jsonBody({ slug: 'new' }))).body).toEqual({
      old: 'old',
      new: 'new',
    })
    expect((await ask('POST', 'things/by-slug/old')).body).toEqual({ old: 'old', new: null })
  })
  it('00 §8: a body above 10 MiB is too large', async () => {
    const answer = await ask('POST', 'things', {
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
    expect(await ask('POST', 'things&parent=x')).toMatchObject({
      status: 400,
      body: { code: 'rest_missing_callback_param', data: { params: ['title', 'start'] } },
    })
  })
  it('01-3: all invalid arguments together, in order of declaration', async () => {
    const { status, body } = await ask('POST', 'things&title=&start=x&parent=404')
    expect(status).toBe(400)
    const data = body?.['data'] as { params: object; details: Record<string, unknown> }
    expect(Object.keys(data.params)).toEqual(['title', 'parent'])
    expect(data.details['parent']).toEqual({ code: 'rest_unknown_id', message: 'no such parent', data: null })
  })
  it('rights come after the arguments', async () => {
    expect(await ask('POST', 'things&title=T&start=x')).toMatchObject({
      status: 401,
      body: { code: 'rest_forbidden', data: { status: 401 } },
    })
    expect((await ask('POST', 'things&title=T&start=x&parent=4', editor)).body).toEqual({
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
      expect(await ask('GET', path, basic('editor:wrong'))).toMatchObject({
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
      expect(await ask('GET', 'things', { headers: { authorization } })).toMatchObject({ status: 200 })
    expect(await ask('GET', 'things', basic('editor:'))).toMatchObject({ status: 200 })
  })
  it('01-9: a wrong nonce is refused', async () => {
    expect(await ask('GET', 'things', { headers: { 'x-core-nonce': '0000000000' } })).toMatchObject({
      status: 403,
      body: { code: 'rest_cookie_invalid_nonce' },
      headers: { 'cache-control': 'no-cache, must-revalidate, max-age=0, no-store, private' },
    })
    expect(await ask('GET', 'things&_nonce=aaaaaaaaaa')).toMatchObject({ status: 200 })
  })
  it('_jsonp is not offered', async () => {
    expect(await ask('GET', 'things&_jsonp=f')).toMatchObject({
      status: 400,
      body: { code: 'rest_callback_disabled' },
    })
  })
})

describe('01 §4 failures', () => {
  it('an outage is a 503 with Retry-After, reported', async () => {
    expect(await ask('GET', 'broken/1')).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      body: { code: 'rest_service_unavailable', data: { status: 503 } },
    })
    expect(reported).toHaveLength(1)
  })
  it('signed-in callers keep their headers whatever fails', async () => {
    const { status, headers } = await ask('GET', 'broken/1', editor)
    expect([status, headers['retry-after'], headers['allow']]).toEqual([503, '5', 'GET'])
    expect(headers['cache-control']).toBe('no-cache, must-revalidate, max-age=0, no-store, private')
  })
  it('a lost race is a 409', async () => {
    expect(await ask('GET', 'broken/2')).toMatchObject({ status: 409, body: { code: 'rest_conflict' } })
    expect(reported).toEqual([])
  })
  it('a bug is a 500 that tells nothing and is reported once', async () => {
    const answer = await ask('GET', 'broken/4')
    expect(answer).toMatchObject({ status: 500, body: { code: 'internal_server_error' } })
    expect(answer.text).not.toContain('secret')
    expect(reported).toEqual([new TypeError('secret of the house')])
  })
  it('names every refused argument in params and details', () => {
    const problem = { code: 'rest_invalid_date', message: 'no date', data: null } as const
    expect(JSON.parse(invalid({ start: problem }).text)).toEqual({
      code: 'rest_invalid_param',
      message: 'Some arguments are not valid.',
      data: { status: 400, params: { start: 'no date' }, details: { start: problem } },
    })
  })
})

describe('01 §5 shaping', () => {
  const shaped = async (query: string) => (await ask('GET', `things&${query}`)).body
  it('_fields keeps named members, into objects and arrays', async () => {
    expect(await shaped('_fields=page')).toEqual({ page: 1 })
    expect(await shaped('_fields[]=page&_fields[]=tags')).toEqual({ page: 1, tags: null })
    expect(await shaped('_fields=things.id,things.a.b')).toEqual({ things: [{ id: 1, a: { b: 1 } }] })
    expect(await shaped('_fields=things.list.x')).toEqual({ things: [{ list: [{ x: 1 }] }] })
    expect(await shaped('_fields=nope')).toEqual({})
    expect(await shaped('_fields=')).toHaveProperty('things')
  })
  it('_fields leaves errors whole', async () => {
    expect(await ask('GET', 'broken/3&_fields=x')).toMatchObject({ body: { code: 'event-not-accessible' } })
  })
  it('_envelope puts body, status and own headers into a 200', async () => {
    expect(await shaped('_envelope&_fields=page')).toEqual({
      body: { page: 1 },
      status: 200,
      headers: { Allow: 'GET', 'X-CAL-Total': '1' },
    })
    expect(await ask('GET', 'nothing&_envelope=1')).toMatchObject({
      status: 200,
      body: { status: 404, headers: [], body: { code: 'rest_no_route' } },
    })
  })
})

describe('01 §6 headers', () => {
  it('on every answer', async () => {
    for (const path of ['things', '/nope'])
      expect((await ask('GET', path)).headers).toMatchObject({
        'content-type': 'application/json; charset=UTF-8',
        'x-robots-tag': 'noindex',
        'x-content-type-options': 'nosniff',
        link: '<https://school.example/index.php?rest_route=/>; rel="index"',
        vary: 'Origin',
        'access-control-expose-headers':
          'X-CORE-Total, X-CORE-TotalPages, X-CAL-Total, X-CAL-TotalPages, Link',
        'access-control-allow-headers':
          'Authorization, X-CORE-Nonce, Content-Disposition, Content-MD5, Content-Type',
      })
  })
  it('echoes the origin', async () => {
    const { headers } = await ask('GET', 'things', { headers: { origin: 'https://a.example' } })
    expect(headers).toMatchObject({
      'access-control-allow-origin': 'https://a.example',
      'access-control-allow-methods': 'OPTIONS, GET, POST, PUT, PATCH, DELETE',
      'access-control-allow-credentials': 'true',
    })
    expect((await ask('GET', 'things')).headers).not.toHaveProperty('access-control-allow-origin')
  })
  it('signed-in answers are not stored and have no tag', async () => {
    const { headers } = await ask('GET', 'things', editor)
    expect(headers).not.toHaveProperty('etag')
    expect(headers).toMatchObject({ expires: 'Wed, 11 Jan 1984 05:00:00 GMT', allow: 'GET, POST' })
  })
  it('guests get a strong tag, and 304 for it', async () => {
    const { headers } = await ask('GET', 'things')
    const etag = String(headers['etag'])
    expect(etag).toMatch(/^"[\w-]{27}"$/)
    expect(headers['cache-control']).toBe('no-cache')
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const same = await ask('GET', 'things', { headers: { 'if-none-match': known } })
      expect(same).toMatchObject({ status: 304, text: '', headers: { etag, 'x-cal-total': '1' } })
    }
    expect(await ask('GET', 'things', { headers: { 'if-none-match': '"x"' } })).toMatchObject({ status: 200 })
    expect((await ask('GET', 'broken/3')).headers).not.toHaveProperty('etag')
  })
})

describe('01 §7 indexes', () => {
  type Index = { readonly namespaces: readonly string[]; readonly routes: Readonly<Record<string, object>> }
  it('the root describes the site and every route in order', async () => {
    const { body } = await ask('GET', '/')
    expect(Object.keys(body ?? {})).toEqual([
      'name',
      'description',
      'url',
      'home',
      'gmt_offset',
      'timezone_string',
      'page_for_posts',
      'page_on_front',
      'show_on_front',
      'namespaces',
      'authentication',
      'routes',
    ])
    const { routes: all, namespaces } = body as unknown as Index
    expect(namespaces).toHaveLength(12)
    expect(Object.keys(all).slice(0, 6)).toEqual([
      '/',
      '/batch/v1',
      '/oembed/1.0',
      '/cal/event-aggregator/v1',
      `/${N}`,
      `/${N}/things`,
    ])
    expect(all['/']).toEqual({
      namespace: '',
      methods: ['GET'],
      endpoints: [{ methods: ['GET'], args: { context: { default: 'view', required: false } } }],
      _links: { self: [{ href: 'https://school.example/index.php?rest_route=/' }] },
    })
  })
  it('describes arguments', async () => {
    const { body } = await ask('OPTIONS', 'things')
    expect(body?.['endpoints']).toMatchObject([
      {
        methods: ['GET'],
        args: {
          page: { type: 'integer', description: 'Page.', default: 1, required: false },
          tags: {
            type: 'array',
            description: 'Tags.',
            default: null,
            required: false,
            items: { type: 'string' },
          },
        },
      },
      { methods: ['POST'], args: { title: { type: 'string', description: 'Title.', required: true } } },
    ])
    expect((await ask('OPTIONS', 'things/5')).body?.['_links']).toEqual({
      self: [{ href: `https://school.example/index.php?rest_route=/${N}/things/{id}` }],
    })
  })
  it('00-7: a namespace shows itself or another', async () => {
    const own = (await ask('GET', `/${N}`)).body
    expect(own).toMatchObject({
      namespace: N,
      _links: { up: [{ href: 'https://school.example/index.php?rest_route=/' }] },
    })
    expect((await ask('GET', `/${N}&namespace=calx/v1`)).body).toMatchObject({
      namespace: 'calx/v1',
      routes: { '/calx/v1': {} },
    })
    expect(await ask('GET', `/${N}&namespace=nope`)).toMatchObject({
      status: 404,
      body: { code: 'rest_invalid_namespace' },
    })
  })
})

describe('kept answers', () => {
  it('are given from the third time on, until the read models move or their instant has passed', async () => {
    const first = await ask('GET', 'things')
    await ask('GET', 'things')
    const third = await ask('GET', 'things')
    expect(third).toEqual(first)
    expect(calls).toHaveLength(2)
    expect((await ask('GET', 'things&page=2')).text).not.toBe(first.text)
    expect(calls).toHaveLength(3)
    version = 2
    await ask('GET', 'things')
    expect(calls).toHaveLength(4)
    nowMs = moment.ms + 1000
    await ask('GET', 'things')
    expect(calls).toHaveLength(5)
  })
  it('know 304, HEAD and origins', async () => {
    const { headers } = await ask('GET', 'things')
    await ask('GET', 'things')
    const etag = String(headers['etag'])
    expect(await ask('GET', 'things', { headers: { 'if-none-match': etag } })).toMatchObject({
      status: 304,
      text: '',
    })
    expect(await ask('HEAD', 'things')).toMatchObject({ status: 200, text: '', headers: { etag } })
    const origin = 'https://a.example'
    expect((await ask('GET', 'things', { headers: { origin } })).headers['access-control-allow-origin']).toBe(
      origin,
    )
    expect(calls).toHaveLength(2)
  })
  it('are not for callers with credentials', async () => {
    await ask('GET', 'things')
    await ask('GET', 'things')
    expect((await ask('GET', 'things', editor)).headers['allow']).toBe('GET, POST')
    expect((await ask('GET', 'things', { headers: { 'x-core-nonce': 'bad' } })).status).toBe(403)
    expect(calls).toHaveLength(3)
  })
})

describe('outside the interface', () => {
  it('/admin has the same envelope', async () => {
    const post = (headers: Record<string, string>, payload: string) =>
      app.inject({
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
    expect((await app.inject('/health/live')).json()).toEqual({ status: 'live' })
    expect((await app.inject('/health/ready')).json()).toEqual({ status: 'ready' })
  })
  it('an unreadable address is no route', async () => {
    expect((await app.inject('/%zz')).json()).toMatchObject({ code: 'rest_no_route' })
  })
  it('what is no HTTP, and headers without end, are answered in our words', async () => {
    await app.listen({ port: 0 })
    const { port } = app.server.address() as AddressInfo
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
    const endless = await say(`GET / HTTP/1.1\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`)
    expect(endless).toMatch(/^HTTP\/1\.1 431 /)
    expect(endless).toContain('"rest_head_too_large"')
  })
})
