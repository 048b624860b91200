import { utcTime, epochMs } from '../../../shared/kernel/brands.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseIcs } from '../../../services/imports/ics/parse.ts'
import { apiWorld, type ApiWorld } from '../../support/api-world.ts'
import { embeddedService } from '../../support/embedded-service.ts'
import { type Event, type Later, local, utc, datedEvents } from '../../support/dated-events.ts'
import { eventually } from '../../support/eventually.ts'

/** Each row of the tables of spec 04, by its label, through the interface. */
let world: ApiWorld
beforeEach(async () => {
  world = await apiWorld()
  // 16:00 on the site's clock
  world.clock.ms = epochMs(Date.UTC(2027, 4, 1, 20))
})
afterEach(() => world.close())
const { create, createX } = datedEvents(() => world)

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
    const feed = parseIcs(Buffer.from(file), { siteZone: NY, nowUtc: utcTime('2027-05-01 20:00:00') })
    expect(await operate('import-file', { source: 'file', feed })).toMatchObject({ status: 200 })
    const made = await eventually(async () => {
      const { body } = await ask('GET /cal/events/v1/events&start_date=2027-03-29')
      const [first] = (body as { events: readonly Event[] }).events
      if (first === undefined) throw new Error('not there yet')
      return first
    })
    expect([...local(made), made.timezone, ...utc(made)]).toEqual([
      ...['2027-03-29 08:00:00', '2027-03-29 09:00:00', 'Europe/Berlin'],
      ...['2027-03-29 06:00:00', '2027-03-29 07:00:00'],
    ])
  })
})
