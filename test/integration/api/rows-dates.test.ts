import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { epochMs } from '../../../shared/kernel/brands.ts'
import { apiWorld, type ApiWorld } from '../../support/api-world.ts'
import { local, utc, datedEvents } from '../../support/dated-events.ts'

/** Each row of the tables of spec 04, by its label, through the interface. */
let world: ApiWorld
beforeEach(async () => {
  world = await apiWorld()
  // 16:00 on the site's clock
  world.clock.ms = epochMs(Date.UTC(2027, 4, 1, 20))
})
afterEach(() => world.close())
const { refusedOn, change, createX, changeX, at } = datedEvents(() => world)

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
