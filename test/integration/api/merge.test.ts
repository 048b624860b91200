import { describe, expect, it } from 'vitest'
import { deskWorld, type DeskWorld } from '../../support/desk-world.ts'
import { basic } from '../../support/embedded-service.ts'
import { importFeed } from '../../support/import-feed.ts'

const C = '/cal/events/v1'

const feedOf = (
  events: readonly { readonly uid: string; readonly location: string; readonly categories?: string }[],
) =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//school//EN'],
    ...events.flatMap(({ uid, location, categories }) => [
      ...[
        'BEGIN:VEVENT',
        `UID:${uid}`,
        `SUMMARY:${uid}`,
        'DTSTART:20270508T100000Z',
        'DTEND:20270508T110000Z',
      ],
      ...[`LOCATION:${location}`, ...(categories === undefined ? [] : [`CATEGORIES:${categories}`])],
      'END:VEVENT',
    ]),
    ...['END:VCALENDAR', ''],
  ].join('\r\n')

const imported = ({ service }: DeskWorld, feed: string) => importFeed(service, feed, 'clubs')

type Listed = { readonly id: number; readonly venue: { readonly id?: number } }

const eventsIn = async ({ service }: DeskWorld): Promise<readonly Listed[]> => {
  const { body } = await service.ask(`GET ${C}/events&status=any&start_date=2000-01-01&per_page=50`)
  return (body as { readonly events: readonly Listed[] }).events
}

const total = async ({ service }: DeskWorld, kind: string) =>
  ((await service.ask(`GET ${C}/${kind}`)).body as { readonly total: number }).total

const location = async ({ service }: DeskWorld, path: string) => {
  const answer = await service.app.inject({ url: path, headers: { accept: 'text/html' } })
  return [answer.statusCode, answer.headers.location]
}

const factsOf = async ({ service }: DeskWorld, type: string, id: number) => {
  const { body } = await service.ask(`GET /admin/history/${type}/${id}`)
  return (body as readonly { readonly fact: string }[]).map(({ fact }) => fact)
}

describe('07 §7.1 two that are one', () => {
  it('events of a venue get the one that stays, and get the other back', async () => {
    const world = await deskWorld()
    const { service, made, event, read } = world
    const old = await made('venues', { venue: 'Old Hall', city: 'Troy' })
    const hall = await made('venues', { venue: 'The Hall' })
    const [a, b] = [await event('A', { venue: old }), await event('B', { venue: [hall, old] })]
    const gone = await event('Gone', { venue: old })
    await service.ask(`DELETE ${C}/events/${gone}`)
    const tried = await service.ask(`POST /admin/merge/venue/${old}`, { body: { into: hall, dry_run: true } })
    expect(tried).toMatchObject({
      status: 200,
      body: {
        ...{ from: { name: 'Old Hall' }, into: { name: 'The Hall' }, events: 3 },
        differ: { name: ['Old Hall', 'The Hall'], city: ['Troy', ''] },
      },
    })
    expect((await read(a)).venue.id).toBe(old)
    const done = await service.ask(`POST /admin/merge/venue/${old}`, { body: { into: hall } })
    expect(done).toMatchObject({ status: 200, body: { events: 3, done: true } })
    expect((await read(a)).venue.id).toBe(hall)
    expect((await read(b)).venue.id).toBe(hall)
    expect((await service.ask(`GET ${C}/venues/${old}`)).status).toBe(410)
    expect(await location(world, '/venue/old-hall/')).toEqual([302, 'https://school.example/venue/the-hall/'])
    expect(await location(world, `/?post_type=cal_venue&p=${old}`)).toEqual([
      302,
      'https://school.example/venue/the-hall/',
    ])
    await service.ask(`POST ${C}/events/${gone}`, { body: { status: 'publish' } })
    expect((await read(gone)).venue.id).toBe(hall)
    expect(await factsOf(world, 'venue', old)).toEqual(['VenueMergeSettled', 'VenueMerged', 'VenueCreated'])
    // done again nothing is recorded
    await service.ask(`POST /admin/merge/venue/${old}`, { body: { into: hall } })
    expect((await factsOf(world, 'venue', old)).length).toBe(3)
    await service.ask(`POST ${C}/events/${b}`, { body: { venue: [] } })
    const back = await service.ask(`DELETE /admin/merge/venue/${old}`)
    expect(back).toMatchObject({ status: 200, body: { was_merged_into: hall, done: true } })
    expect((await read(a)).venue.id).toBe(old)
    expect((await read(gone)).venue.id).toBe(old)
    expect((await read(b)).venue).toEqual([])
    expect((await location(world, '/venue/old-hall/'))[0]).toBe(200)
    expect((await service.ask(`GET ${C}/venues/${old}`)).body).toMatchObject({ slug: 'old-hall' })
  })

  it('a feed that brings the one that went finds the one that stays', async () => {
    const world = await deskWorld()
    const { service } = world
    const hall = await world.made('venues', { venue: 'The Hall' })
    const feed = feedOf([
      { uid: 'a', location: 'Old Hall', categories: 'Concerts' },
      { uid: 'b', location: 'The Hall' },
    ])
    await imported(world, feed)
    expect(await total(world, 'venues')).toBe(2)
    const old = (await eventsIn(world)).find(({ venue }) => venue.id !== hall)?.venue.id ?? 0
    await service.ask(`POST /admin/merge/venue/${old}`, { body: { into: hall } })
    const music = await world.made('categories', { name: 'Music' })
    const { body } = await service.ask(`GET ${C}/categories&search=Concerts`)
    const [{ id: concerts } = { id: 0 }] = (
      body as { readonly categories: readonly { readonly id: number }[] }
    ).categories
    await service.ask(`POST /admin/merge/category/${concerts}`, { body: { into: music } })
    const before = await service.ask('GET /admin/history/event/' + String((await eventsIn(world))[0]?.id))
    await imported(world, feed)
    await imported(
      world,
      feed.replace('UID:b', 'UID:c').replace('SUMMARY:b', 'SUMMARY:c').replace('The Hall', 'old hall'),
    )
    expect((await eventsIn(world)).map(({ venue }) => venue.id)).toEqual([hall, hall, hall])
    expect([await total(world, 'venues'), await total(world, 'categories')]).toEqual([1, 1])
    const after = await service.ask('GET /admin/history/event/' + String((await eventsIn(world))[0]?.id))
    expect((after.body as readonly unknown[]).length).toBe((before.body as readonly unknown[]).length)
  })

  it('categories take those below with them, and lead from their former address', async () => {
    const world = await deskWorld()
    const { service, made, event, read } = world
    const [concerts, music] = [
      await made('categories', { name: 'Concerts' }),
      await made('categories', { name: 'Music' }),
    ]
    const choir = await made('categories', { name: 'Choir', parent: concerts })
    const id = await event('A', { categories: [concerts] })
    const merge = (from: number, into: number) =>
      service.ask(`POST /admin/merge/category/${from}`, { body: { into } })
    expect(await merge(concerts, choir)).toMatchObject({ status: 409, body: { code: 'merge_below' } })
    expect((await merge(concerts, music)).body).toMatchObject({ done: true, events: 1 })
    expect((await read(id)).categories).toMatchObject([{ name: 'Music' }])
    expect((await service.ask(`GET ${C}/categories/${choir}`)).body).toMatchObject({ parent: music })
    expect((await service.ask(`GET ${C}/categories/${concerts}`)).status).toBe(404)
    expect(await location(world, '/events/category/concerts/list/')).toEqual([
      302,
      'https://school.example/events/category/music/list/',
    ])
    expect(await location(world, '/events/category/concerts/choir/list/')).toEqual([
      302,
      'https://school.example/events/category/music/choir/list/',
    ])
    const feed = await service.app.inject('/events/category/concerts/ical/')
    expect([feed.statusCode, feed.body.includes('SUMMARY:A')]).toEqual([200, true])
    const named = await event('B', { categories: ['Concerts'] })
    expect((await read(named)).categories).toMatchObject([{ id: music }])
    const again = await service.ask(`POST ${C}/categories`, { body: { name: 'Concerts' } })
    expect(again).toMatchObject({ status: 400, body: { code: 'term_exists', data: { term_id: music } } })
    await service.ask(`DELETE /admin/merge/category/${concerts}`)
    expect((await read(id)).categories).toMatchObject([{ name: 'Concerts' }])
    expect((await read(named)).categories).toMatchObject([{ name: 'Music' }])
    expect((await service.ask(`GET ${C}/categories/${choir}`)).body).toMatchObject({ parent: concerts })
  })

  it('tags of events, venues and organizers; organizers; chains', async () => {
    const world = await deskWorld()
    const { service, made, event, read } = world
    const [one, two] = [await made('tags', { name: 'one' }), await made('tags', { name: 'two' })]
    const made2 = await service.ask('POST /calx/v1/venues', { body: { title: 'Hall', tags: [one] } })
    const { id: venue } = made2.body as { readonly id: number }
    const id = await event('A', { tags: [one, two], organizer: { organizer: 'PTA' } })
    await service.ask(`POST /admin/merge/tag/${one}`, { body: { into: two } })
    expect((await read(id)).tags).toMatchObject([{ name: 'two' }])
    expect((await factsOf(world, 'venue', venue))[0]).toBe('VenueTagged')
    const orgs = [await made('organizers', { organizer: 'B' }), await made('organizers', { organizer: 'C' })]
    const { body } = await service.ask(`GET ${C}/organizers&search=PTA`)
    const [{ id: pta } = { id: 0 }] = (body as { readonly organizers: readonly { readonly id: number }[] })
      .organizers
    const [b = 0, c = 0] = orgs
    await service.ask(`POST /admin/merge/organizer/${pta}`, { body: { into: b } })
    await service.ask(`POST /admin/merge/organizer/${b}`, { body: { into: c } })
    expect((await read(id)).organizer).toMatchObject([{ organizer: 'C' }])
    const next = await event('B', { organizer: { organizer: 'PTA' } })
    expect((await read(next)).organizer).toMatchObject([{ organizer: 'C' }])
    expect(await service.ask(`POST /admin/merge/organizer/${c}`, { body: { into: b } })).toMatchObject({
      ...{ status: 410, body: { code: 'organizer-is-in-trash' } },
    })
  })

  it('is for administrators and editors, and says why not', async () => {
    const world = await deskWorld()
    const { service, made } = world
    const [a, b] = [await made('venues', { venue: 'A' }), await made('venues', { venue: 'B' })]
    const ask = (request: string, body: object = {}, headers?: Readonly<Record<string, string>>) =>
      service.ask(request, { body, ...(headers === undefined ? {} : { headers }) })
    expect((await ask(`POST /admin/merge/venue/${a}`, { into: b }, {})).status).toBe(401)
    expect((await ask(`POST /admin/merge/venue/${a}`, { into: b }, basic('author', 'wrong'))).status).toBe(
      401,
    )
    expect(await ask(`POST /admin/merge/venue/${a}`, { into: a })).toMatchObject({
      body: { code: 'merge_itself' },
    })
    expect(await ask(`POST /admin/merge/venue/${a}`, { into: 999 })).toMatchObject({ status: 404 })
    expect(await ask(`POST /admin/merge/venue/999`, { into: a })).toMatchObject({ status: 404 })
    expect(await ask(`POST /admin/merge/event/${a}`, { into: b })).toMatchObject({ status: 404 })
    expect(await ask(`POST /admin/merge/venue/${a}`)).toMatchObject({ status: 400 })
    expect(await ask(`DELETE /admin/merge/venue/${a}`)).toMatchObject({ body: { code: 'merge_not_merged' } })
    expect(
      await service.operate('merge', { type: 'venue', from: 'A', into: 'b', dry_run: true }),
    ).toMatchObject({
      ...{ status: 200, body: { from: { id: a }, into: { id: b } } },
    })
    expect((await service.ask(`GET ${C}/venues/${a}`)).status).toBe(200)
  })
})
