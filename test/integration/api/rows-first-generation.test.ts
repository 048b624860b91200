import { eventId } from '../../../shared/kernel/brands.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { apiWorld, type ApiWorld } from '../../support/api-world.ts'
import { idOf } from '../../support/rows.ts'
import { linked, firstGeneration } from '../../support/first-generation-rows.ts'

/** Rows of the tables of spec 02, by their labels. */
let world: ApiWorld
beforeEach(async () => {
  world = await apiWorld()
})
afterEach(() => world.close())
const { edit, create, get, codeOf, change, statusOf, refusedOn, idsOf } = firstGeneration(() => world)

describe('02 §1.1 event', () => {
  it('author; date, modified: text of digits; site zone', async () => {
    const made = await create({ timezone: 'Asia/Tokyo', date: '2026-11-27 16:33:24' })
    expect(made).toMatchObject({
      author: '2',
      date: '2026-11-27 16:33:24',
      date_utc: '2026-11-27 21:33:24',
      modified: '2027-01-10 12:00:00',
      modified_utc: '2027-01-10 17:00:00',
    })
  })

  it('description, excerpt: HTML, trimmed; a blank line begins a paragraph, a line break is one', async () => {
    const sent = { description: '\n\none\ntwo\n\nthree\n', excerpt: '<p>All welcome.</p>' }
    expect(await create(sent)).toMatchObject({
      description: '<p>one<br />\ntwo</p>\n<p>three</p>',
      excerpt: '<p>All welcome.</p>',
    })
    expect(await create()).toMatchObject({ description: '', excerpt: '' })
  })

  it('timezone_abbr: valid at the start; offsets repeat themselves; zones without letters', async () => {
    const abbr = async (timezone: string, day: string) =>
      (await create({ timezone, start_date: day, end_date: day }))['timezone_abbr']
    expect(await abbr('America/New_York', '2027-07-01')).toBe('EDT')
    expect(await abbr('America/New_York', '2027-01-15')).toBe('EST')
    expect(await abbr('UTC+5:30', '2027-07-01')).toBe('UTC+5:30')
    expect(await abbr('America/Sao_Paulo', '2027-07-01')).toBe('-03')
  })

  it('cost, cost_details; website: as stored, and the address of the event when never set', async () => {
    const made = await create({ cost: '5-10', website: 'https://fair.example/?a=1&b=2' })
    expect(made).toMatchObject({
      cost: '$5 – $10',
      cost_details: { currency_symbol: '', currency_code: '', currency_position: '', values: ['5', '10'] },
      website: 'https://fair.example/?a=1&amp;b=2',
    })
    expect(await change(Number(made['id']), { website: 'https://fair.example/?a=1&amp;b=2' })).toMatchObject({
      website: 'https://fair.example/?a=1&amp;b=2',
    })
    expect(await change(Number(made['id']), { website: '' })).toMatchObject({ website: '' })
    expect(await create({ title: 'Plain' })).toMatchObject({ website: 'https://school.example/event/plain/' })
  })

  it('deleted, trashed or unreadable venue/organizer: left out, and shown again when restored', async () => {
    const [venue, organizer] = [await world.venue('Hall'), await world.organizer('PTA')]
    const id = await idOf(create({ venue, organizer: [organizer] }))
    const both = async () => {
      const event = await get(`events/${id}`)
      return [linked(event['venue']), linked(event['organizer'])]
    }
    expect(await both()).toEqual([[venue], [organizer]])
    await edit(`DELETE venues/${venue}`, undefined, 200)
    await edit(`PATCH organizers/${organizer}`, { status: 'draft' }, 200)
    expect(await both()).toEqual([[], []])
    expect(await get(`events/${id}`)).toMatchObject({ venue: [], organizer: [] })
    await edit(`PATCH venues/${venue}`, { status: 'publish' }, 200)
    await edit(`PATCH organizers/${organizer}`, { status: 'publish' }, 200)
    expect(await both()).toEqual([[venue], [organizer]])
  })

  it('custom_fields; global_id_lineage: empty and not writable; own id first', async () => {
    const made = await create({ custom_fields: { a: 1 }, global_id: 'x', global_id_lineage: ['x'] })
    const own = `school.example?id=${String(made['id'])}`
    expect(made).toMatchObject({ custom_fields: [], global_id: own, global_id_lineage: [own] })
  })

  it('json_ld: an Event with its place, its organizer and what it costs, on single reads only', async () => {
    const venue = await world.venue('Main Hall', { address: '1 School Lane', city: 'Troy' })
    const organizer = await world.organizer('PTA')
    const id = await idOf(create({ venue, organizer: [organizer], cost: '0', description: 'Hi' }))
    expect(await get(`events/${id}`)).toMatchObject({
      json_ld: {
        '@context': 'http://schema.org',
        '@type': 'Event',
        name: 'Fair',
        url: 'https://school.example/event/fair/',
        startDate: '2027-05-08T10:00:00-04:00',
        endDate: '2027-05-08T14:00:00-04:00',
        location: { '@type': 'Place', name: 'Main Hall' },
        organizer: { '@type': 'Person', name: 'PTA' },
        offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
      },
      venue: { json_ld: { '@type': 'Place' } },
      organizer: [{ json_ld: { '@type': 'Person' } }],
    })
    expect((await world.ask('GET events')).text).not.toContain('json_ld')
    const plain = await get(`events/${await idOf(create())}`)
    // readers take a performer for somebody of that name, and nobody is known
    expect((await get(`events/${id}`))['json_ld']).not.toHaveProperty('performer')
    for (const member of ['offers', 'location', 'organizer', 'image'])
      expect(plain['json_ld']).not.toHaveProperty(member)
    await world.change(id, { password: 'secret' })
    expect((await world.ask('GET events&per_page=50')).text).not.toContain('School Lane')
  })
})

describe('02 §2 lists', () => {
  it('venues, organizers: publication date descending, then id; their members in order', async () => {
    for (const [plural, make] of [
      ['venues', world.venue],
      ['organizers', world.organizer],
    ] as const) {
      const old = await make('Old', { publishedAt: '2020-01-01 00:00:00' })
      const first = await make('First', { publishedAt: '2026-01-01 00:00:00' })
      const second = await make('Second', { publishedAt: '2026-01-01 00:00:00' })
      const body = await get(`${plural}&per_page=2`)
      expect(Object.keys(body)).toEqual([plural, 'rest_url', 'next_rest_url', 'total', 'total_pages'])
      expect((body[plural] as readonly { id: number }[]).map(({ id }) => id)).toEqual([first, second])
      const next = await get(`${plural}&per_page=2&page=2`)
      expect(Object.keys(next)).toEqual([plural, 'rest_url', 'previous_rest_url', 'total', 'total_pages'])
      expect((next[plural] as readonly { id: number }[]).map(({ id }) => id)).toEqual([old])
    }
  })

  it('categories, tags: by name whatever case and accents, then id; their members in order', async () => {
    for (const [plural, taxonomy] of [
      ['categories', 'cal_events_cat'],
      ['tags', 'post_tag'],
    ] as const) {
      for (const name of ['zebra', 'Éclair', 'apple', 'Fig']) await world.term(taxonomy, name)
      const body = await get(`${plural}&hide_empty=0&per_page=3`)
      expect(Object.keys(body)).toEqual(['rest_url', 'total', 'total_pages', plural, 'next_rest_url'])
      const names = (body[plural] as readonly { name: string }[]).map(({ name }) => name)
      expect(names).toEqual(['apple', 'Éclair', 'Fig'])
    }
  })

  it('total, total_pages: whole numbers of the readable set, in body and headers', async () => {
    for (let n = 0; n < 3; n++) await create()
    await create({ status: 'draft' })
    const { body, headers } = await world.ask('GET events&per_page=2')
    expect(body).toMatchObject({ total: 3, total_pages: 2 })
    expect([headers['x-cal-total'], headers['x-cal-totalpages']]).toEqual(['3', '2'])
  })

  it('next_rest_url, previous_rest_url; link arguments: what is in effect, percent-encoded', async () => {
    for (let n = 0; n < 3; n++) await create({ title: 'A & B fair' })
    const base = 'https://school.example/index.php?rest_route=/cal/events/v1/events'
    const window = 'start_date=2027-01-10%2000%3A00%3A00&end_date=2029-01-10%2023%3A59%3A59'
    const second = await get('events&per_page=1&page=2&search=a%20%26&nonsense=1')
    for (const [member, page] of [
      ['rest_url', 2],
      ['next_rest_url', 3],
      ['previous_rest_url', 1],
    ] as const) {
      const link = String(second[member])
      expect(link.startsWith(`${base}&`)).toBe(true)
      for (const part of [...window.split('&'), 'per_page=1', 'search=a%20%26'])
        expect(link.split('&')).toContain(part)
      expect(link).not.toContain('nonsense')
      expect(link.split('&').filter(part => part.startsWith('page='))).toEqual([`page=${page}`])
    }
    const first = await get('events&per_page=1')
    expect([first['previous_rest_url'], typeof first['next_rest_url']]).toEqual([undefined, 'string'])
    expect((await get('events&per_page=1&page=3'))['next_rest_url']).toBeUndefined()
  })

  it('password on a list: ignored, and in no link', async () => {
    const id = await idOf(create({ description: 'inside' }))
    await world.change(id, { password: 'secret' })
    const { status, text, body } = await world.ask('GET events&password=secret')
    expect(status).toBe(200)
    expect(text).not.toContain('secret')
    expect(body).toMatchObject({ events: [{ id, description: '' }] })
  })
})

describe('02 §3.1 filters of events', () => {
  it('start_date, end_date, starts_before, starts_after, ends_before, ends_after, strict_dates: each counts', async () => {
    const id = await idOf(create())
    for (const [filter, found] of [
      ['start_date=2027-05-09', false],
      ['end_date=2027-05-07', false],
      ['starts_before=2027-05-07', false],
      ['starts_after=2027-05-08', false],
      ['ends_before=2027-05-07', false],
      ['ends_after=2027-05-08', false],
      ['start_date=2027-05-08 10:00:01&strict_dates=true', false],
      ['start_date=2027-05-08&end_date=2027-05-08', true],
      ['starts_before=2027-05-08&starts_after=2027-05-07', true],
    ] as const)
      expect(await idsOf(`events&${encodeURI(filter)}`), filter).toEqual(found ? [id] : [])
  })

  it('categories, tags; venue, organizer: ORed inside, ANDed between; unknown refused', async () => {
    const [sport, music] = [
      await world.term('cal_events_cat', 'Sport'),
      await world.term('cal_events_cat', 'Music'),
    ]
    const club = await world.term('post_tag', 'Club')
    const [hall, gym] = [await world.venue('Hall'), await world.venue('Gym')]
    const [pta, choir] = [await world.organizer('PTA'), await world.organizer('Choir')]
    const one = await idOf(create({ categories: [sport], tags: [club], venue: hall, organizer: [pta] }))
    const two = await idOf(create({ categories: [music], venue: gym, organizer: [pta, choir] }))
    for (const [filter, ids] of [
      ['categories=sport,music', [one, two]],
      [`categories=sport,${music}`, [one, two]],
      ['categories[]=sport&tags=club', [one]],
      ['categories=music&tags=club', []],
      [`venue=${hall},${gym}`, [one, two]],
      [`venue=${hall}&organizer=${choir}`, []],
      [`venue[]=${gym}&organizer[]=${pta}`, [two]],
    ] as const)
      expect(await idsOf(`events&${filter}`), filter).toEqual(ids)
    expect(await statusOf('events&categories=')).toBe(200)
    for (const [name, value] of [
      ['categories', 'sport,nothing'],
      ['tags', '4711'],
      ['venue', '4711'],
      ['venue', String(pta)],
      ['organizer', 'x'],
    ] as const)
      expect(await refusedOn(`GET events&${name}=${value}`), `${name}=${value}`).toEqual([name])
  })

  it('post_parent; ticketed; geoloc, geoloc_lat, geoloc_lng: taken as far as they can mean something', async () => {
    const parent = await idOf(create())
    const child = await idOf(create())
    await world.change(child, { parent: eventId(parent) })
    expect(await idsOf(`events&post_parent=${parent}`)).toEqual([child])
    expect(await refusedOn('GET events&post_parent=4711')).toEqual(['post_parent'])
    expect(await statusOf('events&ticketed=false')).toBe(200)
    expect(await get('events&ticketed=true')).toMatchObject({
      data: {
        params: { ticketed: 'ticketed must be false: tickets are not offered here.' },
        details: { ticketed: { code: 'event-tickets-not-active' } },
      },
    })
    expect(await idsOf('events&geoloc=1&geoloc_lat=1.5&geoloc_lng=-2')).toEqual([parent, child])
    for (const alone of ['geoloc_lat', 'geoloc_lng'])
      expect(await idsOf(`events&${alone}=1.5`)).toEqual([parent, child])
    expect(await refusedOn('GET events&geoloc_lat=x&geoloc_lng=1')).toContain('geoloc_lat')
    expect(await refusedOn('GET events&geoloc=maybe')).toEqual(['geoloc'])
  })

  it('hidden events (hide_from_listings): in no list, for nobody; by id and slug they are there', async () => {
    const made = await create({ hide_from_listings: true })
    const id = Number(made['id'])
    expect(await idsOf('events')).toEqual([])
    expect(await idsOf('events', 'administrator')).toEqual([])
    expect(await idsOf(`events&include=${id}`, 'editor')).toEqual([])
    expect([await statusOf(`events/${id}`), await statusOf('events/by-slug/fair')]).toEqual([200, 200])
  })
})

describe('02 §3.3 filters of terms', () => {
  it('include, exclude: existing ids or slugs, else refused', async () => {
    const [a, b] = [await world.term('post_tag', 'A'), await world.term('post_tag', 'B')]
    const found = async (filter: string) =>
      ((await get(`tags&hide_empty=0&${filter}`))['tags'] as readonly { id: number }[]).map(({ id }) => id)
    expect(await found(`include=${b}`)).toEqual([b])
    expect(await found('include=b')).toEqual([b])
    expect(await found(`exclude=${b}`)).toEqual([a])
    expect(await refusedOn('GET tags&include=4711')).toEqual(['include'])
    expect(await refusedOn('GET tags&exclude=nothing')).toEqual(['exclude'])
  })

  it('post = event: the terms of that event', async () => {
    const [a, b] = [await world.term('post_tag', 'A'), await world.term('post_tag', 'B')]
    const event = await idOf(create({ tags: [a] }))
    expect([a, b].length).toBe(2)
    for (const name of ['post', 'event']) {
      expect(
        ((await get(`tags&${name}=${event}`))['tags'] as readonly { id: number }[]).map(t => t.id),
      ).toEqual([a])
      expect(await refusedOn(`GET tags&${name}=4711`)).toEqual([name])
    }
  })
})

describe('02 §4 single reads', () => {
  it('unknown id, id of another type, unknown slug: 404, each kind in its own words', async () => {
    const [event, venue, tag] = [
      await idOf(create()),
      await world.venue('Hall'),
      await world.term('post_tag', 'A'),
    ]
    for (const [path, noun] of [
      ['events/4711', 'event'],
      [`events/${venue}`, 'event'],
      ['events/by-slug/nothing', 'event'],
      [`venues/${event}`, 'venue'],
      ['venues/by-slug/nothing', 'venue'],
      [`organizers/${venue}`, 'organizer'],
      ['categories/4711', 'category'],
      [`categories/${tag}`, 'category'],
      ['tags/4711', 'tag'],
    ] as const)
      expect(await codeOf(`GET ${path}`), path).toEqual([404, `rest-${noun}-not-found`])
  })

  it('readable; draft, pending, future, private, not readable (guest too)', async () => {
    expect(await statusOf(`events/${await idOf(create())}`)).toBe(200)
    for (const sent of [
      { status: 'draft' },
      { status: 'pending' },
      { status: 'publish', date: '2027-06-01 08:00:00' },
      { status: 'private' },
    ]) {
      const event = await idOf(create(sent))
      const venue = await idOf(edit('POST venues', { venue: 'Hall', ...sent }, 201))
      for (const as of [undefined, 'author']) {
        expect(await codeOf(`GET events/${event}`, { as })).toEqual([403, 'event-not-accessible'])
        expect(await codeOf(`GET venues/${venue}`, { as })).toEqual([403, 'venue-not-accessible'])
      }
      expect(await statusOf(`events/${event}`, 'editor')).toBe(200)
    }
  })

  it('trashed: gone for those who may edit it, unknown to others', async () => {
    const id = await idOf(create())
    await edit(`DELETE events/${id}`, undefined, 200)
    expect(await codeOf(`GET events/${id}`, { as: 'editor' })).toEqual([410, 'event-no-longer-available'])
    for (const as of [undefined, 'author'])
      expect(await codeOf(`GET events/${id}`, { as })).toEqual([404, 'rest-event-not-found'])
  })

  it('protected, password missing or wrong: 403, for administrators too; right one, or context=edit: 200', async () => {
    const id = await idOf(create())
    await world.change(id, { password: 'secret' })
    for (const as of [undefined, 'administrator'])
      for (const more of ['', '&password=wrong', '&password=Secret'])
        expect(await codeOf(`GET events/${id}${more}`, { as })).toEqual([403, 'event-password-protected'])
    expect(await statusOf(`events/${id}&password=secret`)).toBe(200)
    expect(await statusOf('events/by-slug/fair&password=secret')).toBe(403)
    expect(await statusOf(`events/${id}&context=edit`, 'editor')).toBe(200)
    expect(await refusedOn(`GET events/${id}&password=`)).toEqual(['password'])
  })

  it('venue/organizer protected, not opened: there, but blank', async () => {
    const more = { password: 'secret', phone: '1', website: 'https://hall.example/', description: 'inside' }
    for (const [plural, noun, id] of [
      ['venues', 'venue', await world.venue('Hall', more)],
      ['organizers', 'organizer', await world.organizer('Club', more)],
    ] as const) {
      const shown = await get(`${plural}/${id}`)
      expect([shown[noun], shown['status']]).toEqual([noun === 'venue' ? 'Hall' : 'Club', 'publish'])
      for (const text of ['inside', 'hall.example']) expect(JSON.stringify(shown)).not.toContain(text)
      expect(await get(`${plural}/${id}&password=secret`)).toMatchObject({ phone: '1' })
    }
  })
})
