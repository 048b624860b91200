import { describe, expect, it } from 'vitest'
import { parseIcs } from '../../../../services/imports/ics/parse.ts'
import { at, calendar, event, itemsOf, starts } from './calendar.ts'
import { berlin, series, occurrencesOf, warningsOf, daysOf } from '../../../support/series.ts'

describe('05 §8.5 RRULE, RDATE', () => {
  it('05-27 each occurrence its own item, wall clock constant over DST, EXDATE by instant [B23]', () => {
    const items = series(
      berlin,
      'DTEND;TZID=Europe/Berlin:20270301T090000',
      'RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=8',
      'EXDATE:20270405T080000',
    )
    expect(starts(items)).toEqual([
      '2027-03-01 08:00:00',
      '2027-03-08 08:00:00',
      '2027-03-15 08:00:00',
      '2027-03-22 08:00:00',
      '2027-03-29 08:00:00',
      '2027-04-12 08:00:00',
      '2027-04-19 08:00:00',
    ])
    expect(items.map(({ occurrence }) => occurrence)).toEqual([
      '2027-03-01T07:00:00Z',
      '2027-03-08T07:00:00Z',
      '2027-03-15T07:00:00Z',
      '2027-03-22T07:00:00Z',
      '2027-03-29T06:00:00Z',
      '2027-04-12T06:00:00Z',
      '2027-04-19T06:00:00Z',
    ])
    expect(new Set(items.map(({ end_date }) => end_date?.slice(11)))).toEqual(new Set(['09:00:00']))
  })

  it('single events have no occurrence, a series of one has', () => {
    expect(series(berlin)[0]).not.toHaveProperty('occurrence')
    expect(occurrencesOf(berlin, 'RRULE:FREQ=DAILY;COUNT=1')).toEqual(['2027-03-01T07:00:00Z'])
  })

  it('all-day occurrences are told apart by their date and keep their number of days', () => {
    const items = series(
      'DTSTART;VALUE=DATE:20270301',
      'DTEND;VALUE=DATE:20270303',
      'RRULE:FREQ=WEEKLY;COUNT=2',
    )
    expect(items).toMatchObject([
      { start_date: '2027-03-01', end_date: '2027-03-02', all_day: true, occurrence: '2027-03-01' },
      { start_date: '2027-03-08', end_date: '2027-03-09', all_day: true, occurrence: '2027-03-08' },
    ])
  })

  it('RDATE adds dates, in any zone and order, each once', () => {
    const items = series(
      berlin,
      'RDATE:20270310T080000,20270303T080000',
      'RDATE;TZID=America/New_York:20270303T020000',
    )
    expect(starts(items)).toEqual(['2027-03-01 08:00:00', '2027-03-03 08:00:00', '2027-03-10 08:00:00'])
  })

  it('RDATE periods have their own end', () => {
    const items = series(
      berlin,
      'DURATION:PT1H',
      'RDATE;VALUE=PERIOD;TZID=Europe/Berlin:20270303T100000/PT3H,20270304T100000/20270304T113000',
    )
    expect(items.map(({ end_date }) => end_date)).toEqual([
      '2027-03-01 09:00:00',
      '2027-03-03 13:00:00',
      '2027-03-04 11:30:00',
    ])
  })

  it('RDATE with a date only takes the clock time of the series', () => {
    expect(starts(series(berlin, 'RDATE;VALUE=DATE:20270305'))).toEqual([
      '2027-03-01 08:00:00',
      '2027-03-05 08:00:00',
    ])
  })

  it('several rules add up', () => {
    expect(daysOf(berlin, 'RRULE:FREQ=WEEKLY;COUNT=2', 'RRULE:FREQ=DAILY;COUNT=2')).toEqual([
      '03-01',
      '03-02',
      '03-08',
    ])
  })

  it('a series in UTC keeps its instants', () => {
    const items = series('DTSTART:20270307T150000Z', 'DTEND:20270307T160000Z', 'RRULE:FREQ=WEEKLY;COUNT=2')
    expect(items).toMatchObject([
      {
        start_date: '2027-03-07 10:00:00',
        end_date: '2027-03-07 11:00:00',
        occurrence: '2027-03-07T15:00:00Z',
      },
      {
        start_date: '2027-03-14 11:00:00',
        end_date: '2027-03-14 12:00:00',
        occurrence: '2027-03-14T15:00:00Z',
      },
    ])
  })

  it('an occurrence in a gap keeps its written time and the instant it moves to', () => {
    const items = series('DTSTART;TZID=America/New_York:20270313T023000', 'RRULE:FREQ=DAILY;COUNT=3')
    expect(items.map(({ start_date, occurrence }) => [start_date, occurrence])).toEqual([
      ['2027-03-13 02:30:00', '2027-03-13T07:30:00Z'],
      ['2027-03-14 02:30:00', '2027-03-14T07:30:00Z'],
      ['2027-03-15 02:30:00', '2027-03-15T06:30:00Z'],
    ])
  })

  it('an end past midnight keeps its wall clock over a change, a duration its length', () => {
    const lines = ['DTSTART;TZID=America/New_York:20270306T220000', 'RRULE:FREQ=WEEKLY;COUNT=2']
    const ends = (line: string) => series(...lines, line).map(({ end_date }) => end_date)
    expect(ends('DTEND;TZID=America/New_York:20270307T040000')).toEqual([
      '2027-03-07 04:00:00',
      '2027-03-14 04:00:00',
    ])
    expect(ends('DURATION:PT6H')).toEqual(['2027-03-07 04:00:00', '2027-03-14 05:00:00'])
  })

  it('zones known by offsets only get the offset of each occurrence', () => {
    const part = (name: string, start: string, from: string, to: string) => [
      `BEGIN:${name}`,
      `DTSTART:${start}`,
      `TZOFFSETFROM:${from}`,
      `TZOFFSETTO:${to}`,
      `RRULE:FREQ=YEARLY`,
      `END:${name}`,
    ]
    const zone = [
      'BEGIN:VTIMEZONE',
      'TZID:Own',
      ...part('STANDARD', '20201101T020000', '-0400', '-0500'),
      ...part('DAYLIGHT', '20200310T020000', '-0500', '-0400'),
      'END:VTIMEZONE',
    ]
    const items = itemsOf(
      calendar(...zone, ...event('DTSTART;TZID=Own:20270309T080000', 'RRULE:FREQ=DAILY;COUNT=2')),
    )
    expect(items).toMatchObject([
      { start_date: '2027-03-09 08:00:00', timezone: 'UTC-5', occurrence: '2027-03-09T13:00:00Z' },
      { start_date: '2027-03-10 08:00:00', timezone: 'UTC-4', occurrence: '2027-03-10T12:00:00Z' },
    ])
  })

  it('an end that lacks its date is mended where occurrences start at other times', () => {
    const items = series(
      'DTSTART;TZID=Europe/Berlin:20270301T230000',
      'DTEND;TZID=Europe/Berlin:20270301T010000',
      'RDATE;TZID=Europe/Berlin:20270308T210000',
    )
    expect(items).toMatchObject([
      { end_date: '2027-03-02 01:00:00', warnings: ['overnight'] },
      { end_date: '2027-03-08 23:00:00', warnings: ['overnight'] },
    ])
  })
})

describe('05 §8.5 horizon', () => {
  it('24 months after now, or after a later start', () => {
    const last = (start: string) => starts(series(start, 'RRULE:FREQ=MONTHLY')).at(-1)
    expect(last('DTSTART;VALUE=DATE:20260127')).toBe('2028-11-27')
    expect(last('DTSTART;VALUE=DATE:20260128')).toBe('2028-10-28')
    expect(last('DTSTART;VALUE=DATE:20270115')).toBe('2029-01-15')
    expect(series('DTSTART;VALUE=DATE:20350115')).toHaveLength(1)
  })

  it('exactly 1,000 occurrences are all kept', () => {
    expect(series('DTSTART;VALUE=DATE:20200101', 'RRULE:FREQ=DAILY;COUNT=1000')).toHaveLength(1000)
    expect(warningsOf('DTSTART;VALUE=DATE:20200101', 'RRULE:FREQ=DAILY;COUNT=1000')).toEqual([])
  })

  it('more than 1,000: those older than 12 months are left out', () => {
    const items = series('DTSTART;VALUE=DATE:20240101', 'RRULE:FREQ=DAILY;COUNT=1300')
    expect(items).toHaveLength(603)
    expect(items[0]).toMatchObject({ start_date: '2025-11-28', warnings: ['series_truncated'] })
    expect(items.at(-1)).toMatchObject({ start_date: '2027-07-23' })
    expect(items[1]).not.toHaveProperty('warnings')
  })

  it('still more: the first 1,000', () => {
    const items = series('DTSTART;VALUE=DATE:20240101', 'RRULE:FREQ=DAILY')
    expect(items).toHaveLength(1000)
    expect(items.at(-1)).toMatchObject({ start_date: '2028-08-23' })
  })

  it('a series of which nothing is left says so for the file', () => {
    const body = calendar(...event('DTSTART;VALUE=DATE:20200101', 'RRULE:FREQ=DAILY;COUNT=1001'))
    expect(parseIcs(Buffer.from(body), at)).toEqual({ ok: true, items: [], warnings: ['series_truncated'] })
  })

  it.each(['SECONDLY', 'MINUTELY'])('FREQ=%s: only DTSTART', frequency => {
    expect(series(berlin, `RRULE:FREQ=${frequency};COUNT=5`)).toMatchObject([
      { start_date: '2027-03-01 08:00:00', warnings: ['series_truncated'] },
    ])
  })

  it('a rule that holds nothing, or next to nothing, comes to an end', () => {
    for (const rule of ['FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'])
      expect(series('DTSTART;TZID=Europe/Berlin:00010101T080000', `RRULE:${rule}`)).toHaveLength(1)
  })
})

describe('05 §8.5 UNTIL', () => {
  const ny = 'DTSTART;TZID=America/New_York:20270301T190000'

  it('05-29 DATE on a timed series: inclusive local day [B27]', () => {
    expect(daysOf(ny, 'RRULE:FREQ=WEEKLY;UNTIL=20270329')).toEqual([
      '03-01',
      '03-08',
      '03-15',
      '03-22',
      '03-29',
    ])
    expect(daysOf('DTSTART:20270302T003000Z', 'RRULE:FREQ=WEEKLY;UNTIL=20270329').at(-1)).toBe('03-29')
  })

  it('DATE-TIME in UTC: inclusive instant', () => {
    expect(daysOf(ny, 'RRULE:FREQ=DAILY;UNTIL=20270303T000000Z')).toEqual(['03-01', '03-02'])
    expect(daysOf(ny, 'RRULE:FREQ=DAILY;UNTIL=20270302T235959Z')).toEqual(['03-01'])
    expect(daysOf(ny, 'RRULE:FREQ=WEEKLY;UNTIL=20270315T230000Z')).toEqual(['03-01', '03-08', '03-15'])
    expect(daysOf(ny, 'RRULE:FREQ=WEEKLY;UNTIL=20270315T225959Z')).toEqual(['03-01', '03-08'])
  })

  it('DATE-TIME without zone: the clock of the series', () => {
    expect(daysOf(ny, 'RRULE:FREQ=DAILY;UNTIL=20270302T190000')).toEqual(['03-01', '03-02'])
    expect(daysOf(ny, 'RRULE:FREQ=DAILY;UNTIL=20270302T185959')).toEqual(['03-01'])
  })

  it('on an all-day series: inclusive day, or the instant against the beginning of the day', () => {
    const day = 'DTSTART;TZID=Europe/Berlin;VALUE=DATE:20270301'
    expect(daysOf(day, 'RRULE:FREQ=DAILY;UNTIL=20270303')).toEqual(['03-01', '03-02', '03-03'])
    expect(daysOf(day, 'RRULE:FREQ=DAILY;UNTIL=20270302T230000Z')).toEqual(['03-01', '03-02', '03-03'])
    expect(daysOf(day, 'RRULE:FREQ=DAILY;UNTIL=20270302T225959Z')).toEqual(['03-01', '03-02'])
  })

  it('before the start leaves the start', () => {
    expect(daysOf(ny, 'RRULE:FREQ=DAILY;UNTIL=20270101')).toEqual(['03-01'])
  })
})

describe('05 §8.5 COUNT and EXDATE', () => {
  const rule = 'RRULE:FREQ=DAILY;COUNT=4'

  it('COUNT counts before EXDATE removal; order is irrelevant; DTSTART itself may go', () => {
    const exdates = ['EXDATE;TZID=Europe/Berlin:20270304T080000', 'EXDATE;TZID=Europe/Berlin:20270301T080000']
    expect(daysOf(berlin, ...exdates, rule)).toEqual(['03-02', '03-03'])
    expect(daysOf(berlin, rule, 'EXDATE:20270303T080000,20270302T080000')).toEqual(['03-01', '03-04'])
  })

  it('timed: by instant, whatever zone it is written in', () => {
    expect(daysOf(berlin, rule, 'EXDATE:20270302T070000Z')).toEqual(['03-01', '03-03', '03-04'])
    expect(daysOf(berlin, rule, 'EXDATE;TZID=America/New_York:20270303T020000')).toEqual([
      '03-01',
      '03-02',
      '03-04',
    ])
    expect(daysOf(berlin, rule, 'EXDATE;TZID=America/New_York:20270303T080000')).toHaveLength(4)
  })

  it('in a gap: by the instant the occurrence moves to', () => {
    const gap = 'DTSTART;TZID=America/New_York:20270313T023000'
    expect(daysOf(gap, 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE;TZID=America/New_York:20270314T023000')).toEqual([
      '03-13',
      '03-15',
    ])
  })

  it('DATE on a timed series: that local day', () => {
    expect(daysOf(berlin, rule, 'EXDATE;VALUE=DATE:20270302')).toEqual(['03-01', '03-03', '03-04'])
    expect(
      daysOf('DTSTART:20270302T003000Z', 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE;VALUE=DATE:20270302'),
    ).toEqual(['03-01', '03-03'])
  })

  it('05-28 on an all-day series by the calendar date written [B25]', () => {
    const days = (exdate: string) => daysOf('DTSTART;VALUE=DATE:20270104', 'RRULE:FREQ=DAILY;COUNT=5', exdate)
    expect(days('EXDATE;TZID=W. Europe Standard Time:20270106T000000')).toEqual([
      '01-04',
      '01-05',
      '01-07',
      '01-08',
    ])
    expect(days('EXDATE:20270106T230000Z')).toEqual(['01-04', '01-05', '01-07', '01-08'])
    expect(days('EXDATE;VALUE=DATE:20270106')).toEqual(['01-04', '01-05', '01-07', '01-08'])
  })

  it('removes RDATEs too; what cannot be read is noted and harms nothing', () => {
    expect(daysOf(berlin, 'RDATE:20270305T080000', 'EXDATE:20270305T080000')).toEqual(['03-01'])
    expect(warningsOf(berlin, rule, 'EXDATE:never', 'RDATE:often')).toEqual(['bad_exdate', 'bad_rdate'])
  })

  it('belongs to series alone', () => {
    expect(daysOf(berlin, 'EXDATE;TZID=Europe/Berlin:20270301T080000')).toEqual(['03-01'])
  })
})

describe('05 §5 what the first item of a series says of it as a whole', () => {
  const saidBy = (...lines: readonly string[]) =>
    itemsOf(calendar(...event(...lines))).map(({ series }) => series)
  const start = 'DTSTART;TZID=Europe/Berlin:20270301T080000'

  it('the days that it covers, also before its first date, and its revision', () => {
    const lines = [
      'RRULE:FREQ=DAILY;COUNT=3',
      'EXDATE:20270301T070000Z',
      'SEQUENCE:2',
      'DTSTAMP:20260101T000000Z',
    ]
    expect(saidBy(start, ...lines, 'LAST-MODIFIED:20261101T000000Z')).toEqual([
      {
        start: '2027-03-01',
        end: '2029-03-01',
        sequence: 2,
        last_modified: '20261101T000000Z',
        dtstamp: '20260101T000000Z',
      },
      undefined,
    ])
  })

  it('no day, when its rule cannot be read; the days that are there, when it was cut', () => {
    expect(saidBy(start, 'RRULE:FREQ=NEVER')).toEqual([{}])
    expect(saidBy(start, 'RRULE:FREQ=MINUTELY')).toEqual([{ start: '2027-03-01', end: '2027-03-01' }])
  })
})
