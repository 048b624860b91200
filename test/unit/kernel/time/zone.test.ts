import { localTime, utcTime } from '../../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import {
  abbreviation,
  dayUtc,
  parseZone,
  toLocal,
  toUtc,
  toUtcLater,
  zoneNames,
} from '../../../../shared/kernel/time/zone.ts'

describe('zones (spec 04 §2)', () => {
  it.each([
    ['America/New_York', 'America/New_York'],
    ['us/eastern', 'US/Eastern'],
    ['EUROPE/berlin', 'Europe/Berlin'],
    ['est', 'EST'],
    ['EST5EDT', 'EST5EDT'],
    ['utc', 'UTC'],
    ['gmt', 'GMT'],
    ['Etc/GMT+5', 'Etc/GMT+5'],
    ['asia/calcutta', 'Asia/Calcutta'],
    ['america/port-au-prince', 'America/Port-au-Prince'],
    ['UTC+5:30', 'UTC+5:30'],
    ['UTC+5.5', 'UTC+5:30'],
    ['UTC+5.75', 'UTC+5:45'],
    ['UTC-3.25', 'UTC-3:15'],
    ['UTC+05:30', 'UTC+5:30'],
    ['+05:30', 'UTC+5:30'],
    ['-05:00', 'UTC-5'],
    ['UTC-5', 'UTC-5'],
    ['UTC+0', 'UTC+0'],
    ['UTC-0', 'UTC+0'],
    ['UTC-12', 'UTC-12'],
    ['UTC+14', 'UTC+14'],
  ])('%s is stored as %s', (text, stored) => {
    expect(parseZone(text)).toBe(stored)
  })

  it.each([
    '',
    ' UTC',
    'UTCfoo',
    'PST',
    'IST',
    'AST',
    'CEST',
    'BST',
    'JST',
    'Mars/X',
    'Factory',
    'posixrules',
    'localtime',
    'UTC+15',
    'UTC+14:15',
    'UTC-12:30',
    'UTC+5:60',
    'UTC+5.3',
    'UTC5',
    'UTC+',
    '+5',
    '+0530',
    'GMT+5',
    'W. Europe Standard Time',
    '__proto__',
    'constructor',
  ])('%j is no zone', text => {
    expect(parseZone(text)).toBeNull()
  })

  it('every name of the table is known to the runtime', () => {
    expect(zoneNames.length).toBeGreaterThan(590)
    for (const timeZone of zoneNames) new Intl.DateTimeFormat('en', { timeZone })
  })

  it('every zone of the runtime is in the table', () => {
    const known = new Set(zoneNames)
    expect(Intl.supportedValuesOf('timeZone').filter(name => !known.has(name))).toEqual([])
  })
})

describe('wall clock and instant (spec 04 §3)', () => {
  it.each([
    ['2027-07-01 01:00:00', 'Pacific/Auckland', '2027-06-30 13:00:00'],
    ['2027-08-01 09:00:00', 'UTC+5:30', '2027-08-01 03:30:00'],
    ['2027-08-01 09:00:00', 'UTC-3:30', '2027-08-01 12:30:00'],
    ['2027-08-01 09:00:00', 'Asia/Kathmandu', '2027-08-01 03:15:00'],
    ['2027-11-07 01:30:00', 'America/New_York', '2027-11-07 05:30:00'],
    ['1970-01-01 00:00:00', 'UTC', '1970-01-01 00:00:00'],
    ['1969-12-31 19:00:00', 'America/New_York', '1970-01-01 00:00:00'],
    ['1800-01-01 00:00:00', 'America/New_York', '1800-01-01 04:56:02'],
    ['0001-01-02 00:00:00', 'Asia/Tokyo', '0001-01-01 14:41:01'],
    ['9999-12-31 12:00:00', 'Europe/Berlin', '9999-12-31 11:00:00'],
    ['9999-07-01 12:00:00', 'Europe/Berlin', '9999-07-01 10:00:00'],
  ])('%s in %s is %s', (local, zone, utc) => {
    expect(toUtc(localTime(local), zone)).toEqual({ local, utc })
    expect(toLocal(utcTime(utc), zone)).toBe(local)
  })

  it.each([
    ['2027-03-14 02:30:00', 'America/New_York', '2027-03-14 03:30:00', '2027-03-14 07:30:00'],
    ['2027-03-28 02:00:00', 'Europe/Berlin', '2027-03-28 03:00:00', '2027-03-28 01:00:00'],
    ['2027-10-03 02:10:00', 'Australia/Lord_Howe', '2027-10-03 02:40:00', '2027-10-02 15:40:00'],
    ['2011-12-30 10:00:00', 'Pacific/Apia', '2011-12-31 10:00:00', '2011-12-30 20:00:00'],
  ])('gap: %s in %s becomes %s', (local, zone, moved, utc) => {
    expect(toUtc(localTime(local), zone)).toEqual({ local: moved, utc })
  })

  it('only a wall clock that occurs twice has a second occurrence', () => {
    expect(toUtcLater(localTime('2027-11-07 01:30:00'), 'America/New_York')).toBe('2027-11-07 06:30:00')
    expect(toUtcLater(localTime('2027-04-04 01:45:00'), 'Australia/Lord_Howe')).toBe('2027-04-03 15:15:00')
    expect(toUtcLater(localTime('2027-11-07 02:30:00'), 'America/New_York')).toBeNull()
    expect(toUtcLater(localTime('2027-03-14 02:30:00'), 'America/New_York')).toBeNull()
    expect(toUtcLater(localTime('2027-11-07 01:30:00'), 'UTC-5')).toBeNull()
  })

  it('a day begins and ends with its first and last instant', () => {
    expect(dayUtc('2027-02-15', 'America/New_York')).toEqual({
      first: '2027-02-15 05:00:00',
      last: '2027-02-16 04:59:59',
    })
    // clocks go from 00:00 to 01:00
    expect(dayUtc('2018-11-04', 'America/Sao_Paulo')).toEqual({
      first: '2018-11-04 03:00:00',
      last: '2018-11-05 01:59:59',
    })
    // clocks went from 23:30 to 00:30 of the next day
    expect(dayUtc('1919-03-30', 'America/Toronto').last).toBe('1919-03-31 04:29:59')
    expect(dayUtc('1919-03-31', 'America/Toronto').first).toBe('1919-03-31 04:30:00')
    // a day that did not exist
    expect(dayUtc('2011-12-30', 'Pacific/Apia')).toEqual({
      first: '2011-12-30 10:00:00',
      last: '2011-12-30 10:00:00',
    })
    expect(dayUtc('2027-08-01', 'UTC+5:30')).toEqual({
      first: '2027-07-31 18:30:00',
      last: '2027-08-01 18:29:59',
    })
  })
})

describe('abbreviations (spec 02 §1.1)', () => {
  it.each([
    ['2027-05-08 14:00:00', 'America/New_York', 'EDT'],
    ['2027-01-08 14:00:00', 'America/New_York', 'EST'],
    ['1943-05-08 14:00:00', 'America/New_York', 'EWT'],
    ['2027-01-08 14:00:00', 'Europe/Berlin', 'CET'],
    ['2027-07-08 14:00:00', 'Europe/Berlin', 'CEST'],
    ['2027-07-08 14:00:00', 'Europe/London', 'BST'],
    ['2027-07-08 14:00:00', 'Europe/Dublin', 'IST'],
    ['2027-07-08 14:00:00', 'Asia/Kolkata', 'IST'],
    ['2027-07-08 14:00:00', 'Asia/Tokyo', 'JST'],
    ['2027-01-08 14:00:00', 'Australia/Sydney', 'AEDT'],
    ['2027-07-08 14:00:00', 'America/Sao_Paulo', '-03'],
    ['2027-07-08 14:00:00', 'Asia/Kathmandu', '+0545'],
    ['2027-07-08 14:00:00', 'UTC', 'UTC'],
    ['2027-07-08 14:00:00', 'EST', 'EST'],
    ['2027-07-08 14:00:00', 'Etc/GMT+5', '-05'],
    ['2027-07-08 14:00:00', 'UTC+5:30', 'UTC+5:30'],
  ])('%s in %s: %s', (utc, zone, letters) => {
    expect(abbreviation(utcTime(utc), zone)).toBe(letters)
  })
})
