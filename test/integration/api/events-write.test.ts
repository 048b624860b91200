import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { apiWorld, type Answered, type ApiWorld } from '../../support/api-world.ts'

let world: ApiWorld
beforeEach(async () => {
  world = await apiWorld()
})
afterEach(async () => {
  expect(world.reported).toEqual([])
  await world.close()
})

const fair = { title: 'Fair', start_date: '2027-05-08 10:00', end_date: '2027-05-08 14:00' }
const post = (body: object, as: string | null = 'editor') =>
  world.ask('POST events', as === null ? { body } : { body, as })
const create = async (body: object = {}, as = 'editor') => {
  const answer = await post({ ...fair, ...body }, as)
  expect(answer.status, answer.text).toBe(201)
  return answer.body as Shown
}
const patch = (id: number, body: object, as = 'editor', method = 'PATCH') =>
  world.ask(`${method} events/${id}`, { body, as })
type Shown = {
  readonly id: number
  readonly author: unknown
  readonly status: unknown
  readonly title: unknown
  readonly slug: unknown
  readonly image: unknown
  readonly description: unknown
  readonly venue: unknown
  readonly organizer: unknown
  readonly cost: unknown
  readonly cost_details: unknown
  readonly categories: unknown
  readonly tags: unknown
}
const paramsOf = ({ body }: Answered) =>
  Object.keys((body as { data?: { params?: object } }).data?.params ?? {})
const refusedOn = async (answer: Promise<Answered>, ...names: string[]) => {
  const given = await answer
  expect(given.status, given.text).toBe(400)
  expect(given.body).toMatchObject({ code: 'rest_invalid_param' })
  expect(paramsOf(given)).toEqual(names)
}
const total = async () =>
  ((await world.ask('GET events&start_date=2000-01-01', { as: 'editor' })).body as { total: number }).total

describe('01 §3 order of checks on a create', () => {
  it('01-1, 01-2: missing arguments alone', async () => {
    expect((await post({})).body).toMatchObject({
      code: 'rest_missing_callback_param',
      data: { params: ['title', 'start_date', 'end_date'] },
    })
    expect((await post({ end_date: '2027-02-01', status: 'nonsense' })).body).toMatchObject({
      data: { params: ['title', 'start_date'] },
    })
    expect((await post({ ...fair, title: null })).body).toMatchObject({ data: { params: ['title'] } })
  })
  it('01-1, 01-3: all invalid arguments together', async () => {
    await refusedOn(post({ title: '', start_date: 'x', end_date: [] }), 'title', 'start_date', 'end_date')
    const days = { start_date: '2027-02-01', end_date: '2027-02-01' }
    await refusedOn(post({ title: '', ...days, status: 'nonsense' }), 'title', 'status')
    await refusedOn(post({ ...fair, title: { $gt: '' } }), 'title')
    await refusedOn(post({ ...fair, title: '<script>x</script>' }), 'title')
    for (const status of ['trash', 'inherit', 'auto-draft'])
      await refusedOn(post({ ...fair, status }), 'status')
    expect(await total()).toBe(0)
  })
  it('an invalid body is a 400 even for guests; then come the rights', async () => {
    await refusedOn(post({ ...fair, title: '' }, null), 'title')
    expect(await world.ask('POST events', { body: fair })).toMatchObject({
      status: 401,
      body: { code: 'rest_forbidden' },
    })
    expect(await post(fair, 'subscriber')).toMatchObject({ status: 403, body: { code: 'rest_forbidden' } })
  })
  it('02-38: authors', async () => {
    await refusedOn(post({ ...fair, author: 999 }), 'author')
    expect((await create({ author: '2' })).author).toBe('2')
    expect(await post({ ...fair, author: 2 }, 'author')).toMatchObject({ status: 403 })
    expect((await create({ author: 3 }, 'author')).author).toBe('3')
  })

  it('a read event comes back as a form, too', async () => {
    const event = await create({ venue: [{ venue: 'A' }, { venue: 'B' }], organizer: { organizer: 'PTA' } })
    const form = new URLSearchParams()
    const put = (name: string, value: unknown): void => {
      if (typeof value !== 'object' || value === null) form.append(name, String(value))
      else for (const [member, inner] of Object.entries(value)) put(`${name}[${member}]`, inner)
    }
    for (const [name, value] of Object.entries(event)) put(name, value)
    const written = await world.ask(`PUT events/${event.id}`, {
      as: 'editor',
      body: form.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(written).toMatchObject({ status: 200, body: event })
  })

  it('01 §9: nor does what comes with an event belong to others', async () => {
    const venue = { venue: 'Hall', author: 2 }
    const organizer = [{ organizer: 'PTA' }, { organizer: 'Choir', author: 6 }]
    const { id } = await create({}, 'author')
    for (const body of [{ venue }, { organizer }]) {
      expect(await post({ ...fair, ...body }, 'author')).toMatchObject({ status: 403 })
      expect(await patch(id, body, 'author')).toMatchObject({ status: 403 })
    }
    expect(await world.venueNames()).toEqual([])
    const made = await create({ venue: { ...venue, date: '2020-01-01 05:00:00' }, organizer })
    expect(made).toMatchObject({
      venue: { author: '2', date: '2020-01-01 05:00:00', date_utc: '2020-01-01 10:00:00' },
      organizer: [{ author: '2' }, { author: '6' }],
    })
  })
})

describe('02 §5 create', () => {
  it('answers the whole event without json_ld', async () => {
    const event = await create()
    expect(event).toMatchObject({
      status: 'publish',
      author: '2',
      title: 'Fair',
      slug: 'fair',
      url: 'https://school.example/event/fair/',
      rest_url: `https://school.example/index.php?rest_route=/cal/events/v1/events/${event.id}`,
      start_date: '2027-05-08 10:00:00',
      utc_end_date: '2027-05-08 18:00:00',
      timezone: 'America/New_York',
      all_day: false,
      image: false,
      venue: [],
      organizer: [],
      show_map: false,
      website: 'https://school.example/event/fair/',
    })
    expect(event).not.toHaveProperty('json_ld')
  })
  it('works with query parameters alone', async () => {
    const answer = await world.ask(
      'POST events&title=Q&start_date=2027-05-08&end_date=2027-05-09&all_day=1&venue[venue]=Gym&organizer[0][organizer]=PTA',
      { as: 'editor' },
    )
    expect(answer, answer.text).toMatchObject({
      status: 201,
      body: {
        all_day: true,
        end_date: '2027-05-09 23:59:59',
        venue: { venue: 'Gym' },
        organizer: [{ organizer: 'PTA' }],
      },
    })
  })
  it('02-20: titles keep inline markup and survive rounds', async () => {
    const { id, title } = await create({ title: 'Arts & Crafts – Kids’ Day <b>free</b>' })
    expect(title).toBe('Arts &#038; Crafts – Kids’ Day <b>free</b>')
    for (let round = 0; round < 3; round++)
      expect((await patch(id, { title }, 'editor', 'PUT')).body).toMatchObject({ title })
  })
  it('02-21: costs', async () => {
    const cost = async (sent: unknown) => {
      const { cost: shown, cost_details: details } = await create({ cost: sent })
      return [shown, (details as { values: readonly string[] }).values]
    }
    expect(await cost('1.234,50')).toEqual(['$1234.50', ['1234.50']])
    expect(await cost('$5 - $10')).toEqual(['$5 – $10', ['5', '10']])
    expect(await cost([10, 20])).toEqual(['$10 – $20', ['10', '20']])
    expect(await cost(0)).toEqual(['Free', ['0']])
    expect(await cost(7.5)).toEqual(['$7.5', ['7.5']])
    expect(await cost('')).toEqual(['', []])
    expect(await cost(1e21)).toEqual(['$1000000000000000000000', ['1000000000000000000000']])
    expect(await cost([1e-7, 2])).toEqual(['$0.0000001 – $2', ['0.0000001', '2']])
    await refusedOn(post({ ...fair, cost: true }), 'cost')
    await refusedOn(post({ ...fair, cost: { a: 1 } }), 'cost')
    const { id } = await create({ cost: '5-10' })
    expect((await patch(id, { cost: '$5 – $10' })).body).toMatchObject({ cost: '$5 – $10' })
  })
  it('02-22: images by id', async () => {
    expect((await create({ image: String(world.imageId) })).image).toMatchObject({ id: world.imageId })
    expect((await create({ image: { id: world.imageId, url: 'x' } })).image).toMatchObject({
      id: world.imageId,
    })
    expect((await create({ image: false })).image).toBe(false)
    for (const image of ['http://127.0.0.1:2113/', 'file:///etc/passwd', 999999, 'word', true])
      await refusedOn(post({ ...fair, image }), 'image')
  })
  it('01 §9: statuses are scaled', async () => {
    expect((await create({}, 'contributor')).status).toBe('draft')
    expect((await create({ status: 'publish' }, 'contributor')).status).toBe('pending')
    expect((await create({ status: 'private' }, 'author')).status).toBe('private')
    expect((await create({ date: '2027-02-01 10:00:00' })).status).toBe('future')
    expect((await create({ status: 'future' })).status).toBe('publish')
  })
  it('02-43: timestamps as text; an end before the start is refused', async () => {
    expect(await create({ start_date: '1804654800', end_date: '1804658400' })).toMatchObject({
      start_date: '2027-03-10 00:00:00',
      end_date: '2027-03-10 01:00:00',
    })
    await refusedOn(post({ ...fair, start_date: 1804654800, end_date: 1804658400 }), 'start_date', 'end_date')
    await refusedOn(post({ ...fair, end_date: '2027-05-08 09:00' }), 'end_date')
  })
  it('04-5, 04-6, 04-12: zones and clock changes', async () => {
    expect(
      await create({
        timezone: 'Pacific/Auckland',
        start_date: '2027-07-01 01:00:00',
        end_date: '2027-07-01 03:00:00',
      }),
    ).toMatchObject({ start_date: '2027-07-01 01:00:00', utc_start_date: '2027-06-30 13:00:00' })
    expect(await create({ start_date: '2027-03-14 02:30', end_date: '2027-03-14 03:30' })).toMatchObject({
      start_date: '2027-03-14 03:30:00',
      utc_start_date: '2027-03-14 07:30:00',
    })
    expect(
      await create({ all_day: true, start_date: '2026-12-11', end_date: '2026-12-13 08:00' }),
    ).toMatchObject({
      end_date: '2026-12-13 23:59:59',
      utc_start_date: '2026-12-11 05:00:00',
      utc_end_date: '2026-12-14 04:59:59',
    })
    await refusedOn(post({ ...fair, timezone: 'UTCfoo' }), 'timezone')
  })
  it('04-13: words', async () => {
    world.clock.ms = Date.UTC(2027, 4, 1, 20)
    const days = { start_date: 'tomorrow 9am', end_date: 'tomorrow 11am' }
    expect(await create({ ...days, timezone: 'Australia/Sydney' })).toMatchObject({
      start_date: '2027-05-03 09:00:00',
      end_date: '2027-05-03 11:00:00',
    })
    await refusedOn(
      post({ ...fair, start_date: 'next wednesday 4pm', end_date: '2028-01-01 4pm' }),
      'start_date',
      'end_date',
    )
  })
  it('00 §8: limits', async () => {
    await refusedOn(post({ ...fair, title: 'x'.repeat(2001) }), 'title')
    await refusedOn(post({ ...fair, description: 'x'.repeat(131_073) }), 'description')
    await refusedOn(post({ ...fair, tags: Array.from({ length: 101 }, (_, n) => `t${n}`) }), 'tags')
    await refusedOn(post({ ...fair, website: `https://e.example/${'x'.repeat(2048)}` }), 'website')
  })
  it('HTML of those without the right is cleaned', async () => {
    const description = '<p onclick="x()">a</p><script>b</script>'
    expect((await create({ description }, 'author')).description).toBe('<p>a</p>')
    expect((await create({ description })).description).toContain('<script>')
  })
  it('02-27: slugs', async () => {
    expect([(await create()).slug, (await create()).slug, (await create()).slug]).toEqual([
      'fair',
      'fair-2',
      'fair-3',
    ])
    expect((await create({ slug: 'a/b' })).slug).toBe('a-b')
    expect((await create({ slug: '', title: 'UPPER Case' })).slug).toBe('upper-case')
  })
})

describe('02 §5 terms of an event', () => {
  const slugs = (event: Shown, name: 'categories' | 'tags') =>
    (event[name] as readonly { slug: string }[]).map(({ slug }) => slug)

  it('02-29, 02-41: by id, slug or name, else created', async () => {
    const sports = await world.term('cal_events_cat', 'Sports')
    const event = await create({ categories: ['sports', 'Music'], tags: 'music' })
    expect(slugs(event, 'categories')).toEqual(['sports', 'music'])
    expect(slugs(event, 'tags')).toEqual(['music'])
    expect(slugs(await create({ categories: `${sports},New Club`, tags: ['music'] }), 'categories')).toEqual([
      'sports',
      'new-club',
    ])
    expect(
      slugs(await create({ categories: [{ id: sports }, String(sports), 'SPORTS'] }), 'categories'),
    ).toEqual(['sports'])
    await refusedOn(post({ ...fair, categories: ['99999'] }), 'categories')
    await refusedOn(post({ ...fair, tags: [sports] }), 'tags')
    await refusedOn(post({ ...fair, categories: [{ name: 'x' }] }), 'categories')
  })
  it('only those who may create terms', async () => {
    await refusedOn(post({ ...fair, categories: ['Unknown'] }, 'contributor'), 'categories')
    await refusedOn(post({ ...fair, tags: ['Unknown'] }, 'author'), 'tags')
    expect(slugs(await create({ categories: ['Unknown'] }, 'author'), 'categories')).toEqual(['unknown'])
  })
})

describe('02 §6 venues and organizers of an event', () => {
  const venueId = (event: Shown) => {
    const venue = event.venue as { id: number } | readonly { id: number }[]
    return Array.isArray(venue)
      ? (venue as readonly { id: number }[]).map(({ id }) => id)
      : (venue as { id: number }).id
  }

  it('02-23: every accepted form', async () => {
    const [hall, yard] = [await world.venue('Hall'), await world.venue('Yard')]
    for (const venue of [hall, String(hall), [hall], [{ id: hall }], { id: hall, venue: 'ignored' }])
      expect(venueId(await create({ venue })), JSON.stringify(venue)).toBe(hall)
    expect(venueId(await create({ venue: `${hall},${yard}` }))).toEqual([hall, yard])
    const both = await create({ venue: [{ venue: 'Gym' }, yard] })
    expect((both.venue as readonly { venue: string }[]).map(({ venue }) => venue)).toEqual(['Gym', 'Yard'])
    expect((await create({ venue: { venue: 'Gym', city: 'Troy' } })).venue).toMatchObject({
      venue: 'Gym',
      city: 'Troy',
    })
  })
  it('02-23, 02-32: what is refused stores nothing', async () => {
    const pta = await world.organizer('PTA')
    for (const venue of [
      { id: 99999 },
      { city: 'Troy' },
      {},
      'word',
      pta,
      [true],
      { venue: 'X', website: 'nope' },
      { venue: 'X', author: 999 },
      { venue: 'X', date: 'nope' },
      { venue: 'X', date_utc: '2027-02-30 10:00:00' },
    ])
      await refusedOn(post({ ...fair, venue }), 'venue')
    await refusedOn(post({ ...fair, organizer: [99999] }), 'organizer')
    expect(await total()).toBe(0)
    expect(await world.venueNames()).toEqual([])
  })
  it('02-24, 02-33: organizers keep the sent order', async () => {
    const [a, b, c] = [await world.organizer('A'), await world.organizer('B'), await world.organizer('C')]
    const event = await create({ organizer: [c, a, b, a] })
    expect((event.organizer as readonly { id: number }[]).map(({ id }) => id)).toEqual([c, a, b])
    const mixed = await create({ organizer: [b, { organizer: 'N', email: 'n@x.example' }] })
    expect(mixed.organizer).toMatchObject([{ organizer: 'B' }, { organizer: 'N', email: 'n@x.example' }])
  })
  it('reuses what fits and fills what is absent', async () => {
    const gym = await world.venue('Gym', { city: 'Troy' })
    const event = await create({ venue: { venue: ' gym ', city: 'Troy', phone: '1' } })
    expect(event.venue).toMatchObject({ id: gym, phone: '1' })
    const other = await create({ venue: { venue: 'Gym', city: 'Rome' } })
    expect(venueId(other)).not.toBe(gym)
  })
  it('a trashed venue stays linked behind the sent ones', async () => {
    const [hall, yard] = [await world.venue('Hall'), await world.venue('Yard')]
    const { id } = await create({ venue: [hall] })
    await world.trashVenue(hall)
    expect((await patch(id, { venue: [yard] })).body).toMatchObject({ venue: { id: yard } })
    expect((await patch(id, { venue: '' })).body).toMatchObject({ venue: [] })
    expect(await world.linkedVenues(id)).toEqual([hall])
  })
})

describe('02 §5 update', () => {
  it('02-25: absent members keep their values', async () => {
    const { id } = await create({
      featured: true,
      sticky: true,
      show_map: true,
      all_day: true,
      cost: '$10',
      website: 'https://a.example/?a=1&b=2',
    })
    for (const method of ['PATCH', 'PUT', 'POST'])
      expect((await patch(id, { title: 'T' }, 'editor', method)).body).toMatchObject({
        title: 'T',
        featured: true,
        sticky: true,
        show_map: true,
        all_day: true,
        cost: '$10',
        website: 'https://a.example/?a=1&amp;b=2',
      })
    expect((await patch(id, { featured: false, website: '', cost: '' })).body).toMatchObject({
      featured: false,
      website: '',
      cost: '',
    })
  })
  it('the full object written back changes nothing', async () => {
    const hall = await world.venue('Hall')
    await create({
      title: 'A & "B"',
      description: 'one\n\ntwo & <b>three</b>',
      cost: '5-10',
      venue: hall,
      organizer: { organizer: 'PTA' },
      categories: ['Sports'],
      tags: 'x,y',
      image: world.imageId,
      timezone: 'Europe/Paris',
    })
    await create({ status: 'draft' })
    for (const id of await world.eventIds()) {
      const before = (await world.ask(`GET events/${id}`, { as: 'editor' })).body as object
      world.clock.ms += 60_000
      const revision = await world.revisionOf(id)
      for (const method of ['PUT', 'POST', 'PATCH'])
        expect(await patch(id, before, 'editor', method)).toMatchObject({ status: 200 })
      expect(await world.revisionOf(id)).toBe(revision)
      expect((await world.ask(`GET events/${id}`, { as: 'editor' })).body).toEqual(before)
    }
  })
  it('02-30: a status that was not sent stays', async () => {
    for (const sent of [{ status: 'draft' }, { status: 'private' }, { date: '2027-02-01 10:00:00' }]) {
      const event = await create(sent)
      expect((await patch(event.id, { title: 'C' })).body).toMatchObject({ title: 'C', status: event.status })
    }
  })
  it('dates: what is not sent stays', async () => {
    const { id } = await create()
    await refusedOn(patch(id, { start_date: '2027-05-08 15:00' }), 'end_date')
    expect((await patch(id, { end_date: '2027-05-08 16:00' })).body).toMatchObject({
      start_date: '2027-05-08 10:00:00',
      end_date: '2027-05-08 16:00:00',
    })
    expect((await patch(id, { timezone: 'Europe/Paris' })).body).toMatchObject({
      start_date: '2027-05-08 10:00:00',
      utc_start_date: '2027-05-08 08:00:00',
      timezone_abbr: 'CEST',
    })
    expect((await patch(id, { all_day: true })).body).toMatchObject({ end_date: '2027-05-08 23:59:59' })
  })
  it('01-6: ids of bodies, slugs of by-slug routes', async () => {
    const [a, b] = [await create({ title: 'Open House' }), await create()]
    expect((await patch(a.id, { id: b.id, title: 'X' })).body).toMatchObject({ id: a.id, title: 'X' })
    expect((await world.ask(`GET events/${b.id}`)).body).toMatchObject({ title: 'Fair' })
    await refusedOn(patch(a.id, { id: '5abc' }), 'id')
    const renamed = await world.ask('PATCH events/by-slug/open-house', {
      as: 'editor',
      body: { slug: 'new-slug' },
    })
    expect(renamed.body).toMatchObject({ id: a.id, slug: 'new-slug' })
    expect(await world.ask('GET events/by-slug/open-house')).toMatchObject({ status: 404 })
  })
  it('01 §9: the item decides', async () => {
    const theirs = await create()
    const own = await create({}, 'author')
    expect(await patch(theirs.id, { title: 'T' }, 'author')).toMatchObject({
      status: 403,
      body: { code: 'rest_forbidden' },
    })
    expect(await patch(own.id, { title: 'T' }, 'author')).toMatchObject({ status: 200 })
    const draft = await create({}, 'contributor')
    expect(await patch(draft.id, { title: 'T', status: 'publish' }, 'contributor')).toMatchObject({
      status: 200,
      body: { status: 'pending' },
    })
    await patch(draft.id, { status: 'publish' })
    expect(await patch(draft.id, { title: 'U' }, 'contributor')).toMatchObject({ status: 403 })
    expect(
      await world.ask('PATCH events/by-slug/fair', { as: 'author', body: { title: 'T' } }),
    ).toMatchObject({ status: 403 })
  })
})

describe('02 §5 delete', () => {
  const remove = (id: number, as?: string) => world.ask(`DELETE events/${id}`, as === undefined ? {} : { as })

  it('02-39: unknown ids', async () => {
    expect(await remove(99999)).toMatchObject({ status: 401 })
    expect(await remove(99999, 'subscriber')).toMatchObject({ status: 403 })
    expect(await remove(99999, 'editor')).toMatchObject({
      status: 404,
      body: { code: 'rest-event-not-found' },
    })
  })
  it('02-28, 02-42: to the trash and back', async () => {
    const { id } = await create()
    expect(await remove(id, 'editor')).toMatchObject({
      status: 200,
      body: {
        status: 'trash',
        slug: 'fair__trashed',
        url: `https://school.example/?post_type=cal_events&p=${id}`,
      },
    })
    expect(await remove(id, 'editor')).toMatchObject({ status: 410, body: { code: 'event-is-in-trash' } })
    expect(await remove(id, 'author')).toMatchObject({ status: 404 })
    expect(await patch(id, { title: 'T' })).toMatchObject({ status: 410 })
    expect(await patch(id, { status: 'draft' })).toMatchObject({
      status: 200,
      body: { status: 'draft', slug: 'fair' },
    })
    await remove(id, 'editor')
    expect((await create()).slug).toBe('fair')
  })
  it('00-3: by override', async () => {
    const { id } = await create()
    expect(await world.ask(`GET events/${id}&_method=DELETE`, { as: 'editor' })).toMatchObject({
      status: 200,
    })
    expect(await world.ask(`POST events/${id}&_method=DELETE`, { as: 'editor' })).toMatchObject({
      body: { status: 'trash' },
    })
  })
})
