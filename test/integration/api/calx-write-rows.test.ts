import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { apiWorld, type Answered, type ApiWorld } from '../../support/api-world.ts'

/* One test for each row of the tables about writes of the second generation, named by its label. */

let world: ApiWorld
beforeEach(async () => {
  world = await apiWorld()
})
afterEach(async () => {
  expect(world.reported).toEqual([])
  await world.close()
})

type Plural = 'events' | 'venues' | 'organizers'
type Object = Readonly<Record<string, unknown>> & { readonly id: number }
const PLURALS: readonly Plural[] = ['events', 'venues', 'organizers']
const span = { start_date: '2027-05-08 10:00:00', end_date: '2027-05-08 14:00:00' }

const make = (plural: Plural, sent: object = {}, as = 'editor') =>
  world.ask(`POST /calx/v1/${plural}`, {
    body: { title: 'Fair', ...(plural === 'events' ? span : {}), ...sent },
    as,
  })
const made = async (plural: Plural, sent: object = {}, as = 'editor'): Promise<Object> => {
  const { status, body, text } = await make(plural, sent, as)
  expect(status, text).toBe(201)
  return body as Object
}
const patch = async (plural: Plural, id: number, body: object, as = 'editor') =>
  (await world.ask(`PATCH /calx/v1/${plural}/${id}`, { body, as })).body as Object
const first = async (plural: Plural, id: number) =>
  (await world.ask(`GET ${plural}/${id}`, { as: 'editor' })).body as Object
const problemsOf = ({ status, body, text }: Answered) => {
  expect(status, text).toBe(400)
  const { code, data } = body as { code: string; data: { details: Record<string, { code: string }> } }
  expect(code).toBe('rest_invalid_param')
  return Object.fromEntries(Object.entries(data.details).map(([name, { code: one }]) => [name, one]))
}
const refused = async (plural: Plural, sent: object, as = 'editor') =>
  problemsOf(await make(plural, sent, as))

/** Whether an update is recorded; of what is stored and not returned nothing else tells. */
const isRecorded = async (plural: Plural, id: number, body: object): Promise<boolean> => {
  const noun = { events: 'event', venues: 'venue', organizers: 'organizer' } as const
  const before = await world.revisionOf(id, noun[plural])
  await patch(plural, id, body)
  return (await world.revisionOf(id, noun[plural])) !== before
}

describe('03 §3 events', () => {
  it('0 in a list is none, on create and update', async () => {
    const names = ['tags', 'cal_events_cat', 'organizers', 'venues'] as const
    const known = {
      tags: [await world.term('post_tag', 'T')],
      cal_events_cat: [await world.term('cal_events_cat', 'C')],
      organizers: [await world.organizer('PTA')],
      venues: [await world.venue('Hall')],
    }
    const all = (value: unknown) => Object.fromEntries(names.map(name => [name, value]))
    const none = all([])
    for (const sent of [0, '0', [0], ['0'], '']) {
      expect(await made('events', all(sent))).toMatchObject(none)
      const { id } = await made('events', known)
      expect(await patch('events', id, all(sent))).toMatchObject(none)
    }
    expect(await made('events', { tags: [0, ...known.tags] })).toMatchObject({ tags: known.tags })
  })

  it('shows maps of new events, and an update leaves that as it is', async () => {
    const { id } = await made('events')
    expect(await first('events', id)).toMatchObject({ show_map: true, show_map_link: true })
    await world.ask(`PATCH events/${id}`, { body: { show_map: false }, as: 'editor' })
    await patch('events', id, { title: 'Else' })
    expect(await first('events', id)).toMatchObject({ show_map: false, show_map_link: true })
  })
})

describe.each(PLURALS)('03 §3 members that all kinds have (%s)', plural => {
  it('title: an HTML text that nothing can be without', async () => {
    expect(await made(plural, { title: 'A <b>b</b> & c' })).toMatchObject({
      title: { rendered: 'A <b>b</b> &#038; c' },
    })
    const own = plural === 'events' ? span : {}
    const without = await world.ask(`POST /calx/v1/${plural}`, { body: own, as: 'editor' })
    expect(problemsOf(without)).toEqual({ title: 'rest_property_required' })
    expect(Object.keys(await refused(plural, { title: '' }))).toEqual(['title'])
  })

  it('content, excerpt: safe HTML is kept, "" clears', async () => {
    const html = { content: '<p>A <em>b</em></p>', excerpt: '<p>C</p><script>x()</script>' }
    const { id, content, excerpt } = await made(plural, html, 'author')
    expect([content, excerpt]).toMatchObject([
      { rendered: '<p>A <em>b</em></p>\n' },
      { rendered: '<p>C</p>\n' },
    ])
    expect(await patch(plural, id, { content: '', excerpt: '' }, 'author')).toMatchObject({
      content: { rendered: '' },
      excerpt: { rendered: '' },
    })
    expect(await made(plural)).toMatchObject({ content: { rendered: '' }, excerpt: { rendered: '' } })
  })

  it('date, date_gmt: now by default, one form', async () => {
    expect(await made(plural)).toMatchObject({ date: '2027-01-10T12:00:00', date_gmt: '2027-01-10T17:00:00' })
    for (const sent of [
      { date: '2027-01-02T03:04:05' },
      { date: '2027-01-02 03:04:05' },
      { date: '2027-01-02T08:04:05Z' },
      { date: '2027-01-02T03:04:05.5-05:00' },
      { date_gmt: '2027-01-02T08:04:05' },
    ])
      expect(await made(plural, sent), JSON.stringify(sent)).toMatchObject({
        date: '2027-01-02T03:04:05',
        date_gmt: '2027-01-02T08:04:05',
      })
    for (const wrong of ['2027-01-02', '2027-01-02T03:04', '02.01.2027 03:04:05', 'now', ''])
      expect(await refused(plural, { date: wrong }), wrong).toEqual({ date: 'rest_invalid_pattern' })
  })

  it('slug: from the title, "" is ignored', async () => {
    expect(await made(plural, { title: 'Élan Vital' })).toMatchObject({ slug: 'elan-vital' })
    expect(await made(plural, { title: 'Élan Vital', slug: '' })).toMatchObject({ slug: 'elan-vital-2' })
    const { id } = await made(plural, { slug: 'Own Slug' })
    expect(await patch(plural, id, { slug: '' })).toMatchObject({ slug: 'own-slug' })
  })

  it('status: publish by default, draft for those who may not publish', async () => {
    expect(await made(plural)).toMatchObject({ status: 'publish' })
    expect(await made(plural, {}, 'contributor')).toMatchObject({ status: 'draft' })
    for (const status of ['publish', 'pending', 'draft', 'private'])
      expect(await made(plural, { status })).toMatchObject({ status })
    expect(await made(plural, { date: '2027-02-01T00:00:00' })).toMatchObject({ status: 'future' })
    expect(await made(plural, { status: 'publish' }, 'contributor')).toMatchObject({ status: 'pending' })
    expect(await refused(plural, { status: 'trash' })).toEqual({ status: 'rest_not_in_enum' })
  })

  it('author: the caller by default, else a user there is', async () => {
    expect(await made(plural, {}, 'author')).toMatchObject({ author: 3 })
    expect(await made(plural, { author: 4 })).toMatchObject({ author: 4 })
    expect(await refused(plural, { author: 99 })).toEqual({ author: 'rest_unknown_id' })
  })

  it('featured_media: an image there is, 0 clears', async () => {
    const { id, featured_media } = await made(plural, { featured_media: world.imageId })
    expect(featured_media).toBe(world.imageId)
    expect(await patch(plural, id, { featured_media: 0 })).toMatchObject({ featured_media: 0 })
    expect(await made(plural)).toMatchObject({ featured_media: 0 })
    expect(await refused(plural, { featured_media: 77 })).toEqual({ featured_media: 'rest_invalid_image' })
  })

  it('comment_status, ping_status: open or closed', async () => {
    const { id } = await made(plural, { comment_status: 'closed' })
    expect(await isRecorded(plural, id, { comment_status: 'closed', ping_status: 'open' })).toBe(false)
    expect(await isRecorded(plural, id, { comment_status: 'open' })).toBe(true)
    expect(await isRecorded(plural, id, { ping_status: 'closed' })).toBe(true)
    expect(await refused(plural, { comment_status: 'maybe', ping_status: 'OPEN' })).toEqual({
      comment_status: 'rest_not_in_enum',
      ping_status: 'rest_not_in_enum',
    })
  })

  it('format: one of ten', async () => {
    const { id } = await made(plural)
    expect(await isRecorded(plural, id, { format: 'standard' })).toBe(false)
    for (const format of ['aside', 'chat', 'gallery', 'link', 'image', 'quote', 'status', 'video', 'audio'])
      expect(await isRecorded(plural, id, { format }), format).toBe(true)
    expect(await refused(plural, { format: 'poem' })).toEqual({ format: 'rest_not_in_enum' })
  })

  it('template: returned', async () => {
    expect(await made(plural, { template: 'wide.html' })).toMatchObject({ template: 'wide.html' })
    expect(await made(plural)).toMatchObject({ template: '' })
  })

  it('sticky: false without', async () => {
    const { id } = await made(plural, { sticky: true })
    if (plural === 'events') {
      expect(await first(plural, id)).toMatchObject({ sticky: true })
      expect(await made(plural)).toMatchObject({ sticky: false })
    }
    expect(await isRecorded(plural, id, { sticky: 'true' })).toBe(false)
    expect(await isRecorded(plural, id, { sticky: false })).toBe(true)
    expect(await refused(plural, { sticky: 'perhaps' })).toEqual({ sticky: 'rest_invalid_type' })
  })

  it('tags: tags there are, [] clears', async () => {
    const tag = await world.term('post_tag', 'Loud')
    const category = await world.term('cal_events_cat', 'Fairs')
    const { id } = await made(plural, { tags: [tag, tag] })
    if (plural === 'events') expect(await patch(plural, id, {})).toMatchObject({ tags: [tag] })
    expect(
      (await world.ask(`PATCH /calx/v1/${plural}/${id}`, { body: { tags: [] }, as: 'editor' })).status,
    ).toBe(200)
    if (plural === 'events') expect(await patch(plural, id, {})).toMatchObject({ tags: [] })
    expect(await refused(plural, { tags: [category] })).toEqual({ tags: 'rest_unknown_id' })
    expect(await refused(plural, { tags: 'loud' })).toEqual({ tags: 'rest_invalid_type' })
  })
})

describe('03 §3 members of events', () => {
  it('Event: cal_events_cat: categories there are', async () => {
    const [one, two] = [
      await world.term('cal_events_cat', 'Fairs'),
      await world.term('cal_events_cat', 'Sports'),
    ]
    const tag = await world.term('post_tag', 'Loud')
    const { id, cal_events_cat } = await made('events', { cal_events_cat: [two, one, two] })
    expect(cal_events_cat).toEqual([one, two])
    expect(await patch('events', id, { cal_events_cat: [] })).toMatchObject({ cal_events_cat: [] })
    expect(await refused('events', { cal_events_cat: [tag] })).toEqual({ cal_events_cat: 'rest_unknown_id' })
  })

  it('start_date, start_date_utc, end_date, end_date_utc: one form', async () => {
    const utc = { start_date_utc: '2027-05-08 14:00:00', end_date_utc: '2027-05-08 18:00:00' }
    expect(await made('events', { start_date: undefined, end_date: undefined, ...utc })).toMatchObject(span)
    for (const name of ['start_date', 'start_date_utc', 'end_date', 'end_date_utc'])
      for (const wrong of [
        '2027-05-08T10:00:00',
        '2027-05-08',
        '2027-05-08 10:00:00+02:00',
        '2027-05-08 10:00',
        1804654800,
      ])
        expect(Object.keys(await refused('events', { [name]: wrong })), `${name} ${wrong}`).toEqual([name])
  })

  it('timezone, duration, all_day: the site zone, none, false', async () => {
    expect(await made('events')).toMatchObject({
      timezone: 'America/New_York',
      duration: 14_400,
      all_day: false,
    })
    expect(await made('events', { timezone: 'Europe/Paris' })).toMatchObject({
      timezone: 'Europe/Paris',
      start_date_utc: '2027-05-08 08:00:00',
    })
    expect(await made('events', { end_date: undefined, duration: 0 })).toMatchObject({
      end_date: span.start_date,
      duration: 0,
    })
    expect(await made('events', { all_day: true })).toMatchObject({
      start_date: '2027-05-08 00:00:00',
      end_date: '2027-05-08 23:59:59',
      all_day: true,
    })
    expect(await refused('events', { timezone: 'Mars/Olympus', duration: -1, all_day: 'some' })).toEqual({
      timezone: 'rest_invalid_timezone',
      duration: 'rest_out_of_bounds',
      all_day: 'rest_invalid_type',
    })
  })

  it('featured: false without', async () => {
    expect(await made('events')).toMatchObject({ featured: false })
    const { id } = await made('events', { featured: '1' })
    expect(await patch('events', id, {})).toMatchObject({ featured: true })
    expect(await patch('events', id, { featured: false })).toMatchObject({ featured: false })
  })

  it('cost: a text, as the first generation shows it', async () => {
    expect(await made('events')).toMatchObject({ cost: '' })
    expect(await made('events', { cost: '5-10' })).toMatchObject({ cost: '$5 – $10' })
    expect(await refused('events', { cost: 5 })).toEqual({ cost: 'rest_invalid_type' })
  })

  it('organizers, venues: published or editable ones, in order, all of them', async () => {
    const venues = [await world.venue('A'), await world.venue('B'), await world.venue('C')]
    const organizer = await world.organizer('PTA')
    const sent = { venues: [venues[2], venues[0], venues[1]], organizers: [organizer] }
    const event = await made('events', sent)
    const idsOf = (member: string) => (event[member] as readonly Object[]).map(({ id }) => id)
    expect([idsOf('venues'), idsOf('organizers')]).toEqual([sent.venues, sent.organizers])
    const draft = await world.venue('Draft', { status: 'draft', author: 3 })
    await made('events', { venues: [draft] }, 'author')
    expect(await refused('events', { venues: [draft] }, 'other')).toEqual({ venues: 'rest_unknown_id' })
    expect(await refused('events', { organizers: [event.id], venues: [99_999] })).toEqual({
      organizers: 'rest_unknown_id',
      venues: 'rest_unknown_id',
    })
  })
})

describe('03 §3 members of organizers and venues', () => {
  it('Organizer: phone (format tel: free one-line text), website (uri), email (email): "" clears', async () => {
    const sent = { phone: 'ask\nAnna', website: 'https://pta.example/', email: 'pta@school.example' }
    const { id, ...shown } = await made('organizers', sent)
    expect(shown).toMatchObject({ ...sent, phone: 'ask Anna' })
    const cleared = { phone: '', website: '', email: '' }
    expect(await patch('organizers', id, cleared)).toMatchObject(cleared)
    expect(await made('organizers')).toMatchObject(cleared)
    expect(await refused('organizers', { website: 'pta', email: 'nobody' })).toEqual({
      website: 'rest_invalid_uri',
      email: 'rest_invalid_email',
    })
  })

  it('Venue: address, country, city, state_province, state, province, zip, phone: "" clears', async () => {
    const sent = {
      ...{ address: '1 School Lane', country: 'United States', city: 'Troy', state_province: 'NY' },
      ...{ state: 'NY', province: 'P', zip: '12180', phone: '+1 555' },
    }
    const { id, ...shown } = await made('venues', sent)
    expect(shown).toMatchObject(sent)
    expect(await first('venues', id)).toMatchObject({ stateprovince: 'NY', address: '1 School Lane' })
    const cleared = Object.fromEntries(Object.keys(sent).map(name => [name, '']))
    expect(await patch('venues', id, cleared)).toMatchObject(cleared)
    expect(await made('venues')).toMatchObject(cleared)
    expect(Object.keys(await refused('venues', { city: 5, zip: ['1'] }))).toEqual(['city', 'zip'])
  })

  it('website (venue): an address', async () => {
    const { id, website } = await made('venues', { website: 'https://hall.example/?a=1&b=2' })
    expect(website).toBe('https://hall.example/?a=1&b=2')
    expect(await patch('venues', id, { website: '' })).toMatchObject({ website: '' })
    expect(await refused('venues', { website: 'javascript:alert(1)' })).toEqual({
      website: 'rest_invalid_uri',
    })
  })
})

describe.each([
  ['events', 'event'],
  ['venues', 'venue'],
  ['organizers', 'organizer'],
] as const)('03 §5 who is told what (%s)', (plural, noun) => {
  const told = async (method: string, id: number, as?: string) => {
    const { status, body } = await world.ask(`${method} /calx/v1/${plural}/${id}`, {
      ...(as === undefined ? {} : { as }),
      ...(method === 'GET' ? {} : { body: {} }),
    })
    return `${status} ${String((body as { code?: string }).code)}`
  }
  const writes = async (id: number, as?: string) =>
    new Set([await told('PUT', id, as), await told('PATCH', id, as), await told('DELETE', id, as)])
  const other = () => made(plural === 'events' ? 'venues' : 'events')

  it('unknown id, other type: not found, for writes after the right to create', async () => {
    for (const id of [99_999, (await other()).id]) {
      for (const as of [undefined, 'editor'])
        expect(await told('GET', id, as)).toBe(`404 rest-${noun}-not-found`)
      expect(await writes(id)).toEqual(new Set(['401 rest_forbidden']))
      expect(await writes(id, 'subscriber')).toEqual(new Set(['403 rest_forbidden']))
      expect(await writes(id, 'author')).toEqual(new Set([`404 rest-${noun}-not-found`]))
    }
  })

  it('exists, not readable: a guest is told that there is nothing', async () => {
    const { id } = await made(plural, { status: 'private' }, 'author')
    expect(await told('GET', id)).toBe(`404 rest-${noun}-not-found`)
    expect(await told('GET', id, 'other')).toBe(`403 ${noun}-not-accessible`)
    expect(await writes(id)).toEqual(new Set(['401 rest_forbidden']))
    expect(await writes(id, 'other')).toEqual(new Set(['403 rest_forbidden']))
  })

  it('trashed: 410 for those who may edit', async () => {
    const { id } = await made(plural, {}, 'author')
    await world.ask(`DELETE /calx/v1/${plural}/${id}`, { as: 'author' })
    for (const as of ['author', 'editor']) {
      expect(await told('GET', id, as)).toBe(`410 ${noun}-no-longer-available`)
      expect(await writes(id, as)).toEqual(new Set([`410 ${noun}-is-in-trash`]))
    }
    for (const as of [undefined, 'other'])
      expect(await told('GET', id, as)).toBe(`404 rest-${noun}-not-found`)
    expect(await writes(id)).toEqual(new Set(['401 rest_forbidden']))
    expect(await writes(id, 'other')).toEqual(new Set([`404 rest-${noun}-not-found`]))
    expect(await patch(plural, id, { status: 'draft' }, 'author')).toMatchObject({ status: 'draft' })
  })
})
