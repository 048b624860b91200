import { beforeAll, describe, expect, it } from 'vitest'
import { basic, sharedService } from '../../support/embedded-service.ts'

/* 00 §1, 9: what stands under no namespace, asked without the prefix of the shipped mapping. */

const service = sharedService({ COMPATIBILITY: 'the-events-calendar' })
const without = sharedService()
const admin = basic('admin')
const DAY = { start_date: '2027-05-08 10:00:00', end_date: '2027-05-08 12:00:00' }

type Body = Readonly<Record<string, unknown>>
type Sent = {
  readonly method?: 'GET' | 'HEAD' | 'OPTIONS' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly payload?: object | string
}
type Batch = { readonly responses: readonly { readonly status: number; readonly body: Body }[] }

const asked = async (url: string, { method = 'GET', headers = {}, payload }: Sent = {}) => {
  const answer = await service().app.inject({
    ...{ method, url, headers },
    ...(payload === undefined ? {} : { payload }),
  })
  const body = (answer.body === '' ? null : JSON.parse(answer.body)) as Body
  return { status: answer.statusCode, headers: answer.headers, body, text: answer.body }
}
const batch = (requests: unknown, url = '/?rest_route=/batch/v1') =>
  asked(url, { method: 'POST', headers: admin, payload: { requests } })

const ROOTS = ['/?rest_route=/', '/index.php?rest_route=/', '/?rest_route=%2F', '/api/']

describe('00 §1 addressing, 9: the root index under no namespace', () => {
  type Index = { readonly namespaces: readonly string[]; readonly routes: Readonly<Record<string, Body>> }
  let ours: Index
  let theirs: Index
  beforeAll(async () => {
    const { app } = without()
    ours = (await app.inject({ url: '/?rest_route=/' })).json()
    theirs = (await asked('/wp-json/')).body as Index
  })

  it.each(ROOTS)('%s has the routes of both, theirs behind ours', async url => {
    const { status, body } = await asked(url)
    const { namespaces, routes, ...rest } = body as Index
    expect([status, Object.keys(body)]).toEqual([200, Object.keys(ours)])
    expect(rest).toMatchObject({ name: 'Belltower', timezone_string: 'America/New_York' })
    expect(namespaces).toEqual([
      ...ours.namespaces,
      ...theirs.namespaces.filter(name => !ours.namespaces.includes(name)),
    ])
    const added = Object.keys(theirs.routes).filter(path => !(path in ours.routes))
    expect(added).toContain('/tribe/events/v1/events/(?P<id>[\\d]+)')
    expect(Object.keys(routes)).toEqual([...Object.keys(ours.routes), ...added])
    // addresses have the form that was asked
    for (const path of added)
      expect({ ...routes[path], _links: null }, path).toEqual({ ...theirs.routes[path], _links: null })
    expect(routes['/tec/v1/events']).toMatchObject({
      namespace: 'tec/v1',
      _links: { self: [{ href: 'https://school.example/index.php?rest_route=/tec/v1/events' }] },
    })
    expect(JSON.stringify(routes['/tec/v1/events'])).toContain('"tribe_events_cat"')
    expect(JSON.stringify(routes['/calx/v1/events'])).toContain('"cal_events_cat"')
  })

  it('fields, envelopes, HEAD and tags as ever', async () => {
    const fields = await asked('/?rest_route=/&_fields=namespaces')
    expect(Object.keys(fields.body)).toEqual(['namespaces'])
    expect(fields.body['namespaces']).toEqual(expect.arrayContaining(['calx/v1', 'tec/v1']))
    expect((await asked('/?rest_route=/&_fields=name')).body).toEqual({ name: 'Belltower' })
    expect((await asked('/?rest_route=/&_envelope')).body).toMatchObject({
      status: 200,
      body: { routes: { '/calx/v1/events': {}, '/tec/v1/events': {} } },
    })
    const { etag } = (await asked('/?rest_route=/')).headers
    expect((await asked('/?rest_route=/', { method: 'HEAD' })).headers['etag']).toBe(etag)
    const again = await asked('/?rest_route=/', { headers: { 'if-none-match': String(etag) } })
    expect([again.status, again.text]).toEqual([304, ''])
    expect(await asked('/?rest_route=/', { headers: basic('admin', 'wrong') })).toMatchObject({
      ...{ status: 401, body: { code: 'incorrect_password', data: { status: 401 } } },
    })
    expect((await asked('/?rest_route=/', { method: 'OPTIONS' })).body).toMatchObject({ methods: ['GET'] })
  })

  it('headers have both names', async () => {
    const { headers } = await asked('/?rest_route=/', { method: 'OPTIONS' })
    expect([headers['link']].flat()).toEqual([
      '<https://school.example/index.php?rest_route=/>; rel="index"',
      '<https://school.example/wp-json/>; rel="https://api.w.org/"',
    ])
    expect(headers['access-control-allow-headers']).toBe(
      'Authorization, X-CORE-Nonce, Content-Disposition, Content-MD5, Content-Type, X-WP-Nonce',
    )
    expect(headers['access-control-expose-headers']).toContain(
      'X-CAL-Total, X-CAL-TotalPages, Link, X-WP-Total',
    )
  })
})

describe('00 §1 addressing, 9: batches under no namespace', () => {
  it('each part is read and answered in the names of its path', async () => {
    const { body: category } = await asked('/wp-json/tribe/events/v1/categories', {
      ...{ method: 'POST', headers: admin, payload: { name: 'Fairs' } },
    })
    const { id } = category
    const { status, body } = await batch([
      { path: '/tec/v1/events', body: { title: 'T', ...DAY, tribe_events_cat: [id], website: 'x' } },
      { path: '/calx/v1/events', body: { title: 'C', ...DAY, cal_events_cat: [id] } },
      { path: '/calx/v1/events', body: { title: 'C', ...DAY, tribe_events_cat: [id] } },
      { path: `https://h.example/Tribe/events/v1/categories/${String(id)}?_fields=taxonomy`, method: 'PUT' },
      { path: '/tec/v1/events', body: { title: 'T', ...DAY, categories: ['x'] } },
      { path: '/tec/v1/venues', body: { venue: 'Hall' } },
      { path: '/nothing/v1/events' },
    ])
    expect(status).toBe(207)
    const { responses } = body as Batch
    expect(responses).toMatchObject([
      { status: 201, headers: { 'X-CAL-Ignored': 'website' }, body: { type: 'tribe_events' } },
      { status: 201, body: { type: 'cal_events', cal_events_cat: [id] } },
      { status: 201, headers: { 'X-CAL-Ignored': 'tribe_events_cat' }, body: { cal_events_cat: [] } },
      { status: 200, body: { taxonomy: 'tribe_events_cat' } },
      { status: 400, body: { data: { params: { tribe_events_cat: expect.any(String) as string } } } },
      { status: 201, body: { type: 'tribe_venue', title: { rendered: 'Hall' } } },
      { status: 404, body: { code: 'rest_no_route' } },
    ])
    expect(responses[0]?.body).toMatchObject({ tribe_events_cat: [id] })
    expect(responses[0]?.body).not.toHaveProperty('cal_events_cat')
  })

  it('by index keys, as a form, and in the query', async () => {
    const part = '[path]=/tec/v1/organizers&requests[1][body][title]=PTA'
    const form = `requests[0][path]=/calx/v1/organizers&requests[0][body][title]=O&requests[1]${part}`
    for (const sent of [
      { url: '/?rest_route=/batch/v1', payload: form },
      { url: `/?rest_route=/batch/v1&${form}`, payload: '' },
      { url: `/wp-json/batch/v1?${form}`, payload: '' },
    ]) {
      const headers = { ...admin, 'content-type': 'application/x-www-form-urlencoded' }
      const { body } = await asked(sent.url, { method: 'POST', headers, payload: sent.payload })
      const types = (body as Batch).responses.map(one => one.body['type'])
      const first = sent.url.startsWith('/wp-json') ? 'tribe_organizer' : 'cal_organizer'
      expect(types, sent.url).toEqual([first, 'tribe_organizer'])
    }
  })

  it('what is refused before anything runs', async () => {
    const requests = [
      { path: '/calx/v1/events', body: { title: 'C', ...DAY, cal_events_cat: ['x'] } },
      { path: '/tec/v1/events', body: { title: 'T', ...DAY } },
      { path: '/tec/v1/events', body: { title: 'T', ...DAY, tribe_events_cat: ['x'] } },
    ]
    const { body } = await asked('/?rest_route=/batch/v1', {
      ...{ method: 'POST', headers: admin },
      payload: { validation: 'require-all-validate', requests },
    })
    expect(body).toMatchObject({
      failed: 'validation',
      responses: [
        { body: { data: { params: { cal_events_cat: expect.any(String) as string } } } },
        null,
        { body: { data: { params: { tribe_events_cat: expect.any(String) as string } } } },
      ],
    })
    expect(await batch([{ path: '/tec/v1/events', body: 'x' }])).toMatchObject({
      ...{ status: 400, body: { code: 'rest_invalid_param' } },
    })
    expect((await batch([{ path: '/tec/v1/events', body: 'x' }])).body).not.toHaveProperty('responses')
    expect(await batch('x')).toMatchObject({ status: 400 })
    expect((await batch([])).body).toEqual({ responses: [] })
  })

  it('in the names of the service nothing changes', async () => {
    const { app } = without()
    const requests = [{ path: '/calx/v1/venues/7', method: 'PUT', body: { title: 'V' } }, { path: '/x' }]
    const plain = await app.inject({
      ...{ method: 'POST', url: '/?rest_route=/batch/v1', headers: admin },
      payload: { requests },
    })
    expect((await batch(requests)).text).toBe(plain.body)
  })

  it('nonces by the header and the parameter of theirs', async () => {
    const { body } = await service().operate('issue-nonce', { login: 'guest', action: 'core_rest' })
    const { nonce } = body as { readonly nonce: string }
    const sent = (headers: Readonly<Record<string, string>>, more = {}) =>
      asked('/?rest_route=/batch/v1', { method: 'POST', headers, payload: { requests: [], ...more } })
    expect((await sent({ 'x-wp-nonce': nonce })).status).toBe(207)
    expect((await sent({ 'x-wp-nonce': 'wrong' })).status).toBe(403)
    expect((await sent({}, { _wpnonce: 'wrong' })).status).toBe(403)
    expect((await sent({}, { _wpnonce: nonce })).status).toBe(207)
  })
})

describe('00 §1 addressing, 9: namespaces that have one name for all', () => {
  it('are read in both names', async () => {
    const { body } = await asked('/wp-json/tec/v1/events', {
      ...{ method: 'POST', headers: admin, payload: { title: 'Fair', ...DAY } },
    })
    const id = String(body['id'])
    for (const type of ['tribe_events', 'cal_events']) {
      const address = encodeURIComponent(`https://school.example/?post_type=${type}&p=${id}`)
      expect((await asked(`/?rest_route=/oembed/1.0/embed&url=${address}`)).body, type).toMatchObject({
        title: 'Fair',
      })
    }
    expect((await asked('/?rest_route=/oembed/1.0')).body).toMatchObject({
      _links: { up: [{ href: 'https://school.example/index.php?rest_route=/' }] },
    })
  })
})
