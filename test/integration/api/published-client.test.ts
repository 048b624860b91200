import { beforeEach, describe, expect, it } from 'vitest'
import { APPLICATION_PASSWORD, basic, embeddedService } from '../../support/embedded-service.ts'

/*
 * The calls that the vendor's own server for assistants makes (docs/clients.md), letter by letter: nothing but the host
 * is another one.
 */

type Kind = 'events' | 'venues' | 'organizers' | 'tickets'
type Filters = Readonly<Record<string, string | number | boolean | readonly (string | number)[] | undefined>>
type Item = { readonly id: number; readonly [member: string]: unknown }
type Sent = { readonly method?: string; readonly body?: string }

/** What the client makes of an answer that is no success: it reads these members and no others. */
type Failure = {
  readonly message: string
  readonly statusCode: number
  readonly code: string
  readonly details: unknown
}

const ACKNOWLEDGED = 'I understand that this endpoint is experimental and may change. Any text will do.'

/** As people are shown it. */
const GROUPED = APPLICATION_PASSWORD.replaceAll(/.{4}(?=.)/g, '$& ')

const clientOf = (host: string, user: string) => {
  const { authorization } = basic(user, GROUPED)
  const send = async (path: string, sent: Sent = {}): Promise<unknown> => {
    const headers = { authorization, 'content-type': 'application/json', 'X-TEC-EEA': ACKNOWLEDGED }
    const response = await fetch(`${host}/wp-json${path}`, { ...sent, headers })
    const read: unknown = await response.json()
    if (response.ok) return read
    const { message, code, data } = read as {
      readonly message: string
      readonly code: string
      readonly data?: { readonly status?: number; readonly details?: unknown }
    }
    const failure: Failure = {
      message,
      code,
      statusCode: data?.status ?? response.status,
      details: data?.details,
    }
    throw Object.assign(new Error(message), failure)
  }
  const queryOf = (filters: Filters) => {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(filters))
      if (value !== undefined) query.append(name, Array.isArray(value) ? value.join(',') : String(value))
    const text = query.toString()
    return text === '' ? '' : `?${text}`
  }
  const writing = (method: string, data: object) => ({ method, body: JSON.stringify(data) })
  const at = (kind: Kind, id?: number) => `/tec/v1/${kind}${id === undefined ? '' : `/${id}`}`
  return {
    me: () => send('/wp/v2/users/me?context=edit'),
    settings: () => send('/wp/v2/settings'),
    index: () => send('/'),
    get: async (kind: Kind, id: number) => (await send(at(kind, id))) as Item,
    list: async (kind: Kind, filters: Filters = {}) =>
      (await send(`${at(kind)}${queryOf(filters)}`)) as readonly Item[],
    create: async (kind: Kind, data: object) => (await send(at(kind), writing('POST', data))) as Item,
    update: async (kind: Kind, id: number, data: object) =>
      (await send(at(kind, id), writing('PUT', data))) as Item,
    remove: async (kind: Kind, id: number, force = false) =>
      (await send(`${at(kind, id)}${force ? '?force=true' : ''}`, { method: 'DELETE' })) as Item,
  }
}

/** The failure of a call that has to fail. */
const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'no failure',
    (error: unknown) => error,
  )

let client: ReturnType<typeof clientOf>
let stranger: ReturnType<typeof clientOf>

beforeEach(async () => {
  const service = await embeddedService({ COMPATIBILITY: 'the-events-calendar' }, undefined, () =>
    Date.parse('2027-01-10T17:00:00Z'),
  )
  const origin = await service.app.listen({ host: '127.0.0.1', port: 0 })
  client = clientOf(origin, 'admin')
  stranger = clientOf(origin, 'nobody')
})

const span = { start_date: '2027-05-08 10:00:00', end_date: '2027-05-08 14:00:00' }
// it names the status with every write
const fair = { title: 'Fair', status: 'publish', ...span }
const idsOf = (items: readonly Item[]) => items.map(({ id }) => id)

describe('create', () => {
  it('an event with references to others answers the event', async () => {
    const { id: organizer } = await client.create('organizers', { title: 'PTA', organizer: 'PTA' })
    const event = await client.create('events', {
      ...fair,
      organizers: [organizer],
      cost: '25',
      all_day: false,
      timezone: 'America/New_York',
      content: 'All welcome.',
      excerpt: 'Come.',
      slug: 'the-fair',
    })
    expect(event).toMatchObject({
      id: expect.any(Number) as number,
      ...span,
      status: 'publish',
      slug: 'the-fair',
      organizers: [{ id: organizer }],
      cost: '$25',
    })
  })
  it('venues and organizers take their name as title; the copy beside it is no member here', async () => {
    const venue = await client.create('venues', {
      title: 'Centre',
      venue: 'Centre',
      status: 'publish',
      address: '123 Main St',
      city: 'Troy',
      country: 'United States',
      state_province: 'NY',
    })
    expect(venue).toMatchObject({ title: { rendered: 'Centre' }, city: 'Troy', state_province: 'NY' })
    const sent = { title: 'John Doe', organizer: 'John Doe', email: 'john@example.com', phone: '555-1234' }
    expect(await client.create('organizers', sent)).toMatchObject({
      title: { rendered: 'John Doe' },
      email: 'john@example.com',
      phone: '555-1234',
    })
  })
  it('its words for venues, content and categories mean ours', async () => {
    const { id: venue } = await client.create('venues', { title: 'Centre' })
    const event = await client.create('events', { ...fair, venue, description: 'Text', categories: [] })
    expect(event).toMatchObject({
      ...{ type: 'tribe_events', venues: [{ id: venue, type: 'tribe_venue' }], tribe_events_cat: [] },
      content: { rendered: expect.stringContaining('Text') as string },
    })
    expect(await failureOf(client.create('events', { ...fair, categories: [7] }))).toMatchObject({
      statusCode: 400,
      details: { tribe_events_cat: { code: 'rest_unknown_id' } },
    })
  })
})

describe('start', () => {
  it('asks who it is, and which clock the site has', async () => {
    expect(await client.me()).toMatchObject({ slug: 'admin', roles: ['administrator'] })
    expect(await client.settings()).toMatchObject({ timezone: 'America/New_York' })
    expect(await client.index()).toMatchObject({
      timezone_string: 'America/New_York',
      namespaces: expect.arrayContaining(['tec/v1', 'wp/v2']) as string[],
    })
    expect(await failureOf(stranger.me())).toMatchObject({ statusCode: 401, code: 'invalid_username' })
  })
})

describe('read', () => {
  it('one item is the bare object', async () => {
    const { id } = await client.create('events', fair)
    expect(await client.get('events', id)).toMatchObject({ id, title: { rendered: 'Fair' } })
  })
  it('lists are bare arrays, empty ones too', async () => {
    for (const kind of ['events', 'venues', 'organizers'] as const)
      expect(await client.list(kind)).toEqual([])
    const { id } = await client.create('venues', { title: 'Centre' })
    expect(idsOf(await client.list('venues', { per_page: 10 }))).toEqual([id])
  })
  it('filters are texts, numbers and lists joined by commas', async () => {
    const { id: venue } = await client.create('venues', { title: 'Centre' })
    const { id: organizer } = await client.create('organizers', { title: 'PTA' })
    const first = await client.create('events', { ...fair, venues: [venue], organizers: [organizer] })
    const second = await client.create('events', { ...fair, status: 'draft' })
    const third = await client.create('events', { ...fair, status: 'private' })
    const ids = async (filters: Filters) => idsOf(await client.list('events', filters))
    expect(await ids({})).toEqual([first.id])
    expect(await ids({ status: 'draft' })).toEqual([second.id])
    expect(await ids({ status: ['publish', 'draft'] })).toEqual([first.id, second.id])
    expect(await ids({ status: ['publish', 'private'], page: 2, per_page: 1 })).toEqual([third.id])
    expect(await ids({ venue })).toEqual([first.id])
    expect(await ids({ organizer, start_date: '2027-05-08', end_date: '2027-05-09' })).toEqual([first.id])
    expect(await ids({ start_date: '2027-05-09' })).toEqual([])
    const everything = { status: ['publish', 'draft', 'private'] }
    expect(await ids({ ...everything, include: [second.id, third.id] })).toEqual([second.id, third.id])
    expect(await ids({ ...everything, exclude: [first.id, second.id] })).toEqual([third.id])
    expect(await ids({ orderby: 'title', order: 'DESC', search: undefined })).toEqual([first.id])
    expect(await ids({ ...everything, order: 'desc' })).toEqual(await ids({ ...everything, order: 'DESC' }))
  })
  it('venues of a city, organizers of an address', async () => {
    const { id: here } = await client.create('venues', { title: 'Hall', city: 'Troy' })
    await client.create('venues', { title: 'Barn', city: 'Albany' })
    const { id: pta } = await client.create('organizers', { title: 'PTA', email: 'pta@school.example' })
    await client.create('organizers', { title: 'Choir' })
    expect(idsOf(await client.list('venues', { city: 'Troy' }))).toEqual([here])
    expect(idsOf(await client.list('organizers', { email: 'pta@school.example' }))).toEqual([pta])
  })
  it('search is a filter', async () => {
    const { id } = await client.create('events', { ...fair, title: 'Spring conference' })
    await client.create('events', fair)
    expect(idsOf(await client.list('events', { start_date: '2027-01-01', search: 'conference' }))).toEqual([
      id,
    ])
  })
})

describe('update', () => {
  it('PUT with some members, as the client sends them', async () => {
    const { id } = await client.create('events', { ...fair, cost: '25', featured: true })
    expect(await client.update('events', id, { status: 'publish', title: 'Feast' })).toMatchObject({
      id,
      ...span,
      title: { rendered: 'Feast' },
      cost: '$25',
      featured: true,
    })
  })
})

describe('delete', () => {
  it('answers the object in the trash', async () => {
    for (const [kind, data] of [
      ['events', fair],
      ['venues', { title: 'Centre' }],
      ['organizers', { title: 'PTA' }],
    ] as const) {
      const { id } = await client.create(kind, data)
      expect(await client.remove(kind, id)).toMatchObject({ id, status: 'trash' })
      expect(await client.remove(kind, id, true)).toMatchObject({ deleted: true, previous: { id } })
      expect(await failureOf(client.get(kind, id))).toMatchObject({ statusCode: 404 })
      expect(await client.list(kind)).toEqual([])
    }
  })
})

describe('failures have code, message and data', () => {
  it.each<readonly [string, () => Promise<unknown>, number, string]>([
    ['an unknown id', () => client.get('events', 999), 404, 'rest-event-not-found'],
    ['wrong credentials', () => stranger.list('events'), 401, 'invalid_username'],
    ['tickets', () => client.list('tickets'), 404, 'rest_no_route'],
    ['a page past the end', () => client.list('venues', { page: 9 }), 404, 'venue-archive-page-not-found'],
    [
      'dates in words',
      () => client.create('events', { ...fair, start_date: 'next monday' }),
      400,
      'rest_invalid_param',
    ],
  ])('%s', async (_, call, statusCode, code) => {
    const failure = await failureOf(call())
    expect(failure).toMatchObject({ statusCode, code, message: expect.stringMatching(/./) as string })
  })
  it('details name what is wrong', async () => {
    expect(await failureOf(client.create('events', { status: 'publish' }))).toMatchObject({
      statusCode: 400,
      details: { title: { code: 'rest_property_required' } },
    })
  })
  it('a second deletion', async () => {
    const { id } = await client.create('events', fair)
    await client.remove('events', id)
    expect(await failureOf(client.remove('events', id))).toMatchObject({
      statusCode: 410,
      code: 'event-is-in-trash',
    })
    expect(await failureOf(client.get('events', id))).toMatchObject({
      statusCode: 410,
      code: 'event-no-longer-available',
    })
  })
})
