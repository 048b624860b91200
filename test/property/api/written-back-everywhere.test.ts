import { termId } from '../../../shared/kernel/brands.ts'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compatibilityOf } from '../../../services/api/platform/compatibility/compatibility.ts'
import { apiWorld, type ApiWorld } from '../../support/api-world.ts'
import * as odd from '../../support/odd-values.ts'
import { plusMs } from '../../../shared/kernel/time/calculate.ts'

type Noun = 'event' | 'venue' | 'organizer' | 'term'
type Members = Readonly<Record<string, unknown>> & { readonly id: number; readonly slug: string }

const shipped = JSON.parse(
  readFileSync(
    new URL('../../../services/api/platform/compatibility/the-events-calendar.json', import.meta.url),
    'utf8',
  ),
) as Parameters<typeof compatibilityOf>[0]

let world: ApiWorld
let made = 0
beforeAll(async () => {
  world = await apiWorld(undefined, compatibilityOf(shipped))
})
afterAll(async () => {
  await world.close()
  // most of what is made up is taken, or nothing would have been tested
  expect(made).toBeGreaterThan(25)
})

/** Every way to read an item and to write it, with names of the service and of the shipped mapping. */
const waysOf = (list: string, hasSecond: boolean) => [
  ...['/cal/events/v1', '/tribe/events/v1'].flatMap(start => [
    { path: `${start}/${list}`, query: '', method: 'POST' },
    { path: `${start}/${list}`, query: '&context=edit', method: 'PUT' },
  ]),
  ...(hasSecond ? ['/calx/v1', '/tec/v1'] : []).flatMap(start => [
    { path: `${start}/${list}`, query: '', method: 'PUT' },
    { path: `${start}/${list}`, query: '&context=edit', method: 'PATCH' },
  ]),
]

const shown = async (request: string, as: string, body?: object): Promise<Members> => {
  const answer = await world.ask(request, { as, ...(body === undefined ? {} : { body }) })
  expect([request, answer.status, answer.status === 200 ? '' : answer.text]).toEqual([request, 200, ''])
  return answer.body as Members
}

/** Sends back whole what was read, in every way; nothing may change, and nothing may be recorded. */
const staysAsItIs = async (id: number, noun: Noun, list: string, as = 'editor') => {
  const revision = await world.revisionOf(id, noun)
  world.clock.ms = plusMs(world.clock.ms, 1_000)
  for (const { path, query, method } of waysOf(list, noun !== 'term')) {
    const before = await shown(`GET ${path}/${id}${query}`, as)
    await shown(`${method} ${path}/${id}${query}`, as, before)
    expect(await shown(`GET ${path}/${id}${query}`, as), `${method} ${path}`).toEqual(before)
    expect([path, query, await world.revisionOf(id, noun)]).toEqual([path, query, revision])
    const requests = [{ path: `${path}/${id}`, method: 'PUT', body: before }]
    const batch = await world.ask('POST /batch/v1', { as, body: { requests } })
    expect(batch.body, path).toMatchObject({ responses: [{ status: 200, body: { id } }] })
    expect([path, 'batch', await world.revisionOf(id, noun)]).toEqual([path, 'batch', revision])
  }
}

const create = async (path: string, noun: Noun, list: string, body: object) => {
  const created = await world.ask(`POST ${path}/${list}`, { as: 'editor', body })
  if (created.status !== 201) {
    // too long for what it is, or a name that is taken: nothing to be read
    expect(created.status, created.text).toBe(400)
    return
  }
  made++
  await staysAsItIs((created.body as Members).id, noun, list)
}

/** Bodies of the second generation. */
const shared = {
  title: odd.name,
  content: odd.maybe(odd.words),
  excerpt: odd.maybe(odd.words),
  slug: odd.maybe(odd.words),
  status: odd.maybe(fc.constantFrom('publish', 'draft', 'pending', 'private', 'future')),
  date: odd.maybe(fc.constantFrom('2026-01-02T03:04:05', '2026-11-01T01:30:00', '2028-03-12T02:30:00')),
  template: odd.maybe(odd.words),
  format: odd.maybe(fc.constantFrom('aside', 'link')),
  comment_status: odd.maybe(fc.constantFrom('open', 'closed')),
  sticky: odd.maybe(fc.boolean()),
}
const second = {
  events: fc
    .record({
      ...shared,
      cost: odd.maybe(odd.cost.filter(cost => typeof cost === 'string')),
      timezone: odd.maybe(odd.zone),
      all_day: odd.maybe(fc.boolean()),
      featured: odd.maybe(fc.boolean()),
      start: odd.start,
      lasts: fc.oneof(fc.constant(0), fc.nat(400_000)),
    })
    .map(({ start, lasts, ...rest }) => ({
      ...rest,
      start_date: odd.wall(start),
      end_date: odd.wall(start + lasts),
    })),
  venues: fc.record({
    ...{ ...shared, website: odd.maybe(odd.address) },
    ...Object.fromEntries(
      ['address', 'country', 'city', 'state_province', 'state', 'province', 'zip', 'phone'].map(member => [
        member,
        odd.maybe(odd.words),
      ]),
    ),
  }),
  organizers: fc.record({
    ...{ ...shared, website: odd.maybe(odd.address), phone: odd.maybe(odd.words) },
    email: odd.maybe(fc.constantFrom('a@b.example', 'ü@b.example', '')),
  }),
} as const

describe('02 §5 full object written back, 03 §4 what is read is written back: through both generations and a mapping', () => {
  const runs = { numRuns: 6 }
  /** The first generation takes any text, and the second refuses what is no address (03 §4). */
  const VALID = { email: 'a@b.example' }
  const nouns = { events: 'event', venues: 'venue', organizers: 'organizer' } as const

  it.each(['events', 'venues', 'organizers'] as const)('%s of the second generation', async list => {
    await fc.assert(
      fc.asyncProperty<[object]>(second[list], async sent =>
        create('/calx/v1', nouns[list], list, odd.defined(sent)),
      ),
      runs,
    )
  })
  it.each(['events', 'venues', 'organizers'] as const)('%s of the first generation', async list => {
    const first = { events: odd.event, venues: odd.venue, organizers: odd.organizer }[list]
    await fc.assert(
      fc.asyncProperty<[object]>(first, async sent =>
        create(
          '/cal/events/v1',
          nouns[list],
          list,
          odd.defined({ ...sent, image: undefined, ...(list === 'organizers' ? VALID : {}) }),
        ),
      ),
      runs,
    )
  })
  it('categories and tags', async () => {
    await fc.assert(
      fc.asyncProperty(odd.term, fc.constantFrom('categories', 'tags'), async (sent, list) =>
        create('/cal/events/v1', 'term', list, odd.defined(sent)),
      ),
      { numRuns: 10 },
    )
  })
})

describe('02 §5 full object written back: items that few have', () => {
  const DAY = { start_date: '2027-05-08 10:00:00', end_date: '2027-05-08 12:00:00' }
  const created = async (request: string, body: object, as = 'editor') => {
    const answer = await world.ask(request, { as, body })
    expect(answer.status, answer.text).toBe(201)
    return (answer.body as Members).id
  }

  it('with everything that an event can name, in several places', async () => {
    const parent = await world.term('cal_events_cat', 'Arts & <Crafts>')
    const id = await created('POST events', {
      ...{ title: 'Everything', ...DAY, image: String(world.imageId), website: 'https://a.example/?a=1&b=2' },
      categories: [await world.term('cal_events_cat', 'Below', { parent: termId(parent) }), parent],
      tags: ['Zebra', 'R&D'],
      venue: [await world.venue('Hall', { stateprovince: '' }), await world.venue('Gym', { state: 'NY' })],
      organizer: [await world.organizer('Z'), await world.organizer('A', { status: 'draft' })],
      ...{ show_map: true, hide_from_listings: true, sticky: true, featured: true, cost: '5, 10, 15' },
    })
    await staysAsItIs(id, 'event', 'events')
  })
  it('by slug, and an element of a list', async () => {
    const id = await created('POST events', { title: 'Élan & más', ...DAY, venue: { venue: 'Hall 2' } })
    const revision = await world.revisionOf(id)
    for (const start of ['/cal/events/v1', '/tribe/events/v1']) {
      const { slug } = await shown(`GET ${start}/events/${id}`, 'editor')
      const read = await shown(`GET ${start}/events/by-slug/${slug}`, 'editor')
      await shown(`PUT ${start}/events/by-slug/${slug}`, 'editor', read)
      const list = (await shown(`GET ${start}/events&include=${id}`, 'editor'))['events']
      await shown(`POST ${start}/events/${id}`, 'editor', (list as readonly Members[])[0])
    }
    for (const start of ['/calx/v1', '/tec/v1']) {
      const list: unknown = await shown(`GET ${start}/events&include=${id}`, 'editor')
      await shown(`PUT ${start}/events/${id}`, 'editor', (list as readonly Members[])[0])
    }
    expect(await world.revisionOf(id)).toBe(revision)
  })
  it('protected ones, read by those who may edit them', async () => {
    const id = await created('POST events', { title: 'Secret', ...DAY, description: '<b>x</b>', cost: '5' })
    await world.change(id, { password: 'secret' })
    const revision = await world.revisionOf(id)
    for (const path of ['/cal/events/v1', '/calx/v1', '/tribe/events/v1', '/tec/v1']) {
      const read = await shown(`GET ${path}/events/${id}&context=edit`, 'editor')
      await shown(`PUT ${path}/events/${id}`, 'editor', read)
      expect([path, await world.revisionOf(id)]).toEqual([path, revision])
    }
    const venue = await world.venue('Vault', { password: 'secret', city: 'Troy', description: '<i>x</i>' })
    const before = await world.revisionOf(venue, 'venue')
    for (const path of ['/calx/v1', '/tec/v1']) {
      const read = await shown(`GET ${path}/venues/${venue}&context=edit`, 'editor')
      await shown(`PUT ${path}/venues/${venue}`, 'editor', read)
      expect([path, await world.revisionOf(venue, 'venue')]).toEqual([path, before])
    }
  })
  it('texts that whoever writes them back may not write', async () => {
    const id = await created('POST events', { title: 'Own', ...DAY }, 'author')
    const unfiltered = '<form action="/x"><input name="a"></form><p style="color:red">red</p>'
    await shown(`PUT /cal/events/v1/events/${id}`, 'editor', { description: unfiltered, excerpt: unfiltered })
    await staysAsItIs(id, 'event', 'events', 'author')
  })
})
