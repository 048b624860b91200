import { expect } from 'vitest'
import { mayEdit, mayRead, type Caller, type Event, type Owned } from './state.ts'
import { ms, text } from './times.ts'
import { type Model } from './writes.ts'
import { type Object, idsOf, PATH, as, CALLERS, type Both } from './perform.ts'

const visible = (caller: Caller, listed: readonly number[], all: ReadonlyMap<number, Owned>) =>
  listed.filter(id => {
    const owned = all.get(id)
    return owned !== undefined && mayRead(caller, owned)
  })

const TITLES: Readonly<Record<string, string>> = { 'Choir & friends': 'Choir &#038; friends' }

const stamp = (at: string) => at.replace(' ', 'T')

const expectCalx = (event: Event, body: unknown, caller: Caller, model: Model) => {
  const { period } = event
  const object = body as Object
  expect(object).toMatchObject({
    id: event.id,
    status: event.status,
    author: event.author,
    title: { rendered: TITLES[event.title] ?? event.title },
    start_date: text(period.start),
    end_date: text(period.end),
    start_date_utc: text(period.startUtc),
    end_date_utc: text(period.endUtc),
    timezone: period.zone,
    date_gmt: stamp(event.published ?? event.created),
    modified_gmt: stamp(event.modified),
    content: { protected: event.password !== '' },
  })
  const shut = event.password !== '' && caller !== 'editor'
  expect(object['all_day']).toBe(shut ? null : period.allDay)
  expect(object['featured']).toBe(shut ? null : event.featured)
  expect(object['duration']).toBe(shut ? 0 : (period.endUtc - period.startUtc) / 1_000)
  expect(object['cal_events_cat']).toEqual(shut ? [] : event.categories)
  expect(object['tags']).toEqual(shut ? [] : event.tags)
  const seen = (kind: 'venues' | 'organizers') => (shut ? [] : visible(caller, event[kind], model[kind]))
  expect(idsOf(object['venues'])).toEqual(seen('venues'))
  expect(idsOf(object['organizers'])).toEqual(seen('organizers'))
}

const expectCal = (event: Event, body: unknown, caller: Caller, model: Model) => {
  const { period } = event
  const object = body as Object
  expect(object).toMatchObject({
    id: event.id,
    status: event.status,
    author: String(event.author),
    title: TITLES[event.title] ?? event.title,
    start_date: text(period.start),
    end_date: text(period.end),
    utc_start_date: text(period.startUtc),
    utc_end_date: text(period.endUtc),
    timezone: period.zone,
    all_day: period.allDay,
    featured: event.featured,
    date_utc: event.published ?? '0000-00-00 00:00:00',
    modified_utc: event.modified,
  })
  expect(new Set(idsOf(object['categories']))).toEqual(new Set(event.categories))
  expect(new Set(idsOf(object['tags']))).toEqual(new Set(event.tags))
  expect(idsOf(object['venue'])).toEqual(visible(caller, event.venues, model.venues))
  expect(idsOf(object['organizer'])).toEqual(visible(caller, event.organizers, model.organizers))
}

/** What everyone is told about one event, in both generations. */
export const checkEvent = async ({ world, model }: Both, event: Event) => {
  for (const caller of CALLERS) {
    const mine = mayEdit(caller, event)
    const gone = event.status === 'trash' ? (mine ? 410 : 404) : null
    const readable = mayRead(caller, event)
    const edit = caller === 'editor' ? '&context=edit' : ''
    const calx = await world.ask(`GET ${PATH.calx}/${event.id}${edit}`, as(caller))
    const told = JSON.stringify({ caller, event, body: calx.body })
    expect(calx.status, told).toBe(gone ?? (readable ? 200 : caller === 'guest' ? 404 : 403))
    if (calx.status === 200) expectCalx(event, calx.body, caller, model)
    const cal = await world.ask(`GET ${PATH.cal}/${event.id}${edit}`, as(caller))
    const open = event.password === '' || edit !== ''
    expect(cal.status, told).toBe(gone ?? (readable && open ? 200 : 403))
    if (cal.status === 200) expectCal(event, cal.body, caller, model)
  }
}

const ALL = 'publish,pending,draft,future,private'

/** What a caller's lists hold, and that their totals say the same. */
export const checkLists = async ({ world, model }: Both, caller: Caller) => {
  const events = [...model.events.values()]
  const readable = events.filter(event => mayRead(caller, event))
  const published = readable.filter(({ status }) => status === 'publish')
  const [category = 0] = model.categories
  const [venue = 0] = model.venues.keys()
  const found = (one: Event) => one.password === '' || mayEdit(caller, one)
  const place = model.venues.get(venue)
  const placed = place !== undefined && mayRead(caller, place) ? published : []
  const asked: readonly (readonly [string, readonly Event[]])[] = [
    [`&status=${ALL}`, readable],
    ['', published],
    [
      `&categories=${category}&status=${ALL}`,
      readable.filter(one => one.categories.includes(category) && found(one)),
    ],
    [`&venue=${venue}`, placed.filter(one => one.venues.includes(venue) && found(one))],
    ['&featured=true', published.filter(one => one.featured && found(one))],
    [
      '&start_date=2027-05-08 14:00:00',
      published.filter(one => one.period.start >= ms('2027-05-08 14:00:00')),
    ],
  ]
  for (const [query, expected] of asked) {
    const { body, headers } = await world.ask(`GET ${PATH.calx}&per_page=100${query}`, as(caller))
    const inOrder = [...expected].sort((a, b) => a.period.start - b.period.start || a.id - b.id)
    expect(idsOf(body), `${caller} ${query}`).toEqual(inOrder.map(({ id }) => id))
    expect(headers['x-core-total']).toBe(String(expected.length))
  }
  const creator = caller !== 'guest' && caller !== 'subscriber'
  const { body } = await world.ask(`GET ${PATH.cal}&start_date=2000-01-01&per_page=50`, as(caller))
  const { events: listed, total } = body as { readonly events: readonly Object[]; readonly total: number }
  const own = creator ? readable : published
  expect(new Set(idsOf(listed)), caller).toEqual(new Set(own.map(({ id }) => id)))
  expect(total).toBe(own.length)
}
