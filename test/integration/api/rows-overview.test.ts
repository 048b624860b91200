import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { StoreUnavailable } from '../../../shared/event-store/port.ts'
import { apiWorld, type ApiWorld } from '../../support/api-world.ts'
import { sharedService } from '../../support/embedded-service.ts'
import { oneByOne } from '../../support/noted-log.ts'
import { asking, DAY, idOf, type Body } from '../../support/rows.ts'
import { plusMs } from '../../../shared/kernel/time/calculate.ts'

/** Rows of the tables of spec 00, by their labels. */
let world: ApiWorld
let isDown = false
beforeAll(async () => {
  world = await apiWorld(log =>
    oneByOne({
      ...log,
      append: async (...given) => {
        if (isDown) throw new StoreUnavailable('down')
        return log.append(...given)
      },
    }),
  )
  return () => world.close()
})
beforeEach(() => {
  isDown = false
})

const { send, create, refusedOn } = asking(() => world)

describe('00 §2 methods', () => {
  it('method not offered by a known route: 404, never 405', async () => {
    for (const request of [
      'PUT events',
      'DELETE events',
      'POST /',
      'GET /batch/v1',
      'POST /calx/v1/events/5',
    ])
      expect(await send(request, { as: 'editor', body: {} }, 404), request).toMatchObject({
        code: 'rest_no_route',
      })
  })

  it('override: on a real POST by query, else by header; on other methods ignored', async () => {
    const [one, two] = [await idOf(create()), await idOf(create())]
    const header = { 'x-http-method-override': 'dElEtE' }
    expect(await send(`POST events/${one}&_method=DELETE`, { as: 'editor' }, 200)).toMatchObject({
      status: 'trash',
    })
    expect(await send(`POST events/${two}`, { as: 'editor', headers: header }, 200)).toMatchObject({
      status: 'trash',
    })
    const kept = await idOf(create())
    await send(`GET events/${kept}&_method=DELETE`, { as: 'editor' }, 200)
    await send(`PATCH events/${kept}`, { as: 'editor', headers: header, body: { title: 'T' } }, 200)
    const both = { as: 'editor', headers: header, body: { title: 'U' } }
    expect(await send(`POST events/${kept}&_method=PUT`, both, 200)).toMatchObject({
      title: 'U',
      status: 'publish',
    })
    await send(`POST events/${kept}&_method=FLY`, { as: 'editor' }, 404)
  })

  it('override by header and answer 4xx: may not be stored', async () => {
    const headers = { 'x-http-method-override': 'DELETE' }
    const refused = await world.ask('POST events/4711', { headers })
    expect(refused.status).toBe(401)
    expect(refused.headers['cache-control']).toBe('no-cache, must-revalidate, max-age=0, no-store, private')
  })

  it('PUT, PATCH (and POST in cal) on an item route: one and the same partial update', async () => {
    const { id } = await create({ cost: '$5', featured: true })
    const path = `/${Number(id)}`
    for (const request of [
      ...['POST', 'PUT', 'PATCH'].map(method => `${method} events${path}`),
      ...['PUT', 'PATCH'].map(method => `${method} /calx/v1/events${path}`),
    ])
      expect(await send(request, { as: 'editor', body: { title: request } }, 200)).toMatchObject({
        featured: true,
      })
    expect(await send(`GET events${path}`, {}, 200)).toMatchObject({
      cost: '$5',
      title: `PATCH /calx/v1/events${path}`,
    })
  })
})

describe('00 §4 route table', () => {
  const C = '/cal/events/v1'
  const X = '/calx/v1'
  const item = ['GET', 'DELETE', 'POST', 'PUT', 'PATCH']
  // asked for lists and for methods that it refuses: nothing changes from row to row
  const service = sharedService()
  it.each([
    ['/', ['/'], ['GET']],
    ['/batch/v1', ['/batch/v1'], ['POST']],
    [
      '/oembed/1.0 and the eleven other namespace paths',
      [
        ...['/oembed/1.0', '/cal/event-aggregator/v1', C, '/cal/views/v2', '/calx/v2/onboarding', X],
        ...['/ext/instagram', '/ext', '/core/v2', '/core-site-health/v1', '/core-block-editor/v1'],
        '/core-abilities/v1',
      ],
      ['GET'],
    ],
    ['/oembed/1.0/embed', ['/oembed/1.0/embed'], ['GET']],
    ['/oembed/1.0/proxy', ['/oembed/1.0/proxy'], ['GET']],
    [
      '/cal/event-aggregator/v1/import/{import_id}/batch',
      ['/cal/event-aggregator/v1/import/{import_id}/batch'],
      ['POST'],
    ],
    [
      '/cal/event-aggregator/v1/import/{import_id}/state',
      ['/cal/event-aggregator/v1/import/{import_id}/state'],
      ['POST'],
    ],
    ['/cal/events/v1/doc', [`${C}/doc`], ['GET']],
    [
      '/cal/events/v1/events, /venues, /organizers',
      [`${C}/events`, `${C}/venues`, `${C}/organizers`],
      ['GET', 'POST'],
    ],
    [
      '/cal/events/v1/events/{id}, /venues/{id}, /organizers/{id}',
      [`${C}/events/{id}`, `${C}/venues/{id}`, `${C}/organizers/{id}`],
      item,
    ],
    [
      '/cal/events/v1/events/by-slug/{slug} (also venues, organizers)',
      [`${C}/events/by-slug/{slug}`, `${C}/venues/by-slug/{slug}`, `${C}/organizers/by-slug/{slug}`],
      item,
    ],
    ['/cal/events/v1/categories, /tags', [`${C}/categories`, `${C}/tags`], ['GET', 'POST']],
    [
      '/cal/events/v1/categories/{id}, /tags/{id}',
      [`${C}/categories/{id}`, `${C}/tags/{id}`],
      ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    ],
    ['/cal/views/v2/html', ['/cal/views/v2/html'], ['GET', 'POST']],
    ['/calx/v2/onboarding/wizard', ['/calx/v2/onboarding/wizard'], ['POST']],
    ['/calx/v1/docs', [`${X}/docs`], ['GET']],
    [
      '/calx/v1/events, /organizers, /venues',
      [`${X}/events`, `${X}/organizers`, `${X}/venues`],
      ['GET', 'POST'],
    ],
    [
      '/calx/v1/events/{id}, /organizers/{id}, /venues/{id}',
      [`${X}/events/{id}`, `${X}/organizers/{id}`, `${X}/venues/{id}`],
      ['GET', 'PUT', 'PATCH', 'DELETE'],
    ],
  ])('%s', async (_, paths, methods) => {
    const { ask } = service()
    const { routes } = (await ask('GET /')).body as { routes: Record<string, { methods: readonly string[] }> }
    for (const path of paths) {
      expect(routes[path]?.methods, path).toEqual(methods)
      const address = path.replace(/\{\w+\}/, '7')
      const wrong = (await ask(`${methods.includes('DELETE') ? 'POST /x' : 'DELETE '}${address}`)).status
      expect(wrong).toBe(404)
      if (!methods.includes('GET') || address !== path || path.startsWith('/oembed/1.0/')) continue
      const guest = await ask(`GET ${path}${path.endsWith('/html') ? '&u=/events/' : ''}`, { headers: {} })
      expect(guest.status, path).toBe(200)
    }
  })
})

describe('00 §8 behaviour that holds for every route', () => {
  it('process zone: nothing depends on the zone of the machine', async () => {
    const before = process.env['TZ']
    const made = async (zone: string, minutes: number) => {
      process.env['TZ'] = zone
      expect(new Date(Date.UTC(2027, 0, 10)).getTimezoneOffset()).toBe(minutes)
      const { start_date, utc_start_date, date, modified } = await create({
        start_date: 'tomorrow 9am',
        end_date: '2027-02-01',
      })
      const { rest_url } = await send('GET events', {}, 200)
      return { start_date, utc_start_date, date, modified, rest_url }
    }
    try {
      const far = await made('Pacific/Kiritimati', -840)
      expect(far).toMatchObject({
        start_date: '2027-01-11 09:00:00',
        utc_start_date: '2027-01-11 14:00:00',
        date: '2027-01-10 12:00:00',
      })
      expect(await made('Pacific/Pago_Pago', 660)).toEqual(far)
    } finally {
      if (before === undefined) delete process.env['TZ']
      else process.env['TZ'] = before
    }
  })

  it('read your writes: item, slug, list, total, either generation, any caller, later parts of a batch', async () => {
    const total = async () => Number((await send('GET events', {}, 200))['total'])
    const before = await total()
    const id = await idOf(create({ title: 'Read at once' }))
    expect(await total()).toBe(before + 1)
    await send('GET events/by-slug/read-at-once', {}, 200)
    await send(`GET /calx/v1/events/${id}`, { as: 'author' }, 200)
    const requests = [
      { path: `/cal/events/v1/events/${id}`, method: 'PATCH', body: { slug: 'another' } },
      { path: '/calx/v1/events/' + String(id), method: 'PATCH', body: { title: 'After' } },
      { path: '/cal/events/v1/events/by-slug/another', method: 'PATCH', body: { cost: '5' } },
    ]
    const { responses } = await send('POST /batch/v1', { as: 'editor', body: { requests } }, 207)
    expect((responses as readonly { status: number }[]).map(({ status }) => status)).toEqual([200, 200, 200])
    const { body } = await world.ask('GET events&search=After')
    expect(body).toMatchObject({ events: [{ id, title: 'After', cost: '$5', slug: 'another' }] })
  })

  it('no-change update: 200, nothing is recorded, modified stays', async () => {
    const made = await create({ title: 'Same', cost: '5' })
    const id = Number(made['id'])
    const revision = await world.revisionOf(id)
    world.clock.ms = plusMs(world.clock.ms, 60_000)
    for (const body of [{}, { title: 'Same', cost: '5' }, made])
      expect(await send(`PUT events/${id}`, { as: 'editor', body }, 200)).toMatchObject({
        modified: made['modified'],
      })
    expect(await world.revisionOf(id)).toBe(revision)
  })

  it('outage: writes 503 with Retry-After and nothing half done, reads go on, then all is as before', async () => {
    const { total } = await send('GET events', {}, 200)
    isDown = true
    const body = { title: 'Never', ...DAY, venue: { venue: 'Never' } }
    const refused = await world.ask('POST events', { as: 'editor', body })
    expect([refused.status, (refused.body as Body)['code']]).toEqual([503, 'rest_service_unavailable'])
    expect(refused.headers['retry-after']).toMatch(/^\d+$/)
    expect(await send('GET events', {}, 200)).toMatchObject({ total })
    isDown = false
    expect(await send('GET events', {}, 200)).toMatchObject({ total })
    expect(await world.venueNames()).not.toContain('Never')
    await create()
  })

  it('limits (chosen)', async () => {
    const long = 'x'.repeat(2_001)
    expect(await refusedOn('POST events', { title: long, ...DAY, cost: long })).toEqual({
      ...{ title: 'rest_too_long', cost: 'rest_too_long' },
    })
    await create({ title: 'x'.repeat(2_000) })
    expect(
      await refusedOn('POST venues', {
        venue: 'V',
        phone: long,
        website: `https://x.example/${long}${long}`,
      }),
    ).toEqual({
      ...{ phone: 'rest_too_long', website: 'rest_too_long' },
    })
    await create({ description: 'é'.repeat(65_536) })
    expect(await refusedOn('POST events', { title: 'E', ...DAY, description: 'é'.repeat(65_537) })).toEqual({
      description: 'rest_too_long',
    })
    const many = Array.from({ length: 101 }, (_, n) => `t${n}`)
    expect(await refusedOn('POST events', { title: 'E', ...DAY, tags: many })).toEqual({
      tags: 'rest_too_many_items',
    })
    const { slug } = await create({ title: 'y'.repeat(300) })
    expect(Buffer.byteLength(String(slug))).toBe(200)
    await send('POST tags', { as: 'editor', body: { name: 'x'.repeat(10 * 1024 * 1024) } }, 413)
  })

  it('rate limits: none by default', async () => {
    const answers = await Promise.all(Array.from({ length: 500 }, () => world.ask('GET tags')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })

  it('ids: positive, one sequence for events, venues and organizers, never used again', async () => {
    const seen: number[] = []
    for (const [path, body] of [
      ['events', { title: 'E', ...DAY }],
      ['venues', { venue: 'V' }],
      ['/calx/v1/organizers', { title: 'O' }],
      ['events', { title: 'E', ...DAY }],
    ] as const)
      seen.push(await idOf(send(`POST ${path}`, { as: 'editor', body }, 201)))
    const last = seen.at(-1) ?? 0
    await send(`DELETE /calx/v1/events/${last}&force=true`, { as: 'editor' }, 200)
    seen.push(await idOf(create()))
    expect(new Set(seen).size).toBe(5)
    for (const [index, id] of seen.entries()) expect(id).toBeGreaterThan(seen[index - 1] ?? 0)
    await send(`GET events/${last}`, { as: 'editor' }, 404)
  })
})
