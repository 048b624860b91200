import { eventId, termId, type IsoTime, isoTime } from '../../../shared/kernel/brands.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { apiWorld, type ApiWorld } from '../../support/api-world.ts'
import { type Object, X, B, span, calxEvents } from '../../support/calx-writes.ts'
import { plusMs, msOfIso } from '../../../shared/kernel/time/calculate.ts'

let world: ApiWorld
beforeEach(async () => {
  world = await apiWorld()
})
afterEach(async () => {
  expect(world.reported).toEqual([])
  await world.close()
})
const { made, list, refusedOn, put } = calxEvents(() => world)

describe('03 §1.1 event object', () => {
  it('has every member, with the same instants, links and terms as the first generation', async () => {
    const venue = await world.venue('Main Hall', { address: '1 School Lane', city: 'Troy' })
    const organizer = await world.organizer('PTA', { email: 'pta@school.example' })
    const category = await world.term('cal_events_cat', 'Fairs')
    const tag = await world.term('post_tag', 'Music')
    const event = await made({
      title: 'Spring & Summer Fair',
      content: 'All welcome.',
      cost: '5-10',
      featured: true,
      venues: [venue],
      organizers: [organizer],
      cal_events_cat: [category],
      tags: [tag],
    })
    expect(event).toEqual({
      id: event.id,
      date: '2027-01-10T12:00:00',
      date_gmt: '2027-01-10T17:00:00',
      guid: { rendered: `https://school.example/?post_type=cal_events&#038;p=${event.id}` },
      modified: '2027-01-10T12:00:00',
      modified_gmt: '2027-01-10T17:00:00',
      slug: 'spring-summer-fair',
      status: 'publish',
      type: 'cal_events',
      link: 'https://school.example/event/spring-summer-fair/',
      title: { rendered: 'Spring &#038; Summer Fair' },
      content: { rendered: '<p>All welcome.</p>\n', protected: false },
      excerpt: { rendered: '<p>All welcome.</p>\n', protected: false },
      author: 2,
      featured_media: 0,
      template: '',
      tags: [tag],
      cal_events_cat: [category],
      class_list: [
        `post-${event.id}`,
        'cal_events',
        'type-cal_events',
        'status-publish',
        'cal_events_cat-fairs',
        'tag-music',
      ],
      start_date: '2027-05-08 10:00:00',
      start_date_utc: '2027-05-08 14:00:00',
      end_date: '2027-05-08 14:00:00',
      end_date_utc: '2027-05-08 18:00:00',
      dates: {
        start: { date: '2027-05-08 10:00:00.000000', timezone_type: 3, timezone: 'America/New_York' },
        start_utc: { date: '2027-05-08 14:00:00.000000', timezone_type: 3, timezone: 'UTC' },
        start_site: { date: '2027-05-08 10:00:00.000000', timezone_type: 3, timezone: 'America/New_York' },
        start_display: { date: '2027-05-08 10:00:00.000000', timezone_type: 3, timezone: 'America/New_York' },
        end: { date: '2027-05-08 14:00:00.000000', timezone_type: 3, timezone: 'America/New_York' },
        end_utc: { date: '2027-05-08 18:00:00.000000', timezone_type: 3, timezone: 'UTC' },
        end_site: { date: '2027-05-08 14:00:00.000000', timezone_type: 3, timezone: 'America/New_York' },
        end_display: { date: '2027-05-08 14:00:00.000000', timezone_type: 3, timezone: 'America/New_York' },
      },
      timezone: 'America/New_York',
      duration: 14_400,
      multiday: false,
      is_past: false,
      is_now: false,
      all_day: false,
      starts_this_week: null,
      ends_this_week: null,
      this_week_duration: null,
      happens_this_week: null,
      displays_on: [],
      featured: true,
      sticky: false,
      cost: '$5 – $10',
      organizer_names: ['PTA'],
      organizers: [expect.objectContaining({ id: organizer, email: 'pta@school.example' })],
      venues: [expect.objectContaining({ id: venue, address: '1 School Lane', type: 'cal_venue' })],
      schedule_details:
        '<span class="cal-event-date-start">May 8 @ 10:00 am</span> - <span class="cal-event-time">2:00 pm</span>',
      short_schedule_details:
        '<span class="cal-event-date-start">10:00 am</span> - <span class="cal-event-time">2:00 pm</span>',
    })
    const first = (await world.ask(`GET events/${event.id}`)).body as Object
    expect(first).toMatchObject({
      utc_start_date: '2027-05-08 14:00:00',
      utc_end_date: '2027-05-08 18:00:00',
      venue: { id: venue },
      organizer: [{ id: organizer }],
      categories: [{ id: category }],
      tags: [{ id: tag }],
      cost: '$5 – $10',
      featured: true,
    })
  })

  it('03-11 multiday counts local days; an end at midnight touches no further one', async () => {
    const days = async (start_date: string, end_date: string) =>
      (await made({ start_date, end_date }))['multiday']
    expect(await days('2027-05-08 10:00:00', '2027-05-10 09:00:00')).toBe(3)
    expect(await days('2027-05-08 10:00:00', '2027-05-08 23:59:59')).toBe(false)
    expect(await days('2027-05-08 22:00:00', '2027-05-09 00:00:00')).toBe(false)
    expect(await days('2027-05-08 22:00:00', '2027-05-09 00:00:01')).toBe(2)
  })

  it('is_now from the start until before the end, is_past after it, also in kept answers', async () => {
    const { id } = await made()
    // another one of the list, which the clock leaves as it is for longer
    await made({ start_date: '2027-05-09 10:00:00', end_date: '2027-05-09 14:00:00' })
    const at = async (utc: IsoTime) => {
      world.clock.ms = msOfIso(utc)
      const { body } = await world.ask(`GET ${X}/${id}`)
      const listed = (await world.ask(`GET ${X}`)).body as readonly Object[]
      const { is_now, is_past } = body as Object
      expect(listed.find(one => one.id === id)).toMatchObject({ is_now, is_past })
      return [is_now, is_past]
    }
    expect(await at(isoTime('2027-05-08T13:59:59Z'))).toEqual([false, false])
    expect(await at(isoTime('2027-05-08T14:00:00Z'))).toEqual([true, false])
    expect(await at(isoTime('2027-05-08T17:59:59Z'))).toEqual([true, false])
    expect(await at(isoTime('2027-05-08T18:00:00Z'))).toEqual([false, false])
    expect(await at(isoTime('2027-05-08T18:00:01Z'))).toEqual([false, true])
  })

  it('schedules of several days, of whole days and of no length', async () => {
    const told = async (sent: object) => {
      const { schedule_details, short_schedule_details } = await made(sent)
      return [schedule_details, short_schedule_details]
    }
    const start = (text: string) => `<span class="cal-event-date-start">${text}</span>`
    const end = (text: string) => `<span class="cal-event-date-end">${text}</span>`
    expect(await told({ end_date: '2027-05-09 14:30:00' })).toEqual([
      `${start('May 8 @ 10:00 am')} - ${end('May 9 @ 2:30 pm')}`,
      `${start('May 8 @ 10:00 am')} - ${end('May 9 @ 2:30 pm')}`,
    ])
    expect(await told({ all_day: true, end_date: '2027-05-09 14:30:00' })).toEqual([
      `${start('May 8')} - ${end('May 9')}`,
      `${start('May 8')} - ${end('May 9')}`,
    ])
    expect(await told({ all_day: true })).toEqual([start('May 8'), start('All day')])
    expect(await told({ end_date: span.start_date })).toEqual([start('May 8 @ 10:00 am'), start('10:00 am')])
    expect(await told({ start_date: '2028-05-08 08:00:00', end_date: '2028-05-08 09:30:00' })).toEqual([
      `${start('May 8, 2028 @ 8:00 am')} - <span class="cal-event-time">9:30 am</span>`,
      `${start('8:00 am')} - <span class="cal-event-time">9:30 am</span>`,
    ])
    const overNewYear = `${start('December 31, 2027 @ 8:00 pm')} - ${end('January 1, 2028 @ 1:00 am')}`
    expect(await told({ start_date: '2027-12-31 20:00:00', end_date: '2028-01-01 01:00:00' })).toEqual([
      overNewYear,
      overNewYear,
    ])
  })

  it('context=edit reaches the venues and organizers of it that the caller may edit', async () => {
    const { id } = await made({
      venues: [await world.venue('Hall', { author: 3, description: 'V' })],
      organizers: [await world.organizer('PTA', { author: 2 })],
    })
    const asked = async (as: string, context: string) =>
      (await world.ask(`GET ${X}/${id}&context=${context}`, { as })).body as Object
    const raw = { title: { raw: 'Hall' }, content: { raw: 'V' } }
    expect(await asked('editor', 'edit')).toMatchObject({
      venues: [raw],
      organizers: [{ title: { raw: 'PTA' } }],
    })
    expect((await world.ask(`GET ${X}&context=edit`, { as: 'editor' })).body).toMatchObject([
      { venues: [raw] },
    ])
    for (const context of ['view', 'embed'])
      expect(JSON.stringify(await asked('editor', context))).not.toContain('"raw"')
  })

  it('terms are told by name, whatever order they were sent in', async () => {
    const [b, a, c] = [
      await world.term('cal_events_cat', 'b'),
      await world.term('cal_events_cat', 'Á'),
      await world.term('cal_events_cat', 'C'),
    ]
    const { id, class_list: classes, cal_events_cat: ids } = await made({ cal_events_cat: [c, b, a] })
    expect(ids).toEqual([a, b, c])
    expect(classes).toEqual(
      expect.arrayContaining(['cal_events_cat-a', 'cal_events_cat-b', 'cal_events_cat-c']),
    )
    const shown = (await world.ask(`GET events/${id}`)).body as { categories: { id: number }[] }
    expect(shown.categories.map(term => term.id)).toEqual([a, b, c])
    const before = await world.revisionOf(id)
    await world.ask(`PATCH events/${id}`, { body: { categories: [a, b, c] }, as: 'editor' })
    expect(await world.revisionOf(id)).toBe(before)
  })

  it('excerpt: the first 55 words of the content', async () => {
    const words = Array.from({ length: 56 }, (_, n) => `w${n}`)
    const { excerpt } = await made({ content: `<p>${words.join(' ')}</p>` })
    expect(excerpt).toEqual({
      rendered: `<p>${words.slice(0, 55).join(' ')} [&hellip;]</p>\n`,
      protected: false,
    })
  })

  it('zones without a name are offsets', async () => {
    const { dates } = (await made({ timezone: 'UTC+5:30' })) as unknown as { dates: { start: object } }
    expect(dates.start).toEqual({
      date: '2027-05-08 10:00:00.000000',
      timezone_type: 1,
      timezone: '+05:30',
    })
  })

  it('a protected event keeps its shell, and is whole in the context of those who edit it', async () => {
    const organizer = await world.organizer('PTA')
    const { id } = await made({ content: 'Secret', organizers: [organizer], cost: '5', featured: true })
    await world.change(id, { password: 'x' })
    const shut = (await world.ask(`GET ${X}/${id}`)).body
    expect(shut).toMatchObject({
      id,
      title: { rendered: 'Fair' },
      content: { rendered: '', protected: true },
      excerpt: { rendered: '', protected: true },
      start_date: '2027-05-08 10:00:00',
      timezone: 'America/New_York',
      duration: 0,
      multiday: null,
      all_day: null,
      featured: null,
      sticky: null,
      cost: '',
      organizers: [],
      venues: [],
      organizer_names: [],
      schedule_details: '',
      tags: [],
    })
    expect((await world.ask(`GET ${X}/${id}&context=edit`, { as: 'editor' })).body).toMatchObject({
      content: { raw: 'Secret', rendered: '<p>Secret</p>\n', protected: true },
      title: { raw: 'Fair', rendered: 'Fair' },
      guid: { raw: `https://school.example/?post_type=cal_events&p=${id}` },
      password: 'x',
      generated_slug: 'fair',
      permalink_template: 'https://school.example/event/%slug%/',
      organizers: [{ id: organizer }],
    })
  })
})

describe('03 §1.3 context', () => {
  it('edit needs the edit right; on lists that on the items of others', async () => {
    const { id } = await made({}, 'author')
    for (const path of [`${X}/${id}`, X]) {
      const guest = await world.ask(`GET ${path}&context=edit`)
      expect([guest.status, guest.body]).toMatchObject([401, { code: 'rest_forbidden_context' }])
    }
    expect((await world.ask(`GET ${X}/${id}&context=edit`, { as: 'author' })).status).toBe(200)
    expect((await world.ask(`GET ${X}/${id}&context=edit`, { as: 'other' })).status).toBe(403)
    expect((await world.ask(`GET ${X}&context=edit`, { as: 'author' })).status).toBe(403)
    expect((await list('&context=edit', 'editor')).ids).toEqual([id])
  })
  it('embed leaves a part of the shared members, and all of the calendar', async () => {
    const { id } = await made()
    const body = (await world.ask(`GET ${X}/${id}&context=embed`)).body as Object
    expect(Object.keys(body).slice(0, 11)).toEqual([
      ...['id', 'date', 'slug', 'type', 'link', 'title', 'excerpt', 'author', 'featured_media'],
      ...['start_date', 'start_date_utc'],
    ])
    expect(body).not.toHaveProperty('class_list')
  })
})

describe('03 §2.1 list', () => {
  it('03-4 pages: totals, and links that keep every argument', async () => {
    for (let n = 0; n < 25; n++) await made({ title: `E${n}` })
    const { headers, body } = await list('&per_page=10&page=2&search=E&_fields=id')
    expect(headers).toMatchObject({ 'x-core-total': '25', 'x-core-totalpages': '3' })
    expect(headers['link']).toEqual([
      expect.stringContaining('rel="index"'),
      `<${B}/events&per_page=10&search=E&_fields=id&page=1>; rel="prev", ` +
        `<${B}/events&per_page=10&search=E&_fields=id&page=3>; rel="next"`,
    ])
    expect(body).toHaveLength(10)
    const past = await world.ask(`GET ${X}&per_page=10&page=4`)
    expect([past.status, past.body]).toMatchObject([404, { code: 'event-archive-page-not-found' }])
    refusedOn(await world.ask(`GET ${X}&per_page=101`), { per_page: 'rest_out_of_bounds' })
  })
  it('an empty first page is an empty list', async () => {
    const { text, headers } = await list('&page=1')
    expect([text, headers['x-core-total'], headers['x-core-totalpages']]).toEqual(['[]', '0', '0'])
  })
  it('03-1 03-2 03-3 dates are exact, of the own wall clock, and have no default', async () => {
    const { id } = await made({ start_date: '2026-12-10 10:00:00', end_date: '2026-12-10 11:00:00' })
    const ids = async (query: string) => (await list(query)).ids
    expect(await ids('')).toEqual([id])
    expect(await ids('&start_date=2026-12-10&end_date=2026-12-10')).toEqual([id])
    expect(await ids('&start_date=2026-12-10&end_date=2026-12-10 00:00:00')).toEqual([])
    expect(await ids('&starts_after=2026-12-10 10:00:00')).toEqual([])
    expect(await ids('&start_date=2026-12-10 10:00:00')).toEqual([id])
    expect(await ids('&start_date=2026-12-10T15:00:00Z')).toEqual([id])
    expect(await ids('&start_date=2026-12-10T15:00:01Z')).toEqual([])
    expect(await ids('&ends_before=2026-12-10 11:00:00')).toEqual([])
    expect(await ids('&end_date=2026-12-10 11:00:00')).toEqual([id])
    for (const name of ['start_date', 'ends_after'])
      for (const value of ['', 'soon', '2026-02-30'])
        refusedOn(await world.ask(`GET ${X}&${name}=${value}`), { [name]: 'rest_invalid_date' })
  })
  it('categories with descendants, tags, venues and organizers: OR inside, AND between; unknown ids match nothing', async () => {
    const parent = await world.term('cal_events_cat', 'Sports')
    const child = await world.term('cal_events_cat', 'Football', { parent: termId(parent) })
    const tag = await world.term('post_tag', 'Loud')
    const venue = await world.venue('Gym')
    const one = await made({ cal_events_cat: [child], venues: [venue] })
    const two = await made({ cal_events_cat: [parent], tags: [tag] })
    const ids = async (query: string) => (await list(query)).ids
    expect(await ids(`&categories=${parent}`)).toEqual([one.id, two.id])
    expect(await ids(`&categories=${child}`)).toEqual([one.id])
    expect(await ids(`&categories=${parent}&tags[]=${tag}`)).toEqual([two.id])
    expect(await ids(`&venue=${venue}, 998 999`)).toEqual([one.id])
    expect(await ids('&categories=99999')).toEqual([])
    refusedOn(await world.ask(`GET ${X}&categories=sports`), { categories: 'rest_invalid_type' })
    expect((await list('&search=')).ids).toEqual([one.id, two.id])
  })
  it('featured, ticketed, parents, hidden ones', async () => {
    const plain = await made()
    const featured = await made({ featured: true })
    await world.change(plain.id, { hidden: true, parent: eventId(featured.id) })
    const ids = async (query: string) => (await list(query)).ids
    expect(await ids('')).toEqual([plain.id, featured.id])
    expect(await ids('&featured=true')).toEqual([featured.id])
    expect(await ids('&featured=false')).toEqual([plain.id])
    expect(await ids('&ticketed=true')).toEqual([])
    expect(await ids('&ticketed=0')).toEqual([plain.id, featured.id])
    expect(await ids(`&post_parent=${featured.id}`)).toEqual([plain.id])
    expect(await ids('&post_parent=99999')).toEqual([])
  })
  it('03-5 statuses: what the caller cannot read is dropped', async () => {
    const published = await made()
    const mine = await made({ status: 'draft' }, 'contributor')
    const other = await made({ status: 'draft' }, 'author')
    const drafts = await list('&status[]=draft', 'contributor')
    expect([drafts.ids, drafts.headers['x-core-total']]).toEqual([[mine.id], '1'])
    expect((await list('&status=draft')).ids).toEqual([])
    expect((await list('&status=publish,draft')).ids).toEqual([published.id])
    expect((await list('&status=draft', 'editor')).ids).toEqual([mine.id, other.id])
    expect((await list('', 'editor')).ids).toEqual([published.id])
    refusedOn(await world.ask(`GET ${X}&status=trash`), { status: 'rest_not_in_enum' })
    refusedOn(await world.ask(`GET ${X}&status=`), { status: 'rest_too_short' })
  })
  it('orders, ties by id', async () => {
    const b = await made({ title: 'banana', start_date: '2027-05-08 09:00:00', date: '2027-01-02T00:00:00' })
    const a = await made({ title: 'Apple', sticky: true, date: '2027-01-03T00:00:00' })
    const c = await made({ title: 'Apple', date: '2027-01-01T00:00:00' })
    world.clock.ms = plusMs(world.clock.ms, 1_000)
    await put(b.id, { cost: '1' })
    const ids = async (query: string) => (await list(query)).ids
    expect(await ids('')).toEqual([b.id, a.id, c.id])
    expect(await ids('&order=DESC')).toEqual([a.id, c.id, b.id])
    expect(await ids('&orderby=title')).toEqual([a.id, c.id, b.id])
    expect(await ids('&orderby=title&order=DESC')).toEqual([b.id, a.id, c.id])
    expect(await ids('&orderby=date')).toEqual([c.id, b.id, a.id])
    expect(await ids('&orderby=menu_order')).toEqual([a.id, b.id, c.id])
    expect(await ids('&orderby=modified&order=DESC')).toEqual([b.id, a.id, c.id])
    expect(await ids('&order=desc')).toEqual([a.id, c.id, b.id])
    refusedOn(await world.ask(`GET ${X}&order=down`), { order: 'rest_not_in_enum' })
    refusedOn(await world.ask(`GET ${X}&orderby=id`), { orderby: 'rest_not_in_enum' })
  })
})
