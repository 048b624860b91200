import { beforeAll, describe, expect, it } from 'vitest'
import { basic, sharedService } from '../../support/embedded-service.ts'

/*
 * What published programs send that write to the first generation, that make sites of it, and that read feeds and pages
 * from sites of their own (docs/clients.md), letter by letter: nothing but the host is another one.
 */

const service = sharedService({ COMPATIBILITY: 'the-events-calendar' })
const admin = basic('admin')
const CAL = '/wp-json/tribe/events/v1'

type Body = Readonly<Record<string, unknown>>
type Listed = Body & { readonly id: number; readonly slug: string }
type Sent = {
  readonly method?: 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PATCH'
  readonly headers?: Readonly<Record<string, string>>
  readonly payload?: object
}

const asked = async (url: string, { method = 'GET', headers = {}, payload }: Sent = {}) => {
  const answer = await service().app.inject({
    ...{ method, url, headers },
    ...(payload === undefined ? {} : { payload }),
  })
  return { status: answer.statusCode, headers: answer.headers, text: answer.body }
}
const json = async (url: string, sent: Sent = {}) => {
  const { text, ...answer } = await asked(url, sent)
  return { ...answer, body: JSON.parse(text) as Body }
}
const written = async (url: string, payload: object, method: 'POST' | 'PATCH' = 'POST') =>
  (await json(url, { method, payload, headers: admin })).body as Listed

let fair: Listed
beforeAll(async () => {
  await written(`${CAL}/categories`, { name: 'Fairs' })
  fair = await written(`${CAL}/events`, {
    ...{ title: 'Fair', start_date: '2027-05-08 10:00:00', end_date: '2027-05-08 12:00:00' },
    venue: { venue: 'Main Hall', city: 'Troy' },
    organizer: { organizer: 'PTA' },
    ...{ categories: ['Fairs'], tags: ['Loud'] },
  })
})

describe('zebraland/stmaryosevents, create_recurring.py', () => {
  const bySlug = (body: Body, member: string) =>
    new Map((body[member] as readonly Listed[]).map(({ slug, id }) => [slug, id]))

  it('learns what there is: slugs of events, venues, organizers and categories', async () => {
    const window = 'start_date=2027-05-01+00%3A00%3A00&end_date=2027-06-01+23%3A59%3A59&per_page=50&page=1'
    const { status, body } = await json(`${CAL}/events?${window}`)
    expect([status, body['total_pages']]).toEqual([200, 1])
    expect(bySlug(body, 'events').get('fair')).toBe(fair.id)
    const venues = (await json(`${CAL}/venues?&hide_empty=0`)).body
    const id = bySlug(venues, 'venues').get('main-hall')
    expect((await json(`${CAL}/venues/by-slug/main-hall?&hide_empty=0`)).body).toMatchObject({ id })
    const organizers = (await json(`${CAL}/organizers?hide_empty=0`)).body
    const organizer = bySlug(organizers, 'organizers').get('pta')
    expect((await json(`${CAL}/organizers/by-slug/pta?hide_empty=0`)).body).toMatchObject({ id: organizer })
    const pages: Body[] = []
    for (let page = 1; page < 50; page++) {
      const answer = await json(`${CAL}/categories?hide_empty=0&per_page=50&page=${page}`)
      expect(answer.status).toBe(200)
      if ((answer.body['categories'] as readonly unknown[]).length === 0) break
      pages.push(answer.body)
    }
    expect(pages.map(page => bySlug(page, 'categories').has('fairs'))).toEqual([true])
  })
  it('learns ids of tags at the core namespace, and asks there for one that it does not know', async () => {
    const tags = async (query: string) => {
      const { status, text } = await asked(`/wp-json/wp/v2/tags?hide_empty=0${query}`)
      expect(status).toBe(200)
      return JSON.parse(text) as readonly Listed[]
    }
    const [loud] = fair['tags'] as readonly Listed[]
    const known = new Map<string, number>()
    let page = 1
    for (; page < 50; page++) {
      const found = await tags(`&per_page=50&page=${page}`)
      if (found.length === 0) break
      for (const { slug, id } of found) known.set(slug, id)
    }
    expect([page, [...known]]).toEqual([2, [['loud', loud?.id]]])
    const { id } = await written(`${CAL}/tags`, { name: 'Outdoors' })
    expect(await tags('&slug=outdoors')).toMatchObject([{ id, slug: 'outdoors' }])
    expect(await tags('&slug=unknown')).toEqual([])
    const data = { title: 'Walk', start_date: '2027-05-15 10:30:00', end_date: '2027-05-15 11:30:00' }
    expect(await written(`${CAL}/events`, { ...data, tags: [loud?.id, id] })).toMatchObject({
      tags: [{ slug: 'loud' }, { slug: 'outdoors' }],
    })
  })
  it('makes an event and changes it', async () => {
    const [venue] = fair['venue'] === undefined ? [] : [(fair['venue'] as Listed).id]
    const [organizer] = fair['organizer'] as readonly Listed[]
    const data = {
      ...{ title: 'Coffee morning', slug: '2027-05-14-coffee-morning' },
      ...{ description: '<p>All welcome</p>', excerpt: 'All welcome' },
      ...{ start_date: '2027-05-14 10:30:00', end_date: '2027-05-14 11:30:00' },
      ...{ venue: String(venue), organizer: String(organizer?.id), status: 'publish' },
      ...{ show_map: true, show_map_link: true, tags: [], categories: [] },
    }
    const made = await written(`${CAL}/events`, data)
    expect(made).toMatchObject({
      ...{ title: 'Coffee morning', slug: data.slug, url: expect.stringContaining(data.slug) as string },
      ...{ venue: { id: venue }, organizer: [{ id: organizer?.id }] },
    })
    const changed = { ...data, id: made.id, end_date: '2027-05-14 12:00:00' }
    expect(await written(`${CAL}/events/${made.id}`, changed, 'PATCH')).toMatchObject({
      ...{ id: made.id, slug: data.slug, end_date: '2027-05-14 12:00:00', show_map: true },
    })
  })
})

describe('block editors and programs that copy events', () => {
  it('list categories at the core namespace under the name of the taxonomy', async () => {
    const url = '/wp-json/wp/v2/tribe_events_cat?page=1&per_page=100'
    const { status, headers, text } = await asked(url)
    const term = { name: 'Fairs', slug: 'fairs', ['link']: 'https://school.example/events/category/fairs/' }
    expect([status, headers['x-wp-total'], JSON.parse(text)]).toMatchObject([
      ...[200, '1'],
      [{ ...term, taxonomy: 'tribe_events_cat', parent: 0 }],
    ])
    const plain = await asked('/index.php?rest_route=/wp/v2/tribe_events_cat')
    expect([plain.status, plain.text]).toEqual([200, text])
    const { routes } = (await json('/wp-json/wp/v2')).body as { readonly routes: object }
    expect(Object.keys(routes)).toContain('/wp/v2/tribe_events_cat')
  })
})

describe('erinoerin/gatsby-source-tribe-events, gatsby-node.js', () => {
  it('takes one page of each list, and a member of its name', async () => {
    for (const [list, perPage] of [
      ['events', 10],
      ['venues', 50],
      ['organizers', 50],
      ['categories', 50],
      ['tags', 50],
    ] as const) {
      const { status, body } = await json(`${CAL}/${list}?per_page=${perPage}`, {
        headers: { accept: 'application/json, text/plain, */*', 'user-agent': 'axios/0.21.1' },
      })
      expect([list, status]).toEqual([list, 200])
      const elements = body[list] as readonly Listed[]
      expect(elements.length, list).toBeGreaterThan(0)
      for (const element of elements)
        expect(element, list).toMatchObject({
          id: expect.any(Number) as number,
          slug: expect.any(String) as string,
        })
    }
  })
})

describe('06 §4 feeds: Access-Control-Allow-Origin', () => {
  const FEEDS = [
    '/events/ical/',
    '/events/category/fairs/ical/',
    '/events/tag/loud/ical/',
    '/event/fair/ical/',
    '/events/?ical=1',
    '/event/fair/?ical=1',
  ]
  it.each(FEEDS)('%s is read by calendars on pages of other sites', async url => {
    const origin = { origin: 'https://other.example' }
    const { status, headers, text } = await asked(url, { headers: origin })
    expect([
      status,
      headers['access-control-allow-origin'],
      headers['access-control-allow-credentials'],
    ]).toEqual([200, '*', undefined])
    expect(text).toContain('SUMMARY:Fair')
    const known = { ...origin, 'if-none-match': String(headers['etag']) }
    const again = await asked(url, { headers: known })
    expect([again.status, again.headers['access-control-allow-origin']]).toEqual([304, '*'])
    const head = await asked(url, { method: 'HEAD', headers: origin })
    expect([head.status, head.headers['access-control-allow-origin']]).toEqual([200, '*'])
  })
  it('pages of people are read by no script of another site', async () => {
    for (const url of ['/', '/events/', '/event/fair/', '/sign-in']) {
      const { headers } = await asked(url, { headers: { origin: 'https://other.example' } })
      expect(headers['access-control-allow-origin'], url).toBeUndefined()
    }
  })
  it('scripts of other sites may ask the interface by its mapped headers', async () => {
    const preflight = await asked(`${CAL}/events`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://other.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,x-wp-nonce',
      },
    })
    expect(preflight).toMatchObject({
      status: 200,
      headers: {
        'access-control-allow-origin': 'https://other.example',
        'access-control-allow-headers': expect.stringContaining('X-WP-Nonce') as string,
        'access-control-allow-methods': expect.stringContaining('POST') as string,
      },
    })
  })
})

describe('00 §5 JSON-LD of pages', () => {
  it.each([
    '/event/fair/',
    '/venue/main-hall/',
    '/organizer/pta/',
    '/events/list/?tribe-bar-date=2027-05-01',
  ])('%s names its vocabulary', async url => {
    const { status, text } = await asked(url)
    expect(status).toBe(200)
    const [, block = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? []
    const read = JSON.parse(block) as Body | readonly Body[]
    const all = [read].flat() as readonly Body[]
    expect(all.length).toBeGreaterThan(0)
    for (const one of all)
      expect(one).toMatchObject({
        '@context': expect.stringMatching(/^https?:\/\/schema\.org\/?$/) as string,
        '@type': expect.any(String) as string,
      })
  })
})
