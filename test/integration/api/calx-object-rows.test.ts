import { eventId, termId, type IsoTime, isoTime } from '../../../shared/kernel/brands.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { apiWorld, type ApiWorld } from '../../support/api-world.ts'
import { plusMs, msOfIso } from '../../../shared/kernel/time/calculate.ts'

/* One test for each row of the tables about objects and lists of the second generation, named by its label. */

let world: ApiWorld
beforeEach(async () => {
  world = await apiWorld()
})
afterEach(async () => {
  expect(world.reported).toEqual([])
  await world.close()
})

type Object = Readonly<Record<string, unknown>> & { readonly id: number }
const X = '/calx/v1/events'
const span = { start_date: '2027-05-08 10:00:00', end_date: '2027-05-08 14:00:00' }

const made = async (sent: object = {}, as = 'editor', plural = 'events'): Promise<Object> => {
  const own = plural === 'events' ? span : {}
  const { status, body, text } = await world.ask(`POST /calx/v1/${plural}`, {
    body: { title: 'Fair', ...own, ...sent },
    as,
  })
  expect(status, text).toBe(201)
  return body as Object
}
const read = async (id: number, as?: string): Promise<Object> =>
  (await world.ask(`GET ${X}/${id}`, as === undefined ? {} : { as })).body as Object
const listed = async (query: string, as?: string) => {
  const answer = await world.ask(`GET ${X}${query}`, as === undefined ? {} : { as })
  expect(answer.status, answer.text).toBe(200)
  return (answer.body as readonly Object[]).map(({ id }) => id)
}
const statusOf = async (query: string) => (await world.ask(`GET ${X}${query}`)).status
const at = (utc: IsoTime) => {
  world.clock.ms = msOfIso(utc)
}

describe('03 §1.1 members of an event', () => {
  it('date, date_gmt, modified: the site zone and UTC; of drafts derived, never zeros', async () => {
    const { id } = await made({ date: '2027-01-09T08:30:00' })
    at(isoTime('2027-01-10T17:05:06Z'))
    await world.ask(`PATCH ${X}/${id}`, { body: { title: 'Other' }, as: 'editor' })
    expect(await read(id)).toMatchObject({
      date: '2027-01-09T08:30:00',
      date_gmt: '2027-01-09T13:30:00',
      modified: '2027-01-10T12:05:06',
      modified_gmt: '2027-01-10T17:05:06',
    })
    const summer = await made({ date_gmt: '2027-01-01T02:00:00', timezone: 'Europe/Paris' })
    expect(summer).toMatchObject({ date: '2026-12-31T21:00:00', date_gmt: '2027-01-01T02:00:00' })
    expect(await made({ status: 'draft' })).toMatchObject({
      date: '2027-01-10T12:05:06',
      date_gmt: '2027-01-10T17:05:06',
    })
  })

  it('content.rendered: display HTML and a line end; the excerpt is the stored one or the first 55 words', async () => {
    expect(await made({ content: 'One.\n\nTwo and three.', excerpt: 'Short <b>one</b>' })).toMatchObject({
      content: { rendered: '<p>One.</p>\n<p>Two and three.</p>\n' },
      excerpt: { rendered: '<p>Short <b>one</b></p>\n' },
    })
    const words = Array.from({ length: 56 }, (_, n) => `w${n}`)
    expect(await made({ content: `<p>${words.join(' ')}</p>` })).toMatchObject({
      excerpt: { rendered: `<p>${words.slice(0, 55).join(' ')} [&hellip;]</p>\n` },
    })
    expect(await made({ content: words.slice(1).join(' ') })).toMatchObject({
      excerpt: { rendered: `<p>${words.slice(1).join(' ')}</p>\n` },
    })
  })

  it('author, featured_media: integers, 0 without image', async () => {
    expect(await made({ author: 3 })).toMatchObject({ author: 3, featured_media: 0 })
    expect(await made({ featured_media: world.imageId })).toMatchObject({
      author: 2,
      featured_media: world.imageId,
    })
  })

  it('class_list: id, type, status, categories, tags', async () => {
    const category = await world.term('cal_events_cat', 'Fairs')
    const tag = await world.term('post_tag', 'Loud Music')
    const { id, class_list } = await made({ status: 'draft', cal_events_cat: [category], tags: [tag] })
    expect(class_list).toEqual([
      ...[`post-${id}`, 'cal_events', 'type-cal_events', 'status-draft'],
      ...['cal_events_cat-fairs', 'tag-loud-music'],
    ])
  })

  it('dates: *_site in the site zone, *_display in that of the event', async () => {
    const { dates } = await made({ timezone: 'Europe/Paris' })
    const moment = (date: string, timezone: string) => ({
      date: `2027-05-08 ${date}.000000`,
      timezone_type: 3,
      timezone,
    })
    expect(dates).toEqual({
      start: moment('10:00:00', 'Europe/Paris'),
      start_utc: moment('08:00:00', 'UTC'),
      start_site: moment('04:00:00', 'America/New_York'),
      start_display: moment('10:00:00', 'Europe/Paris'),
      end: moment('14:00:00', 'Europe/Paris'),
      end_utc: moment('12:00:00', 'UTC'),
      end_site: moment('08:00:00', 'America/New_York'),
      end_display: moment('14:00:00', 'Europe/Paris'),
    })
  })

  it('duration: seconds that elapse, whatever the clocks do', async () => {
    const night = { start_date: '2027-03-14 00:00:00', end_date: '2027-03-14 04:00:00' }
    expect(await made(night)).toMatchObject({ duration: 10_800 })
    expect(await made({ start_date: '2027-11-07 00:00:00', end_date: '2027-11-07 04:00:00' })).toMatchObject({
      duration: 18_000,
    })
    expect(await made({ end_date: span.start_date })).toMatchObject({ duration: 0 })
  })

  it('is_past, is_now: ended; under way from the start until before the end', async () => {
    const { id } = await made()
    const told = async (utc: IsoTime) => {
      at(utc)
      const { is_past, is_now } = await read(id)
      return [is_past, is_now]
    }
    expect(await told(isoTime('2027-05-08T13:59:59Z'))).toEqual([false, false])
    expect(await told(isoTime('2027-05-08T14:00:00Z'))).toEqual([false, true])
    expect(await told(isoTime('2027-05-08T17:59:59Z'))).toEqual([false, true])
    expect(await told(isoTime('2027-05-08T18:00:00Z'))).toEqual([false, false])
    expect(await told(isoTime('2027-05-08T18:00:01Z'))).toEqual([true, false])
  })

  it('*_this_week, displays_on (_this_week, displays_on): always null and []', async () => {
    const { id } = await made()
    at(isoTime('2027-05-08T15:00:00Z'))
    expect(await read(id)).toMatchObject({
      starts_this_week: null,
      ends_this_week: null,
      this_week_duration: null,
      happens_this_week: null,
      displays_on: [],
    })
  })

  it('venues, organizers: whole objects as sent, [] without; trashed, purged and unreadable ones are left out', async () => {
    expect(await made()).toMatchObject({ venues: [], organizers: [] })
    const venues: number[] = []
    for (const title of ['A', 'B', 'C', 'D'])
      venues.push((await made({ title, city: 'Troy' }, 'editor', 'venues')).id)
    const [a = 0, b = 0, c = 0, d = 0] = venues
    const { id: friends } = await made({ title: 'Friends', email: 'a@b.example' }, 'editor', 'organizers')
    const { id } = await made({ venues: [d, b, a, c], organizers: [friends] })
    expect((await read(id))['venues']).toEqual([
      expect.objectContaining({ id: d, city: 'Troy', type: 'cal_venue', title: { rendered: 'D' } }),
      expect.objectContaining({ id: b }),
      expect.objectContaining({ id: a }),
      expect.objectContaining({ id: c }),
    ])
    expect((await read(id))['organizers']).toEqual([
      expect.objectContaining({ id: friends, email: 'a@b.example', type: 'cal_organizer' }),
    ])
    await world.ask(`DELETE /calx/v1/venues/${d}`, { as: 'editor' })
    await world.ask(`DELETE /calx/v1/venues/${b}&force=true`, { as: 'editor' })
    await world.ask(`PATCH /calx/v1/venues/${a}`, { as: 'editor', body: { status: 'private' } })
    const idsOf = ({ venues: shown }: Object) => (shown as readonly Object[]).map(one => one.id)
    expect(idsOf(await read(id))).toEqual([c])
    expect(idsOf(await read(id, 'editor'))).toEqual([a, c])
  })

  it('schedule_details: the end date only when it differs, whole days without times', async () => {
    const start = (text: string) => `<span class="cal-event-date-start">${text}</span>`
    const details = async (sent: object) => (await made(sent))['schedule_details']
    expect(await details({})).toBe(
      `${start('May 8 @ 10:00 am')} - <span class="cal-event-time">2:00 pm</span>`,
    )
    expect(await details({ end_date: '2027-05-09 14:00:00' })).toBe(
      `${start('May 8 @ 10:00 am')} - <span class="cal-event-date-end">May 9 @ 2:00 pm</span>`,
    )
    expect(await details({ all_day: true })).toBe(start('May 8'))
  })

  it('not returned: what is stored only', async () => {
    const stored = { comment_status: 'closed', ping_status: 'closed', format: 'aside' }
    const { id } = await made(stored)
    for (const object of [await read(id), await read(id, 'editor')])
      for (const member of ['comment_status', 'ping_status', 'format', 'meta', '_links'])
        expect(object).not.toHaveProperty(member)
  })
})

describe('03 §2 every list', () => {
  it.each(['events', 'venues', 'organizers'])('body: a bare array (%s)', async plural => {
    expect((await world.ask(`GET /calx/v1/${plural}`)).text).toBe('[]')
    const { id } = await made({}, 'editor', plural)
    expect((await world.ask(`GET /calx/v1/${plural}`)).body).toEqual([expect.objectContaining({ id })])
  })

  it('headers: totals, and links to the pages before and after, every argument kept and the page last', async () => {
    for (const title of ['A b', 'A b', 'A b']) await made({ title })
    const linkOf = async (page: number) => {
      const { headers } = await world.ask(`GET ${X}&page=${page}&search=A%20b&per_page=1`)
      expect([headers['x-core-total'], headers['x-core-totalpages']]).toEqual(['3', '3'])
      return [headers['link']].flat().slice(1).join()
    }
    const address = (page: number) =>
      `<https://school.example/index.php?rest_route=/calx/v1/events&search=A%20b&per_page=1&page=${page}>`
    expect(await linkOf(1)).toBe(`${address(2)}; rel="next"`)
    expect(await linkOf(2)).toBe(`${address(1)}; rel="prev", ${address(3)}; rel="next"`)
    expect(await linkOf(3)).toBe(`${address(2)}; rel="prev"`)
  })

  it('page, per_page: from 1, up to 100, 10 by default', async () => {
    for (let n = 0; n < 11; n++) await made({ title: `E${n}` })
    expect(await listed('')).toHaveLength(10)
    expect(await listed('&page=2')).toHaveLength(1)
    expect(await listed('&per_page=100')).toHaveLength(11)
    for (const wrong of ['page=0', 'page=-1', 'page=x', 'per_page=0', 'per_page=101', 'per_page=1.5'])
      expect(await statusOf(`&${wrong}`), wrong).toBe(400)
  })
})

describe('03 §2.1 filters of events', () => {
  it('start_date, end_date, starts_before, starts_after, ends_before, ends_after (date-time): exact', async () => {
    const { id } = await made()
    for (const [query, isThere] of [
      ['start_date=2027-05-08 10:00:00', true],
      ['start_date=2027-05-08 10:00:01', false],
      ['end_date=2027-05-08 14:00:00', true],
      ['end_date=2027-05-08 13:59:59', false],
      ['starts_before=2027-05-08 10:00:01', true],
      ['starts_before=2027-05-08 10:00:00', false],
      ['starts_after=2027-05-08 09:59:59', true],
      ['starts_after=2027-05-08 10:00:00', false],
      ['ends_before=2027-05-08 14:00:01', true],
      ['ends_before=2027-05-08 14:00:00', false],
      ['ends_after=2027-05-08 13:59:59', true],
      ['ends_after=2027-05-08 14:00:00', false],
    ] as const)
      expect(await listed(`&${query}`), query).toEqual(isThere ? [id] : [])
  })

  it('search (string): words of title, content and excerpt; "" is not given', async () => {
    const one = await made({ title: 'Autumn lights', content: 'Bring a lantern.' })
    const two = await made({ title: 'Spring', excerpt: 'All lanterns off' })
    expect(await listed('&search=lantern')).toEqual([one.id, two.id])
    expect(await listed('&search=autumn lantern')).toEqual([one.id])
    expect(await listed('&search=lantern -spring')).toEqual([one.id])
    expect(await listed('&search=winter')).toEqual([])
    expect(await listed('&search=')).toEqual([one.id, two.id])
  })

  it('categories, tags, venue, organizer (array of integer, unique): OR inside, AND between', async () => {
    const parent = await world.term('cal_events_cat', 'Sports')
    const child = await world.term('cal_events_cat', 'Football', { parent: termId(parent) })
    const tags = [await world.term('post_tag', 'Loud'), await world.term('post_tag', 'Late')]
    const [venue, organizer] = [await world.venue('Gym'), await world.organizer('PTA')]
    const one = await made({ cal_events_cat: [child], tags: [tags[0]], venues: [venue] })
    const two = await made({ cal_events_cat: [parent], tags: [tags[1]], organizers: [organizer] })
    expect(await listed(`&categories=${parent}`)).toEqual([one.id, two.id])
    expect(await listed(`&categories=${child}`)).toEqual([one.id])
    expect(await listed(`&tags=${tags.join()}`)).toEqual([one.id, two.id])
    expect(await listed(`&tags=${tags.join()}&venue=${venue}`)).toEqual([one.id])
    expect(await listed(`&organizer=${organizer},${organizer}`)).toEqual([two.id])
    expect(await listed(`&venue=${venue}&organizer=${organizer}`)).toEqual([])
    for (const name of ['categories', 'tags', 'venue', 'organizer']) {
      expect(await listed(`&${name}=99999`), name).toEqual([])
      expect(await statusOf(`&${name}=gym`), name).toBe(400)
    }
  })

  it('featured (boolean): featured ones, or the others', async () => {
    const [plain, featured] = [await made(), await made({ featured: true })]
    expect(await listed('&featured=true')).toEqual([featured.id])
    expect(await listed('&featured=0')).toEqual([plain.id])
    expect(await statusOf('&featured=some')).toBe(400)
  })

  it('ticketed (boolean): none has tickets', async () => {
    const { id } = await made()
    expect(await listed('&ticketed=true')).toEqual([])
    expect(await listed('&ticketed=false')).toEqual([id])
    expect(await statusOf('&ticketed=some')).toBe(400)
  })

  it('post_parent (integer): children; of none: none', async () => {
    const [parent, child] = [await made(), await made()]
    await world.change(child.id, { parent: eventId(parent.id) })
    expect(await listed(`&post_parent=${parent.id}`)).toEqual([child.id])
    expect(await listed('&post_parent=99999')).toEqual([])
    expect(await statusOf('&post_parent=x')).toBe(400)
  })

  it('status (array of enum publish, pending, draft, future, private; unique; default [publish]): what one may read', async () => {
    const all: Record<string, number> = {}
    for (const status of ['publish', 'pending', 'draft', 'private']) all[status] = (await made({ status })).id
    all['future'] = (await made({ date: '2027-03-01T00:00:00' })).id
    for (const [status, id] of Object.entries(all)) {
      expect(await listed(`&status=${status}`, 'editor'), status).toEqual([id])
      expect(await listed(`&status=${status}`), status).toEqual(status === 'publish' ? [id] : [])
    }
    expect(await listed('', 'editor')).toEqual([all['publish']])
    expect(await listed('&status=publish,draft')).toEqual([all['publish']])
    expect(await listed('&status[]=draft&status[]=draft', 'editor')).toEqual([all['draft']])
    expect(await listed('&status=any')).toEqual([all['publish']])
    expect(new Set(await listed('&status=any', 'editor'))).toEqual(new Set(Object.values(all)))
    for (const wrong of ['trash', '', 'Publish']) expect(await statusOf(`&status=${wrong}`)).toBe(400)
  })

  it('orderby (enum date, event_date, title, menu_order, modified; default event_date), order (enum ASC, DESC; default ASC)', async () => {
    const b = await made({ title: 'banana', start_date: '2027-05-08 09:00:00', date: '2027-01-02T00:00:00' })
    const a = await made({ title: 'Apple', sticky: true, date: '2027-01-03T00:00:00' })
    world.clock.ms = plusMs(world.clock.ms, 1_000)
    const c = await made({ title: 'apple', date: '2027-01-01T00:00:00' })
    const [A, B, C] = [a.id, b.id, c.id]
    for (const [query, expected] of [
      ['', [B, A, C]],
      ['&order=DESC', [A, C, B]],
      ['&orderby=event_date', [B, A, C]],
      ['&orderby=date', [C, B, A]],
      ['&orderby=title', [A, C, B]],
      ['&orderby=menu_order', [A, B, C]],
      ['&orderby=menu_order&order=DESC', [B, C, A]],
      ['&orderby=start_date&order=asc', [B, A, C]],
      ['&orderby=post_title&order=desc', [B, A, C]],
      ['&orderby=modified', [B, A, C]],
      ['&orderby=modified&order=DESC', [C, B, A]],
    ] as const)
      expect(await listed(query), query).toEqual(expected)
    for (const wrong of ['order=up', 'orderby=Date', 'orderby=id'])
      expect(await statusOf(`&${wrong}`)).toBe(400)
  })
})
