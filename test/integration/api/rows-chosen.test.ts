import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { apiWorld, type ApiWorld } from '../../support/api-world.ts'
import { asking, DAY, idOf, type Body } from '../../support/rows.ts'

/** Cases that the sections of 01, 02 and 04 decide in half a sentence. */
let world: ApiWorld
beforeEach(async () => {
  world = await apiWorld()
})
afterEach(() => world.close())

const { edit, create, get, refusedOn } = asking(() => world)
const change = (id: number, body: object) => edit(`PATCH events/${id}`, body)

describe('01 §1 path values', () => {
  it('by slug an id beside the path is an unknown name: not even looked at', async () => {
    const id = await idOf(create({ slug: 'one' }))
    for (const other of [id + 1, '5abc', [], null])
      expect(await edit('PATCH events/by-slug/one', { id: other, title: 'T' })).toMatchObject({ id })
    expect(await edit('GET events/by-slug/one&id=5abc')).toMatchObject({ id })
  })
})

describe('01 §2 one-line text', () => {
  it('CR and LF are a blank each, so a line end of both is two', async () => {
    expect(await edit('POST venues', { venue: 'a\r\nb', phone: '1\n2' }, 201)).toMatchObject({
      ...{ venue: 'a  b', phone: '1 2' },
    })
  })
})

describe('02 §1.1 objects', () => {
  it('json_ld is the last member of an event', async () => {
    const id = await idOf(create())
    const members = Object.keys(await get(`events/${id}`))
    expect(members.at(-1)).toBe('json_ld')
    expect(members.slice(0, -1)).toEqual(Object.keys(((await get('events'))['events'] as Body[])[0] ?? {}))
  })
  it('line breaks inside sent block markup stay as they are', async () => {
    const description = '<ul>\n<li>one\ntwo</li>\n\n</ul>'
    expect(await create({ description: `${description}\nthree\nfour` })).toMatchObject({
      description: `${description}\n<p>three<br />\nfour</p>`,
    })
  })
})

describe('02 §2 link arguments', () => {
  it('of a list of terms: what was sent, no default', async () => {
    await edit('POST categories', { name: 'A' }, 201)
    expect((await get('categories'))['rest_url']).toBe(
      'https://school.example/index.php?rest_route=/cal/events/v1/categories&page=1&per_page=10',
    )
    expect((await get('categories&order=asc&hide_empty=0'))['rest_url']).toContain(
      '&per_page=10&order=asc&hide_empty=0',
    )
  })
})

describe('02 §3.3 post = event', () => {
  const made = async (name: string) => Number((await edit('POST categories', { name }, 201))['id'])
  const ids = async (query: string) =>
    ((await get(`categories${query}`))['categories'] as readonly { id: number }[]).map(({ id }) => id)

  it('both: the terms that both events have', async () => {
    const [a, b, c] = [await made('A'), await made('B'), await made('C')]
    const one = await idOf(create({ categories: [a, b] }))
    const other = await idOf(create({ categories: [b, c] }))
    expect(await ids(`&post=${one}`)).toEqual([a, b])
    expect(await ids(`&post=${one}&event=${other}`)).toEqual([b])
  })
  it('include, exclude: digits are an id where there is one, else a slug', async () => {
    const first = await made('First')
    const digits = Number((await edit('POST categories', { name: 'B', slug: String(first) }, 201))['id'])
    const year = Number((await edit('POST categories', { name: 'C', slug: '2027' }, 201))['id'])
    expect(await ids(`&hide_empty=0&include=${first},2027`)).toEqual([year, first])
    expect(await ids(`&hide_empty=0&exclude=${first}`)).toEqual([digits, year])
  })
})

describe('02 §5, §7, §8 what is stored', () => {
  it('§5 a draft without a slug has `__trashed` alone in the trash, and none when it is restored', async () => {
    const id = await idOf(create({ status: 'draft' }))
    expect(await edit(`DELETE events/${id}`)).toMatchObject({ status: 'trash', slug: '__trashed' })
    expect(await change(id, { status: 'draft' })).toMatchObject({ status: 'draft', slug: '' })
  })
  it('§6 "" sent for what has a text is another value: another venue', async () => {
    const kept = Number((await edit('POST venues', { venue: 'Hall', city: 'Troy' }, 201))['id'])
    const of = async (venue: object) => ((await create({ venue }))['venue'] as Body)['id']
    expect(await of({ venue: 'Hall', phone: '' })).toBe(kept)
    expect(await of({ venue: 'Hall', city: '' })).not.toBe(kept)
  })
  it('§7 a title of which nothing is left: the id is the slug', async () => {
    const made = await create({ title: '!!! …' })
    expect(made['slug']).toBe(String(made['id']))
    expect(await edit(`PATCH events/${Number(made['id'])}`, { slug: '!!!' })).toMatchObject({
      slug: made['slug'],
    })
  })
  it('§8 stateprovince: once sent it is never computed again', async () => {
    const id = Number(
      (await edit('POST venues', { venue: 'Hall', state: 'NY', stateprovince: 'X' }, 201))['id'],
    )
    expect(await edit(`PATCH venues/${id}`, { stateprovince: '' })).not.toHaveProperty('stateprovince')
    expect(await edit(`PATCH venues/${id}`, { state: 'VT', stateprovince: null })).not.toHaveProperty(
      'stateprovince',
    )
  })
})

describe('02 §4 a blanked item written back', () => {
  it('clears its texts: "" is "" whoever sends it', async () => {
    const id = await idOf(create({ description: 'Secret.', venue: { venue: 'Hall' } }))
    await world.change(id, { password: 'pw' })
    const blanked = ((await get('events'))['events'] as Body[]).find(event => event['id'] === id)
    expect(blanked).toMatchObject({ description: '', venue: [] })
    expect(await change(id, blanked ?? {})).toMatchObject({ description: '', venue: [] })
  })
})

describe('04 §4 start, end, all-day', () => {
  it('an end before the start: detail rest_inconsistent_dates', async () => {
    const sent = { title: 'Fair', start_date: DAY.end_date, end_date: DAY.start_date }
    expect(await refusedOn('POST events', sent)).toEqual({ end_date: 'rest_inconsistent_dates' })
  })
  it('a day of 25 hours: its duration is more than a day, and written back it is that day', async () => {
    const day = { all_day: true, start_date: '2027-11-07 00:00:00', timezone: 'America/New_York' }
    const made = await edit('POST /calx/v1/events', { title: 'Fair', ...day, duration: 86_399 }, 201)
    expect(made).toMatchObject({ end_date: '2027-11-07 23:59:59', duration: 89_999 })
    const path = `PATCH /calx/v1/events/${Number(made['id'])}`
    expect(await edit(path, { duration: 89_999 })).toMatchObject({ end_date: '2027-11-07 23:59:59' })
    expect(await edit(path, { duration: 90_000 })).toMatchObject({ end_date: '2027-11-08 23:59:59' })
  })
})

describe('04 the years 0001-9999', () => {
  const of = async (timezone: string, start: string, end: string) =>
    create({ timezone, start_date: start, end_date: end })

  it('an instant beyond them is their first or last second', async () => {
    expect(await of('America/New_York', '9999-12-31 22:00:00', '9999-12-31 23:00:00')).toMatchObject({
      start_date: '9999-12-31 22:00:00',
      utc_start_date: '9999-12-31 23:59:59',
      end_date: '9999-12-31 23:00:00',
      utc_end_date: '9999-12-31 23:59:59',
    })
    expect(await of('Asia/Tokyo', '0001-01-01 00:00:00', '0001-01-01 01:00:00')).toMatchObject({
      start_date: '0001-01-01 00:00:00',
      utc_start_date: '0001-01-01 00:00:00',
    })
  })
  it('a date or a length that leads beyond them is refused', async () => {
    const sent = { title: 'Fair', start_date: '9999-12-31 10:00:00', end_date: '9999-12-31 24:00:00' }
    expect(await refusedOn('POST events', sent)).toEqual({ end_date: 'rest_invalid_date' })
    const long = { title: 'Fair', start_date: '9999-12-31 10:00:00', duration: 86_400 }
    expect(await refusedOn('POST /calx/v1/events', long)).toEqual({ duration: 'rest_out_of_bounds' })
  })
})
