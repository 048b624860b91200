import { utcTime } from '../../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import { importPeriod, type ImportedDates } from '../../../../shared/kernel/time/import-period.ts'

const at = { nowUtc: utcTime('2027-05-01 20:00:00'), siteZone: 'America/New_York' }
const imported = (dates: ImportedDates) => {
  const result = importPeriod(dates, at)
  if (!result.ok) return result.reason
  const { start, end, timezone, startUtc, endUtc } = result.period
  return { start, end, timezone, startUtc, endUtc, warnings: result.warnings }
}

describe('dates of an import (spec 05 §7)', () => {
  it('end absent: end = start', () => {
    expect(imported({ start: '2027-03-10 19:00:00' })).toEqual({
      start: '2027-03-10 19:00:00',
      end: '2027-03-10 19:00:00',
      timezone: 'America/New_York',
      startUtc: '2027-03-11 00:00:00',
      endUtc: '2027-03-11 00:00:00',
      warnings: [],
    })
  })

  it.each([
    ['22:00:00', '02:00:00', '2027-03-11 02:00:00', ['overnight']],
    ['20:00:00', '08:00:00', '2027-03-11 08:00:00', ['overnight']],
    ['20:00:00', '08:00:01', '2027-03-10 20:00:00', ['end_before_start']],
    ['10:00:00', '09:00:00', '2027-03-10 10:00:00', ['end_before_start']],
    ['10:00:00', '10:00:00', '2027-03-10 10:00:00', []],
  ])('from %s to %s of one day', (start, end, expected, warnings) => {
    expect(imported({ start: `2027-03-10 ${start}`, end: `2027-03-10 ${end}` })).toMatchObject({
      end: expected,
      warnings,
    })
  })

  it('an earlier day is no night', () => {
    expect(imported({ start: '2027-03-10 22:00:00', end: '2027-03-09 23:00:00' })).toMatchObject({
      end: '2027-03-10 22:00:00',
      warnings: ['end_before_start'],
    })
    expect(imported({ start: '2027-03-10', end: '2027-03-09', allDay: true })).toMatchObject({
      start: '2027-03-10 00:00:00',
      end: '2027-03-10 23:59:59',
      warnings: ['end_before_start'],
    })
  })

  it('an unreadable start refuses the item, an unreadable end is replaced', () => {
    expect(imported({ start: '2027-02-30', end: '2027-03-01' })).toBe('invalid_date')
    expect(imported({ end: '2027-03-01' })).toBe('invalid_date')
    expect(imported({ start: '2027-03-10 10:00', end: '2027-02-30' })).toMatchObject({
      end: '2027-03-10 10:00:00',
      warnings: ['invalid_end_date'],
    })
  })

  it('an unknown zone is the site zone', () => {
    expect(imported({ start: '2027-03-10 10:00', timezone: 'Mars/X' })).toMatchObject({
      timezone: 'America/New_York',
      startUtc: '2027-03-10 15:00:00',
      warnings: ['unknown_timezone'],
    })
    expect(imported({ start: '2027-03-10 10:00', timezone: 'europe/berlin' })).toMatchObject({
      timezone: 'Europe/Berlin',
      warnings: [],
    })
  })

  it('an all-day item without end covers its day', () => {
    expect(imported({ start: '2027-03-10', allDay: true })).toMatchObject({
      end: '2027-03-10 23:59:59',
      warnings: [],
    })
  })
})
