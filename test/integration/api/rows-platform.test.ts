import { beforeAll, describe, expect, it } from 'vitest'
import { apiWorld, type ApiWorld } from '../../support/api-world.ts'
import { asking, DAY, detailsOf, idOf } from '../../support/rows.ts'

/** Rows of the tables of spec 01, by their labels. */
let world: ApiWorld
beforeAll(async () => {
  world = await apiWorld()
  return () => world.close()
})
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const { send, edit, create, get, codeOf, refusedOn } = asking(() => world)

describe('01 §1 parameter sources', () => {
  it('precedence per name: body before query before default; null falls through', async () => {
    const one = await edit('POST venues&venue=Query', { venue: 'Body' }, 201)
    expect(one['venue']).toBe('Body')
    expect((await edit('POST venues&venue=Query', { venue: null }, 201))['venue']).toBe('Query')
    const form = { as: 'editor', body: 'venue=Form', headers: FORM }
    expect((await send('POST venues&venue=Query', form, 201))['venue']).toBe('Form')
    expect((await get('venues'))['rest_url']).toContain('per_page=10')
  })

  it('path values: win, a body id is checked and ignored, a slug of a body is the new one', async () => {
    const [one, two] = [await idOf(create({ slug: 'one' })), await idOf(create())]
    expect(await edit(`PATCH events/${one}&id=${two}`, { id: two, title: 'T' })).toMatchObject({ id: one })
    expect(await refusedOn(`PATCH events/${one}`, { id: '5abc' })).toEqual({ id: 'rest_invalid_type' })
    expect(await edit('PATCH events/by-slug/one', { slug: 'uno' })).toMatchObject({ id: one, slug: 'uno' })
  })

  it('query only: create and update work', async () => {
    const made = await send('POST venues&venue=Hall&city=Troy', { as: 'editor' }, 201)
    const path = `PATCH venues/${Number(made['id'])}&city=Ithaca`
    expect(await send(path, { as: 'editor' }, 200)).toMatchObject({ venue: 'Hall', city: 'Ithaca' })
  })

  it('unknown names: ignored everywhere', async () => {
    expect(await codeOf('GET events&_embed=1&smu=2&_=3&__proto__[a]=1')).toEqual([200, undefined])
    await edit('POST tags', { name: 'Unknown names', rest_url: 'x', constructor: { a: 1 } }, 201)
  })

  it('URL credentials: never authenticate', async () => {
    for (const query of ['user=editor&password=x', 'login=editor&app_password=x', 'authorization=Basic'])
      expect(await codeOf(`POST tags&name=A&${query}`)).toEqual([401, 'rest_forbidden'])
    const body = { name: 'A', username: 'editor', password: 'x' }
    expect(await codeOf('POST tags', { body })).toEqual([401, 'rest_forbidden'])
  })
})

describe('01 §2 types', () => {
  it('boolean = core boolean: true, false, 1, 0 and their texts in any case', async () => {
    const id = await idOf(create())
    for (const [sent, read] of [
      ...([true, 1, '1', 'true', 'TRUE'] as const).map(yes => [yes, true] as const),
      ...([false, 0, '0', 'false', 'False'] as const).map(no => [no, false] as const),
    ])
      expect(await edit(`PATCH events/${id}`, { featured: sent })).toMatchObject({ featured: read })
    for (const featured of ['', 'yes', 2, 'on', [], {}])
      expect(await refusedOn(`PATCH events/${id}`, { featured })).toEqual({ featured: 'rest_invalid_type' })
  })

  it('one-line text (titles, names, phone, address members, cost, template, message_slug, settings)', async () => {
    const sent = ' a\rb\nc\td\u0000e '
    expect(await edit('POST venues', { venue: sent, phone: sent, address: sent }, 201)).toMatchObject({
      ...{ venue: 'a b c de', phone: 'a b c de', address: 'a b c de' },
    })
    expect(await create({ title: sent, cost: ' on\tthe\u0007 door ' })).toMatchObject({
      ...{ title: 'a b c de', cost: 'on the door' },
    })
  })

  it('date-time: the forms of 04', async () => {
    const sent = { title: 'Fair', start_date: '2027-05-08T10:00Z', end_date: 'x' }
    expect(Object.keys(await refusedOn('POST events', sent))).toEqual(['end_date'])
    const made = await create({ start_date: '2027-05-08T10:00:00Z', end_date: '2027-05-08 24:00' })
    expect(made).toMatchObject({ start_date: '2027-05-08 06:00:00', end_date: '2027-05-09 00:00:00' })
  })

  it('uri: schemes with a host, non-ASCII ones too; entities are decoded once', async () => {
    for (const website of [
      ...['http://x.example', 'https://x.example/a?b#c', 'ftp://x.example/', 'ftps://x.example/'],
      ...['mailto:pta@x.example', 'https://münchen.example/straße'],
    ])
      await create({ website })
    for (const website of ['//host', 'javascript:alert(1)', 'word', 'https://', 'mailto:nobody', 'data:,x'])
      expect(await refusedOn('POST events', { title: 'E', ...DAY, website })).toEqual({
        ...{ website: 'rest_invalid_uri' },
      })
    const venue = await edit('POST venues', { venue: 'V', website: 'https://x.example/?a=1&amp;b=2' }, 201)
    expect(venue['website']).toBe('https://x.example/?a=1&b=2')
  })

  it('email: one address', async () => {
    await edit('POST /calx/v1/organizers', { title: 'O', email: 'pta@school.example' }, 201)
    for (const email of ['nope', 'a@b.example, c@d.example', 'a b@c.example', '@x.example'])
      expect(await refusedOn('POST /calx/v1/organizers', { title: 'O', email })).toEqual({
        ...{ email: 'rest_invalid_email' },
      })
  })

  it('minimum, maximum, pattern, maxItems, minItems: as declared', async () => {
    const code = async (path: string, name: string) =>
      detailsOf(await send(`GET ${path}`, {}, 400))[name]?.['code']
    expect(await code('events&page=0', 'page')).toBe('rest_out_of_bounds')
    expect(await code('/calx/v1/events&per_page=101', 'per_page')).toBe('rest_out_of_bounds')
    expect(
      await refusedOn('POST /calx/v1/events', { title: 'E', start_date: '2027-05-08T10:00:00', duration: 1 }),
    ).toMatchObject({
      start_date: 'rest_invalid_pattern',
    })
    const requests = Array.from({ length: 26 }, () => ({ path: '/cal/events/v1/tags', body: { name: 'x' } }))
    expect(await refusedOn('POST /batch/v1', { requests })).toEqual({ requests: 'rest_too_many_items' })
  })

  it('uniqueItems: duplicates collapse, first position kept', async () => {
    const [a, b] = [await world.organizer('A'), await world.organizer('B')]
    const body = { title: 'E', ...DAY, organizers: [b, a, b, a] }
    const made = await edit('POST /calx/v1/events', body, 201)
    expect((made['organizers'] as readonly { id: number }[]).map(({ id }) => id)).toEqual([b, a])
  })
})

describe('01 §3 order of checks', () => {
  const wrong = { as: 'nobody' }

  it('1 credentials (§8); 2 route and method; 3 JSON parse', async () => {
    expect(await codeOf('PUT nothing', { ...wrong, body: '{' })).toEqual([401, 'invalid_username'])
    expect(await codeOf('PUT events', { body: '{' })).toEqual([404, 'rest_no_route'])
    expect(await codeOf('POST events', { body: '{' })).toEqual([400, 'rest_invalid_json'])
  })

  it('4 required arguments: all missing ones together, alone', async () => {
    const body = await send('POST events', { body: { end_date: 'x', status: 'nonsense' } }, 400)
    expect(body).toMatchObject({
      code: 'rest_missing_callback_param',
      data: { params: ['title', 'start_date'] },
    })
  })

  it('5 all arguments: type, format, enum, bounds, cross-field rules, existence of referenced ids (terms, venue, organizer, author, image, parent, filter ids in cal)', async () => {
    const sent = {
      title: '',
      start_date: '2027-05-08 10:00:00',
      end_date: '2027-05-08 09:00:00',
      website: 'word',
      status: 'nonsense',
      featured: 'maybe',
      categories: [4711],
      tags: [4711],
      venue: 4711,
      organizer: [4711],
      author: 999,
      image: 4711,
    }
    // before rights: guests hear the same
    for (const asked of [{ body: sent }, { body: sent, as: 'editor' }]) {
      const names = Object.keys(detailsOf(await send('POST events', asked, 400)))
      expect([...names].sort()).toEqual(
        Object.keys(sent)
          .filter(name => name !== 'start_date')
          .sort(),
      )
    }
    expect(await refusedOn('POST categories', { name: 'A', parent: 4711 })).toEqual({
      parent: 'rest_unknown_id',
    })
    for (const [path, name] of [
      ['events&venue=4711', 'venue'],
      ['events&organizer=4711', 'organizer'],
      ['events&post_parent=4711', 'post_parent'],
      ['venues&event=4711', 'event'],
      ['categories&post=4711', 'post'],
    ] as const)
      expect(Object.keys(detailsOf(await send(`GET ${path}`, {}, 400)))).toEqual([name])
  })

  it('6 general right of the caller for the operation (guest 401, signed in 403): before the item', async () => {
    const body = { title: 'T' }
    expect(await codeOf('PATCH events/4711', { body })).toEqual([401, 'rest_forbidden'])
    expect(await codeOf('PATCH events/4711', { body, as: 'subscriber' })).toEqual([403, 'rest_forbidden'])
    expect(await codeOf('DELETE tags/4711', { as: 'author' })).toEqual([403, 'rest_forbidden'])
  })

  it('7 item: unknown, wrong type 404; trashed 410/404; not readable 403/404; not editable 403', async () => {
    const patch = (id: number, as: string, path = 'events') =>
      codeOf(`PATCH ${path}/${id}`, { body: { description: 'x' }, as })
    expect(await patch(4711, 'author')).toEqual([404, 'rest-event-not-found'])
    expect(await patch(await world.venue('V'), 'author')).toEqual([404, 'rest-event-not-found'])
    const own = await idOf(create())
    expect(await patch(own, 'author')).toEqual([403, 'rest_forbidden'])
    const hidden = await idOf(create({ status: 'draft' }))
    expect(await patch(hidden, 'author')).toEqual([403, 'event-not-accessible'])
    expect(await patch(hidden, 'author', '/calx/v1/events')).toEqual([403, 'rest_forbidden'])
    await edit(`DELETE events/${own}`, {})
    expect(await patch(own, 'editor')).toEqual([410, 'event-is-in-trash'])
    expect(await patch(own, 'author')).toEqual([404, 'rest-event-not-found'])
  })

  it('8 rules that need the stored item or the network (dates against stored dates, image download)', async () => {
    const id = await idOf(create())
    const late = { start_date: '2027-05-09 10:00:00' }
    expect(Object.keys(await refusedOn(`PATCH events/${id}`, late))).toEqual(['end_date'])
    expect(await codeOf(`PATCH events/${id}`, { body: late, as: 'author' })).toEqual([403, 'rest_forbidden'])
    const before = world.fetched.length
    const image = { image: 'https://example.org/page.html' }
    expect(await codeOf(`PATCH events/${id}`, { body: image, as: 'author' })).toEqual([403, 'rest_forbidden'])
    expect(world.fetched.length).toBe(before)
    expect(await refusedOn(`PATCH events/${id}`, image)).toEqual({ image: 'rest_invalid_image' })
    expect(world.fetched.length).toBe(before + 1)
  })

  it('9 execution: all or nothing', async () => {
    const names = async () => (await world.venueNames()).length
    const before = await names()
    const body = { title: 'E', ...DAY, image: 'https://example.org/page.html', venue: { venue: 'Never' } }
    expect(Object.keys(await refusedOn('POST events', body))).toEqual(['image'])
    expect(await names()).toBe(before)
  })
})
