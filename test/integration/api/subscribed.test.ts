import { beforeAll, describe, expect, it } from 'vitest'
import { embeddedService, sharedService } from '../../support/embedded-service.ts'

const service = sharedService({ COMPATIBILITY: 'the-events-calendar' })
const get = async (url: string, headers: Record<string, string> = {}) => {
  const { statusCode: status, headers: sent, body } = await service().app.inject({ url, headers })
  return { status, type: sent['content-type'], headers: sent, body }
}
const create = async (event: object) => {
  const day = { start_date: '2037-05-08 10:00:00', end_date: '2037-05-08 12:00:00' }
  const { status } = await service().ask('POST /cal/events/v1/events', { body: { ...day, ...event } })
  expect(status).toBe(201)
}
const HOSTILE = 'Fish & "chips" <b>today</b> ]]> \u0001\ud83d\ude00'
beforeAll(async () => {
  await create({
    title: HOSTILE,
    description: `<p>${HOSTILE}</p>`,
    categories: ['Fairs & more'],
    tags: ['Loud'],
  })
  await create({ title: 'Later', start_date: '2037-06-01', end_date: '2037-06-02', all_day: true })
  await create({ title: 'Long ago', start_date: '2020-01-01', end_date: '2020-01-02' })
  await create({ title: 'Hidden', hide_from_listings: true })
  await create({ title: 'Draft', status: 'draft' })
})

describe('06 §4 a page asked for a calendar file', () => {
  it('answers with the feed itself', async () => {
    for (const [page, feed] of [
      ['/events/?ical=1', '/events/ical/'],
      ['/events/list/?tribe-bar-date=2037-05-01&ical=1', '/events/ical/'],
      ['/?post_type=tribe_events&outlook-ical=1', '/events/ical/'],
      ['/events/category/fairs-more/?outlook-ical=1', '/events/category/fairs-more/ical/'],
      ['/events/tag/loud/?ical=1', '/events/tag/loud/ical/'],
      ['/event/later/?ical=1', '/event/later/ical/'],
    ] as const) {
      const asked = await get(page)
      expect([asked.status, asked.type], page).toEqual([200, 'text/calendar; charset=UTF-8'])
      expect(asked.body, page).toBe((await get(feed)).body)
    }
    expect((await get('/event/nothing/?ical=1')).status).toBe(404)
    expect((await get('/events/?ical=0')).type).toBe('text/html; charset=UTF-8')
  })
})

describe('06 §4.1 news', () => {
  it('coming events in their order, and nothing that is not for everybody', async () => {
    const { status, type, headers, body } = await get('/feed/')
    expect([status, type]).toEqual([200, 'application/rss+xml; charset=UTF-8'])
    expect([...body.matchAll(/<item><title>(.*?)<\/title>/g)].map(([, title]) => title)).toEqual([
      'Fish &amp; &quot;chips&quot; today ]]&gt; \ud83d\ude00',
      'Later',
    ])
    expect(body).toContain('<link>https://school.example/event/later/</link>')
    expect(body).toContain('<category>Fairs &amp; more</category>')
    expect(body).toContain('<description>2037-05-08 10:00 to 12:00 (America/New_York). Fish &amp;')
    expect(body).toContain('<description>2037-06-01 to 2037-06-02</description>')
    expect(body).toMatch(/<pubDate>\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT<\/pubDate>/)
    expect((await get('/events/feed')).body).toBe(body)
    expect((await get('/feed', { 'if-none-match': String(headers['etag']) })).status).toBe(304)
    expect((await get('/events/')).body).toContain('type="application/rss+xml"')
  })
})

it('06 §4.1 an event is news until it has ended, to the second, whoever asked before', async () => {
  const clock = { ms: Date.UTC(2027, 4, 8, 13, 59) }
  const { app, ask } = await embeddedService({}, undefined, () => clock.ms)
  const day = { start_date: '2027-05-08 09:00:00', end_date: '2027-05-08 10:00:00' }
  expect((await ask('POST /cal/events/v1/events', { body: { title: 'Fair', ...day } })).status).toBe(201)
  const isTold = async () => (await app.inject('/feed/')).body.includes('<title>Fair</title>')
  expect(await isTold()).toBe(true)
  clock.ms = Date.UTC(2027, 4, 8, 14)
  expect(await isTold()).toBe(true)
  clock.ms = Date.UTC(2027, 4, 8, 14, 0, 1)
  expect(await isTold()).toBe(false)
})

describe('00 §5 every page leads to the interface', () => {
  it('by header and by link, in our names and in those of a mapping', async () => {
    const [own, theirs] = ['https://school.example/index.php?rest_route=/', 'https://school.example/wp-json/']
    for (const page of ['/', '/events/', '/event/later/', '/sign-in', '/event/nothing/']) {
      const { headers, body } = await get(page, { accept: 'text/html' })
      expect(headers['link'], page).toBe(`<${own}>; rel="index", <${theirs}>; rel="https://api.w.org/"`)
      expect(body, page).toContain(`<link rel="index" href="${own}" />`)
      expect(body, page).toContain(`<link rel="https://api.w.org/" href="${theirs}" />`)
    }
    expect((await get('/wp-json/')).status).toBe(200)
    expect((await get('/index.php?rest_route=/calx/v1/events')).headers['link']).toBe(`<${own}>; rel="index"`)
  })
})
