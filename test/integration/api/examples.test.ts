import { afterEach, beforeEach, expect, it } from 'vitest'
import { epochMs } from '../../../shared/kernel/brands.ts'
import { apiWorld, type ApiWorld } from '../../support/api-world.ts'

let world: ApiWorld
beforeEach(async () => {
  world = await apiWorld()
})
afterEach(async () => {
  expect(world.reported).toEqual([])
  await world.close()
})

type Members = Readonly<Record<string, unknown>> & { readonly id: number }
const span = { start_date: '2027-05-08 10:00:00', end_date: '2027-05-08 14:00:00' }

const made = async (sent: object = {}, request = 'POST events'): Promise<Members> => {
  const { status, body, text } = await world.ask(request, {
    body: request === 'POST events' ? { title: 'Fair', ...span, ...sent } : sent,
    as: 'editor',
  })
  expect(status, text).toBe(201)
  return body as Members
}
const read = async (path: string, as?: string): Promise<Members> => {
  const { status, body, text } = await world.ask(`GET ${path}`, as === undefined ? {} : { as })
  expect(status, text).toBe(200)
  return body as Members
}

it('01-5: ids of venues split at commas and blanks, ORed', async () => {
  const venues = [
    await world.venue('A'),
    await world.venue('B'),
    await world.venue('C'),
    await world.venue('D'),
  ]
  const events: number[] = []
  for (const venue of venues) events.push((await made({ venue })).id)
  const [a = 0, b = 0, c = 0] = venues
  const { body } = await world.ask(`GET /calx/v1/events&venue=${a}%2C%20${b}%20${c}`)
  expect((body as readonly Members[]).map(({ id }) => id)).toEqual(events.slice(0, 3))
  const cal = await read(`events&venue=${a}%2C%20${b}%20${c}`)
  expect((cal['events'] as readonly Members[]).map(({ id }) => id)).toEqual(events.slice(0, 3))
})

const basic = `Basic ${Buffer.from('editor:x').toString('base64')}`

it('01-7: only the header Authorization brings credentials', async () => {
  const body = { title: 'Fair', ...span }
  const code = { code: 'rest_forbidden', data: { status: 401 } }
  const elsewhere = await world.ask('POST events', { body, headers: { 'X-Authorization': basic } })
  expect(elsewhere.status).toBe(401)
  expect(elsewhere.body).toMatchObject(code)
  const guest = await world.ask('GET events', { headers: { 'X-Authorization': basic } })
  expect(guest.status).toBe(200)
  expect(guest.headers['etag']).toBeDefined()
  const inBody = await world.ask('POST events', {
    body: { ...body, Authorization: basic, user: 'editor', login: 'editor', password: 'x' },
  })
  expect(inBody.status).toBe(401)
  const inQuery = await world.ask(
    `POST events&Authorization=${encodeURIComponent(basic)}&user=editor&password=x`,
    {
      body,
    },
  )
  expect(inQuery.status).toBe(401)
  expect(await world.eventIds()).toEqual([])
})

it('02-11: an author is a text of digits in the first generation, a number in the second', async () => {
  const event = await made({ author: 3 })
  const venue = await made({ venue: 'Hall', author: 3 }, 'POST venues')
  const organizer = await made({ organizer: 'PTA', author: 3 }, 'POST organizers')
  for (const [kind, { id }] of Object.entries({ events: event, venues: venue, organizers: organizer })) {
    expect((await read(`${kind}/${id}`))['author']).toBe('3')
    expect((await read(`/calx/v1/${kind}/${id}`))['author']).toBe(3)
  }
})

it('02-31: published with a date of next month waits for it', async () => {
  const event = await made({ status: 'publish', date: '2027-02-10 08:00:00' })
  expect(event['status']).toBe('future')
  const early = await world.ask(`GET events/${event.id}`)
  expect(early.status).toBe(403)
  expect(early.body).toMatchObject({ code: 'event-not-accessible' })

  await world.publishDue(event.id)
  expect((await read(`events/${event.id}`, 'editor'))['status']).toBe('future')

  world.clock.ms = epochMs(Date.UTC(2027, 1, 10, 13))
  await world.publishDue(event.id)
  expect(await read(`events/${event.id}`)).toMatchObject({ status: 'publish', date: '2027-02-10 08:00:00' })
})

it('02-40: a cost with its own sign keeps it', async () => {
  const { id } = await made({ cost: '$10' })
  const cost = {
    cost: '$10',
    cost_details: { currency_symbol: '$', currency_code: '', currency_position: 'prefix', values: ['10'] },
  }
  expect(await read(`events/${id}`)).toMatchObject(cost)
  const changed = await world.ask(`PATCH events/${id}`, { body: { title: 'T' }, as: 'editor' })
  expect(changed.body).toMatchObject({ title: 'T', ...cost })
})

it('04-8: whole days', async () => {
  const { id, ...event } = await made({ all_day: true, start_date: '2027-02-15', end_date: '2027-02-19' })
  expect(event).toMatchObject({
    all_day: true,
    start_date: '2027-02-15 00:00:00',
    end_date: '2027-02-19 23:59:59',
    utc_start_date: '2027-02-15 05:00:00',
    utc_end_date: '2027-02-20 04:59:59',
  })
  expect(await read(`/calx/v1/events/${id}`)).toMatchObject({
    all_day: true,
    start_date: '2027-02-15 00:00:00',
    end_date: '2027-02-19 23:59:59',
    duration: 431_999,
  })
})
