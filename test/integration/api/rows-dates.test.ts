import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseIcs } from '../../../services/imports/ics/parse.ts'
import { apiWorld, type ApiWorld } from '../../support/api-world.ts'
import { embeddedService } from '../../support/embedded-service.ts'
import { asking } from '../../support/rows.ts'

/** Each row of the tables of spec 04, by its label, through the interface. */
let world: ApiWorld
beforeEach(async () => {
  world = await apiWorld()
  // 16:00 on the site's clock
  world.clock.ms = Date.UTC(2027, 4, 1, 20)
})
afterEach(() => world.close())

type Event = {
  readonly id: number
  readonly start_date: string
  readonly end_date: string
  readonly utc_start_date: string
  readonly utc_end_date: string
  readonly timezone: string
  readonly all_day: boolean
  readonly date: string
  readonly date_utc: string
  readonly modified: string
}
type Later = {
  readonly id: number
  readonly start_date: string
  readonly end_date: string
  readonly start_date_utc: string
  readonly end_date_utc: string
  readonly duration: number
}

const { edit, refusedOn } = asking(() => world)
const create = (body: object) => edit<Event>('POST events', { title: 'E', ...body }, 201)
const change = (id: number, body: object) => edit<Event>(`PATCH events/${id}`, body, 200)
const createX = (body: object) => edit<Later>('POST /calx/v1/events', { title: 'E', ...body }, 201)
const changeX = (id: number, body: object) => edit<Later>(`PATCH /calx/v1/events/${id}`, body, 200)
const at = (start: string, end = start, more: object = {}) =>
  create({ start_date: start, end_date: end, ...more })
const local = ({ start_date, end_date }: Event | Later) => [start_date, end_date]
const utc = ({ utc_start_date, utc_end_date }: Event) => [utc_start_date, utc_end_date]

describe('04 §1 accepted text', () => {
  it.each([
    ['YYYY-MM-DD', '2027-05-08', '2027-05-08 00:00:00'],
    ['date, T, t or one blank, HH:MM[:SS[.fraction]]', '2027-05-08T10:30', '2027-05-08 10:30:00'],
    ['date, t …', '2027-05-08t10:30:15', '2027-05-08 10:30:15'],
    ['date, blank …', '2027-05-08 10:30:15.999', '2027-05-08 10:30:15'],
    ['date, blank, 24:00', '2027-05-08 24:00:00', '2027-05-09 00:00:00'],
    ['the same with Z, z, ±HH:MM, ±HHMM, ±HH', '2027-05-08T10:00:00Z', '2027-05-08 06:00:00'],
    ['… z', '2027-05-08 10:00z', '2027-05-08 06:00:00'],
    ['… +02:00', '2027-05-08T10:00:00+02:00', '2027-05-08 04:00:00'],
    ['… -0800', '2027-05-08T10:00:00-0800', '2027-05-08 14:00:00'],
    ['… +05', '2027-05-08T10:00+05', '2027-05-08 01:00:00'],
    ['nine or more digits', '1804654800', '2027-03-10 00:00:00'],
    ['… nine', '999999999', '2001-09-08 21:46:39'],
    ['now', 'now', '2027-05-01 16:00:00'],
    ['today', 'Today', '2027-05-01 00:00:00'],
    ['tomorrow 9am', 'tomorrow 9am', '2027-05-02 09:00:00'],
    ['yesterday 9:30pm', 'yesterday 9:30pm', '2027-04-30 21:30:00'],
    ['now 21:00', 'now 21:00', '2027-05-01 21:00:00'],
  ])('%s: %s is %s', async (_, sent, stored) => {
    expect(local(await at(sent))).toEqual([stored, stored])
  })

  it.each([
    ['anything else; impossible dates or times (30 February, 25:00)', '2027-02-30'],
    ['25:00', '2027-05-08 25:00'],
    ['words', 'next wednesday 4pm'],
    ['day and month', '05/08/2027'],
    ['two blanks', '2027-05-08  10:00'],
    ['eight digits', '20270508'],
    ['month 13', '2027-13-01'],
    ['more behind it', '2027-05-08 10:00 or so'],
  ])('%s: %s is refused, never half read', async (_, sent) => {
    expect(await refusedOn('POST events', { title: 'E', start_date: sent, end_date: '2027-05-09' })).toEqual({
      start_date: 'rest_invalid_date',
    })
  })
})

describe('04 §2 zones', () => {
  it.each([
    ['absent or "" on create', undefined, 'America/New_York'],
    ['"" on create', '', 'America/New_York'],
    [
      'name of the tz database, any case, links included (EST, US/Eastern, UTC)',
      'europe/berlin',
      'Europe/Berlin',
    ],
    ['a link', 'us/eastern', 'US/Eastern'],
    ['EST', 'EST', 'EST'],
    ['UTC', 'UTC', 'UTC'],
    ['UTC±h, UTC±h:mm, UTC±h.5, ±HH:MM', 'UTC+5', 'UTC+5'],
    ['UTC±h:mm', 'UTC+05:30', 'UTC+5:30'],
    ['UTC±h.5', 'UTC-3.5', 'UTC-3:30'],
    ['±HH:MM', '+05:45', 'UTC+5:45'],
    ['zero', 'UTC-0', 'UTC+0'],
    ['the least', 'UTC-12', 'UTC-12'],
    ['the most', 'UTC+14', 'UTC+14'],
  ])('%s: %s is %s', async (_, sent, stored) => {
    const made = await at(
      '2027-05-08 10:00',
      '2027-05-08 11:00',
      sent === undefined ? {} : { timezone: sent },
    )
    expect([made.timezone, made.start_date]).toEqual([stored, '2027-05-08 10:00:00'])
  })

  it('"" on update: site zone', async () => {
    const { id } = await at('2027-05-08 10:00', '2027-05-08 11:00', { timezone: 'Asia/Tokyo' })
    expect(await change(id, { timezone: '' })).toMatchObject({ timezone: 'America/New_York' })
  })

  it.each([
    ['anything else (other abbreviations, unknown names, UTCfoo)', 'UTCfoo'],
    ['an abbreviation', 'CEST'],
    ['an unknown name', 'Mars/X'],
    ['beyond the range', 'UTC+15'],
    ['sixty minutes', 'UTC+5:60'],
  ])('%s: %s is refused', async (_, timezone) => {
    const body = { title: 'E', start_date: '2027-05-08', end_date: '2027-05-08', timezone }
    expect(await refusedOn('POST events', body)).toEqual({ timezone: 'rest_invalid_timezone' })
    const later = { title: 'E', start_date: '2027-05-08 10:00:00', duration: 60, timezone }
    expect(await refusedOn('POST /calx/v1/events', later)).toEqual({ timezone: 'rest_invalid_timezone' })
  })
})

describe('04 §3 daylight saving', () => {
  it('wall clock inside a gap: moved forward by it, and stored so', async () => {
    const made = await at('2027-03-14 02:30', '2027-03-14 05:00')
    expect([local(made), utc(made)]).toEqual([
      ['2027-03-14 03:30:00', '2027-03-14 05:00:00'],
      ['2027-03-14 07:30:00', '2027-03-14 09:00:00'],
    ])
    // only that puts the end before the start
    const short = await at('2027-03-14 02:30', '2027-03-14 03:00')
    expect(local(short)).toEqual(['2027-03-14 03:30:00', '2027-03-14 03:30:00'])
  })

  it('wall clock that occurs twice: the first, or the one that a UTC value sent fits', async () => {
    const made = await at('2027-11-07 01:30', '2027-11-07 02:30')
    expect(utc(made)).toEqual(['2027-11-07 05:30:00', '2027-11-07 07:30:00'])
    const second = await createX({
      ...{ start_date: '2027-11-07 01:30:00', start_date_utc: '2027-11-07 06:30:00', duration: 3600 },
    })
    expect([second.start_date_utc, second.end_date_utc]).toEqual([
      '2027-11-07 06:30:00',
      '2027-11-07 07:30:00',
    ])
    const kept = await changeX(second.id, { start_date: '2027-11-07 01:30:00' })
    expect(kept.start_date_utc).toBe('2027-11-07 06:30:00')
  })

  it('durations: elapsed seconds between instants', async () => {
    const night = await createX({ start_date: '2027-11-06 23:00:00', end_date: '2027-11-07 03:00:00' })
    expect(night.duration).toBe(18_000)
    const spring = await createX({ start_date: '2027-03-13 23:00:00', end_date: '2027-03-14 03:00:00' })
    expect(spring.duration).toBe(10_800)
  })
})

describe('04 §4 event start, end, all-day', () => {
  it('end before start (compared as instants): refused; equal is valid', async () => {
    const wrong = { title: 'E', start_date: '2027-05-08 11:00:00', end_date: '2027-05-08 10:00:00' }
    expect(Object.keys(await refusedOn('POST events', wrong))).toEqual(['end_date'])
    expect(Object.keys(await refusedOn('POST /calx/v1/events', wrong))).toEqual(['end_date'])
    expect(await world.eventIds()).toEqual([])
    const { id, end_date } = await at('2027-05-08 10:00')
    expect(end_date).toBe('2027-05-08 10:00:00')
    const moved = { end_date: '2027-05-08 09:00:00' }
    expect(Object.keys(await refusedOn(`PATCH events/${id}`, moved))).toEqual(['end_date'])
    expect(Object.keys(await refusedOn(`PATCH /calx/v1/events/${id}`, moved))).toEqual(['end_date'])
    // the offsets make the later wall clock the earlier instant
    const instants = {
      title: 'E',
      start_date: '2027-05-08T10:00:00-08:00',
      end_date: '2027-05-08T11:00:00+02:00',
    }
    expect(Object.keys(await refusedOn('POST events', instants))).toEqual(['end_date'])
  })

  it('partial date update: what is not sent stays; an end before the start is refused', async () => {
    const { id } = await at('2027-05-08 10:00', '2027-05-08 12:00')
    expect(local(await change(id, { start_date: '2027-05-08 11:00' }))).toEqual([
      ...['2027-05-08 11:00:00', '2027-05-08 12:00:00'],
    ])
    expect(local(await change(id, { end_date: '2027-05-08 13:00' }))).toEqual([
      ...['2027-05-08 11:00:00', '2027-05-08 13:00:00'],
    ])
    expect(Object.keys(await refusedOn(`PATCH events/${id}`, { start_date: '2027-05-09' }))).toEqual([
      'end_date',
    ])
  })

  it('only timezone sent: local values stay, UTC is another', async () => {
    const { id } = await at('2027-05-08 10:00', '2027-05-08 12:00')
    const moved = await change(id, { timezone: 'Asia/Tokyo' })
    expect([local(moved), utc(moved)]).toEqual([
      ['2027-05-08 10:00:00', '2027-05-08 12:00:00'],
      ['2027-05-08 01:00:00', '2027-05-08 03:00:00'],
    ])
    expect(moved).toMatchObject({ timezone_abbr: 'JST' })
  })

  it('all_day true: whole local days, times sent are dropped; false keeps what is stored', async () => {
    const days = await at('2026-12-11 09:00', '2026-12-13 08:00', { all_day: true })
    expect([local(days), utc(days)]).toEqual([
      ['2026-12-11 00:00:00', '2026-12-13 23:59:59'],
      ['2026-12-11 05:00:00', '2026-12-14 04:59:59'],
    ])
    const timed = await change(days.id, { all_day: false })
    expect([timed.all_day, ...local(timed)]).toEqual([false, '2026-12-11 00:00:00', '2026-12-13 23:59:59'])
    const both = { all_day: false, start_date: '2026-12-11 09:00', end_date: '2026-12-11 10:00' }
    expect(local(await change(days.id, both))).toEqual(['2026-12-11 09:00:00', '2026-12-11 10:00:00'])
    // midnight is inside a gap there
    const gap = await at('2027-09-05', '2027-09-05', { all_day: true, timezone: 'America/Santiago' })
    expect([gap.start_date, gap.utc_start_date]).toEqual(['2027-09-05 00:00:00', '2027-09-05 04:00:00'])
  })

  it('all_day not sent: create false, update unchanged, and dates are rounded', async () => {
    expect((await at('2027-05-08 10:00')).all_day).toBe(false)
    const days = await at('2027-05-08', '2027-05-08', { all_day: true })
    const moved = await change(days.id, { start_date: '2027-05-07 10:00', end_date: '2027-05-09 11:00' })
    expect([moved.all_day, ...local(moved)]).toEqual([true, '2027-05-07 00:00:00', '2027-05-09 23:59:59'])
  })

  const START = '2027-09-01 09:00:00'
  it.each([
    ['start + end', { start_date: START, end_date: '2027-09-01 10:00:00' }, START, '2027-09-01 10:00:00'],
    ['start + duration', { start_date: START, duration: 5_400 }, START, '2027-09-01 10:30:00'],
    ['end + duration', { end_date: START, duration: 3_600 }, '2027-09-01 08:00:00', START],
    [
      'start + end + duration',
      { start_date: START, end_date: '2027-09-01 10:00:00', duration: 3_600 },
      START,
      '2027-09-01 10:00:00',
    ],
    [
      'a _utc member instead of the local one',
      { start_date_utc: '2027-09-01 13:00:00', end_date_utc: '2027-09-01 14:00:00' },
      START,
      '2027-09-01 10:00:00',
    ],
    [
      'all-day with duration',
      { start_date: START, duration: 86_401, all_day: true },
      '2027-09-01 00:00:00',
      '2027-09-02 23:59:59',
    ],
    [
      'all-day with duration 0',
      { start_date: START, duration: 0, all_day: true },
      '2027-09-01 00:00:00',
      '2027-09-01 23:59:59',
    ],
  ])('calx %s', async (_, sent, start, end) => {
    expect(local(await createX(sent))).toEqual([start, end])
  })

  it('calx start + end + duration that do not agree: refused, before or after rounding to days they may', async () => {
    const body = { title: 'E', start_date: START, end_date: '2027-09-01 10:00:00' }
    expect(Object.keys(await refusedOn('POST /calx/v1/events', { ...body, duration: 7_200 }))).toEqual([
      'duration',
    ])
    for (const duration of [3_600, 86_399])
      expect(local(await createX({ ...body, duration, all_day: true }))).toEqual([
        ...['2027-09-01 00:00:00', '2027-09-01 23:59:59'],
      ])
  })

  it('calx duration alone (update): the end moves', async () => {
    const { id } = await createX({ start_date: START, duration: 60 })
    expect(local(await changeX(id, { duration: 7_200 }))).toEqual([START, '2027-09-01 11:00:00'])
  })

  it('calx start alone (update): the end stays, and may not come before it', async () => {
    const { id } = await createX({ start_date: START, duration: 3_600 })
    const moved = await changeX(id, { start_date: '2027-09-01 09:30:00' })
    expect(local(moved)).toEqual(['2027-09-01 09:30:00', '2027-09-01 10:00:00'])
    const late = { start_date: '2027-09-01 10:30:00' }
    expect(Object.keys(await refusedOn(`PATCH /calx/v1/events/${id}`, late))).toEqual(['end_date'])
  })

  it('calx local and _utc of one end: the same instant, else refused on the UTC member', async () => {
    const both = { start_date: START, start_date_utc: '2027-09-01 13:00:00', duration: 60 }
    expect((await createX(both)).start_date).toBe(START)
    const apart = { title: 'E', ...both, start_date_utc: '2027-09-01 13:00:01' }
    expect(await refusedOn('POST /calx/v1/events', apart)).toEqual({
      start_date_utc: 'rest_inconsistent_dates',
    })
    const ends = { title: 'E', start_date: START, end_date: START, end_date_utc: '2027-09-01 14:00:00' }
    expect(await refusedOn('POST /calx/v1/events', ends)).toEqual({ end_date_utc: 'rest_inconsistent_dates' })
  })

  it.each([
    ['create without a computable start and end', {}, ['start_date', 'end_date']],
    ['start alone', { start_date: START }, ['end_date']],
    ['end alone', { end_date_utc: START }, ['start_date']],
    ['duration alone', { duration: 60 }, ['start_date']],
  ])('calx %s: the missing ones by name', async (_, sent, names) => {
    const found = await refusedOn('POST /calx/v1/events', { title: 'E', ...sent })
    for (const name of names) expect(found[name]).toBe('rest_property_required')
    expect(Object.keys(found).every(name => name === 'start_date' || name === 'end_date')).toBe(true)
  })
})

describe('04 §5 date filters', () => {
  const found = async (filters: string) => {
    const { body } = await world.ask(`GET events&per_page=50&${filters}`)
    return (body as { events: readonly Event[] }).events.map(({ id }) => id)
  }
  const foundX = async (filters: string) => {
    const { body } = await world.ask(`GET /calx/v1/events&per_page=50&${filters}`)
    return (body as readonly Later[]).map(({ id }) => id)
  }
  /** Morning of June 10, the 10th to the 12th, and the whole of the 10th. */
  const three = async () => {
    const morning = (await at('2027-06-10 09:00', '2027-06-10 10:00')).id
    const nights = (await at('2027-06-10 20:00', '2027-06-12 08:00')).id
    const whole = (await at('2027-06-10', '2027-06-10', { all_day: true })).id
    return { morning, nights, whole }
  }

  it.each([
    ['start_date', '2027-06-10 20:00:00', ['whole', 'morning', 'nights'], ['nights']],
    ['end_date', '2027-06-10 09:30:00', ['whole', 'morning'], []],
    ['starts_before', '2027-06-10 09:00:00', ['whole', 'morning', 'nights'], ['whole']],
    ['starts_after', '2027-06-10 09:00:00', [], ['nights']],
    ['ends_before', '2027-06-10 10:00:00', ['morning'], []],
    ['ends_after', '2027-06-10 10:00:00', ['nights'], ['whole', 'nights']],
  ] as const)(
    '%s: rounded in cal unless strict_dates; as given with it and in calx',
    async (name, value, loose, strict) => {
      const events = await three()
      const ids = (names: readonly (keyof typeof events)[]) => names.map(one => events[one])
      const filter = `${name}=${encodeURIComponent(value)}`
      expect(await found(filter)).toEqual(ids(loose))
      expect(await found(`${filter}&strict_dates=1`)).toEqual(ids(strict))
      expect(await foundX(filter)).toEqual(ids(strict))
    },
  )

  it('rounding: after zone conversion, and a clock time in a non-strict value is thrown away', async () => {
    const { body } = await world.ask('GET events&start_date=2027-06-10T02:00:00Z&end_date=2027-06-30')
    expect((body as { rest_url: string }).rest_url).toContain('start_date=2027-06-10T02%3A00%3A00Z')
    const evening = (await at('2027-06-09 00:00', '2027-06-09 01:00')).id
    const before = (await at('2027-06-08 23:59', '2027-06-09 01:00')).id
    const ids = await found('start_date=2027-06-10T02:00:00Z')
    expect([ids.includes(evening), ids.includes(before)]).toEqual([true, false])
    const late = (await at('2027-06-09 22:00', '2027-06-09 23:00')).id
    expect(await found('start_date=2027-06-10T02:00:00Z&strict_dates=true')).toEqual([late])
  })

  it('date only, exact mode: 00:00:00', async () => {
    const { nights, morning } = await three()
    expect(await found('start_date=2027-06-10&end_date=2027-06-10&strict_dates=1')).toEqual([])
    expect(await foundX('starts_after=2027-06-10')).toEqual([morning, nights])
  })

  it('multi-day: no overlap, both on one day mean "on that day"', async () => {
    const { morning, whole } = await three()
    expect(await found('start_date=2027-06-10&end_date=2027-06-10')).toEqual([whole, morning])
    expect(await found('start_date=2027-06-11&end_date=2027-06-11')).toEqual([])
  })

  it('several arguments: all of them', async () => {
    const { nights } = await three()
    expect(await found('starts_before=2027-06-10&ends_after=2027-06-11')).toEqual([nights])
    expect(await found('starts_before=2027-06-10&starts_after=2027-06-10')).toEqual([])
  })

  it('strict_dates: core boolean', async () => {
    for (const yes of ['true', '1', 'TRUE'])
      expect((await world.ask(`GET events&strict_dates=${yes}`)).status).toBe(200)
    for (const no of ['yes', '2', ''])
      expect((await world.ask(`GET events&strict_dates=${no}`)).status).toBe(400)
  })

  it('empty value: refused in both generations', async () => {
    for (const name of [
      ...['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after'],
    ])
      for (const path of ['events', '/calx/v1/events']) {
        const { status, body } = await world.ask(`GET ${path}&${name}=`)
        expect([status, Object.keys((body as { data: { params: object } }).data.params)]).toEqual([
          400,
          [name],
        ])
      }
  })

  it('cal default window: from today, until 24 months later; each default for its own absent argument', async () => {
    const past = (await at('2027-04-30 10:00', '2027-04-30 11:00')).id
    const today = (await at('2027-05-01 08:00', '2027-05-01 09:00')).id
    const last = (await at('2029-05-01 22:00', '2029-05-01 23:00')).id
    const beyond = (await at('2029-05-02 08:00', '2029-05-02 09:00')).id
    expect(await found('')).toEqual([today, last])
    expect(await found('start_date=2000-01-01')).toEqual([past, today, last])
    expect(await found('end_date=2030-01-01')).toEqual([today, last, beyond])
    expect(await found('starts_after=2000-01-01')).toEqual([past, today, last, beyond])
    expect(await found('starts_after=2000-01-01&end_date=2027-05-01')).toEqual([past, today])
    expect(await found(`include=${past},${beyond}&start_date=2029-01-01`)).toEqual(
      [past, beyond].sort((a, b) => a - b),
    )
    // clamped to the month
    world.clock.ms = Date.UTC(2028, 1, 29, 17)
    const index = (await world.ask('GET /')).body as {
      routes: Record<string, { endpoints: { args: Record<string, { default?: string }> }[] }>
    }
    const [{ args } = { args: {} }] = index.routes['/cal/events/v1/events']?.endpoints ?? []
    expect([args['start_date']?.default, args['end_date']?.default]).toEqual([
      ...['2028-02-29 00:00:00', '2030-02-28 23:59:59'],
    ])
  })

  it('calx: no defaults', async () => {
    const past = (await at('2001-04-30 10:00', '2001-04-30 11:00')).id
    const beyond = (await at('2099-05-02 08:00', '2099-05-02 09:00')).id
    expect(await foundX('')).toEqual([past, beyond])
  })

  it('"ended", "upcoming", is_past: compared as instants, never as wall clock', async () => {
    // 05:30 on May 2 in Tokyo was half past four in the afternoon of May 1 on the site
    const venue = await world.venue('Tokyo hall')
    const more = { timezone: 'Asia/Tokyo', venue: [venue] }
    const { id } = await at('2027-05-02 04:00', '2027-05-02 05:30', more)
    const isPast = async () => {
      const { body } = await world.ask(`GET /calx/v1/events/${id}`)
      return (body as { is_past: boolean }).is_past
    }
    const upcoming = async () => {
      const { body } = await world.ask('GET venues&only_with_upcoming=true')
      return (body as { venues: readonly { id: number }[] }).venues.length
    }
    expect([await isPast(), await upcoming()]).toEqual([false, 1])
    world.clock.ms = Date.UTC(2027, 4, 1, 20, 31)
    expect([await isPast(), await upcoming()]).toEqual([true, 0])
  })
})

describe('04 §6 publication date', () => {
  const day = { start_date: '2027-05-08', end_date: '2027-05-08', timezone: 'Asia/Tokyo' }
  it.each([
    ['date', { date: '2027-04-01 10:00:00' }, '2027-04-01 10:00:00', '2027-04-01 14:00:00'],
    ['date as an instant', { date: '2027-04-01T10:00:00Z' }, '2027-04-01 06:00:00', '2027-04-01 10:00:00'],
    [
      'date_utc / date_gmt',
      { date_utc: '2027-04-01 10:00:00' },
      '2027-04-01 06:00:00',
      '2027-04-01 10:00:00',
    ],
    [
      'both',
      { date: '2027-04-01 06:00:00', date_utc: '2027-04-01 10:00:00' },
      '2027-04-01 06:00:00',
      '2027-04-01 10:00:00',
    ],
    ['none', {}, '2027-05-01 16:00:00', '2027-05-01 20:00:00'],
    ['zeros', { date_utc: '0000-00-00 00:00:00' }, '2027-05-01 16:00:00', '2027-05-01 20:00:00'],
  ])('%s', async (_, sent, date, date_utc) => {
    expect(await create({ ...day, ...sent })).toMatchObject({ date, date_utc })
  })

  it('date_utc / date_gmt: the second generation calls it date_gmt', async () => {
    const made = await createX({
      ...{ start_date: '2027-05-08 10:00:00', duration: 60, date_gmt: '2027-04-01T10:00:00' },
    })
    expect(made).toMatchObject({ date: '2027-04-01T06:00:00', date_gmt: '2027-04-01T10:00:00' })
  })

  it('both, and they do not agree: refused on the UTC member', async () => {
    const apart = { title: 'E', ...day, date: '2027-04-01 06:00:00', date_utc: '2027-04-01 10:00:01' }
    expect(Object.keys(await refusedOn('POST events', apart))).toEqual(['date_utc'])
  })

  it('none on update: unchanged', async () => {
    const { id } = await create({ ...day, date: '2027-04-01 10:00:00' })
    world.clock.ms += 3_600_000
    expect(await change(id, { title: 'Other' })).toMatchObject({ date: '2027-04-01 10:00:00' })
  })
})

const NY = 'America/New_York'

describe('04 §7 worked examples', () => {
  it.each([
    {
      row: 1,
      sent: {
        start_date: '2027-07-01 01:00:00',
        end_date: '2027-07-01 03:00:00',
        timezone: 'Pacific/Auckland',
      },
      stored: ['2027-07-01 01:00:00', '2027-07-01 03:00:00', 'Pacific/Auckland'],
      utcs: ['2027-06-30 13:00:00', '2027-06-30 15:00:00', 7_200],
    },
    {
      row: 2,
      sent: { start_date: '2027-03-14 02:30', end_date: '2027-03-14 03:30' },
      stored: ['2027-03-14 03:30:00', '2027-03-14 03:30:00', NY],
      utcs: ['2027-03-14 07:30:00', '2027-03-14 07:30:00', 0],
    },
    {
      row: 3,
      sent: { start_date: '2027-11-07 01:30', end_date: '2027-11-07 02:30' },
      stored: ['2027-11-07 01:30:00', '2027-11-07 02:30:00', NY],
      utcs: ['2027-11-07 05:30:00', '2027-11-07 07:30:00', 7_200],
    },
    {
      row: 4,
      sent: { start_date: '2027-11-06 23:00', end_date: '2027-11-07 03:00' },
      stored: ['2027-11-06 23:00:00', '2027-11-07 03:00:00', NY],
      utcs: ['2027-11-07 03:00:00', '2027-11-07 08:00:00', 18_000],
    },
    {
      row: 5,
      sent: { start_date: '2026-12-11', end_date: '2026-12-13 08:00', all_day: true },
      stored: ['2026-12-11 00:00:00', '2026-12-13 23:59:59', NY],
      utcs: ['2026-12-11 05:00:00', '2026-12-14 04:59:59', 259_199],
    },
    {
      row: 6,
      sent: { start_date: '2027-02-15', end_date: '2027-02-19', all_day: true },
      stored: ['2027-02-15 00:00:00', '2027-02-19 23:59:59', NY],
      utcs: ['2027-02-15 05:00:00', '2027-02-20 04:59:59', 431_999],
    },
    {
      row: 7,
      sent: { start_date: '2027-03-14', end_date: '2027-03-14', all_day: true },
      stored: ['2027-03-14 00:00:00', '2027-03-14 23:59:59', NY],
      utcs: ['2027-03-14 05:00:00', '2027-03-15 03:59:59', 82_799],
    },
    {
      row: 8,
      sent: { start_date: '2027-06-10T10:00:00-08:00', end_date: '2027-06-10T11:00:00-08:00' },
      stored: ['2027-06-10 14:00:00', '2027-06-10 15:00:00', NY],
      utcs: ['2027-06-10 18:00:00', '2027-06-10 19:00:00', 3_600],
    },
    {
      row: 9,
      sent: { start_date: '1804654800', end_date: '1804658400' },
      stored: ['2027-03-10 00:00:00', '2027-03-10 01:00:00', NY],
      utcs: ['2027-03-10 05:00:00', '2027-03-10 06:00:00', 3_600],
    },
    {
      row: 10,
      sent: { start_date: 'tomorrow 9am', end_date: 'tomorrow 11am', timezone: 'Australia/Sydney' },
      stored: ['2027-05-03 09:00:00', '2027-05-03 11:00:00', 'Australia/Sydney'],
      utcs: ['2027-05-02 23:00:00', '2027-05-03 01:00:00', 7_200],
    },
    {
      row: 11,
      sent: { start_date: '2027-06-30 24:00:00', end_date: '2027-07-01 01:00' },
      stored: ['2027-07-01 00:00:00', '2027-07-01 01:00:00', NY],
      utcs: ['2027-07-01 04:00:00', '2027-07-01 05:00:00', 3_600],
    },
    {
      row: 12,
      sent: { start_date: '2027-08-01 09:00', end_date: '2027-08-01 10:00', timezone: 'UTC+5:30' },
      stored: ['2027-08-01 09:00:00', '2027-08-01 10:00:00', 'UTC+5:30'],
      utcs: ['2027-08-01 03:30:00', '2027-08-01 04:30:00', 3_600],
    },
    {
      row: 13,
      calx: { start_date: '2027-09-01 09:00:00', duration: 5_400 },
      stored: ['2027-09-01 09:00:00', '2027-09-01 10:30:00', NY],
      utcs: ['2027-09-01 13:00:00', '2027-09-01 14:30:00', 5_400],
    },
    {
      row: 14,
      calx: { end_date: '2027-09-01 12:00:00', duration: 3_600 },
      stored: ['2027-09-01 11:00:00', '2027-09-01 12:00:00', NY],
      utcs: ['2027-09-01 15:00:00', '2027-09-01 16:00:00', 3_600],
    },
    {
      row: 15,
      calx: {
        ...{ start_date_utc: '2027-12-01 15:00:00', end_date_utc: '2027-12-01 16:00:00' },
        timezone: 'Europe/Paris',
      },
      stored: ['2027-12-01 16:00:00', '2027-12-01 17:00:00', 'Europe/Paris'],
      utcs: ['2027-12-01 15:00:00', '2027-12-01 16:00:00', 3_600],
    },
    {
      row: 16,
      calx: { start_date: '2027-03-13 12:00:00', duration: 86_400, timezone: NY },
      stored: ['2027-03-13 12:00:00', '2027-03-14 13:00:00', NY],
      utcs: ['2027-03-13 17:00:00', '2027-03-14 17:00:00', 86_400],
    },
  ])('row $row', async ({ sent, calx, stored, utcs }) => {
    const { id } = calx === undefined ? await create(sent) : await createX(calx)
    const cal = (await world.ask(`GET events/${id}`)).body as Event
    expect([...local(cal), cal.timezone]).toEqual(stored)
    const later = (await world.ask(`GET /calx/v1/events/${id}`)).body as Later
    expect([...utc(cal), later.duration]).toEqual(utcs)
  })

  it('row 17: an hour of a calendar file in Berlin', async () => {
    const file = [
      ...['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:1', 'SUMMARY:E'],
      ...['DTSTART;TZID=Europe/Berlin:20270329T080000', 'DURATION:PT1H', 'END:VEVENT', 'END:VCALENDAR', ''],
    ].join('\r\n')
    const { operate, ask } = await embeddedService()
    const feed = parseIcs(Buffer.from(file), { siteZone: NY, nowUtc: '2027-05-01 20:00:00' })
    expect(await operate('import-file', { source: 'file', feed })).toMatchObject({ status: 200 })
    const made = await vi.waitFor(async () => {
      const { body } = await ask('GET /cal/events/v1/events&start_date=2027-03-29')
      const [first] = (body as { events: readonly Event[] }).events
      if (first === undefined) throw new Error('not there yet')
      return first
    }, 20_000)
    expect([...local(made), made.timezone, ...utc(made)]).toEqual([
      ...['2027-03-29 08:00:00', '2027-03-29 09:00:00', 'Europe/Berlin'],
      ...['2027-03-29 06:00:00', '2027-03-29 07:00:00'],
    ])
  })
})
