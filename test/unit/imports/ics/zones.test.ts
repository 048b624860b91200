import { describe, expect, it } from 'vitest'
import { at, calendar, dates, event, itemsOf, only } from './calendar.ts'

const zoneOf = (tzid: string) => {
  const { timezone, warnings } = only(`DTSTART;TZID=${tzid}:20270601T090000`)
  return [timezone, ...(warnings ?? [])]
}

/** Rules of the American east under another name. */
const eastern = (tzid: string, ...more: string[]) => [
  'BEGIN:VTIMEZONE',
  `TZID:${tzid}`,
  ...more,
  'BEGIN:STANDARD',
  'DTSTART:16011104T020000',
  'RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11',
  'TZOFFSETFROM:-0400',
  'TZOFFSETTO:-0500',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:16010311T020000',
  'RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3',
  'TZOFFSETFROM:-0500',
  'TZOFFSETTO:-0400',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
]

const first = (...lines: string[]) => itemsOf(calendar(...lines))[0] ?? {}

describe('05 §8.3 TZID', () => {
  it.each([
    ['1 tz name', 'America/Chicago', 'America/Chicago'],
    ['1 any case', 'america/CHICAGO', 'America/Chicago'],
    ['1 quotes removed', '"America/New_York"', 'America/New_York'],
    ['1 link', 'US/Eastern', 'US/Eastern'],
    ['2 path', '/x/y/Europe/Berlin', 'Europe/Berlin'],
    ['2 dated path', '/softwarestudio.org/Olson_20011030_5/America/Indiana/Knox', 'America/Indiana/Knox'],
    ['2 leading slash', '/Europe/Berlin', 'Europe/Berlin'],
    ['3 Windows name', 'W. Europe Standard Time', 'Europe/Berlin'],
    ['3 Windows name, any case', 'eastern standard time', 'America/New_York'],
    ['3 Windows name with a country', 'Pacific Standard Time (Mexico)', 'America/Tijuana'],
    ['3 Windows name of a number', 'Russia Time Zone 11', 'Asia/Kamchatka'],
    ['3 no summer time', 'US Mountain Standard Time', 'America/Phoenix'],
    ['3 display name', 'Eastern Time (US & Canada)', 'America/New_York'],
    ['3 display name with offset', '"(UTC-06:00) Central Time (US & Canada)"', 'America/Chicago'],
    ['3 display name of cities', '"Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna"', 'Europe/Berlin'],
    ['UTC kept', 'UTC', 'UTC'],
  ])('%s: %s', (_, tzid, zone) => {
    expect(zoneOf(tzid)).toEqual([zone])
  })

  it('6 unknown: site zone and a warning', () => {
    expect(zoneOf('Customized Time Zone')).toEqual(['America/New_York', 'unknown_timezone'])
    expect(
      first('X-WR-TIMEZONE:Europe/Lisbon', ...event('DTSTART;TZID=Nowhere:20270601T090000')),
    ).toMatchObject({
      timezone: 'America/New_York',
      warnings: ['unknown_timezone'],
    })
  })

  it('1 a name of the tz database counts even when the VTIMEZONE differs', () => {
    const item = first(...eastern('Europe/Berlin'), ...event('DTSTART;TZID=Europe/Berlin:20270601T090000'))
    expect(dates(item)).toEqual(['2027-06-01 09:00:00', '2027-06-01 09:00:00', 'Europe/Berlin', false])
  })

  it('05-26 1 … or starts after the event [B21]', () => {
    const zone = [
      'BEGIN:VTIMEZONE',
      'TZID:America/New_York',
      'BEGIN:DAYLIGHT',
      'DTSTART:20260308T030000',
      'TZOFFSETFROM:-0500',
      'TZOFFSETTO:-0400',
      'END:DAYLIGHT',
      'END:VTIMEZONE',
    ]
    const item = first(
      ...zone,
      ...event('DTSTART;TZID=America/New_York:20231027T080000', 'RDATE:20231028T080000'),
    )
    expect(item).toMatchObject({ start_date: '2023-10-27 08:00:00', occurrence: '2023-10-27T12:00:00Z' })
  })

  it('4 X-LIC-LOCATION of the VTIMEZONE', () => {
    const zone = eastern('My Zone', 'X-LIC-LOCATION:america/toronto')
    expect(first(...zone, ...event('DTSTART;TZID=My Zone:20270601T090000'))).toMatchObject({
      timezone: 'America/Toronto',
    })
  })

  it('5 offsets of the VTIMEZONE, fixed and valid at the start', () => {
    const at = (date: string) =>
      dates(first(...eastern('Eastern 1'), ...event(`DTSTART;TZID=Eastern 1:${date}`)))
    expect(at('20270601T090000')).toEqual(['2027-06-01 09:00:00', '2027-06-01 09:00:00', 'UTC-4', false])
    expect(at('20271201T090000')).toEqual(['2027-12-01 09:00:00', '2027-12-01 09:00:00', 'UTC-5', false])
    expect(at('20270314T015959')[2]).toBe('UTC-5')
    expect(at('20270314T030000')[2]).toBe('UTC-4')
    expect(at('20271107T013000')[2]).toBe('UTC-4')
  })

  it('5 an end on the other side of a change is shown with the offset of the start', () => {
    const lines = event('DTSTART;TZID=E 1:20270313T220000', 'DTEND;TZID=E 1:20270314T040000')
    expect(dates(first(...eastern('E 1'), ...lines))).toEqual([
      '2027-03-13 22:00:00',
      '2027-03-14 03:00:00',
      'UTC-5',
      false,
    ])
  })

  it('05-25 Windows name, name with offsets only, name that means nothing [B19]', () => {
    expect(
      first(
        ...eastern('x'),
        ...event('DTSTART;TZID=W. Europe Standard Time:20270601T090000', 'RDATE:20270602T090000'),
      ),
    ).toMatchObject({
      timezone: 'Europe/Berlin',
      occurrence: '2027-06-01T07:00:00Z',
    })
    const numbered = event('DTSTART;TZID=Eastern Standard Time 1:20270601T090000')
    expect(first(...eastern('Eastern Standard Time 1'), ...numbered)).toMatchObject({ timezone: 'UTC-4' })
    expect(first(...numbered)).toMatchObject({ timezone: 'America/New_York', warnings: ['unknown_timezone'] })
  })

  it('5 a VTIMEZONE without usable offsets is none', () => {
    const zone = [
      'BEGIN:VTIMEZONE',
      'TZID:Odd',
      'BEGIN:STANDARD',
      'DTSTART:16010101T000000',
      'TZOFFSETTO:+2300',
      'END:STANDARD',
      'END:VTIMEZONE',
    ]
    expect(first(...zone, ...event('DTSTART;TZID=Odd:20270601T090000')).warnings).toEqual([
      'unknown_timezone',
    ])
  })
})

describe('05 §8.3 …Z', () => {
  it('is shown in X-WR-TIMEZONE, else in the site zone', () => {
    const lines = event('DTSTART:20270601T070000Z', 'DTEND:20270601T080000Z')
    expect(dates(first('X-WR-TIMEZONE:Europe/Berlin', ...lines))).toEqual([
      '2027-06-01 09:00:00',
      '2027-06-01 10:00:00',
      'Europe/Berlin',
      false,
    ])
    expect(dates(first(...lines))).toEqual([
      '2027-06-01 03:00:00',
      '2027-06-01 04:00:00',
      'America/New_York',
      false,
    ])
  })

  it('stays one instant where clocks show it twice', () => {
    const start = (utc: string) => only(`DTSTART:${utc}`).start_date
    expect(start('20271107T053000Z')).toBe('2027-11-07 01:30:00')
    expect(start('20271107T063000Z')).toBe('2027-11-07T06:30:00Z')
    expect(only('DTSTART;TZID=America/New_York:20271107T003000', 'DTEND:20271107T063000Z')).toMatchObject({
      start_date: '2027-11-07 00:30:00',
      end_date: '2027-11-07T06:30:00Z',
      timezone: 'America/New_York',
    })
  })

  it('works on a site that has only an offset', () => {
    const body = calendar(...event('DTSTART:20270601T070000Z'))
    expect(itemsOf(body, { ...at, siteZone: 'UTC+5:30' })).toMatchObject([
      { start_date: '2027-06-01 12:30:00', timezone: 'UTC+5:30' },
    ])
  })
})

describe('05 §8.3 no zone', () => {
  it('floating: X-WR-TIMEZONE, else site zone; a VTIMEZONE alone changes nothing', () => {
    const lines = event('DTSTART:20270601T090000')
    expect(first('X-WR-TIMEZONE:Europe/Lisbon', ...lines)).toMatchObject({ timezone: 'Europe/Lisbon' })
    expect(first(...eastern('Pacific Standard Time'), ...lines)).toMatchObject({
      start_date: '2027-06-01 09:00:00',
      timezone: 'America/New_York',
    })
  })

  it('X-WR-TIMEZONE is resolved by steps 1 to 3, and may stand behind the events', () => {
    const lines = event('DTSTART:20270601T090000')
    const zone = (name: string) => first(...lines, `X-WR-TIMEZONE:${name}`).timezone
    expect(zone('Eastern Time (US &amp; Canada)')).toBe('America/New_York')
    expect(zone('Pacific Standard Time')).toBe('America/Los_Angeles')
    expect(zone('/x/Europe/Paris')).toBe('Europe/Paris')
    expect(zone('Nowhere')).toBe('America/New_York')
  })

  it('an end without zone belongs to the zone of the start', () => {
    expect(only('DTSTART;TZID=Europe/Berlin:20270601T090000', 'DTEND:20270601T100000').end_date).toBe(
      '2027-06-01 10:00:00',
    )
  })
})

it('05 §8.3 VALUE=DATE: all-day in the TZID given, else X-WR-TIMEZONE, else site zone', () => {
  const day = 'DTSTART;VALUE=DATE:20270601'
  expect(
    first('X-WR-TIMEZONE:Europe/Lisbon', ...event('DTSTART;TZID=Europe/Berlin;VALUE=DATE:20270601')),
  ).toMatchObject({
    timezone: 'Europe/Berlin',
    all_day: true,
  })
  expect(first('X-WR-TIMEZONE:Europe/Lisbon', ...event(day))).toMatchObject({ timezone: 'Europe/Lisbon' })
  expect(first(...event(day))).toMatchObject({ timezone: 'America/New_York', all_day: true })
})

it('05-36 §8.3 a wrong zone is imported as given [B45]', () => {
  expect(dates(only('DTSTART;TZID=America/Halifax:20270301T100000'))).toEqual([
    '2027-03-01 10:00:00',
    '2027-03-01 10:00:00',
    'America/Halifax',
    false,
  ])
})

it('an end in another zone is shown in the zone of the start', () => {
  const item = only(
    'DTSTART;TZID=America/New_York:20270301T100000',
    'DTEND;TZID=America/Los_Angeles:20270301T130000',
  )
  expect(item).toMatchObject({ end_date: '2027-03-01 16:00:00', timezone: 'America/New_York' })
})
