import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { apiWorld, type ApiWorld } from '../../support/api-world.ts'
import { kinds, directoryReads } from '../../support/directory-reads.ts'

let world: ApiWorld
beforeEach(async () => {
  world = await apiWorld()
})
afterEach(async () => {
  expect(world.reported).toEqual([])
  await world.close()
})
const { get } = directoryReads(() => world)

describe('02 §1.2, §1.3 objects', () => {
  it('a venue has its members in order and leaves empty ones out', async () => {
    const full = await world.venue('Main Hall', {
      description: 'Ground floor.',
      excerpt: 'Hall.',
      image: world.imageId,
      address: '1 School Lane',
      city: 'Troy',
      country: 'Canada',
      province: 'Ontario',
      state: 'NY',
      zip: '12180',
      phone: '+1 555 0100',
      website: 'https://hall.example/?a=1&b=2',
      latitude: 42.73,
      longitude: -73.69,
    })
    const { body } = await get(`venues/${full}`)
    expect(Object.keys(body as object)).toEqual([
      ...['id', 'author', 'status', 'date', 'date_utc', 'modified', 'modified_utc', 'url', 'venue'],
      ...[
        'description',
        'excerpt',
        'slug',
        'image',
        'address',
        'city',
        'country',
        'province',
        'state',
        'zip',
      ],
      ...['phone', 'website', 'stateprovince', 'geo_lat', 'geo_lng', 'json_ld', 'show_map', 'show_map_link'],
      ...['global_id', 'global_id_lineage'],
    ])
    expect(body).toMatchObject({
      id: full,
      author: '2',
      date: '2026-11-27 07:00:00',
      date_utc: '2026-11-27 12:00:00',
      url: 'https://school.example/venue/main-hall/',
      description: '<p>Ground floor.</p>',
      website: 'https://hall.example/?a=1&b=2',
      stateprovince: 'Ontario',
      geo_lat: 42.73,
      global_id_lineage: [`school.example?id=${full}`],
    })
    const bare = await world.venue('Bare')
    expect(Object.keys((await get(`venues/${bare}`)).body as object)).toEqual([
      ...['id', 'author', 'status', 'date', 'date_utc', 'modified', 'modified_utc', 'url', 'venue', 'slug'],
      ...['json_ld', 'show_map', 'show_map_link', 'global_id', 'global_id_lineage'],
    ])
    expect((await get('venues')).text).not.toContain('json_ld')
  })

  it('an organizer has its members in order', async () => {
    const id = await world.organizer('PTA', {
      description: 'Parents',
      image: world.imageId,
      phone: '1',
      website: 'https://pta.example/',
      email: 'pta@school.example',
    })
    const { body } = await get(`organizers/${id}`)
    expect(Object.keys(body as object)).toEqual([
      ...['id', 'author', 'status', 'date', 'date_utc', 'modified', 'modified_utc', 'url', 'organizer'],
      ...['description', 'slug', 'image', 'phone', 'website', 'email', 'json_ld', 'global_id'],
      'global_id_lineage',
    ])
    expect(body).toMatchObject({
      organizer: 'PTA',
      email: 'pta@school.example',
      json_ld: { '@type': 'Person' },
    })
  })
})

describe('01 §7 index', () => {
  const routes = async () =>
    (
      (await get('/')).body as {
        routes: Record<
          string,
          {
            methods: string[]
            endpoints: { methods: string[]; args: Record<string, unknown> }[]
            _links: unknown
          }
        >
      }
    ).routes

  it('venues and organizers stand behind the events', async () => {
    const own = Object.keys(await routes()).filter(path =>
      /^\/cal\/events\/v1\/(events|venues|org)/.test(path),
    )
    expect(own).toEqual(
      ['events', 'venues', 'organizers'].flatMap(plural => [
        `/cal/events/v1/${plural}`,
        `/cal/events/v1/${plural}/{id}`,
        `/cal/events/v1/${plural}/by-slug/{slug}`,
      ]),
    )
  })

  it.each(kinds)('$plural: methods, links and arguments', async ({ plural, noun }) => {
    const all = await routes()
    const [list, byId, bySlug] = ['', '/{id}', '/by-slug/{slug}'].map(
      end => all[`/cal/events/v1/${plural}${end}`],
    )
    expect([list?.methods, byId?.methods, bySlug?.methods]).toEqual([
      ['GET', 'POST'],
      ['GET', 'DELETE', 'POST', 'PUT', 'PATCH'],
      ['GET', 'DELETE', 'POST', 'PUT', 'PATCH'],
    ])
    expect(byId?._links).toEqual({
      self: [{ href: `https://school.example/index.php?rest_route=/cal/events/v1/${plural}/{id}` }],
    })
    expect(list?.endpoints[0]?.args).toMatchObject({
      page: { type: 'integer', default: 1 },
      per_page: { type: 'integer', default: 10 },
      search: { type: 'string' },
      event: { type: 'integer' },
      has_events: { type: 'boolean' },
      only_with_upcoming: { type: 'boolean', default: false },
      status: { type: 'array', items: { type: 'string' } },
    })
    const members =
      noun === 'venue'
        ? [
            ...['venue', 'author', 'date', 'date_utc', 'status', 'description', 'image', 'address', 'city'],
            ...['country', 'province', 'state', 'zip', 'phone', 'stateprovince', 'website'],
            ...['show_map', 'show_map_link'],
          ]
        : [
            'organizer',
            'author',
            'date',
            'date_utc',
            'status',
            'description',
            'image',
            'phone',
            'website',
            'email',
          ]
    const create = list?.endpoints[1]?.args ?? {}
    expect(Object.keys(create).sort()).toEqual(members.toSorted())
    expect(create[noun]).toMatchObject({ type: 'string', required: true })
    for (const endpoint of byId?.endpoints ?? [])
      expect(endpoint.args['id']).toMatchObject({ type: 'integer', required: true })
    for (const endpoint of bySlug?.endpoints ?? [])
      expect(endpoint.args['slug']).toMatchObject({ type: 'string', required: true })
    expect(byId?.endpoints[2]?.args).not.toHaveProperty('slug')
    expect(byId?.endpoints[2]?.args[noun]).toMatchObject({ required: false })
    expect(create['image']).toMatchObject({ type: 'string', default: null })
    expect(create['website']).toMatchObject({ type: 'string', format: 'uri', default: null })
  })

  it('show_map is declared as text, an organizer’s common members with default null', async () => {
    const all = await routes()
    const venue = all['/cal/events/v1/venues']?.endpoints[1]?.args ?? {}
    for (const name of ['show_map', 'show_map_link'])
      expect(venue[name]).toMatchObject({ type: 'string', default: null })
    expect(venue['author']).not.toHaveProperty('default')
    const organizer = all['/cal/events/v1/organizers']?.endpoints[1]?.args ?? {}
    for (const name of ['author', 'date', 'date_utc', 'status', 'image'])
      expect(organizer[name]).toMatchObject({ default: null })
  })
})
