import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { epochMs } from '../../../shared/kernel/brands.ts'
import { apiWorld, type ApiWorld } from '../../support/api-world.ts'
import { fair, type Shown, eventWrites } from '../../support/event-writes.ts'

let world: ApiWorld
beforeEach(async () => {
  world = await apiWorld()
})
afterEach(async () => {
  expect(world.reported).toEqual([])
  await world.close()
})
const { post, create, patch, refusedOn, total } = eventWrites(() => world)

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
    world.clock.ms = epochMs(Date.UTC(2027, 4, 1, 20))
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
    expect(slugs(event, 'categories')).toEqual(['music', 'sports'])
    expect(slugs(event, 'tags')).toEqual(['music'])
    expect(slugs(await create({ categories: `${sports},New Club`, tags: ['music'] }), 'categories')).toEqual([
      'new-club',
      'sports',
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
