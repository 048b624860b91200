import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { invalid } from '../../../services/api/platform/route.ts'
import { N, editor, platformWorld, type PlatformWorld } from '../../support/platform-world.ts'

let world: PlatformWorld
beforeEach(() => {
  world = platformWorld()
})
afterEach(() => world.app.close())

describe('01 §4 failures', () => {
  it('an outage is a 503 with Retry-After, reported', async () => {
    expect(await world.ask('GET', 'broken/1')).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      body: { code: 'rest_service_unavailable', data: { status: 503 } },
    })
    expect(world.seen.reported).toHaveLength(1)
  })
  it('signed-in callers keep their headers whatever fails', async () => {
    const { status, headers } = await world.ask('GET', 'broken/1', editor)
    expect([status, headers['retry-after'], headers['allow']]).toEqual([503, '5', 'GET'])
    expect(headers['cache-control']).toBe('no-cache, must-revalidate, max-age=0, no-store, private')
  })
  it('a lost race is a 409', async () => {
    expect(await world.ask('GET', 'broken/2')).toMatchObject({ status: 409, body: { code: 'rest_conflict' } })
    expect(world.seen.reported).toEqual([])
  })
  it('a bug is a 500 that tells nothing and is reported once', async () => {
    const answer = await world.ask('GET', 'broken/4')
    expect(answer).toMatchObject({ status: 500, body: { code: 'internal_server_error' } })
    expect(answer.text).not.toContain('secret')
    expect(world.seen.reported).toEqual([new TypeError('secret of the house')])
  })
  it('names every refused argument in params and details', () => {
    const problem = { code: 'rest_invalid_date', message: 'no date', data: null } as const
    expect(JSON.parse(invalid({ start: problem }).text)).toEqual({
      code: 'rest_invalid_param',
      message: 'Some arguments are not valid: no date',
      data: { status: 400, params: { start: 'no date' }, details: { start: problem } },
    })
  })
})

describe('01 §5 shaping', () => {
  const shaped = async (query: string) => (await world.ask('GET', `things&${query}`)).body
  it('_fields keeps named members, into objects and arrays', async () => {
    expect(await shaped('_fields=page')).toEqual({ page: 1 })
    expect(await shaped('_fields[]=page&_fields[]=tags')).toEqual({ page: 1, tags: null })
    expect(await shaped('_fields=things.id,things.a.b')).toEqual({ things: [{ id: 1, a: { b: 1 } }] })
    expect(await shaped('_fields=things.list.x')).toEqual({ things: [{ list: [{ x: 1 }] }] })
    expect(await shaped('_fields=nope')).toEqual({})
    expect(await shaped('_fields=')).toHaveProperty('things')
  })
  it('_fields leaves errors whole', async () => {
    expect(await world.ask('GET', 'broken/3&_fields=x')).toMatchObject({
      body: { code: 'event-not-accessible' },
    })
  })
  it('_envelope puts body, status and own headers into a 200', async () => {
    expect(await shaped('_envelope&_fields=page')).toEqual({
      body: { page: 1 },
      status: 200,
      headers: { Allow: 'GET', 'X-CAL-Total': 1 },
    })
    expect(await world.ask('GET', 'nothing&_envelope=1')).toMatchObject({
      status: 200,
      body: { status: 404, headers: [], body: { code: 'rest_no_route' } },
    })
  })
})

describe('01 §6 headers', () => {
  it('on every answer', async () => {
    for (const path of ['things', '/nope'])
      expect((await world.ask('GET', path)).headers).toMatchObject({
        'content-type': 'application/json; charset=UTF-8',
        'x-robots-tag': 'noindex',
        'x-content-type-options': 'nosniff',
        link: '<https://school.example/index.php?rest_route=/>; rel="index"',
        vary: 'Origin, Accept-Encoding',
        'access-control-expose-headers':
          'X-CORE-Total, X-CORE-TotalPages, X-CAL-Total, X-CAL-TotalPages, Link',
        'access-control-allow-headers':
          'Authorization, X-CORE-Nonce, Content-Disposition, Content-MD5, Content-Type',
      })
  })
  it('echoes the origin', async () => {
    const { headers } = await world.ask('GET', 'things', { headers: { origin: 'https://a.example' } })
    expect(headers).toMatchObject({
      'access-control-allow-origin': 'https://a.example',
      'access-control-allow-methods': 'OPTIONS, GET, POST, PUT, PATCH, DELETE',
      'access-control-allow-credentials': 'true',
    })
    expect((await world.ask('GET', 'things')).headers).not.toHaveProperty('access-control-allow-origin')
  })
  it('signed-in answers are not stored and have no tag', async () => {
    const { headers } = await world.ask('GET', 'things', editor)
    expect(headers).not.toHaveProperty('etag')
    expect(headers).toMatchObject({ expires: 'Wed, 11 Jan 1984 05:00:00 GMT', allow: 'GET, POST' })
  })
  it('guests get a strong tag, and 304 for it', async () => {
    const { headers } = await world.ask('GET', 'things')
    const etag = String(headers['etag'])
    expect(etag).toMatch(/^"[\w-]{27}"$/)
    expect(headers['cache-control']).toBe('no-cache')
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const same = await world.ask('GET', 'things', { headers: { 'if-none-match': known } })
      expect(same).toMatchObject({ status: 304, text: '', headers: { etag, 'x-cal-total': '1' } })
    }
    expect(await world.ask('GET', 'things', { headers: { 'if-none-match': '"x"' } })).toMatchObject({
      status: 200,
    })
    expect((await world.ask('GET', 'broken/3')).headers).not.toHaveProperty('etag')
  })
})

describe('01 §7 indexes', () => {
  type Index = { readonly namespaces: readonly string[]; readonly routes: Readonly<Record<string, object>> }
  it('the root describes the site and every route in order', async () => {
    const { body } = await world.ask('GET', '/')
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
    const { body } = await world.ask('OPTIONS', 'things')
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
    expect((await world.ask('OPTIONS', 'things/5')).body?.['_links']).toEqual({
      self: [{ href: `https://school.example/index.php?rest_route=/${N}/things/{id}` }],
    })
  })
  it('00-7: a namespace shows itself or another', async () => {
    const own = (await world.ask('GET', `/${N}`)).body
    expect(own).toMatchObject({
      namespace: N,
      _links: { up: [{ href: 'https://school.example/index.php?rest_route=/' }] },
    })
    expect((await world.ask('GET', `/${N}&namespace=calx/v1`)).body).toMatchObject({
      namespace: 'calx/v1',
      routes: { '/calx/v1': {} },
    })
    expect(await world.ask('GET', `/${N}&namespace=nope`)).toMatchObject({
      status: 404,
      body: { code: 'rest_invalid_namespace' },
    })
  })
})
