import { beforeAll, describe, expect, it } from 'vitest'
import { basic, sharedService } from '../../support/embedded-service.ts'

/*
 * What published programs send that read the first generation (docs/clients.md), letter by letter: nothing but the host
 * is another one. Of the answers they read the members that are named here.
 */

const service = sharedService({ COMPATIBILITY: 'the-events-calendar' })
const admin = basic('admin')
const CAL = '/wp-json/tribe/events/v1'
const SITE = 'https://school.example'

type Body = Readonly<Record<string, unknown>>
type Event = Body & { readonly id: number; readonly slug: string }
type Page = Body & {
  readonly events: readonly Event[]
  readonly total_pages: number
  readonly next_rest_url?: string
}

const get = async (url: string) => {
  const answer = await service().app.inject({ url })
  return { status: answer.statusCode, headers: answer.headers, body: answer.json<Body>() }
}
const getPage = async (url: string) => {
  const { body, ...answer } = await get(url)
  return { ...answer, body: body as Page }
}
const post = async (url: string, payload: object) =>
  (await service().app.inject({ method: 'POST', url, payload, headers: admin })).json<Event>()

/** A year from now: their windows begin today. */
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

beforeAll(async () => {
  const venue = { venue: 'Main Hall', address: '1 School Lane', city: 'Troy', state: 'NY', zip: '12180' }
  for (let n = 1; n <= 55; n++)
    await post(`${CAL}/events`, {
      title: `Fair ${n} & more`,
      ...{ description: '<p>All <b>welcome</b></p>', cost: '10', categories: ['Fairs'], tags: ['Loud'] },
      ...{ start_date: `${day(30)} 10:00:00`, end_date: `${day(30)} 12:00:00` },
      ...(n === 1 ? { venue, organizer: { organizer: 'PTA', email: 'pta@school.example' } } : {}),
    })
})

describe('judell/community-calendar, scrapers/tribe_rest.py and lib/tribe_events.py', () => {
  it('pages by total_pages, without dates', async () => {
    const [first, second] = [1, 2].map(page => getPage(`${CAL}/events/?per_page=50&page=${page}`))
    expect((await first)?.body).toMatchObject({ total_pages: 2, events: { length: 50 } })
    expect((await second)?.body).toMatchObject({ total_pages: 2, events: { length: 5 } })
  })
  it('pages by total_pages over half a year', async () => {
    const pages: Page[] = []
    for (let page = 1; page <= (pages[0]?.total_pages ?? 1); page++)
      pages.push(
        (await getPage(`${CAL}/events/?per_page=50&page=${page}&start_date=${day(0)}&end_date=${day(182)}`))
          .body,
      )
    const events = pages.flatMap(page => page.events)
    expect([pages.length, events.length, new Set(events.map(({ id }) => id)).size]).toEqual([2, 55, 55])
    const time = expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/) as string
    expect(events[0]).toMatchObject({
      ...{ title: expect.stringContaining('&') as string, start_date: time, end_date: time },
      ...{ description: expect.any(String) as string, url: expect.stringContaining(SITE) as string },
    })
    expect(events.find(({ title }) => String(title).startsWith('Fair 1 '))).toMatchObject({
      venue: { venue: 'Main Hall', address: '1 School Lane', city: 'Troy', state: 'NY' },
    })
  })
})

describe('readers that follow next_rest_url', () => {
  it('get every event once, by addresses as they are answered', async () => {
    const seen: number[] = []
    let url: string | undefined = `${CAL}/events?per_page=20&start_date=${day(0)}&status=publish`
    while (url !== undefined) {
      const { status, body }: { status: number; body: Page } = await getPage(url)
      expect(status).toBe(200)
      seen.push(...body.events.map(({ id }) => id))
      expect(body.next_rest_url?.startsWith(`${SITE}${CAL}/events?`) ?? true).toBe(true)
      url = body.next_rest_url?.slice(SITE.length)
    }
    expect([seen.length, new Set(seen).size]).toEqual([55, 55])
  })
})

describe('readers with totals, slugs and details', () => {
  it('dsundt/northwoods-events, src/tec_rest.py: a year by instants, pages by its own number', async () => {
    const instant = (days: number) => encodeURIComponent(`${day(days)}T20:00:00Z`)
    const { headers, body } = await getPage(
      `${CAL}/events?page=1&per_page=100&start_date=${instant(0)}&end_date=${instant(360)}`,
    )
    // it takes 100 for what it got, here as with the plugin; the header says what it did get
    expect([body['total'], body.events.length, headers['x-cal-perpage']]).toEqual([55, 50, '50'])
    expect(body.events[0]).toMatchObject({
      ...{ title: expect.stringContaining('&') as string, website: expect.stringContaining(SITE) as string },
      ...{ start_date: `${day(30)} 10:00:00`, end_date: `${day(30)} 12:00:00` },
    })
    expect((await getPage(`${CAL}/events?page=2&per_page=100&start_date=${instant(0)}`)).body).toMatchObject({
      events: { length: 5 },
    })
  })
  it('superartificial/xr, wordpress.service.ts: what is to come from now on', async () => {
    const { status, body } = await getPage(`${CAL}/events?start_date=now`)
    expect([status, body['total'], body.next_rest_url]).toEqual([200, 55, expect.any(String)])
  })
  it('Nobilus/kaj, superartificial/xr: members of lists', async () => {
    expect((await getPage(`${CAL}/events`)).body).toMatchObject({ total: 55, total_pages: 6 })
    const { headers, body } = await getPage(
      `${CAL}/events?start_date=${day(0)}&end_date=${day(90)}&per_page=3&page=1`,
    )
    expect(headers).toMatchObject({ 'x-tec-total': '55', 'x-tec-totalpages': '19' })
    expect(body).toMatchObject({ total: 55, total_pages: 19, rest_url: expect.any(String) as string })
    const details = { year: day(30).slice(0, 4), hour: '10', minutes: '00', seconds: '00' }
    expect(body.events[0]).toMatchObject({
      ...{ all_day: false, timezone: 'America/New_York', cost: '$10', start_date_details: details },
      ...{ cost_details: { values: ['10'] }, image: false, status: 'publish' },
      ...{
        categories: [{ name: 'Fairs', slug: 'fairs', taxonomy: 'tribe_events_cat' }],
        tags: [{ slug: 'loud' }],
      },
      ...{ modified_utc: expect.any(String) as string, utc_start_date: expect.any(String) as string },
    })
  })
  it('by-slug is the whole event, and an unknown slug an error as JSON', async () => {
    const { body } = await getPage(`${CAL}/events?per_page=1`)
    const [{ slug, id }] = body.events as readonly [Event]
    expect((await get(`${CAL}/events/by-slug/${slug}`)).body).toMatchObject({ id, slug })
    expect(await get(`${CAL}/events/by-slug/no-such-slug`)).toMatchObject({
      status: 404,
      body: { code: 'rest-event-not-found', data: { status: 404 } },
    })
  })
  it('venues, organizers, categories and tags of block editors and migrations', async () => {
    expect((await get(`${CAL}/venues?per_page=100&status=publish`)).body).toMatchObject({
      venues: [{ venue: 'Main Hall', city: 'Troy', zip: '12180' }],
      total_pages: 1,
    })
    expect((await get(`${CAL}/organizers?page=1&per_page=50`)).body).toMatchObject({
      organizers: [{ organizer: 'PTA', email: 'pta@school.example' }],
    })
    expect((await get(`${CAL}/categories/?per_page=50`)).body).toMatchObject({
      categories: [{ name: 'Fairs' }],
    })
    expect((await get(`${CAL}/tags/?per_page=50`)).body).toMatchObject({
      tags: [{ name: 'Loud', slug: 'loud' }],
    })
  })
  it('cache busters and switches of the platform do no harm', async () => {
    const { status, body } = await getPage(
      `${CAL}/events?per_page=1&_embed&_=1700000000&smu=1&ends_after=${day(-1)}`,
    )
    expect([status, body.events.length]).toEqual([200, 1])
  })
})

describe('scrapers of views', () => {
  it('post a form with the date of the bar', async () => {
    const month = day(30).slice(0, 7)
    const { statusCode, body } = await service().app.inject({
      method: 'POST',
      url: '/wp-json/tribe/views/v2/html',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `u=${encodeURIComponent(`${SITE}/events/month/`)}&smu=true&view_data[tribe-bar-date]=${month}`,
    })
    expect(statusCode).toBe(200)
    const { html } = JSON.parse(body) as { readonly html: string }
    expect(html).toContain(`cal-events-calendar-day-${day(30)}`)
    expect(html).toContain('application/ld+json')
  })
})

describe('wpapi', () => {
  /** A variable part, as this library looks for it. */
  const GROUP = /\(\?P<([^>]+)>([^)]*)\)/g

  it('discovers the interface by the header of any page', async () => {
    for (const page of ['/', '/events/']) {
      const { headers } = await service().app.inject({ method: 'HEAD', url: page })
      expect(String(headers['link'])).toContain(`<${SITE}/wp-json/>; rel="https://api.w.org/"`)
    }
  })
  it('makes its methods of the keys of the index', async () => {
    const { body } = await get('/wp-json/')
    const parts = Object.keys(body['routes'] as Body).flatMap(key => {
      expect(key.replaceAll(GROUP, '')).not.toMatch(/[{}()]/)
      return [...key.matchAll(GROUP)].map(([, name, pattern]) => ({ name, pattern }))
    })
    expect(new Set(parts.map(({ name }) => name))).toEqual(new Set(['id', 'slug', 'import_id']))
    for (const [wanted, value] of [
      ['id', '41'],
      ['slug', 'a-fair'],
      ['import_id', 'abc123'],
    ] as const)
      expect(value).toMatch(new RegExp(`^${parts.find(({ name }) => name === wanted)?.pattern ?? ''}$`))
  })
  it('pages the second generation by headers', async () => {
    const { headers, body } = await get('/wp-json/tec/v1/events?per_page=10&page=2')
    expect(headers).toMatchObject({ 'x-wp-total': '55', 'x-wp-totalpages': '6' })
    expect(body).toHaveLength(10)
    expect([headers['link']].flat().join()).toContain(
      `<${SITE}/wp-json/tec/v1/events?per_page=10&page=3>; rel="next"`,
    )
  })
})
