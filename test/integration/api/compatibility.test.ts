import { describe, expect, it } from 'vitest'
import { basic, embeddedService, sharedService } from '../../support/embedded-service.ts'
import { withoutListTags } from '../../support/without-positions.ts'

/* 00 §1, 9: the shipped mapping, asked as programs ask that were written for the plugin. */

const ENV = { COMPATIBILITY: 'the-events-calendar' }
const clock = () => Date.parse('2027-01-10T17:00:00Z')
const service = sharedService(ENV)
const admin = basic('admin')

type Sent = {
  readonly method?: 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly headers?: Record<string, string>
  readonly payload?: object | string
}
type Body = Readonly<Record<string, unknown>>

const answered = async (app: ReturnType<typeof service>['app'], url: string, sent: Sent = {}) => {
  const { method = 'GET', headers = {}, payload } = sent
  const answer = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })
  return { status: answer.statusCode, headers: answer.headers, text: answer.body }
}
const asked = async (url: string, sent: Sent = {}) => {
  const { text, ...answer } = await answered(service().app, url, sent)
  return { ...answer, body: (text === '' ? null : JSON.parse(text)) as Body }
}
const post = (url: string, payload: object) => asked(url, { method: 'POST', headers: admin, payload })

/** Words of the service that no program of others knows. */
const OURS =
  /cal_events|cal_venue|cal_organizer|"cal\/|\/cal\/|calx|core\/v2|X-CORE|X-CAL-Total|(?<!\w)_nonce/
const DAY = { start_date: '2027-05-08 10:00:00', end_date: '2027-05-08 12:00:00' }

describe('00 §1 addressing, 9: answers', () => {
  it('members, taxonomies, types, links and headers; what a person wrote stays', async () => {
    const words =
      'cal_events_cat of X-CORE-Total, see https://school.example/index.php?rest_route=/cal/events/v1'
    const made = await post('/wp-json/tribe/events/v1/categories', { name: words })
    const { id } = made.body
    expect(made).toMatchObject({
      status: 201,
      headers: { location: `https://school.example/wp-json/tribe/events/v1/categories/${String(id)}` },
      body: {
        name: words,
        taxonomy: 'tribe_events_cat',
        _links: { collection: [{ href: 'https://school.example/wp-json/tribe/events/v1/categories' }] },
      },
    })
    const event = { title: words, content: words, ...DAY, tribe_events_cat: [id] }
    const { body } = await post('/wp-json/tec/v1/events', event)
    expect(body).toMatchObject({
      ...{ type: 'tribe_events', title: { rendered: words }, tribe_events_cat: [id] },
      class_list: expect.arrayContaining(['tribe_events', 'type-tribe_events']) as string[],
    })
    expect(body).not.toHaveProperty('cal_events_cat')

    const list = await asked('/wp-json/tribe/events/v1/events/?per_page=1&start_date=2027-01-01')
    expect(list.headers).toMatchObject({
      'x-tec-total': '1',
      'x-tec-totalpages': '1',
      link: '<https://school.example/wp-json/>; rel="https://api.w.org/"',
      'access-control-allow-headers': expect.stringContaining('X-WP-Nonce') as string,
      'access-control-expose-headers': expect.stringContaining('X-WP-TotalPages') as string,
    })
    expect(list.headers).not.toHaveProperty('x-cal-total')
    expect(list.body).toMatchObject({
      events: [{ title: words, categories: [{ name: words, taxonomy: 'tribe_events_cat' }] }],
      rest_url: expect.stringMatching(
        /^https:\/\/school\.example\/wp-json\/tribe\/events\/v1\/events\?page=1&per_page=1&/,
      ) as string,
    })
    const enveloped = await asked('/wp-json/tec/v1/events?_envelope&per_page=1')
    expect(enveloped.body).toMatchObject({ status: 200, headers: { 'X-WP-Total': 1 } })
  })

  it('addresses have the form that was asked, and lead on', async () => {
    for (const title of ['One', 'Two']) await post('/wp-json/tec/v1/events', { title, ...DAY })
    for (const start of [
      '/wp-json/tribe/events/v1/events?',
      '/index.php?rest_route=/tribe/events/v1/events&',
    ]) {
      const { body } = await asked(`${start}per_page=1&start_date=2027-01-01&search=o`)
      const next = String(body['next_rest_url'])
      expect(next.startsWith(`https://school.example${start}page=2&per_page=1`), next).toBe(true)
      const { body: second } = await asked(next.slice('https://school.example'.length))
      expect(second).toMatchObject({
        events: [{}],
        previous_rest_url: expect.stringContaining(start) as string,
      })
    }
    const { headers } = await asked('/wp-json/tec/v1/events?per_page=1&search=o')
    expect(headers['link']).toEqual(
      expect.arrayContaining([
        '<https://school.example/wp-json/tec/v1/events?per_page=1&search=o&page=2>; rel="next"',
      ]),
    )
  })

  it('errors name what was sent', async () => {
    const refused = await post('/wp-json/tec/v1/events', { title: 'T', ...DAY, tribe_events_cat: ['x'] })
    expect(refused).toMatchObject({
      status: 400,
      body: {
        data: {
          params: { tribe_events_cat: expect.stringContaining('tribe_events_cat') as string },
          details: { tribe_events_cat: { data: { param: 'tribe_events_cat[0]' } } },
        },
      },
    })
    expect(JSON.stringify(refused.body)).not.toMatch(OURS)
    expect(await asked('/wp-json/tribe/events/v1/nothing')).toMatchObject({
      ...{ status: 404, body: { code: 'rest_no_route' } },
      headers: { link: '<https://school.example/wp-json/>; rel="https://api.w.org/"' },
    })
  })

  it('indexes and OpenAPI documents have no other names', async () => {
    const root = await asked('/wp-json/')
    const { routes, namespaces } = root.body as { routes: Body; namespaces: readonly string[] }
    expect(namespaces).toEqual(expect.arrayContaining(['tribe/events/v1', 'tec/v1', 'wp/v2', 'oembed/1.0']))
    expect(Object.keys(routes)).toEqual(
      expect.arrayContaining([
        '/tribe/events/v1/events/(?P<id>[\\d]+)',
        '/tribe/events/v1/events/by-slug/(?P<slug>[^/]+)',
        '/wp/v2/users/me',
      ]),
    )
    for (const path of ['/', '/tec/v1', '/tribe/events/v1', '/tec/v1/docs', '/tribe/events/v1/doc'])
      expect(OURS.exec(JSON.stringify((await asked(`/wp-json${path}`)).body))?.[0], path).toBeUndefined()
    expect((await asked('/wp-json/tec/v1?namespace=tribe/events/v1')).body).toMatchObject({
      namespace: 'tribe/events/v1',
    })
    expect((await asked('/wp-json/tec/v1/docs?_fields=servers')).body).toEqual({
      servers: [{ url: 'https://school.example/wp-json/tec/v1' }],
    })
    const options = await asked('/wp-json/tec/v1/events', { method: 'OPTIONS' })
    expect(options).toMatchObject({ headers: { allow: 'GET' }, body: { namespace: 'tec/v1' } })
    expect(JSON.stringify(options.body)).toContain('"tribe_events_cat"')
    const [head, get] = await Promise.all(
      (['HEAD', 'GET'] as const).map(method => asked('/wp-json/tec/v1/events?per_page=2', { method })),
    )
    expect(head?.headers['etag']).toBe(get?.headers['etag'])
  })
})

describe('00 §1 addressing, 9: requests', () => {
  it('fields, forms, other methods and further names', async () => {
    const { body: category } = await post('/wp-json/tribe/events/v1/categories', { name: 'Fairs' })
    const form = { 'content-type': 'application/x-www-form-urlencoded', ...admin }
    const { body: made } = await asked('/wp-json/tec/v1/events', {
      ...{ method: 'POST', headers: form },
      payload: `title=Form&start_date=2027-05-08+10:00:00&end_date=2027-05-08+11:00:00&tribe_events_cat[]=${String(category['id'])}`,
    })
    expect(made).toMatchObject({ tribe_events_cat: [category['id']] })
    const one = `/wp-json/tec/v1/events/${String(made['id'])}`
    expect((await asked(`${one}?_fields=tribe_events_cat,title.rendered`)).body).toEqual({
      title: { rendered: 'Form' },
      tribe_events_cat: [category['id']],
    })
    const { body: venue } = await post('/wp-json/tec/v1/venues', { title: 'Hall', venue: 'Hall' })
    const further = { description: 'Text', venue: venue['id'], categories: [], title: 'Further' }
    const override = { 'x-http-method-override': 'PUT', ...admin }
    expect((await asked(one, { method: 'POST', headers: override, payload: further })).body).toMatchObject({
      title: { rendered: 'Further' },
      content: { rendered: '<p>Text</p>\n' },
      venues: [{ id: venue['id'], type: 'tribe_venue' }],
      tribe_events_cat: [],
    })
    expect((await asked(`${one}?_method=DELETE`, { method: 'POST', headers: admin })).body).toMatchObject({
      status: 'trash',
    })
  })

  it('batches: paths, bodies and headers of parts', async () => {
    const { body: category } = await post('/wp-json/tribe/events/v1/categories', { name: 'Batch' })
    const id = String(category['id'])
    const requests = [
      { path: '/tec/v1/events', body: { title: 'B', ...DAY, tribe_events_cat: [category['id']] } },
      {
        path: `/tribe/events/v1/categories/${id}?_fields=taxonomy`,
        method: 'PUT',
        body: { description: 'd' },
      },
      { path: '/tec/v1/events', body: { title: 'B', ...DAY, tribe_events_cat: ['x'] } },
      { path: '/nothing/v1/events' },
    ]
    const { status, body } = await post('/wp-json/batch/v1', { requests })
    expect({ status, body }).toMatchObject({
      status: 207,
      body: {
        responses: [
          { status: 201, body: { type: 'tribe_events', tribe_events_cat: [category['id']] } },
          { status: 200, body: { taxonomy: 'tribe_events_cat' } },
          { status: 400, body: { data: { params: { tribe_events_cat: expect.any(String) as string } } } },
          { status: 404 },
        ],
      },
    })
  })

  it('nonces: as header and as parameter, and never from what is kept', async () => {
    const { body } = await service().operate('issue-nonce', { login: 'guest', action: 'core_rest' })
    const { nonce } = body as { readonly nonce: string }
    const url = '/wp-json/tec/v1/venues?per_page=3'
    for (let again = 0; again < 3; again++) expect((await asked(url)).status).toBe(200)
    expect((await asked(url, { headers: { 'x-wp-nonce': 'wrong' } })).status).toBe(403)
    expect((await asked(`${url}&_wpnonce=wrong`)).status).toBe(403)
    expect((await asked(url, { headers: { 'x-wp-nonce': nonce } })).status).toBe(200)
    const { 'x-wp-nonce': fresh } = (await asked(url, { headers: admin })).headers
    expect(fresh).toBeUndefined()
  })

  it('callbacks of imports, and a repeated one by the names of the service', async () => {
    const { body: run } = await service().operate('register-import', { origin: 'ics', source: 's' })
    const { import_id: id, batch_hash: hash } = run as {
      readonly import_id: string
      readonly batch_hash: string
    }
    const callback = {
      ...{ batch_hash: hash, percentage_complete: 50, interval: 10 },
      status: { data: { total: 1, done: 0 }, batch: { total: 2, done: 0 } },
      events: [{ uid: 'a', title: 'From a feed', ...DAY }],
    }
    const first = await asked(`/wp-json/tribe/event-aggregator/v1/import/${id}/batch`, {
      ...{ method: 'POST', payload: callback },
    })
    expect(first).toMatchObject({
      status: 200,
      body: {
        activity: { tribe_events: { created: [] }, tribe_events_cat: {}, post_tag: {} },
        next_batch_hash: expect.any(String) as string,
      },
    })
    const again = await asked(`/index.php?rest_route=/cal/event-aggregator/v1/import/${id}/batch`, {
      ...{ method: 'POST', payload: callback },
    })
    expect(again.body).toMatchObject({
      activity: { cal_events: { created: [] } },
      next_batch_hash: first.body['next_batch_hash'],
    })
  })

  it('pages take queries in names of a mapping', async () => {
    const { body } = await post('/wp-json/tec/v1/events', { title: 'Page', ...DAY })
    const page = await answered(service().app, `/?post_type=tribe_events&p=${String(body['id'])}`)
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('<h1')])
    const month = await answered(service().app, '/events/month/?tribe-bar-date=2027-05-01')
    expect(month.text).toContain('May 2027')
  })
})

describe('00 §1 addressing, 9: in the names of the service nothing changes', () => {
  it('byte for byte, beside answers in other names and kept ones', async () => {
    const [mapped, plain] = [
      await embeddedService(ENV, undefined, clock),
      await embeddedService({}, undefined, clock),
    ]
    const told = async (app: typeof plain.app, request: string, url: string) => {
      const { status, headers, text } = await answered(app, url)
      return withoutListTags([{ request, status, headers: { ...headers, date: 'now' }, text }])
    }
    const event = { method: 'POST', headers: admin, payload: { title: 'Fair', ...DAY } } as const
    for (const { app } of [mapped, plain]) await answered(app, '/index.php?rest_route=/calx/v1/events', event)
    for (let again = 0; again < 3; again++)
      for (const path of [
        ...['/calx/v1', '/calx/v1/docs', '/calx/v1/events', '/calx/v1/events&tribe_events_cat=1'],
        ...['/cal/events/v1/events&_fields=total', '/cal/events/v1/doc', '/core/v2/users/me', '/tribe'],
      ]) {
        const url = `/index.php?rest_route=${path}`
        await answered(
          mapped.app,
          url.replace('/cal/events/v1', '/tribe/events/v1').replace('/calx/v1', '/tec/v1'),
        )
        const [one, other] = [await told(mapped.app, path, url), await told(plain.app, path, url)]
        expect(one).toEqual(other)
      }
  })

  it('without the setting there is no other name', async () => {
    const { app } = await embeddedService()
    for (const url of ['/wp-json/', '/wp-json/tec/v1/events', '/index.php?rest_route=/tec/v1/events'])
      expect((await answered(app, url)).status, url).toBe(404)
  })

  it('what is wrong with a mapping stops the start, and every mistake is named', async () => {
    await expect(embeddedService({ COMPATIBILITY: 'no-such-thing' })).rejects.toThrow(
      'COMPATIBILITY: there is no such file, and no mapping of this name is shipped; there is the-events-calendar',
    )
    await expect(embeddedService({ COMPATIBILITY: 'package.json' })).rejects.toThrow(
      /^COMPATIBILITY: prefix: .*\nCOMPATIBILITY: namespaces: /,
    )
  })
})
