import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { apiWorld, type ApiWorld } from '../../support/api-world.ts'
import { X, span, calxEvents } from '../../support/calx-writes.ts'

let world: ApiWorld
beforeEach(async () => {
  world = await apiWorld()
})
afterEach(async () => {
  expect(world.reported).toEqual([])
  await world.close()
})
const { make, made, refusedOn, put } = calxEvents(() => world)

describe('03 §3 create', () => {
  it('03-6 what an event needs is named at once; a duration stands for the end', async () => {
    refusedOn(await world.ask(`POST ${X}`, { body: {}, as: 'editor' }), {
      title: 'rest_property_required',
      start_date: 'rest_property_required',
      end_date: 'rest_property_required',
    })
    const body = { title: 'T', start_date: '2027-05-01 10:00:00', duration: 3600 }
    const { status, headers, body: event } = await world.ask(`POST ${X}`, { body, as: 'editor' })
    expect([status, headers['location']]).toEqual([201, undefined])
    expect(event).toMatchObject({ end_date: '2027-05-01 11:00:00', duration: 3600 })
    refusedOn(await make({ title: '' }), { title: 'rest_too_short' })
  })
  it('03-7 forms of dates', async () => {
    refusedOn(await make({ start_date: '2027-12-20T10:00:00' }), { start_date: 'rest_invalid_pattern' })
    refusedOn(await make({ start_date: 20271220 }), { start_date: 'rest_invalid_type' })
    refusedOn(await make({ start_date: '2027-02-30 10:00:00' }), { start_date: 'rest_invalid_date' })
    refusedOn(await make({ date: '2020-01-01' }), { date: 'rest_invalid_pattern' })
    expect(await made({ date: '2020-01-01 05:00:00' })).toMatchObject({ date: '2020-01-01T05:00:00' })
    refusedOn(await make({ date: '2020-01-01 05:00:00', date_gmt: '2020-01-01 05:00:00' }), {
      date_gmt: 'rest_inconsistent_dates',
    })
  })
  it('03-8 durations', async () => {
    refusedOn(await make({ duration: -5 }), { duration: 'rest_out_of_bounds' })
    refusedOn(await make({ duration: 'abc' }), { duration: 'rest_invalid_type' })
    refusedOn(await make({ end_date: '2027-05-08 11:00:00', duration: 7200 }), {
      duration: 'rest_inconsistent_dates',
    })
    expect(await made({ end_date: '2027-05-08 10:00:00', duration: 0 })).toMatchObject({ duration: 0 })
  })
  it('03 §3 what is refused by itself leaves nothing missing that it would have given', async () => {
    const ask = (dates: object) => world.ask(`POST ${X}`, { body: { title: 'T', ...dates }, as: 'editor' })
    const start_date = '2027-05-08 10:00:00'
    refusedOn(await ask({ start_date, duration: -5 }), { duration: 'rest_out_of_bounds' })
    refusedOn(await ask({ start_date: '2027-05-08T10:00:00', duration: 60 }), {
      start_date: 'rest_invalid_pattern',
    })
    refusedOn(await ask({ end_date: start_date, duration: 'long' }), { duration: 'rest_invalid_type' })
    refusedOn(await ask({ start_date_utc: 'soon', duration: null }), {
      start_date_utc: 'rest_invalid_pattern',
      end_date: 'rest_property_required',
    })
    refusedOn(await ask({ duration: -5 }), {
      start_date: 'rest_property_required',
      end_date: 'rest_property_required',
      duration: 'rest_out_of_bounds',
    })
  })
  it.each([
    ['04-13', { start_date: '2027-09-01 09:00:00', duration: 5400 }, '13:00:00', '14:30:00', 5400],
    ['04-14', { end_date: '2027-09-01 12:00:00', duration: 3600 }, '15:00:00', '16:00:00', 3600],
    [
      '04-15',
      {
        start_date_utc: '2027-12-01 15:00:00',
        end_date_utc: '2027-12-01 16:00:00',
        timezone: 'Europe/Paris',
      },
      '15:00:00',
      '16:00:00',
      3600,
    ],
    ['04-16', { start_date: '2027-03-13 12:00:00', duration: 86_400 }, '17:00:00', '17:00:00', 86_400],
  ])('%s', async (_, dates, start, end, duration) => {
    const { status, body, text } = await world.ask(`POST ${X}`, {
      body: { title: 'T', ...dates },
      as: 'editor',
    })
    expect(status, text).toBe(201)
    const event = body as { start_date_utc: string; end_date_utc: string; duration: number }
    expect([event.start_date_utc.slice(11), event.end_date_utc.slice(11), event.duration]).toEqual([
      start,
      end,
      duration,
    ])
  })
  it('04 §4 a UTC member must mean the instant of its local one', async () => {
    refusedOn(await make({ start_date_utc: '2027-05-08 13:00:00' }), {
      start_date_utc: 'rest_inconsistent_dates',
    })
    expect(await made({ start_date_utc: '2027-05-08 14:00:00' })).toMatchObject({ duration: 14_400 })
    // beside what is missing
    const { start_date } = span
    const body = { title: 'T', start_date, start_date_utc: '2027-05-08 13:00:00' }
    refusedOn(await world.ask(`POST ${X}`, { body, as: 'editor' }), {
      start_date_utc: 'rest_inconsistent_dates',
      end_date: 'rest_property_required',
    })
  })
  it('03-9 references must be there', async () => {
    refusedOn(await make({ organizers: [99_999] }), { organizers: 'rest_unknown_id' })
    refusedOn(await make({ organizers: 'abc' }), { organizers: 'rest_invalid_type' })
    refusedOn(await make({ cal_events_cat: ['x'] }), { cal_events_cat: 'rest_invalid_type' })
    const tag = await world.term('post_tag', 'Loud')
    refusedOn(await make({ cal_events_cat: [tag], featured_media: 77, author: 99 }), {
      author: 'rest_unknown_id',
      featured_media: 'rest_invalid_image',
      cal_events_cat: 'rest_unknown_id',
    })
    expect(await made({ featured_media: world.imageId })).toMatchObject({ featured_media: world.imageId })
    const own = await world.venue('Draft hall', { status: 'draft', author: 3 })
    expect((await make({ venues: [own] }, 'author')).status).toBe(201)
    refusedOn(await make({ venues: [own] }, 'other'), { venues: 'rest_unknown_id' })
    const trashed = await world.venue('Old hall')
    await world.trashVenue(trashed)
    refusedOn(await make({ venues: [trashed] }), { venues: 'rest_unknown_id' })
    refusedOn(await make({ venues: Array.from({ length: 101 }, (_, n) => n + 1) }), {
      venues: 'rest_too_many_items',
    })
  })
  it('enums, lists and flags of the wrong kind', async () => {
    refusedOn(
      await make({
        status: 'trash',
        comment_status: 'maybe',
        format: 'poem',
        cost: 5,
        sticky: 'perhaps',
        timezone: 'Mars/Olympus',
      }),
      {
        status: 'rest_not_in_enum',
        comment_status: 'rest_not_in_enum',
        format: 'rest_not_in_enum',
        cost: 'rest_invalid_type',
        sticky: 'rest_invalid_type',
        timezone: 'rest_invalid_timezone',
      },
    )
  })
  it('rights and status scaling', async () => {
    expect((await world.ask(`POST ${X}`, { body: { title: 'T', ...span } })).status).toBe(401)
    expect((await make({}, 'subscriber')).status).toBe(403)
    expect(await made({}, 'contributor')).toMatchObject({ status: 'draft', slug: '' })
    expect(await made({ status: 'publish' }, 'contributor')).toMatchObject({ status: 'pending' })
    expect(await made({ date: '2030-01-01T00:00:00' })).toMatchObject({ status: 'future' })
    expect((await make({ author: 2 }, 'author')).status).toBe(403)
  })
  it('03-15 what one generation makes the other lists', async () => {
    const event = await made()
    const { body } = await world.ask('GET events&start_date=2027-05-01&end_date=2027-06-01')
    expect(body).toMatchObject({
      events: [{ id: event.id, utc_start_date: event['start_date_utc'] }],
    })
  })
})

describe('03 §4 update', () => {
  it('02-25 absent members keep their value, flags switch both ways, lists clear', async () => {
    const venue = await world.venue('Gym')
    const { id } = await made({ featured: true, sticky: true, all_day: true, cost: '5', venues: [venue] })
    const revision = await world.revisionOf(id)
    expect((await put(id, {}, 'editor', 'PATCH')).body).toMatchObject({ featured: true, sticky: true })
    expect(await world.revisionOf(id)).toBe(revision)
    expect((await put(id, { title: 'T', cost: null })).body).toMatchObject({
      title: { rendered: 'T' },
      featured: true,
      sticky: true,
      all_day: true,
      cost: '$5',
      venues: [{ id: venue }],
    })
    expect((await put(id, { featured: false, sticky: 0, venues: [], cost: '' })).body).toMatchObject({
      featured: false,
      sticky: false,
      venues: [],
      cost: '',
    })
  })
  it('a read object written back, in the forms that writes take, changes nothing', async () => {
    const tag = await world.term('post_tag', 'Loud')
    const event = await made({
      title: 'Q&A "live"',
      content: 'One.\n\nTwo & three.',
      tags: [tag],
      cost: '5-10',
    })
    const revision = await world.revisionOf(event.id)
    const rendered = (name: string) => (event[name] as { rendered: string }).rendered
    const { date, date_gmt, slug, status, author, cost, tags, start_date, end_date, duration } = event
    const { status: code } = await put(event.id, {
      ...{ date, date_gmt, slug, status, author, cost, tags, start_date, end_date, duration },
      title: rendered('title'),
      content: rendered('content'),
      excerpt: rendered('excerpt'),
    })
    expect([code, await world.revisionOf(event.id)]).toEqual([200, revision])
  })
  it('03-10 an end before the start', async () => {
    const { id } = await made()
    refusedOn(await put(id, { start_date: '2027-05-09 10:00:00' }), { end_date: 'rest_inconsistent_dates' })
    expect((await world.ask(`GET ${X}/${id}`)).body).toMatchObject(span)
    expect((await put(id, { duration: 60 })).body).toMatchObject({ end_date: '2027-05-08 10:01:00' })
  })
  it('a body id is type-checked and ignored; POST is no update', async () => {
    const { id } = await made()
    expect((await put(id, { id: id + 1, title: 'X' })).body).toMatchObject({ id, title: { rendered: 'X' } })
    refusedOn(await put(id, { id: '5abc' }), { id: 'rest_invalid_type' })
    expect((await put(id, {}, 'editor', 'POST')).status).toBe(404)
  })
})

describe('03 §5 §6 who is told what', () => {
  const codes = async (id: number, request: string, as?: string) => {
    const { status, body } = await world.ask(`${request} ${X}/${id}`, {
      ...(as === undefined ? {} : { as }),
      ...(request === 'GET' ? {} : { body: {} }),
    })
    return [status, (body as { code?: string }).code]
  }
  it('unknown ids and ids of other types', async () => {
    const venue = await world.venue('Gym')
    for (const id of [venue, 99_999]) {
      expect(await codes(id, 'GET')).toEqual([404, 'rest-event-not-found'])
      expect(await codes(id, 'PATCH')).toEqual([401, 'rest_forbidden'])
      expect(await codes(id, 'PATCH', 'subscriber')).toEqual([403, 'rest_forbidden'])
      expect(await codes(id, 'DELETE', 'editor')).toEqual([404, 'rest-event-not-found'])
    }
  })
  it('what is there but not for the caller', async () => {
    const { id } = await made({ status: 'draft' }, 'author')
    expect(await codes(id, 'GET')).toEqual([404, 'rest-event-not-found'])
    expect(await codes(id, 'GET', 'other')).toEqual([403, 'event-not-accessible'])
    expect(await codes(id, 'PUT')).toEqual([401, 'rest_forbidden'])
    expect(await codes(id, 'PUT', 'other')).toEqual([403, 'rest_forbidden'])
    expect(await codes(id, 'DELETE', 'other')).toEqual([403, 'rest_forbidden'])
  })
  it('03-13 the trash', async () => {
    const { id } = await made({}, 'author')
    const deleted = await world.ask(`DELETE ${X}/${id}`, { as: 'author' })
    expect([deleted.status, deleted.body]).toMatchObject([200, { id, status: 'trash' }])
    expect(await codes(id, 'DELETE', 'author')).toEqual([410, 'event-is-in-trash'])
    expect(await codes(id, 'PUT', 'author')).toEqual([410, 'event-is-in-trash'])
    expect(await codes(id, 'PUT', 'other')).toEqual([404, 'rest-event-not-found'])
    expect(await codes(id, 'GET')).toEqual([404, 'rest-event-not-found'])
    expect(await codes(id, 'GET', 'editor')).toEqual([410, 'event-no-longer-available'])
    expect((await put(id, { status: 'publish' }, 'author')).body).toMatchObject({ status: 'publish' })
  })
})
