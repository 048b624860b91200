import { describe, expect, it } from 'vitest'
import { changePeriod, createPeriod, type SentPeriod } from '../../../../shared/kernel/time/period.ts'
import { cal, calx, periodOf, errorsOf, made, created, NY } from '../../../support/decided-periods.ts'

describe('worked examples (spec 04 §7)', () => {
  const rows: readonly (readonly [
    number,
    typeof cal | typeof calx,
    SentPeriod,
    readonly (string | number)[],
  ])[] = [
    [
      1,
      cal,
      { start: '2027-07-01 01:00:00', end: '2027-07-01 03:00:00', timezone: 'Pacific/Auckland' },
      [
        '2027-07-01 01:00:00',
        '2027-07-01 03:00:00',
        'Pacific/Auckland',
        '2027-06-30 13:00:00',
        '2027-06-30 15:00:00',
        7200,
      ],
    ],
    [
      2,
      cal,
      { start: '2027-03-14 02:30', end: '2027-03-14 03:30', timezone: NY },
      ['2027-03-14 03:30:00', '2027-03-14 03:30:00', NY, '2027-03-14 07:30:00', '2027-03-14 07:30:00', 0],
    ],
    [
      3,
      cal,
      { start: '2027-11-07 01:30', end: '2027-11-07 02:30', timezone: NY },
      ['2027-11-07 01:30:00', '2027-11-07 02:30:00', NY, '2027-11-07 05:30:00', '2027-11-07 07:30:00', 7200],
    ],
    [
      4,
      cal,
      { start: '2027-11-06 23:00', end: '2027-11-07 03:00' },
      ['2027-11-06 23:00:00', '2027-11-07 03:00:00', NY, '2027-11-07 03:00:00', '2027-11-07 08:00:00', 18000],
    ],
    [
      5,
      cal,
      { allDay: true, start: '2026-12-11', end: '2026-12-13 08:00' },
      [
        '2026-12-11 00:00:00',
        '2026-12-13 23:59:59',
        NY,
        '2026-12-11 05:00:00',
        '2026-12-14 04:59:59',
        259199,
      ],
    ],
    [
      6,
      cal,
      { allDay: true, start: '2027-02-15', end: '2027-02-19' },
      [
        '2027-02-15 00:00:00',
        '2027-02-19 23:59:59',
        NY,
        '2027-02-15 05:00:00',
        '2027-02-20 04:59:59',
        431999,
      ],
    ],
    [
      7,
      cal,
      { allDay: true, start: '2027-03-14', end: '2027-03-14' },
      ['2027-03-14 00:00:00', '2027-03-14 23:59:59', NY, '2027-03-14 05:00:00', '2027-03-15 03:59:59', 82799],
    ],
    [
      8,
      cal,
      { start: '2027-06-10T10:00:00-08:00', end: '2027-06-10T11:00:00-08:00', timezone: NY },
      ['2027-06-10 14:00:00', '2027-06-10 15:00:00', NY, '2027-06-10 18:00:00', '2027-06-10 19:00:00', 3600],
    ],
    [
      9,
      cal,
      { start: '1804654800', end: '1804658400' },
      ['2027-03-10 00:00:00', '2027-03-10 01:00:00', NY, '2027-03-10 05:00:00', '2027-03-10 06:00:00', 3600],
    ],
    [
      10,
      cal,
      { start: 'tomorrow 9am', end: 'tomorrow 11am', timezone: 'Australia/Sydney' },
      [
        '2027-05-03 09:00:00',
        '2027-05-03 11:00:00',
        'Australia/Sydney',
        '2027-05-02 23:00:00',
        '2027-05-03 01:00:00',
        7200,
      ],
    ],
    [
      11,
      cal,
      { start: '2027-06-30 24:00:00', end: '2027-07-01 01:00' },
      ['2027-07-01 00:00:00', '2027-07-01 01:00:00', NY, '2027-07-01 04:00:00', '2027-07-01 05:00:00', 3600],
    ],
    [
      12,
      cal,
      { start: '2027-08-01 09:00', end: '2027-08-01 10:00', timezone: 'UTC+5:30' },
      [
        '2027-08-01 09:00:00',
        '2027-08-01 10:00:00',
        'UTC+5:30',
        '2027-08-01 03:30:00',
        '2027-08-01 04:30:00',
        3600,
      ],
    ],
    [
      13,
      calx,
      { start: '2027-09-01 09:00:00', duration: 5400 },
      ['2027-09-01 09:00:00', '2027-09-01 10:30:00', NY, '2027-09-01 13:00:00', '2027-09-01 14:30:00', 5400],
    ],
    [
      14,
      calx,
      { end: '2027-09-01 12:00:00', duration: 3600 },
      ['2027-09-01 11:00:00', '2027-09-01 12:00:00', NY, '2027-09-01 15:00:00', '2027-09-01 16:00:00', 3600],
    ],
    [
      15,
      calx,
      { startUtc: '2027-12-01 15:00:00', endUtc: '2027-12-01 16:00:00', timezone: 'Europe/Paris' },
      [
        '2027-12-01 16:00:00',
        '2027-12-01 17:00:00',
        'Europe/Paris',
        '2027-12-01 15:00:00',
        '2027-12-01 16:00:00',
        3600,
      ],
    ],
    [
      16,
      calx,
      { start: '2027-03-13 12:00:00', duration: 86400, timezone: NY },
      ['2027-03-13 12:00:00', '2027-03-14 13:00:00', NY, '2027-03-13 17:00:00', '2027-03-14 17:00:00', 86400],
    ],
    [
      17,
      cal,
      { start: '2027-03-29 08:00:00', end: '2027-03-29 09:00:00', timezone: 'Europe/Berlin' },
      [
        '2027-03-29 08:00:00',
        '2027-03-29 09:00:00',
        'Europe/Berlin',
        '2027-03-29 06:00:00',
        '2027-03-29 07:00:00',
        3600,
      ],
    ],
  ]
  it.each(rows)('row %i', (_, context, sent, expected) => {
    expect(made(sent, context)).toEqual(expected)
  })
})

describe('zones of an event (spec 04 §2)', () => {
  const dates = { start: '2027-06-01 10:00:00', end: '2027-06-01 11:00:00' }

  it('absent or "" on create is the site zone', () => {
    expect(created(dates).timezone).toBe(NY)
    expect(created({ ...dates, timezone: '' }).timezone).toBe(NY)
    expect(periodOf(createPeriod(dates, { ...cal, siteZone: 'UTC+5:30' })).startUtc).toBe(
      '2027-06-01 04:30:00',
    )
  })

  it('"" on update is the site zone, absent keeps the stored one', () => {
    const stored = created({ ...dates, timezone: 'Asia/Tokyo' })
    expect(periodOf(changePeriod(stored, { timezone: '' }, cal)).timezone).toBe(NY)
    expect(changePeriod(stored, {}, cal)).toEqual({ ok: true, period: stored })
  })

  it('an unknown zone is an error, together with the other errors', () => {
    expect(errorsOf(createPeriod({ ...dates, timezone: 'Mars/X' }, cal))).toEqual([
      'timezone rest_invalid_timezone',
    ])
    expect(errorsOf(createPeriod({ start: 'x', end: '2027-02-30', timezone: 'PST' }, cal))).toEqual([
      'timezone rest_invalid_timezone',
      'start_date rest_invalid_date',
      'end_date rest_invalid_date',
    ])
  })
})

describe('1970, 0001 and 9999 are years like any other (spec 04)', () => {
  it.each(['1970-01-01 00:00:00', '0001-01-01 00:00:00', '9999-12-31 23:59:59'])('%s', date => {
    const period = created({ start: date, end: date, timezone: 'UTC' })
    expect([period.start, period.startUtc]).toEqual([date, date])
    expect(created({ start: date, end: date, timezone: NY }).start).toBe(date)
  })
})
