import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { StoreUnavailable, type EventStore } from '../../shared/event-store/port.ts'
import { apiWorld, type ApiWorld } from '../support/api-world.ts'
import { oneByOne } from '../support/noted-log.ts'
import { plusMs } from '../../shared/kernel/time/calculate.ts'

/** A log that takes nothing for events while it is down. */
const withoutEvents = () => {
  let down = false
  const wrap = (log: EventStore): EventStore => {
    const append: EventStore['append'] = async (stream, ...rest) => {
      if (down && stream.startsWith('event-')) throw new StoreUnavailable('no events today')
      return log.append(stream, ...rest)
    }
    // as where what is claimed may be durable without the event
    return oneByOne({ ...log, append })
  }
  return { wrap, fail: (now: boolean) => (down = now) }
}

let world: ApiWorld
afterEach(() => world.close())

const NEW = {
  title: 'Fair',
  start_date: '2027-05-01',
  end_date: '2027-05-01',
  venue: { venue: 'Gym', city: 'Troy' },
  organizer: [{ organizer: 'Parents' }],
  categories: ['Sports'],
  tags: ['outdoors'],
}
const PARTS = [
  ['venues', 'gym'],
  ['organizers', 'parents'],
  ['categories', 'sports'],
  ['tags', 'outdoors'],
] as const

const totalOf = async (path: string) =>
  ((await world.ask(`GET ${path}&hide_empty=0`, { as: 'editor' })).body as { total: number }).total

describe('02 §5 create: all or nothing', () => {
  it('of an event that could not be stored no answer shows any part', async () => {
    const { wrap, fail } = withoutEvents()
    world = await apiWorld(wrap)
    fail(true)
    const answer = await world.ask('POST events', { as: 'editor', body: NEW })
    expect(answer).toMatchObject({
      status: 503,
      body: { code: 'rest_service_unavailable', data: { status: 503 } },
    })
    expect(answer.headers['retry-after']).toBe('5')
    expect(answer.text).not.toContain('no events today')

    fail(false)
    await world.catchUp()
    for (const [plural, slug] of PARTS) {
      expect(await totalOf(plural), plural).toBe(0)
      expect(await totalOf(`${plural}&search=${slug}`), plural).toBe(0)
      const filter = await world.ask(`GET events&${plural.slice(0, -1)}=1&${plural}=${slug}`)
      expect(filter, plural).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } })
    }
    for (const path of ['venues/by-slug/gym', 'organizers/by-slug/parents', 'venues/1', 'organizers/2'])
      for (const method of ['GET', 'PATCH', 'DELETE'])
        expect(await world.ask(`${method} ${path}`, { as: 'editor' }), path).toMatchObject({ status: 404 })
    expect(
      await world.ask('POST events', { as: 'editor', body: { ...NEW, venue: 1, organizer: 2 } }),
    ).toMatchObject({ status: 400, body: { data: { params: { venue: {}, organizer: {} } } } })

    // a claim that nothing came of runs out after a minute
    world.clock.ms = plusMs(world.clock.ms, 61_000)
    const again = await world.ask('POST events', { as: 'editor', body: NEW })
    expect(again).toMatchObject({
      status: 201,
      body: { slug: 'fair', venue: { slug: 'gym' }, organizer: [{ slug: 'parents' }] },
    })
    for (const [plural, slug] of PARTS) {
      expect(await totalOf(plural), plural).toBe(1)
      expect(await totalOf(`${plural}&search=${slug}`), plural).toBe(1)
    }
    await world.ask('PATCH events/by-slug/fair', { as: 'editor', body: { venue: [], organizer: [] } })
    for (const plural of ['venues', 'organizers']) expect(await totalOf(plural), plural).toBe(1)
  })
})

it('of an event with a venue that cannot be stored nothing is under way behind the answer', async () => {
  let underWay = 0
  const taken: string[] = []
  const refused = Promise.withResolvers<null>()
  const wrap = (log: EventStore): EventStore => {
    const append: EventStore['append'] = async (stream, ...rest) => {
      if (stream.startsWith('venue-')) {
        refused.resolve(null)
        throw new StoreUnavailable('no venues today')
      }
      if (!stream.startsWith('organizer-')) return log.append(stream, ...rest)
      underWay++
      await refused.promise
      // an answer that does not wait for it is sent meanwhile
      await sleep(100)
      const position = await log.append(stream, ...rest)
      underWay--
      taken.push(stream)
      return position
    }
    return oneByOne({ ...log, append })
  }
  world = await apiWorld(wrap)
  const organizer = ['Parents', 'Teachers', 'Pupils'].map(name => ({ organizer: name }))
  const answer = await world.ask('POST events', { as: 'editor', body: { ...NEW, organizer } })
  expect(answer).toMatchObject({ status: 503, body: { code: 'rest_service_unavailable' } })
  expect([underWay, taken.length]).toEqual([0, 3])
})

describe('02 §4, 01 §9: the trash of those who edit own drafts only', () => {
  it('answers its owner like everybody who may edit, and comes back', async () => {
    world = await apiWorld()
    const as = 'contributor'
    const body = { title: 'Mine', start_date: '2027-05-01', end_date: '2027-05-01' }
    const { id } = (await world.ask('POST events', { as, body })).body as { id: number }
    const event = `events/${id}`
    expect(await world.ask(`DELETE ${event}`, { as })).toMatchObject({ status: 200 })
    expect(await world.ask(`GET ${event}`, { as })).toMatchObject({
      status: 410,
      body: { code: 'event-no-longer-available' },
      headers: { allow: 'GET, DELETE, POST, PUT, PATCH' },
    })
    for (const [method, sent] of [
      ['DELETE', {}],
      ['PATCH', { title: 'Other' }],
    ] as const)
      expect(await world.ask(`${method} ${event}`, { as, body: sent })).toMatchObject({
        status: 410,
        body: { code: 'event-is-in-trash' },
      })
    for (const [who, total] of [
      [as, 1],
      ['author', 0],
      ['editor', 1],
    ] as const)
      expect(await world.ask('GET events&status=trash', { as: who })).toMatchObject({ body: { total } })
    expect(await world.ask(`PATCH ${event}`, { as: 'author', body: { status: 'draft' } })).toMatchObject({
      status: 404,
    })
    expect(await world.ask(`PATCH ${event}`, { as, body: { status: 'draft' } })).toMatchObject({
      status: 200,
      body: { status: 'draft', title: 'Mine' },
    })
  })

  it('what was published is in the trash for others to see', async () => {
    world = await apiWorld()
    const as = 'contributor'
    const body = { title: 'Mine', start_date: '2027-05-01', end_date: '2027-05-01' }
    const { id } = (await world.ask('POST events', { as, body })).body as { id: number }
    await world.ask(`PATCH events/${id}`, { as: 'editor', body: { status: 'publish' } })
    await world.ask(`DELETE events/${id}`, { as: 'editor' })
    expect(await world.ask(`GET events/${id}`, { as })).toMatchObject({ status: 404 })
    expect(await world.ask('GET events&status=trash', { as })).toMatchObject({ body: { total: 0 } })
  })
})
