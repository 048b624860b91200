import { describe, expect, it } from 'vitest'
import { dates, only } from './calendar.ts'

const ny = 'America/New_York'
const start = 'DTSTART;TZID=America/New_York:20270310T190000'
const day = 'DTSTART;VALUE=DATE:20270310'

describe('05 §8.4 DTSTART DATE', () => {
  it.each([
    ['DTEND is exclusive', 'DTEND;VALUE=DATE:20270313', '2027-03-12'],
    ['DTEND = DTSTART', 'DTEND;VALUE=DATE:20270310', '2027-03-10'],
    ['DTEND before DTSTART', 'DTEND;VALUE=DATE:20270301', '2027-03-10'],
    ['DTEND absent', 'COMMENT:none', '2027-03-10'],
    ['DURATION in days', 'DURATION:P3D', '2027-03-12'],
    ['DURATION in weeks', 'DURATION:P1W', '2027-03-16'],
    ['DURATION of less than a day', 'DURATION:PT1H', '2027-03-10'],
    ['DURATION below zero', 'DURATION:-P2D', '2027-03-10'],
    ['DTEND counts before DURATION', 'DURATION:P9D\r\nDTEND;VALUE=DATE:20270312', '2027-03-11'],
  ])('%s', (_, line, last) => {
    expect(dates(only(day, line))).toEqual(['2027-03-10', last, ny, true])
  })

  it('a DATE needs no VALUE parameter, and VALUE=DATE makes one of a midnight', () => {
    expect(dates(only('DTSTART:20270310', 'DTEND:20270312'))).toEqual(['2027-03-10', '2027-03-11', ny, true])
    expect(dates(only('DTSTART;VALUE=DATE:20270310T000000'))).toEqual(['2027-03-10', '2027-03-10', ny, true])
  })
})

describe('05 §8.4 DATE start, DATE-TIME end', () => {
  it.each([
    ['DTEND:20270312T140000Z', '2027-03-12'],
    ['DTEND:20270312T020000Z', '2027-03-12'],
    ['DTEND;TZID=Asia/Tokyo:20270312T010000', '2027-03-12'],
    ['DTEND:20270312T000000Z', '2027-03-11'],
    ['DTEND;TZID=Asia/Tokyo:20270312T000000', '2027-03-11'],
    ['DTEND:20270309T140000Z', '2027-03-10'],
  ])('%s: the last day is %s', (line, last) => {
    expect(dates(only(day, line))).toEqual(['2027-03-10', last, ny, true])
  })
})

describe('05 §8.4 DATE-TIME start, DATE end', () => {
  it('all-day from the date of the start in its own zone, the end exclusive', () => {
    const line = 'DTSTART;TZID=Asia/Tokyo:20270310T010000'
    expect(dates(only(line, 'DTEND;VALUE=DATE:20270312'))).toEqual([
      '2027-03-10',
      '2027-03-11',
      'Asia/Tokyo',
      true,
    ])
    expect(dates(only('DTSTART:20270310T010000Z', 'DTEND;VALUE=DATE:20270310'))).toEqual([
      '2027-03-10',
      '2027-03-10',
      ny,
      true,
    ])
  })
})

describe('05 §8.4 a time beside a date', () => {
  const told = (...lines: readonly string[]) => {
    const { warnings, found } = only(...lines)
    return { warnings, found }
  }
  it.each([
    [[day, 'DTEND:20270312T140000Z'], 'DTEND:20270312T140000Z'],
    [[day, 'DURATION:PT5H'], 'DURATION:PT5H'],
    [[day, 'DURATION:P1DT30M'], 'DURATION:P1DT30M'],
    [['DTSTART;TZID=Asia/Tokyo:20270310T090000', 'DTEND;VALUE=DATE:20270312'], 'DTSTART:20270310T090000'],
  ])('%j: what is left out is told', (lines, found) => {
    expect(told(...lines)).toEqual({ warnings: ['all_day_times'], found: { all_day_times: found } })
  })
  it.each([
    [[day, 'DTEND:20270312T000000Z']],
    [[day, 'DURATION:PT48H']],
    [[day, 'DURATION:P1W']],
    [['DTSTART;TZID=Asia/Tokyo:20270310T000000', 'DTEND;VALUE=DATE:20270312']],
  ])('%j: midnights say nothing more than dates', lines => {
    expect(told(...lines)).toEqual({})
  })
})

describe('05 §8.4 midnight to midnight with X-MICROSOFT-CDO-ALLDAYEVENT:TRUE', () => {
  const flag = 'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE'
  const from = 'DTSTART;TZID=America/New_York:20270310T000000'
  const to = 'DTEND;TZID=America/New_York:20270312T000000'

  it('is all-day', () => {
    expect(dates(only(from, to, flag))).toEqual(['2027-03-10', '2027-03-11', ny, true])
    expect(dates(only(from, 'DURATION:P1D', flag))).toEqual(['2027-03-10', '2027-03-10', ny, true])
    expect(dates(only('DTSTART:20270310T050000Z', 'DTEND:20270311T050000Z', flag))).toEqual([
      '2027-03-10',
      '2027-03-10',
      ny,
      true,
    ])
  })

  it('is not without the flag, or at other hours', () => {
    const timed = ['2027-03-10 00:00:00', '2027-03-12 00:00:00', ny, false]
    expect(dates(only(from, to))).toEqual(timed)
    expect(dates(only(from, to, 'X-MICROSOFT-CDO-ALLDAYEVENT:FALSE'))).toEqual(timed)
    expect(dates(only(start, 'DTEND;TZID=America/New_York:20270311T000000', flag))[3]).toBe(false)
  })
})

describe('05 §8.4 timed', () => {
  it('05-30 without DTEND and DURATION, or DTSTART = DTEND: duration 0 [B29]', () => {
    const moment = ['2027-03-10 19:00:00', '2027-03-10 19:00:00', ny, false]
    expect(dates(only(start))).toEqual(moment)
    expect(dates(only(start, 'DTEND;TZID=America/New_York:20270310T190000'))).toEqual(moment)
  })

  it.each([
    ['PT1H30M', '2027-03-10 20:30:00'],
    ['P1DT2H', '2027-03-11 21:00:00'],
    ['P7D', '2027-03-17 19:00:00'],
    ['P1W', '2027-03-17 19:00:00'],
    ['PT168H', '2027-03-17 20:00:00'],
    ['-PT1H', '2027-03-10 18:00:00'],
    ['+PT15S', '2027-03-10 19:00:15'],
  ])('DURATION:%s is elapsed time, days and weeks are calendar days', (duration, end) => {
    expect(dates(only(start, `DURATION:${duration}`))).toEqual(['2027-03-10 19:00:00', end, ny, false])
  })

  it('an end before the start is passed on for the rule of §7', () => {
    const item = only(start, 'DTEND;TZID=America/New_York:20270310T040000')
    expect(item).toMatchObject({ start_date: '2027-03-10 19:00:00', end_date: '2027-03-10 04:00:00' })
    expect(item).not.toHaveProperty('warnings')
  })

  it.each(['DTEND:tomorrow', 'DURATION:long', 'DURATION:P', 'DTEND:20270230T100000'])(
    '%s is unreadable: end = start and a warning',
    line => {
      const item = only(start, line)
      expect(item).toMatchObject({ end_date: '2027-03-10 19:00:00', warnings: ['invalid_end_date'] })
    },
  )
})

describe('05 §8.4 DTSTART unreadable or missing', () => {
  it.each([
    'INVALID-DATE',
    '20270230',
    '20270310T250000',
    '2027031',
    '',
    '00000101',
    '20270310T1',
    '20271310',
  ])('DTSTART:%s gives an item without dates', value => {
    const item = { uid: 'a@x.example', title: 'Fair', line: 3 }
    const found = value === '' ? {} : { found: { invalid_date: `DTSTART:${value}` } }
    expect(only(`DTSTART:${value}`, 'DTEND:20270311')).toEqual({ ...item, ...found })
  })

  it('missing', () => {
    expect(only('DTEND:20270311')).toEqual({ uid: 'a@x.example', title: 'Fair', line: 3 })
  })

  it.each([
    ['20270310T1900', '2027-03-10 19:00:00'],
    ['2027-03-10T19:00:00', '2027-03-10 19:00:00'],
    ['20270310T240000', '2027-03-11 00:00:00'],
    ['20270310T235960', '2027-03-10 23:59:59'],
    ['19700101T000000', '1970-01-01 00:00:00'],
    ['00010101T000000', '0001-01-01 00:00:00'],
  ])('but %s is read', (value, read) => {
    expect(only(`DTSTART:${value}`).start_date).toBe(read)
  })
})
