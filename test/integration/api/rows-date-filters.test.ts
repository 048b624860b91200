import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { epochMs } from '../../../shared/kernel/brands.ts'
import { apiWorld, type ApiWorld } from '../../support/api-world.ts'
import { type Event, type Later, datedEvents } from '../../support/dated-events.ts'
import { plusMs } from '../../../shared/kernel/time/calculate.ts'

/** Each row of the tables of spec 04, by its label, through the interface. */
let world: ApiWorld
beforeEach(async () => {
  world = await apiWorld()
  // 16:00 on the site's clock
  world.clock.ms = epochMs(Date.UTC(2027, 4, 1, 20))
})
afterEach(() => world.close())
const { refusedOn, create, change, createX, at } = datedEvents(() => world)

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

  it('date only, exact mode: 00:00:00, of an end the last second of the day', async () => {
    const { nights, morning, whole } = await three()
    const day = 'start_date=2027-06-10&end_date=2027-06-10'
    expect(await found(`${day}&strict_dates=1`)).toEqual([whole, morning])
    expect(await foundX(day)).toEqual([whole, morning])
    expect(await foundX(`${day}%2000:00`)).toEqual([])
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
    world.clock.ms = epochMs(Date.UTC(2028, 1, 29, 17))
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
    world.clock.ms = epochMs(Date.UTC(2027, 4, 1, 20, 31))
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
    world.clock.ms = plusMs(world.clock.ms, 3_600_000)
    expect(await change(id, { title: 'Other' })).toMatchObject({ date: '2027-04-01 10:00:00' })
  })
})
