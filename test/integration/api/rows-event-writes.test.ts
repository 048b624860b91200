import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { apiWorld, type ApiWorld } from '../../support/api-world.ts'
import { DAY, idOf, type Body } from '../../support/rows.ts'
import { linked, firstGeneration } from '../../support/first-generation-rows.ts'

/** Rows of the tables of spec 02, by their labels. */
let world: ApiWorld
beforeEach(async () => {
  world = await apiWorld()
})
afterEach(() => world.close())
const { edit, create, get, change, statusOf, refusedOn } = firstGeneration(() => world)

describe('02 §5 event writes', () => {
  it('title (string): non-empty HTML text, on update too', async () => {
    const id = await idOf(create({ title: 'A <b>b</b><script>x</script>' }))
    expect((await get(`events/${id}`))['title']).toBe('A <b>b</b>')
    for (const title of ['', '  ', '<script></script>', 7, ['x']]) {
      expect(await refusedOn('POST events', { ...DAY, title })).toEqual(['title'])
      expect(await refusedOn(`PATCH events/${id}`, { title })).toEqual(['title'])
    }
  })

  it('start_date, end_date (string): JSON numbers are refused, digit text is a timestamp', async () => {
    const numbers = { title: 'E', start_date: 1804654800, end_date: 1804658400 }
    expect(await refusedOn('POST events', numbers)).toEqual(['start_date', 'end_date'])
    expect(await create({ start_date: '1804654800', end_date: '1804658400' })).toMatchObject({
      start_date: '2027-03-10 00:00:00',
      end_date: '2027-03-10 01:00:00',
    })
  })

  it('timezone (string); all_day (boolean, default false): the default holds on create only', async () => {
    const made = await create({ timezone: 'europe/paris', all_day: '1' })
    expect(made).toMatchObject({ timezone: 'Europe/Paris', all_day: true })
    expect(await change(Number(made['id']), { title: 'T' })).toMatchObject({ all_day: true })
    expect(await create()).toMatchObject({ timezone: 'America/New_York', all_day: false })
    expect(
      await refusedOn('POST events', { title: 'E', ...DAY, timezone: 'Mars/X', all_day: 'yes' }),
    ).toEqual([...['all_day', 'timezone']])
  })

  it('date, date_utc (string); author (integer): unknown users are refused', async () => {
    expect(await create({ date: '2026-11-01 10:00:00', author: 3 })).toMatchObject({
      date_utc: '2026-11-01 15:00:00',
      author: '3',
    })
    expect(await create({ date_utc: '2026-11-01 15:00:00', author: '3' })).toMatchObject({
      date: '2026-11-01 10:00:00',
    })
    expect(await refusedOn('POST events', { title: 'E', ...DAY, author: 999, date: 'soon' })).toEqual([
      ...['author', 'date'],
    ])
  })

  it('description, excerpt (string): "" clears', async () => {
    const id = await idOf(create({ description: 'one', excerpt: 'two' }))
    expect(await change(id, { description: '' })).toMatchObject({ description: '', excerpt: '<p>two</p>' })
    expect(await refusedOn(`PATCH events/${id}`, { description: 7, excerpt: [] })).toEqual([
      ...['description', 'excerpt'],
    ])
  })

  it('slug (string): normalised; "" is ignored', async () => {
    const made = await create({ slug: 'UPPER Case/x' })
    expect(made['slug']).toBe('upper-case-x')
    expect(await change(Number(made['id']), { slug: '' })).toMatchObject({ slug: 'upper-case-x' })
    expect(await create({ slug: 'upper-case-x' })).toMatchObject({ slug: 'upper-case-x-2' })
  })

  it('status (string): known ones only', async () => {
    expect(await create({ status: 'pending' })).toMatchObject({ status: 'pending' })
    for (const status of ['trash', 'nonsense', ''])
      expect(await refusedOn('POST events', { title: 'E', ...DAY, status })).toEqual(['status'])
  })

  it('image (string): id, address, object with id; "" and false clear', async () => {
    const shown = { id: world.imageId }
    for (const image of [world.imageId, String(world.imageId), { id: world.imageId }, world.imageAddress]) {
      const made = await create({ image })
      expect(made['image']).toMatchObject(shown)
      for (const none of ['', false, 0, '0', { id: 0 }])
        expect(await change(Number(made['id']), { image: none })).toMatchObject({ image: false })
    }
    for (const image of [999999, 'https://example.org/page.html', 'file:///etc/passwd', 'http://127.0.0.1/'])
      expect(await refusedOn('POST events', { title: 'E', ...DAY, image }), String(image)).toEqual(['image'])
  })

  it('website (uri, default null): an address; "" clears', async () => {
    const made = await create({ website: 'mailto:pta@school.example' })
    expect(made['website']).toBe('mailto:pta@school.example')
    for (const website of ['javascript:alert(1)', '//host', 'word', 7])
      expect(await refusedOn('POST events', { title: 'E', ...DAY, website })).toEqual(['website'])
  })

  it('show_map, show_map_link, hide_from_listings, sticky, featured (boolean): not sent on create: false', async () => {
    const names = ['show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured']
    const none = await create()
    const all = await create(Object.fromEntries(names.map(name => [name, 'TRUE'])))
    expect(names.map(name => [none[name], all[name]])).toEqual(names.map(() => [false, true]))
    const maybe = Object.fromEntries(names.map(name => [name, 'maybe']))
    expect(await refusedOn('POST events', { title: 'E', ...DAY, ...maybe })).toEqual(names)
  })

  it('categories, tags (array of integer, default null): ids, slugs, names, new ones; [] and "" clear', async () => {
    const music = await world.term('cal_events_cat', 'Music')
    const slugs = (event: Body) =>
      (event['categories'] as readonly { slug: string }[]).map(({ slug }) => slug)
    const made = await create({ categories: [music, 'New Club'] })
    expect(slugs(made)).toEqual(['music', 'new-club'])
    const id = Number(made['id'])
    expect(slugs(await change(id, { categories: `${music}` }))).toEqual(['music'])
    expect(slugs(await change(id, { categories: [{ id: music }] }))).toEqual(['music'])
    expect(slugs(await change(id, { categories: 'MUSIC' }))).toEqual(['music'])
    for (const none of [[], '']) {
      await change(id, { categories: [music] })
      expect(slugs(await change(id, { categories: none }))).toEqual([])
    }
    for (const none of [0, '0', [0], ['0'], { id: 0 }]) {
      expect(await change(id, { categories: [music], tags: ['t'] })).toMatchObject({ tags: [{ name: 't' }] })
      expect(await change(id, { categories: none, tags: none })).toMatchObject({ categories: [], tags: [] })
      expect(await create({ categories: none, tags: none })).toMatchObject({ categories: [], tags: [] })
    }
    expect(slugs(await change(id, { categories: [0, music] }))).toEqual(['music'])
    expect(await refusedOn(`PATCH events/${id}`, { categories: [4711], tags: '4711' })).toEqual([
      ...['categories', 'tags'],
    ])
  })

  it('venue, organizer (array of integer, default null): [] and "" clear, null keeps', async () => {
    const [venue, organizer] = [await world.venue('Hall'), await world.organizer('PTA')]
    for (const none of [[], '', 0, '0', [0], ['0'], { id: 0 }, '0,0']) {
      const id = await idOf(create({ venue, organizer, image: world.imageId }))
      expect(await change(id, { venue: null, organizer: null })).toMatchObject({ venue: { id: venue } })
      expect(await create({ venue: none, organizer: none })).toMatchObject({ venue: [], organizer: [] })
      expect(await change(id, { venue: none, organizer: none })).toMatchObject({ venue: [], organizer: [] })
    }
  })

  it('id, slug (path), password (string): the path counts, a password does nothing', async () => {
    const [one, two] = [await idOf(create()), await idOf(create())]
    expect(await change(one, { id: two, title: 'Mine', password: 'x' })).toMatchObject({
      id: one,
      title: 'Mine',
    })
    expect(await get(`events/${two}`)).toMatchObject({ title: 'Fair' })
    expect(await statusOf(`events/${one}`)).toBe(200)
    expect(await refusedOn(`PATCH events/${one}`, { id: '5abc' })).toEqual(['id'])
  })

  it('delete again; update of a trashed item: 410, unless a status restores it', async () => {
    const id = await idOf(create())
    expect(await edit(`DELETE events/${id}`, undefined, 200)).toMatchObject({
      status: 'trash',
      slug: 'fair__trashed',
      url: `https://school.example/?post_type=cal_events&p=${id}`,
    })
    expect(await edit(`DELETE events/${id}`, undefined, 410)).toMatchObject({ code: 'event-is-in-trash' })
    await edit(`DELETE events/${id}`, undefined, 404, 'author')
    expect(await change(id, { title: 'T' }, 410)).toMatchObject({ code: 'event-is-in-trash' })
    await create()
    expect(await change(id, { status: 'publish' })).toMatchObject({ status: 'publish', slug: 'fair-2' })
  })

  it.each([
    ['10, 10', 10, '$10', ['10'], '', ''],
    ['$10; €10; USD 10', '$10', '$10', ['10'], '$', 'prefix'],
    ['€10', '€10', '€10', ['10'], '€', 'prefix'],
    ['USD 10', 'USD 10', 'USD10', ['10'], 'USD', 'prefix'],
    ['10€', '10€', '10€', ['10'], '€', 'postfix'],
    ['10.50; 1,000.50; 1.234,50; 12,50', '10.50', '$10.50', ['10.50'], '', ''],
    ['1,000.50', '1,000.50', '$1000.50', ['1000.50'], '', ''],
    ['1.234,50', '1.234,50', '$1234.50', ['1234.50'], '', ''],
    ['12,50', '12,50', '$12.50', ['12.50'], '', ''],
    ['10-20, [10,20]; £5 - £7', '10-20', '$10 – $20', ['10', '20'], '', ''],
    ['[10,20]', [10, 20], '$10 – $20', ['10', '20'], '', ''],
    ['£5 - £7', '£5 - £7', '£5 – £7', ['5', '7'], '£', 'prefix'],
    ['5, 10, 15', '5, 10, 15', '$5 – $15', ['5', '10', '15'], '', ''],
    ['0; Free (any case)', 0, 'Free', ['0'], '', ''],
    ['FREE', 'FREE', 'FREE', ['0'], '', ''],
    ['Donation $5', 'Donation $5', 'Donation $5', ['5'], 'Donation $', 'prefix'],
    ['text without digits', 'Ask at the door', 'Ask at the door', [], '', ''],
    ['""', '', '', [], '', ''],
  ])('cost (none): %s', async (_, cost, shown, values, symbol, position) => {
    const made = await create({ cost })
    expect(made).toMatchObject({
      cost: shown,
      cost_details: { values, currency_symbol: symbol, currency_position: position },
    })
    expect(await change(Number(made['id']), { cost: made['cost'] })).toMatchObject({
      cost: shown,
      modified: made['modified'],
    })
    for (const wrong of [true, { a: 1 }])
      expect(await refusedOn('POST events', { title: 'E', ...DAY, cost: wrong })).toEqual(['cost'])
  })
})

describe('02 §6 venue and organizer values of an event', () => {
  it('5, "5", {"id":5}, objects with data, a list of these, comma text of ids: linked in order, once', async () => {
    const [a, b] = [await world.venue('A'), await world.venue('B')]
    for (const [sent, ids] of [
      [a, [a]],
      [String(a), [a]],
      [{ id: a }, [a]],
      [{ id: a, venue: 'A', city: 'X' }, [a]],
      [
        [{ id: b }, a, String(b)],
        [b, a],
      ],
      [`${b},${a}`, [b, a]],
    ] as const)
      expect(linked((await create({ venue: sent }))['venue']), JSON.stringify(sent)).toEqual(ids)
    expect(await get(`venues/${a}`)).not.toHaveProperty('city')
  })

  it('object without id: made together with the event, or found by its name; own status', async () => {
    const made = await create({ venue: { venue: 'Gym', city: 'Troy' } })
    const [gym = 0] = linked(made['venue'])
    expect(await get(`venues/${gym}`)).toMatchObject({ venue: 'Gym', city: 'Troy', status: 'publish' })
    expect(linked((await create({ venue: { venue: ' GYM ' } }))['venue'])).toEqual([gym])
    const draft = await create({ venue: { venue: 'Plan', status: 'draft' } })
    expect(draft['venue']).toMatchObject({ venue: 'Plan', status: 'draft' })
  })

  it('{"id":5, …more}: links it, the rest is ignored', async () => {
    const hall = await world.venue('Hall')
    const made = await create({ venue: { id: hall, venue: 'Other', website: 'nope' } })
    expect(made['venue']).toMatchObject({ id: hall, venue: 'Hall' })
  })

  it('unknown id, other type, plain word, object without name, bad member: refused, nothing is stored', async () => {
    const club = await world.organizer('Club')
    for (const venue of [
      4711,
      club,
      'hall',
      { city: 'Troy' },
      { venue: 'X', website: 'nope' },
      [{ id: 4711 }],
    ])
      expect(await refusedOn('POST events', { title: 'E', ...DAY, venue }), JSON.stringify(venue)).toEqual([
        'venue',
      ])
    expect([await world.eventIds(), await world.venueNames()]).toEqual([[], []])
  })

  it('form encoding: brackets', async () => {
    const form =
      'title=E&start_date=2027-05-08&end_date=2027-05-08&venue[venue]=Gym&organizer[0][organizer]=PTA'
    const { status, body } = await world.ask('POST events', {
      as: 'editor',
      body: form,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({ venue: { venue: 'Gym' }, organizer: [{ organizer: 'PTA' }] })
  })

  it('link not shown to the caller (trashed, unreadable item): kept behind the sent ones', async () => {
    const [a, b, c] = [await world.venue('A'), await world.venue('B'), await world.venue('C')]
    const id = await idOf(create({ venue: [a, b] }))
    await world.trashVenue(a)
    await change(id, { venue: [c] })
    expect(await world.linkedVenues(id)).toEqual([c, a])
    await change(id, { venue: [] })
    expect(await world.linkedVenues(id)).toEqual([a])
  })
})
