import { eventId, termId, epochMs, isoTime } from '../../../shared/kernel/brands.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { apiWorld, type Answered, type ApiWorld } from '../../support/api-world.ts'
import { msOfIso } from '../../../shared/kernel/time/calculate.ts'

let world: ApiWorld
beforeEach(async () => {
  world = await apiWorld()
})
afterEach(async () => {
  expect(world.reported).toEqual([])
  await world.close()
})

const create = async (body: object, as = 'editor'): Promise<number> => {
  const answer = await world.ask('POST events', { as, body })
  expect(answer.status, answer.text).toBe(201)
  return (answer.body as { id: number }).id
}
const fair = (body: object = {}) =>
  create({ title: 'Fair', start_date: '2027-03-10 09:00', end_date: '2027-03-10 10:00', ...body })
const list = (query: string, as?: string) => world.ask(`GET events${query}`, as === undefined ? {} : { as })
const ids = ({ body }: Answered): readonly number[] =>
  (body as { events: readonly { id: number }[] }).events.map(event => event.id)
const found = async (query: string, as?: string) => {
  const answer = await list(query, as)
  expect(answer.status, answer.text).toBe(200)
  return ids(answer)
}
const refusedOn = async (query: string, name: string, as?: string) => {
  const answer = await list(query, as)
  expect(answer, query).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } })
  expect(Object.keys((answer.body as { data: { params: object } }).data.params)).toEqual([name])
}

describe('02 §2 lists', () => {
  it('02-2: without events', async () => {
    expect((await list('')).body).toEqual({
      events: [],
      rest_url:
        'https://school.example/index.php?rest_route=/cal/events/v1/events&page=1&per_page=10' +
        '&start_date=2027-01-10%2000%3A00%3A00&end_date=2029-01-10%2023%3A59%3A59',
      total: 0,
      total_pages: 0,
    })
  })
  it('02-1, 02-2: pages, totals and links', async () => {
    const all: number[] = []
    for (let n = 0; n < 12; n++) all.push(await fair({ title: `E${n}` }))
    const first = await list('&per_page=5&tags=')
    expect(ids(first)).toEqual(all.slice(0, 5))
    expect(first).toMatchObject({
      headers: { 'x-cal-total': '12', 'x-cal-totalpages': '3' },
      body: { total: 12, total_pages: 3 },
    })
    expect(Object.keys(first.body as object)).toEqual([
      'events',
      'rest_url',
      'next_rest_url',
      'total',
      'total_pages',
    ])
    const next = (first.body as { next_rest_url: string }).next_rest_url
    expect(next).toContain('&page=2&per_page=5&start_date=2027-01-10%2000%3A00%3A00')
    const second = await world.ask(`GET ${next.slice(next.indexOf('=') + 1)}`)
    expect(ids(second)).toEqual(all.slice(5, 10))
    expect((second.body as { previous_rest_url: string }).previous_rest_url).toContain('&page=1&per_page=5')
    expect(await list('&per_page=5&page=4')).toMatchObject({
      status: 404,
      body: { code: 'event-archive-page-not-found' },
    })
    expect((await list('&per_page=100&start_date=2000-01-01')).body).toMatchObject({
      rest_url: expect.stringContaining('per_page=50&start_date=2000-01-01&') as string,
    })
    await refusedOn('&page=0', 'page')
    await refusedOn('&per_page=x', 'per_page')
  })
  it('keeps every argument in effect, encoded, and never a password', async () => {
    const sports = await world.term('cal_events_cat', 'Sports')
    await fair({ title: 'A & B', categories: [sports], featured: true })
    const answer = await list(
      '&search=A %26 B&categories=sports&featured=1&password=secret&smu=1&strict_dates=true',
    )
    expect((answer.body as { rest_url: string }).rest_url).toBe(
      'https://school.example/index.php?rest_route=/cal/events/v1/events&page=1&per_page=10' +
        '&start_date=2027-01-10%2000%3A00%3A00&end_date=2029-01-10%2023%3A59%3A59&strict_dates=1' +
        '&search=A%20%26%20B&categories=sports&featured=1',
    )
    expect(ids(answer)).toHaveLength(1)
  })
  it('02-17: ties by id, each once', async () => {
    const all: number[] = []
    for (let n = 0; n < 25; n++)
      all.push(await fair({ start_date: '2027-09-01 08:00', end_date: '2027-09-01 09:00' }))
    const pages = [await found('&page=1'), await found('&page=2'), await found('&page=3')]
    expect(pages.flat()).toEqual(all)
  })
  it('00-4: HEAD has the totals', async () => {
    await fair()
    expect(await world.ask('HEAD events&per_page=100')).toMatchObject({
      status: 200,
      text: '',
      headers: { 'x-cal-total': '1', 'x-cal-totalpages': '1' },
    })
  })
  it('00-5: OPTIONS says what the caller may use', async () => {
    expect((await world.ask('OPTIONS events')).headers['allow']).toBe('GET')
    expect((await world.ask('OPTIONS events', { as: 'editor' })).headers['allow']).toBe('GET, POST')
  })
})

describe('04 §5 date filters', () => {
  it('04-1: a range', async () => {
    const e1 = await fair()
    const e2 = await fair({ start_date: '2027-03-11 23:30', end_date: '2027-03-11 23:55' })
    await fair({ start_date: '2027-03-09 20:00', end_date: '2027-03-09 21:00' })
    expect(await found('&start_date=2027-03-10&end_date=2027-03-11')).toEqual([e1, e2])
  })
  it('04-2: an event under way', async () => {
    world.clock.ms = epochMs(Date.UTC(2027, 3, 5, 16))
    const e = await fair({ all_day: true, start_date: '2027-04-03', end_date: '2027-04-09' })
    expect(await found('&start_date=2027-04-05')).toEqual([])
    expect(await found('&ends_after=2027-04-04')).toEqual([e])
  })
  it('04-3: default window', async () => {
    const past = [
      await fair({ start_date: '2026-01-01 09:00', end_date: '2026-01-01 10:00' }),
      await fair({ start_date: '2026-02-01 09:00', end_date: '2026-02-01 10:00' }),
    ]
    const coming = await fair()
    expect(await found('')).toEqual([coming])
    expect(await found('&start_date=2000-01-01&per_page=50')).toEqual([...past, coming])
    const index = (await world.ask('GET /')).body as {
      routes: Record<string, { endpoints: { args: Record<string, { default: unknown }> }[] }>
    }
    expect(index.routes['/cal/events/v1/events']?.endpoints[0]?.args).toMatchObject({
      start_date: { type: 'string', default: '2027-01-10 00:00:00', required: false },
      end_date: { default: '2029-01-10 23:59:59' },
      per_page: { default: 10 },
      categories: { type: 'array', items: { type: 'integer' } },
      geoloc_lat: { type: 'double' },
    })
  })
  it('04-4: timestamps', async () => {
    const inside = await fair({ start_date: '2027-04-09 09:00', end_date: '2027-04-09 10:00' })
    await fair({ start_date: '2027-04-10 09:00', end_date: '2027-04-10 10:00' })
    expect(await found('&start_date=1804654800&end_date=1807243200')).toEqual([inside])
  })
  it('04-7: the own wall clock counts', async () => {
    const e = await fair({
      timezone: 'Asia/Tokyo',
      start_date: '2027-06-10 08:00',
      end_date: '2027-06-10 09:00',
    })
    expect(await found('&start_date=2027-06-10&end_date=2027-06-10')).toEqual([e])
    expect(await found('&start_date=2027-06-09&end_date=2027-06-09')).toEqual([])
  })
  it('04-9, 04-11: exclusive ends', async () => {
    await fair({ all_day: true, start_date: '2027-03-10', end_date: '2027-03-10' })
    const timed = await fair({ start_date: '2027-03-10 10:00', end_date: '2027-03-10 11:00' })
    expect(await found('&start_date=2027-03-01&ends_before=2027-03-10')).toEqual([timed])
    expect(await found('&starts_after=2027-03-10')).toEqual([])
  })
  it('04-10: no overlap logic', async () => {
    await fair({ start_date: '2026-12-09 18:00', end_date: '2026-12-12 10:00' })
    const day = await fair({ all_day: true, start_date: '2026-12-10', end_date: '2026-12-10' })
    expect(await found('&start_date=2026-12-10&end_date=2026-12-10')).toEqual([day])
  })
  it('strict dates are taken as given', async () => {
    const e = await fair({ start_date: '2027-06-09 22:00', end_date: '2027-06-09 23:00' })
    expect(await found('&start_date=2027-06-10T02:00:00Z&strict_dates=1')).toEqual([e])
    expect(await found('&start_date=2027-06-10T02:00:01Z&strict_dates=1')).toEqual([])
    expect(await found('&start_date=2027-06-10T02:00:01Z')).toEqual([e])
  })
  it('unreadable and empty dates are refused', async () => {
    await refusedOn('&start_date=', 'start_date')
    await refusedOn('&ends_before=2027-02-30', 'ends_before')
    await refusedOn('&starts_after=next wednesday', 'starts_after')
  })
})

describe('02 §3.1 filters', () => {
  it('02-4: slug first, then id; several are ORed, arguments ANDed', async () => {
    const c1 = await world.term('cal_events_cat', 'First')
    const c2 = await world.term('cal_events_cat', 'Second', { slug: String(c1) })
    const tag = await world.term('post_tag', 'Tag')
    const [e1, e2] = [await fair({ categories: [c1] }), await fair({ categories: [c2], tags: [tag] })]
    expect(await found(`&categories=${c1}`)).toEqual([e2])
    expect(await found('&categories=first')).toEqual([e1])
    expect(await found(`&categories[]=first&categories[]=${c2}`)).toEqual([e1, e2])
    expect(await found('&categories=first&tags=tag')).toEqual([])
    expect(await found('&categories=')).toEqual([e1, e2])
    expect(await found('&categories[]=')).toEqual([e1, e2])
    expect(await found('&categories[]=&categories[]=first')).toEqual([e1])
    await refusedOn('&categories=nope', 'categories')
    await refusedOn(`&tags=${c1}`, 'tags')
  })
  it('02-13: a category includes its descendants', async () => {
    const parent = await world.term('cal_events_cat', 'P')
    const child = await world.term('cal_events_cat', 'Q', { parent: termId(parent) })
    const e = await fair({ categories: [child] })
    expect(await found('&categories=p')).toEqual([e])
  })
  it('venues and organizers by id', async () => {
    const [hall, gym] = [await world.venue('Hall'), await world.venue('Gym')]
    const pta = await world.organizer('PTA')
    const [e1, e2] = [await fair({ venue: hall }), await fair({ venue: gym, organizer: [pta] })]
    expect(await found(`&venue=${hall},${gym}`)).toEqual([e1, e2])
    expect(await found(`&venue=${hall} ${gym}&organizer=${pta}`)).toEqual([e2])
    await refusedOn('&venue=99999', 'venue')
    await refusedOn(`&venue=${e1}`, 'venue')
    await refusedOn(`&organizer=${hall}`, 'organizer')
    await refusedOn('&venue[$where]=1', 'venue')
    await world.trashVenue(gym)
    await refusedOn(`&venue=${gym}`, 'venue')
  })
  it('02-5, 02-14: search', async () => {
    const e = await fair({ title: 'Parents’ Evening & École (Q&A)' })
    for (const word of ['parents', 'PARENTS', 'ecole', '"Q%26A"', "parents'", '('])
      expect(await found(`&search=${word}`), word).toEqual([e])
    for (const word of ['%25', '.*', '\\', '-ecole']) expect(await found(`&search=${word}`), word).toEqual([])
    await refusedOn('&search=', 'search')
    await refusedOn('&search[$ne]=x', 'search')
  })
  it('02-6: statuses', async () => {
    const draft = await fair({ status: 'draft' })
    const open = await fair()
    await refusedOn('&status=draft', 'status')
    await refusedOn('&status=publish,draft', 'status')
    await refusedOn('&status[$ne]=publish', 'status')
    expect(await found('&status=publish')).toEqual([open])
    expect(await found('')).toEqual([open])
    await refusedOn('&status=foo', 'status', 'editor')
    expect(await found('&status=any')).toEqual([open])
    expect(await found('&status=any', 'editor')).toEqual([draft, open])
    expect(await found('', 'editor')).toEqual([draft, open])
    expect(await found('&status[]=draft', 'editor')).toEqual([draft])
    expect(await found('', 'author')).toEqual([open])
    const own = await create(
      { title: 'Own', start_date: '2027-03-10', end_date: '2027-03-10', status: 'draft' },
      'author',
    )
    expect(await found('&status=draft', 'author')).toEqual([own])
    await world.ask(`DELETE events/${draft}`, { as: 'editor' })
    expect(await found('&status=trash', 'editor')).toEqual([draft])
    expect(await found('', 'editor')).toEqual([own, open])
  })
  it('include drops all dates and sorts by publication; hidden ones never come', async () => {
    const late = await fair({ date: '2027-01-02 10:00:00' })
    const early = await fair({
      date: '2027-01-01 10:00:00',
      start_date: '2020-01-01',
      end_date: '2020-01-02',
    })
    const hidden = await fair({ hide_from_listings: true })
    const answer = await list(`&include=${late},${early},${hidden},99999&start_date=2027-01-01`)
    expect(ids(answer)).toEqual([early, late])
    expect((answer.body as { rest_url: string }).rest_url).toMatch(/&page=1&per_page=10&include=[\d%C]+$/)
    await refusedOn('&include=0', 'include')
    await refusedOn('&include=x', 'include')
    expect(await world.ask(`GET events/${hidden}`)).toMatchObject({ status: 200 })
  })
  it('featured, tickets, locations, parents', async () => {
    const [plain, featured] = [await fair(), await fair({ featured: true })]
    expect(await found('&featured=true')).toEqual([featured])
    expect(await found('&featured=false')).toEqual([plain])
    await refusedOn('&ticketed=true', 'ticketed')
    expect(await found('&ticketed=0')).toEqual([plain, featured])
    for (const alone of ['geoloc_lat=1.5', 'geoloc_lng=1.5'])
      expect(await found(`&${alone}`)).toEqual([plain, featured])
    expect(await found('&geoloc_lat=1.5&geoloc_lng=-2&geoloc=1')).toEqual([plain, featured])
    await refusedOn('&post_parent=99999', 'post_parent')
    await world.change(plain, { parent: eventId(featured) })
    expect(await found(`&post_parent=${featured}`)).toEqual([plain])
  })
  it('01-15: names that could reach a prototype have no effect', async () => {
    expect(await found('&__proto__[a]=1')).toEqual([])
  })
})

describe('02 §4 single reads', () => {
  const read = (path: string, as?: string) => world.ask(`GET events/${path}`, as === undefined ? {} : { as })

  it('02-8: by status and right', async () => {
    const e = await fair()
    expect(await read(String(e))).toMatchObject({
      status: 200,
      body: { id: e, json_ld: { '@type': 'Event' } },
    })
    const draft = await fair({ status: 'draft' })
    const priv = await fair({ status: 'private' })
    for (const id of [draft, priv]) {
      expect(await read(String(id))).toMatchObject({ status: 403, body: { code: 'event-not-accessible' } })
      expect(await read(String(id), 'author')).toMatchObject({ status: 403 })
      expect(await read(String(id), 'editor')).toMatchObject({ status: 200 })
    }
    await world.ask(`DELETE events/${e}`, { as: 'editor' })
    expect(await read(String(e))).toMatchObject({ status: 404, body: { code: 'rest-event-not-found' } })
    expect(await read(String(e), 'author')).toMatchObject({ status: 404 })
    expect(await read(String(e), 'editor')).toMatchObject({
      status: 410,
      body: { code: 'event-no-longer-available' },
    })
  })
  it('02-12: unknown ids and ids of other types', async () => {
    const venue = await world.venue('Hall')
    for (const id of [99999, venue, '9007199254740993', 0])
      expect(await read(String(id))).toMatchObject({ status: 404, body: { code: 'rest-event-not-found' } })
    expect(await read('abc')).toMatchObject({ status: 404, body: { code: 'rest_no_route' } })
  })
  it('02-8, 02-9: protected events', async () => {
    const e = await fair({ description: 'inside' })
    await world.change(e, { password: 'sesame' })
    for (const [query, as] of [
      ['', undefined],
      ['', 'administrator'],
      ['&password=wrong', undefined],
    ] as const)
      expect(await read(`${e}${query}`, as)).toMatchObject({
        status: 403,
        body: { code: 'event-password-protected' },
      })
    expect(await read(`${e}&password=sesame`)).toMatchObject({
      status: 200,
      body: { description: '<p>inside</p>' },
    })
    for (const [as, status] of [
      ['author', 403],
      [undefined, 401],
    ] as const)
      for (const query of [`${e}&context=edit`, 'by-slug/fair&context=edit'])
        expect(await read(query, as)).toMatchObject({ status, body: { code: 'rest_forbidden_context' } })
    expect(await read(`${e}&context=edit&password=sesame`)).toMatchObject({ status: 200 })
    expect(await read(`${e}&context=edit`, 'editor')).toMatchObject({ status: 200 })
    expect(await read(`${e}&password=`)).toMatchObject({ status: 400 })
    expect(await read(`${e}&password[$ne]=x`)).toMatchObject({ status: 400 })
    expect(await read('by-slug/fair&password=sesame')).toMatchObject({ status: 403 })
    const listed = await list('&password=sesame')
    expect(listed.body).toMatchObject({ events: [{ id: e, title: 'Fair', description: '', featured: null }] })
  })
  it('02-16: a draft has no publication date and no slug', async () => {
    const draft = await fair({ status: 'draft' })
    expect((await read(String(draft), 'editor')).body).toMatchObject({
      date_utc: '0000-00-00 00:00:00',
      slug: '',
    })
  })
  it('by slug, in any case and spelling; digits are a slug', async () => {
    const e = await fair({ title: '山川 über' })
    for (const slug of ['山川-über', '%25e5%25b1%25b1%25e5%25b7%259d-uber', '%E5%B1%B1%E5%B7%9D-UBER'])
      expect((await read(`by-slug/${slug}`)).body, slug).toMatchObject({ id: e })
    expect(await read('by-slug/nope')).toMatchObject({ status: 404, body: { code: 'rest-event-not-found' } })
    const digits = await fair({ slug: '123' })
    expect((await read('by-slug/123')).body).toMatchObject({ id: digits })
    expect(await read('123')).toMatchObject({ status: 404 })
  })
  it('Allow goes by the item', async () => {
    const e = await fair()
    expect((await read(String(e))).headers['allow']).toBe('GET')
    expect((await read(String(e), 'author')).headers['allow']).toBe('GET')
    expect((await read(String(e), 'editor')).headers['allow']).toBe('GET, DELETE, POST, PUT, PATCH')
  })
  it('00-8: a kept answer is stale at once', async () => {
    const e = await fair()
    expect((await read(String(e))).body).toMatchObject({ title: 'Fair' })
    expect((await list('')).body).toMatchObject({ events: [{ title: 'Fair' }] })
    await world.ask(`PATCH events/${e}`, { as: 'editor', body: { title: 'New' } })
    expect((await read(String(e))).body).toMatchObject({ title: 'New' })
    expect((await list('')).body).toMatchObject({ events: [{ title: 'New' }] })
  })
})

describe('00 §8 caches', () => {
  it('04 §5: a list that ends now is another one with each second', async () => {
    await fair()
    const until = async (dates: string) =>
      (await world.ask(`GET events&start_date=2000-01-01&${dates}`)).body as { total: number }
    const ask = async () => [
      (await until('starts_before=now&strict_dates=1')).total,
      (await until('starts_before=now')).total,
    ]
    world.clock.ms = msOfIso(isoTime('2027-03-10T13:59:59Z'))
    for (let n = 0; n < 3; n++) expect(await ask()).toEqual([0, 1])
    world.clock.ms = msOfIso(isoTime('2027-03-10T14:00:01Z'))
    expect(await ask()).toEqual([1, 1])
  })
})
