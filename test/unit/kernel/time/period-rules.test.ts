import { describe, expect, it } from 'vitest'
import { secondsBetween } from '../../../../shared/kernel/time/calculate.ts'
import {
  changePeriod,
  createPeriod,
  type SentPeriod,
  sentPeriodErrors,
} from '../../../../shared/kernel/time/period.ts'
import { cal, calx, periodOf, errorsOf, made, created } from '../../../support/decided-periods.ts'

describe('daylight saving (spec 04 §3)', () => {
  it('only a gap puts the end before the start: end = start', () => {
    const period = created({ start: '2027-03-14 02:45:00', end: '2027-03-14 03:15:00' })
    expect([period.start, period.end]).toEqual(['2027-03-14 03:45:00', '2027-03-14 03:45:00'])
    expect(errorsOf(createPeriod({ start: '2027-03-14 02:45:00', end: '2027-03-14 02:15:00' }, cal))).toEqual(
      ['end_date rest_inconsistent_dates'],
    )
  })

  it('a UTC value that fits the second occurrence selects it (calx)', () => {
    const period = created({
      start: '2027-11-07 01:30:00',
      startUtc: '2027-11-07 06:30:00',
      end: '2027-11-07 02:30:00',
    })
    expect([period.startUtc, period.endUtc]).toEqual(['2027-11-07 06:30:00', '2027-11-07 07:30:00'])
  })

  it('local text and zone equal to the stored ones keep the stored instant', () => {
    const stored = created({ startUtc: '2027-11-07 06:30:00', endUtc: '2027-11-07 06:45:00' })
    expect(stored.start).toBe('2027-11-07 01:30:00')
    expect(changePeriod(stored, { start: '2027-11-07 01:30:00', end: '2027-11-07 01:45:00' }, cal)).toEqual({
      ok: true,
      period: stored,
    })
    expect(changePeriod(stored, { start: '2027-11-07T01:30', timezone: 'america/new_york' }, cal)).toEqual({
      ok: true,
      period: stored,
    })
    const other = periodOf(changePeriod(stored, { start: '2027-11-07 01:31:00' }, cal))
    expect(other.startUtc).toBe('2027-11-07 05:31:00')
  })
})

describe('order, partial updates, zone changes (spec 04 §4)', () => {
  const stored = created({ start: '2027-06-10 10:00:00', end: '2027-06-10 12:00:00' })

  it('end before start is refused on create and update, equal is valid', () => {
    expect(errorsOf(createPeriod({ start: '2027-06-10 10:00', end: '2027-06-10 09:59' }, cal))).toEqual([
      'end_date rest_inconsistent_dates',
    ])
    expect(errorsOf(changePeriod(stored, { start: '2027-06-10 12:00:01' }, calx))).toEqual([
      'end_date rest_inconsistent_dates',
    ])
    expect(made({ start: '2027-06-10 10:00', end: '2027-06-10 10:00' })[5]).toBe(0)
  })

  it('what is not sent stays', () => {
    const later = periodOf(changePeriod(stored, { end: '2027-06-11 09:00:00' }, cal))
    expect(later).toEqual({ ...stored, end: '2027-06-11 09:00:00', endUtc: '2027-06-11 13:00:00' })
  })

  it('only a zone: local values stay, UTC is computed anew', () => {
    expect(periodOf(changePeriod(stored, { timezone: 'Europe/Paris' }, cal))).toEqual({
      ...stored,
      timezone: 'Europe/Paris',
      startUtc: '2027-06-10 08:00:00',
      endUtc: '2027-06-10 10:00:00',
    })
  })
})

describe('all-day events (spec 04 §4)', () => {
  const day = created({ start: '2027-03-10 08:00:00', end: '2027-03-10 10:00:00', allDay: true })

  it('covers whole local days', () => {
    expect([day.start, day.end]).toEqual(['2027-03-10 00:00:00', '2027-03-10 23:59:59'])
  })

  it('drops the times even when they are out of order', () => {
    expect(made({ allDay: true, start: '2027-03-10 10:00', end: '2027-03-10 08:00' })[5]).toBe(86399)
  })

  it('where 00:00:00 is inside a gap, UTC is the first instant and the local text stays', () => {
    const beirut = { start: '2027-03-28', end: '2027-03-28', allDay: true, timezone: 'Asia/Beirut' }
    expect(made(beirut)).toEqual([
      '2027-03-28 00:00:00',
      '2027-03-28 23:59:59',
      'Asia/Beirut',
      '2027-03-27 22:00:00',
      '2027-03-28 20:59:59',
      82799,
    ])
  })

  it('switched off: stored local values stay unless dates are sent', () => {
    expect(periodOf(changePeriod(day, { allDay: false }, cal))).toEqual({ ...day, allDay: false })
    const timed = periodOf(changePeriod(day, { allDay: false, start: '2027-03-10 09:00' }, cal))
    expect([timed.allDay, timed.start, timed.end]).toEqual([
      false,
      '2027-03-10 09:00:00',
      '2027-03-10 23:59:59',
    ])
  })

  it('not sent on update: dates are rounded', () => {
    const moved = periodOf(changePeriod(day, { end: '2027-03-12 05:00:00' }, calx))
    expect([moved.allDay, moved.start, moved.end]).toEqual([
      true,
      '2027-03-10 00:00:00',
      '2027-03-12 23:59:59',
    ])
  })

  it('switched on: stored days become whole', () => {
    const stored = created({ start: '2027-06-10 10:00:00', end: '2027-06-11 12:00:00' })
    const whole = periodOf(changePeriod(stored, { allDay: true }, cal))
    expect([whole.start, whole.end]).toEqual(['2027-06-10 00:00:00', '2027-06-11 23:59:59'])
  })

  it('a new zone keeps the days', () => {
    const tokyo = periodOf(changePeriod(day, { timezone: 'Asia/Tokyo' }, cal))
    expect([tokyo.start, tokyo.startUtc, tokyo.endUtc]).toEqual([
      '2027-03-10 00:00:00',
      '2027-03-09 15:00:00',
      '2027-03-10 14:59:59',
    ])
  })

  it.each([
    [0, '2027-03-10 23:59:59'],
    [3600, '2027-03-10 23:59:59'],
    [86400, '2027-03-10 23:59:59'],
    [86401, '2027-03-11 23:59:59'],
    [259199, '2027-03-12 23:59:59'],
  ])('with duration %i covers the days that it touches', (duration, end) => {
    expect(created({ start: '2027-03-10 08:00:00', duration, allDay: true }).end).toBe(end)
    expect(periodOf(changePeriod(day, { duration }, calx)).end).toBe(end)
  })

  it('end and duration', () => {
    const period = created({ end: '2027-03-12 08:00:00', duration: 172800, allDay: true })
    expect([period.start, period.end]).toEqual(['2027-03-11 00:00:00', '2027-03-12 23:59:59'])
  })

  it('its own duration written back changes nothing, also over a long day', () => {
    const week = created({ start: '2027-11-03 00:00:00', end: '2027-11-09 00:00:00', allDay: true })
    const duration = secondsBetween(week.startUtc, week.endUtc)
    expect(duration).toBe(7 * 86400 + 3600 - 1)
    expect(changePeriod(week, { duration }, calx)).toEqual({ ok: true, period: week })
    expect(
      changePeriod(
        week,
        { start: week.start, startUtc: week.startUtc, end: week.end, endUtc: week.endUtc, duration },
        calx,
      ),
    ).toEqual({ ok: true, period: week })
  })
})

describe('start, end, UTC and duration of calx (spec 04 §4)', () => {
  const stored = created({ start: '2027-06-10 10:00:00', end: '2027-06-10 12:00:00' })
  const ends = (sent: SentPeriod) => {
    const { start, end } = periodOf(changePeriod(stored, sent, calx))
    return [start.slice(11), end.slice(11)]
  }

  it('duration alone moves the end', () => {
    expect(ends({ duration: 3600 })).toEqual(['10:00:00', '11:00:00'])
    expect(ends({ duration: 0 })).toEqual(['10:00:00', '10:00:00'])
  })

  it('start alone leaves the end', () => {
    expect(ends({ start: '2027-06-10 11:00:00' })).toEqual(['11:00:00', '12:00:00'])
  })

  it('start and duration, end and duration', () => {
    expect(ends({ start: '2027-06-10 11:00:00', duration: 7200 })).toEqual(['11:00:00', '13:00:00'])
    expect(ends({ end: '2027-06-10 11:00:00', duration: 7200 })).toEqual(['09:00:00', '11:00:00'])
  })

  it('all three must agree, before or after rounding to days', () => {
    const dates = { start: '2027-06-10 10:00:00', end: '2027-06-10 11:00:00' }
    expect(created({ ...dates, duration: 3600 }).end).toBe('2027-06-10 11:00:00')
    expect(errorsOf(createPeriod({ ...dates, duration: 7200 }, calx))).toEqual([
      'duration rest_inconsistent_dates',
    ])
    expect(created({ ...dates, duration: 3600, allDay: true }).end).toBe('2027-06-10 23:59:59')
    expect(created({ ...dates, duration: 86399, allDay: true }).end).toBe('2027-06-10 23:59:59')
    expect(errorsOf(createPeriod({ ...dates, duration: 7200, allDay: true }, calx))).toEqual([
      'duration rest_inconsistent_dates',
    ])
  })

  it('a UTC member alone gives the local one', () => {
    expect(ends({ startUtc: '2027-06-10 15:00:00' })).toEqual(['11:00:00', '12:00:00'])
  })

  it('local and UTC of one end must denote one instant', () => {
    expect(ends({ start: '2027-06-10 11:00:00', startUtc: '2027-06-10 15:00:00' })).toEqual([
      '11:00:00',
      '12:00:00',
    ])
    expect(
      errorsOf(
        changePeriod(
          stored,
          {
            start: '2027-06-10 11:00:00',
            startUtc: '2027-06-10 11:00:00',
            end: '2027-06-10 12:00:00',
            endUtc: '2027-06-10 12:00:00',
          },
          calx,
        ),
      ),
    ).toEqual(['start_date_utc rest_inconsistent_dates', 'end_date_utc rest_inconsistent_dates'])
  })

  it.each([
    [{}, ['start_date rest_property_required', 'end_date rest_property_required']],
    [{ duration: 60 }, ['start_date rest_property_required', 'end_date rest_property_required']],
    [{ start: '2027-06-10 11:00:00' }, ['end_date rest_property_required']],
    [{ endUtc: '2027-06-10 11:00:00' }, ['start_date rest_property_required']],
  ])('create with %j names what is missing', (sent, errors) => {
    expect(errorsOf(createPeriod(sent, calx))).toEqual(errors)
  })

  it('other forms of date are refused', () => {
    expect(errorsOf(createPeriod({ start: '2027-12-20T10:00:00', endUtc: '2027-12-20' }, calx))).toEqual([
      'start_date rest_invalid_date',
      'end_date_utc rest_invalid_date',
    ])
    expect(sentPeriodErrors({ end: 'today' }, calx)).toEqual([
      { argument: 'end_date', code: 'rest_invalid_date' },
    ])
  })

  it('a duration that leaves the calendar is refused', () => {
    expect(errorsOf(createPeriod({ start: '2027-06-10 10:00:00', duration: 9e12 }, calx))).toEqual([
      'duration rest_out_of_bounds',
    ])
    expect(
      errorsOf(createPeriod({ start: '2027-06-10 10:00:00', duration: 9e12, allDay: true }, calx)),
    ).toEqual(['duration rest_out_of_bounds'])
  })
})
