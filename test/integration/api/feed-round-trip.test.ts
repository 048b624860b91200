import { expect, it } from 'vitest'
import { plainText } from '../../../shared/kernel/html/text.ts'
import { embeddedService } from '../../support/embedded-service.ts'
import { importFeed } from '../../support/import-feed.ts'

type Event = Readonly<Record<string, unknown>> & { readonly id: number }
type Named = { readonly venue?: string; readonly organizer?: string; readonly email?: string }

const told = (event: Event) => {
  const { title, description, start_date, end_date, utc_start_date, utc_end_date, all_day, timezone } = event
  const organizers = event['organizer'] as readonly Named[] | undefined
  return {
    ...{ title, start_date, end_date, utc_start_date, utc_end_date, all_day, timezone },
    text: plainText(String(description)),
    categories: (event['categories'] as readonly { name: string }[]).map(({ name }) => name),
    venue: (event['venue'] as Named).venue ?? null,
    organizers: (organizers ?? []).map(({ organizer, email }) => [organizer, email ?? '']),
  }
}

it('06 §4 a feed that another calendar imports gives the same events, and importing it again changes only what was changed', async () => {
  let now = Date.UTC(2027, 4, 1, 20)
  const nowMs = () => now
  const own = await embeddedService({}, undefined, nowMs)
  const other = await embeddedService({}, undefined, nowMs)
  const create = (body: object) => own.ask('POST /cal/events/v1/events', { body })
  await create({
    ...{
      title: 'Fair, with; signs \\ and “more”',
      start_date: '2027-05-08 10:00:00',
      end_date: '2027-05-08 12:00:00',
    },
    ...{
      description: '<p>Cake &amp; tea;\n <b>all</b>, “day”</p><ul><li>C:\\new</li><li>5 &gt; 4</li></ul>',
      categories: ['Fairs', 'Food, drink'],
      website: 'https://fair.example/?a=1',
    },
    venue: { venue: 'Main Hall', address: '1 Hill St' },
    organizer: [{ organizer: 'Ada; the, Host: 1', email: 'ada@school.example' }],
  })
  await create({
    ...{ title: 'Closed', start_date: '2027-05-10', end_date: '2027-05-11', all_day: true },
    organizer: [{ organizer: 'No mail' }],
  })
  await create({
    ...{ title: 'Abroad', timezone: 'Europe/Berlin', description: 'One\nTwo' },
    ...{ start_date: '2027-10-31 01:30:00', end_date: '2027-10-31 04:00:00' },
  })
  await create({ title: 'x'.repeat(300), start_date: '2027-06-01 10:00:00', end_date: '2027-06-01 10:00:00' })
  const feed = (await own.app.inject({ url: '/events/ical/' })).body
  expect(await importFeed(other, feed)).toEqual(['created', 'created', 'created', 'created'])
  expect(await importFeed(other, feed)).toEqual(['unchanged', 'unchanged', 'unchanged', 'unchanged'])
  const events = async ({ ask }: typeof own) =>
    ((await ask('GET /cal/events/v1/events&start_date=2027-01-01')).body as { events: readonly Event[] })
      .events
  const [ours, theirs] = [await events(own), await events(other)]
  expect(theirs.map(told)).toEqual(ours.map(told))
  // the address in a feed is that of the event's page (06 §4), and becomes the website of what is imported (05 §8.2)
  expect(theirs.map(({ website }) => website)).toEqual(ours.map(({ url }) => url))

  now += 60_000
  const fair = ours.find(({ title }) => String(title).startsWith('Fair')) ?? { id: 0 }
  const change = { body: { title: 'Fair moved', end_date: '2027-05-08 13:00:00' } }
  expect((await own.ask(`POST /cal/events/v1/events/${String(fair.id)}`, change)).status).toBe(200)
  const later = (await own.app.inject({ url: '/events/ical/' })).body
  expect([...(await importFeed(other, later))].sort()).toEqual([
    ...['unchanged', 'unchanged', 'unchanged', 'updated'],
  ])
  expect((await events(other)).map(told)).toEqual((await events(own)).map(told))
  // what is older than what is there is left (05 §5)
  expect([...(await importFeed(other, feed))].sort()).toEqual([
    ...['skipped', 'unchanged', 'unchanged', 'unchanged'],
  ])
})

it('06 §4 a calendar that imports its own feed has each event twice, and no uid twice', async () => {
  const own = await embeddedService({}, undefined, () => Date.UTC(2027, 4, 1, 20))
  for (const title of ['Fair', 'Match'])
    await own.ask('POST /cal/events/v1/events', {
      body: { title, start_date: '2027-05-08 10:00:00', end_date: '2027-05-08 12:00:00' },
    })
  const feed = async () => (await own.app.inject({ url: '/events/ical/' })).body
  const first = await feed()
  expect(await importFeed(own, first)).toEqual(['created', 'created'])
  expect(await importFeed(own, first)).toEqual(['unchanged', 'unchanged'])
  const uids = [...(await feed()).matchAll(/^UID:(.*)\r$/gm)].map(([, uid]) => uid)
  expect([uids.length, new Set(uids).size]).toEqual([4, 4])
})

it('06 §4 what takes place until the last of all days comes back as it was, and views show it', async () => {
  const own = await embeddedService()
  const other = await embeddedService()
  for (const body of [
    { title: 'Last day', start_date: '9999-12-31', end_date: '9999-12-31', all_day: true },
    { title: 'Last days', start_date: '9999-12-29', end_date: '9999-12-31', all_day: true },
    { title: 'Last hour', start_date: '9999-12-31 22:59:59', end_date: '9999-12-31 23:59:59' },
  ])
    expect(await own.ask('POST /cal/events/v1/events', { body })).toMatchObject({ status: 201 })
  const feed = (await own.app.inject({ url: '/events/ical/' })).body
  expect(feed).toContain('DTSTART;VALUE=DATE:99991231\r\nDURATION:P1D\r\n')
  expect(feed).toContain('DTSTART;VALUE=DATE:99991229\r\nDURATION:P3D\r\n')
  expect(await importFeed(other, feed)).toEqual(['created', 'created', 'created'])
  expect(await importFeed(other, feed)).toEqual(['unchanged', 'unchanged', 'unchanged'])
  const events = async ({ ask }: typeof own) =>
    (
      (await ask('GET /cal/events/v1/events&start_date=9999-12-01&end_date=9999-12-31')).body as {
        events: readonly Event[]
      }
    ).events
  const [ours, theirs] = [await events(own), await events(other)]
  expect(ours).toHaveLength(3)
  expect(theirs.map(told)).toEqual(ours.map(told))
  for (const path of [
    '/events/9999-12-31/',
    '/events/month/9999-12/',
    '/events/list/?eventDate=9999-12-31',
  ]) {
    const page = await own.app.inject({ url: path })
    expect([path, page.statusCode]).toEqual([path, 200])
    expect(page.body).toContain('Last day')
  }
})
