import { describe, expect, it } from 'vitest'
import {
  APPLICATION_PASSWORD,
  basic,
  embeddedService,
  sharedService,
} from '../../support/embedded-service.ts'

/** Rows of the tables of spec 01 that need the whole service, by their labels. */
type Body = { readonly [name: string]: unknown }
type RouteObject = {
  readonly namespace: string
  readonly methods: readonly string[]
  readonly endpoints: readonly {
    readonly methods: readonly string[]
    readonly args: Readonly<Record<string, Body>>
  }[]
  readonly _links?: { readonly self: readonly { readonly href: string }[] }
}
type Index = Body & { readonly routes: Readonly<Record<string, RouteObject>> }

const encoded = (text: string) => Buffer.from(text).toString('base64')
const NAMESPACES = [
  ...[
    'oembed/1.0',
    'cal/event-aggregator/v1',
    'cal/events/v1',
    'cal/views/v2',
    'calx/v2/onboarding',
    'calx/v1',
  ],
  ...['ext/instagram', 'ext', 'core/v2', 'core-site-health/v1', 'core-block-editor/v1', 'core-abilities/v1'],
]

describe('01 §4 error codes', () => {
  const service = sharedService()

  it('incorrect_password, invalid_username, invalid_email: 401 on every route', async () => {
    const { ask } = service()
    for (const request of ['GET /', 'GET /cal/events/v1/events', 'GET /nothing', 'POST /batch/v1'])
      for (const [who, secret, code] of [
        ['admin', 'wrong', 'incorrect_password'],
        ['admin', 'the account password', 'incorrect_password'],
        ['nobody', APPLICATION_PASSWORD, 'invalid_username'],
        ['nobody@school.example', APPLICATION_PASSWORD, 'invalid_email'],
      ] as const)
        expect(await ask(request, { headers: basic(who, secret) }), `${request} ${who}`).toMatchObject({
          ...{ status: 401, body: { code, data: { status: 401 } } },
        })
  })

  it('oembed_invalid_url: 404', async () => {
    const { ask } = service()
    for (const url of ['https://other.example/', 'https://school.example/event/nothing/'])
      expect(await ask(`GET /oembed/1.0/embed&url=${encodeURIComponent(url)}`)).toMatchObject({
        ...{ status: 404, body: { code: 'oembed_invalid_url', data: { status: 404 } } },
      })
  })
})

describe('01 §7 indexes', () => {
  const service = sharedService()
  const plain = sharedService({ SITE_URL: 'http://school.example' })
  const indexed = async ({ ask } = service()) => ({
    ask,
    index: (await ask('GET /', { headers: {} })).body as Index,
  })

  it('authentication: where passwords are authorised; routes keys: in order, with variables as they are', async () => {
    const { index } = await indexed()
    expect(Object.keys(index)).toEqual([
      ...['name', 'description', 'url', 'home', 'gmt_offset', 'timezone_string', 'page_for_posts'],
      ...['page_on_front', 'show_on_front', 'namespaces', 'authentication', 'routes'],
    ])
    expect(index['authentication']).toEqual({
      'application-passwords': {
        endpoints: { authorization: 'https://school.example/authorize-application' },
      },
    })
    expect(index['namespaces']).toEqual(NAMESPACES)
    const paths = Object.keys(index.routes)
    expect(paths.slice(0, 3)).toEqual(['/', '/batch/v1', '/oembed/1.0'])
    const places = NAMESPACES.map(namespace => paths.indexOf(`/${namespace}`))
    expect(places).toEqual([...places].sort((a, b) => a - b))
    const C = '/cal/events/v1'
    expect(paths.filter(path => path.startsWith(C))).toEqual([
      ...[C, `${C}/doc`, `${C}/events`, `${C}/events/{id}`, `${C}/events/by-slug/{slug}`],
      ...[`${C}/venues`, `${C}/venues/{id}`, `${C}/venues/by-slug/{slug}`],
      ...[`${C}/organizers`, `${C}/organizers/{id}`, `${C}/organizers/by-slug/{slug}`],
      ...[`${C}/categories`, `${C}/categories/{id}`, `${C}/tags`, `${C}/tags/{id}`],
    ])
    expect((await indexed(plain())).index['authentication']).toEqual({})
  })

  it('route object: namespace, merged methods, endpoints, and _links but for some', async () => {
    const { index } = await indexed()
    for (const [path, route] of Object.entries(index.routes)) {
      const isItem = /^\/calx\/v1\/\w+\/\{id\}$|\/(categories|tags)\/\{id\}$|\/import\//.test(path)
      const members = ['namespace', 'methods', 'endpoints', ...(isItem ? [] : ['_links'])]
      expect(Object.keys(route), path).toEqual(members)
      expect(route.methods).toEqual([...new Set(route.endpoints.flatMap(({ methods }) => methods))])
      const href = `https://school.example/index.php?rest_route=${path}`
      if (!isItem) expect(route._links).toEqual({ self: [{ href }] })
    }
    expect([index.routes['/']?.namespace, index.routes['/batch/v1']?.namespace]).toEqual(['', ''])
    expect(index.routes['/calx/v1/events/{id}']?.namespace).toBe('calx/v1')
  })

  it('args: [] when there are none, required always a boolean, no unknown members', async () => {
    const { index } = await indexed()
    const known = [
      ...['type', 'description', 'default', 'required', 'enum', 'format', 'items', 'minimum', 'maximum'],
      ...['maxItems', 'pattern', 'uniqueItems'],
    ]
    for (const [path, { endpoints }] of Object.entries(index.routes))
      for (const { args } of endpoints) {
        if (Array.isArray(args)) expect(args, path).toEqual([])
        else expect(Object.keys(args).length, path).toBeGreaterThan(0)
        for (const [name, described] of Object.entries(args)) {
          expect(typeof described['required'], `${path} ${name}`).toBe('boolean')
          expect(Object.keys(described).filter(member => !known.includes(member))).toEqual([])
        }
      }
    expect(index.routes['/cal/events/v1/doc']?.endpoints[0]?.args).toEqual([])
  })

  it('declared arguments: exactly those there are, with their types and defaults', async () => {
    const { index } = await indexed()
    const args = (path: string, method: string) =>
      index.routes[path]?.endpoints.find(({ methods }) => methods.includes(method))?.args ?? {}
    const C = '/cal/events/v1'
    const venue = [
      ...[
        'venue',
        'author',
        'date',
        'date_utc',
        'status',
        'description',
        'image',
        'address',
        'city',
        'country',
      ],
      ...['province', 'state', 'zip', 'phone', 'stateprovince', 'website', 'show_map', 'show_map_link'],
    ]
    expect(Object.keys(args(`${C}/venues`, 'POST')).sort()).toEqual([...venue].sort())
    expect(Object.keys(args(`${C}/tags`, 'POST')).sort()).toEqual(['description', 'name', 'slug'])
    expect(args(`${C}/events`, 'GET')).toMatchObject({
      page: { type: 'integer' },
      per_page: { type: 'integer', default: 10 },
      start_date: { type: 'string', default: expect.stringMatching(/^\d{4}-\d\d-\d\d 00:00:00$/) as string },
    })
    expect(args(`${C}/categories`, 'GET')['hide_empty']).toMatchObject({ default: 1 })
    expect(args(`${C}/events/{id}`, 'GET')['id']).toMatchObject({ type: 'integer', required: true })
    expect(args('/calx/v1/events/{id}', 'GET')).toEqual([])
    expect(Object.keys(args('/calx/v1/events/{id}', 'DELETE'))).toEqual(['force'])
    expect(args('/calx/v1/events', 'POST')['status']).toMatchObject({ default: 'publish' })
    expect(args('/batch/v1', 'POST')['requests']).toMatchObject({ required: true, maxItems: 25 })
    expect(args(`${C}/events/by-slug/{slug}`, 'GET')['slug']).toMatchObject({
      type: 'string',
      required: true,
    })
    expect(args(`${C}/events/by-slug/{slug}`, 'PATCH')['slug']).toMatchObject({ required: false })
    expect(args(`${C}/venues/by-slug/{slug}`, 'PATCH')['slug']).toMatchObject({ required: true })
  })

  it('namespace index: its own routes, or those of another one; unlisted ones are none', async () => {
    const { ask, index } = await indexed()
    for (const namespace of NAMESPACES) {
      const { status, body } = await ask(`GET /${namespace}`, { headers: {} })
      const routes = Object.entries(index.routes).filter(([, route]) => route.namespace === namespace)
      expect(status).toBe(200)
      expect(body).toEqual({
        namespace,
        routes: Object.fromEntries(routes),
        _links: { up: [{ href: 'https://school.example/index.php?rest_route=/' }] },
      })
    }
    expect((await ask('GET /ext&namespace=calx/v1')).body).toMatchObject({ namespace: 'calx/v1' })
    expect(await ask('GET /ext&namespace=nope')).toMatchObject({
      ...{ status: 404, body: { code: 'rest_invalid_namespace' } },
    })
  })
})

describe('01 §8.1 Basic with application password', () => {
  const signedIn = 'no-cache, must-revalidate, max-age=0, no-store, private'
  const seen = async (service: Awaited<ReturnType<typeof embeddedService>>, authorization: string) => {
    const { status, headers } = await service.ask('GET /', { headers: { authorization } })
    return status === 200 ? (headers['cache-control'] === signedIn ? 'user' : 'guest') : status
  }

  it.each([
    ['https://school.example', 'user'],
    ['http://localhost:8080', 'user'],
    ['http://127.0.0.1', 'user'],
    ['http://[::1]:3000', 'user'],
    ['http://school.example', 'guest'],
    ['http://192.168.0.7', 'guest'],
  ])('available at %s: %s; the setting decides otherwise', async (SITE_URL, wanted) => {
    const service = await embeddedService({ SITE_URL })
    const header = basic('admin').authorization
    expect(await seen(service, header)).toBe(wanted)
    for (const [value, then] of [
      ['on', 'user'],
      ['off', 'guest'],
      ['auto', wanted],
    ] as const) {
      await service.operate('set-option', { name: 'application_passwords', value })
      expect(await seen(service, header)).toBe(then)
    }
  })

  it('header: scheme in any case, login or e-mail, the first colon, letters and digits alone', async () => {
    const service = await embeddedService()
    await service.operate('create-user', {
      ...{ login: 'ada', email: 'ada@school.example', role: 'author', password: 'x' },
    })
    const made = await service.operate('create-application-password', { login: 'ada', name: 'x' })
    const { password } = made.body as { password: string }
    const grouped = (password.match(/.{4}/g) ?? []).join(' ')
    for (const [scheme, text] of [
      ['Basic', `ada:${password}`],
      ['bAsIc', `ada:${password}`],
      ['Basic', `ADA@school.example:${password}`],
      ['Basic', `ada:${grouped}`],
      ['Basic', `ada:${grouped.replaceAll(' ', ':-')}`],
    ] as const)
      expect(await seen(service, `${scheme} ${encoded(text)}`), text).toBe('user')
    expect(await seen(service, `Basic ${encoded(`ada:${password.slice(1)}`)}`)).toBe(401)
    expect(await seen(service, `Basic ${encoded('ada:x')}`)).toBe(401)
  })

  it('ignored (guest): empty password, not base64, no colon, other schemes, other headers', async () => {
    const service = await embeddedService()
    const right = encoded(`admin:${APPLICATION_PASSWORD}`)
    for (const authorization of [
      `Basic ${encoded('admin:')}`,
      'Basic %%%',
      'Basic garbage',
      `Basic ${encoded('admin')}`,
      `Bearer ${right}`,
      right,
      'Basic',
      '',
    ])
      expect(await seen(service, authorization), authorization).toBe('guest')
    for (const name of ['x-authorization', 'proxy-authorization', 'redirect-http-authorization']) {
      const headers = { [name]: `Basic ${right}` }
      expect((await service.ask('POST /cal/events/v1/tags', { body: { name: 'A' }, headers })).status).toBe(
        401,
      )
    }
  })
})
