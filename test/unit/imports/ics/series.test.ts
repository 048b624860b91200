import { describe, expect, it } from 'vitest'
import { parseIcs } from '../../../../services/imports/ics/parse.ts'
import { at, calendar, event, itemsOf, starts } from './calendar.ts'

const berlin = 'DTSTART;TZID=Europe/Berlin:20270301T080000'
const series = (...lines: readonly string[]) => itemsOf(calendar(...event(...lines)))
const withOverrides = (master: readonly string[], ...overrides: readonly (readonly string[])[]) =>
  itemsOf(calendar(...event(...master), ...overrides.flatMap(lines => event(...lines))))
const occurrencesOf = (...lines: readonly string[]) => series(...lines).map(({ occurrence }) => occurrence)
const warningsOf = (...lines: readonly string[]) => series(...lines).flatMap(({ warnings }) => warnings ?? [])
const daysOf = (...lines: readonly string[]) =>
  series(...lines).map(({ start_date }) => start_date?.slice(5, 10))

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

describe('05 §8.5 RECURRENCE-ID', () => {
  const weekly = [berlin, 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=3']

  it.each([
    ['in the zone of the series', 'RECURRENCE-ID;TZID=Europe/Berlin:20270308T080000'],
    ['in UTC', 'RECURRENCE-ID:20270308T070000Z'],
    ['in another zone', 'RECURRENCE-ID;TZID=America/New_York:20270308T020000'],
    ['without zone', 'RECURRENCE-ID:20270308T080000'],
    ['with a date only', 'RECURRENCE-ID;VALUE=DATE:20270308'],
  ])('replaces the occurrence with that instant, %s', (_, line) => {
    const items = withOverrides(weekly, [line, 'DTSTART;TZID=Europe/Berlin:20270309T100000', 'LOCATION:Hall'])
    expect(items.map(({ start_date, occurrence }) => [start_date, occurrence])).toEqual([
      ['2027-03-01 08:00:00', '2027-03-01T07:00:00Z'],
      ['2027-03-09 10:00:00', '2027-03-08T07:00:00Z'],
      ['2027-03-15 08:00:00', '2027-03-15T07:00:00Z'],
    ])
    expect(items[1]).toMatchObject({ venue: { venue: 'Hall' }, end_date: '2027-03-09 10:00:00' })
    expect(items[0]).not.toHaveProperty('venue')
  })

  it('may come before its series, in another zone of its own', () => {
    const override = event('RECURRENCE-ID:20270308T070000Z', 'DTSTART;TZID=America/New_York:20270308T020000')
    expect(itemsOf(calendar(...override, ...event(...weekly)))).toMatchObject([
      { timezone: 'Europe/Berlin' },
      { timezone: 'America/New_York', start_date: '2027-03-08 02:00:00', occurrence: '2027-03-08T07:00:00Z' },
      { timezone: 'Europe/Berlin' },
    ])
  })

  it('all-day: by the calendar date written', () => {
    const items = withOverrides(
      ['DTSTART;VALUE=DATE:20270301', 'RRULE:FREQ=DAILY;COUNT=3'],
      ['RECURRENCE-ID;TZID=W. Europe Standard Time:20270302T000000', 'DTSTART;VALUE=DATE:20270309'],
    )
    expect(items.map(({ start_date, occurrence }) => [start_date, occurrence])).toEqual([
      ['2027-03-01', '2027-03-01'],
      ['2027-03-09', '2027-03-02'],
      ['2027-03-03', '2027-03-03'],
    ])
  })

  it('stands even where EXDATE or the rule leave nothing to replace', () => {
    const master = [...weekly, 'EXDATE:20270308T080000']
    const items = withOverrides(
      master,
      ['RECURRENCE-ID:20270308T070000Z', 'DTSTART:20270308T100000Z'],
      ['RECURRENCE-ID:20270310T070000Z', 'DTSTART:20270310T100000Z'],
    )
    expect(items.map(({ occurrence }) => occurrence)).toEqual([
      '2027-03-01T07:00:00Z',
      '2027-03-08T07:00:00Z',
      '2027-03-10T07:00:00Z',
      '2027-03-15T07:00:00Z',
    ])
  })

  it('RANGE=THISANDFUTURE shifts that and all later ones, wall clock constant', () => {
    const items = withOverrides(
      [...weekly.slice(0, 2), 'RRULE:FREQ=WEEKLY;COUNT=6'],
      [
        'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20270315T080000',
        'DTSTART;TZID=Europe/Berlin:20270316T093000',
        'DURATION:PT2H',
        'LOCATION:Hall',
      ],
      ['RECURRENCE-ID;TZID=Europe/Berlin:20270329T080000', 'DTSTART;TZID=Europe/Berlin:20270329T120000'],
    )
    expect(starts(items)).toEqual([
      '2027-03-01 08:00:00',
      '2027-03-08 08:00:00',
      '2027-03-16 09:30:00',
      '2027-03-23 09:30:00',
      '2027-03-29 12:00:00',
      '2027-04-06 09:30:00',
    ])
    expect(items[5]).toMatchObject({
      end_date: '2027-04-06 11:30:00',
      occurrence: '2027-04-05T06:00:00Z',
      venue: { venue: 'Hall' },
    })
    expect(items[1]).not.toHaveProperty('venue')
  })

  it('the later of two overrides for the future counts', () => {
    const future = (date: string, clock: string) => [
      `RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:202703${date}T080000`,
      `DTSTART;TZID=Europe/Berlin:202703${date}T${clock}`,
    ]
    const master = [berlin, 'RRULE:FREQ=DAILY;COUNT=5']
    expect(starts(withOverrides(master, future('04', '110000'), future('02', '100000')))).toEqual([
      '2027-03-01 08:00:00',
      '2027-03-02 10:00:00',
      '2027-03-03 10:00:00',
      '2027-03-04 11:00:00',
      '2027-03-05 11:00:00',
    ])
  })

  it('no master in the file: a single event that keeps its place in the series', () => {
    const lines = event('RECURRENCE-ID:20270308T070000Z', 'DTSTART;TZID=Europe/Berlin:20270309T100000')
    expect(itemsOf(calendar(...lines))).toEqual([
      {
        uid: 'a@x.example',
        title: 'Fair',
        start_date: '2027-03-09 10:00:00',
        end_date: '2027-03-09 10:00:00',
        timezone: 'Europe/Berlin',
        all_day: false,
        occurrence: '2027-03-08T07:00:00Z',
        series: false,
        line: 3,
      },
    ])
    const day = event('RECURRENCE-ID;TZID=Europe/Berlin:20270308T000000', 'DTSTART;VALUE=DATE:20270309')
    expect(itemsOf(calendar(...day))).toMatchObject([{ start_date: '2027-03-09', occurrence: '2027-03-08' }])
  })

  it('one that cannot be read makes a single event and a warning', () => {
    const items = withOverrides(weekly, ['RECURRENCE-ID:then', 'DTSTART;TZID=Europe/Berlin:20270309T100000'])
    expect(items).toHaveLength(4)
    expect(items[3]).toMatchObject({ start_date: '2027-03-09 10:00:00', warnings: ['bad_recurrence_id'] })
    expect(items[3]).not.toHaveProperty('occurrence')
  })

  it('an override without readable start has no dates', () => {
    const items = withOverrides(weekly, ['RECURRENCE-ID:20270308T070000Z', 'DTSTART:soon'])
    expect(items[1]).toEqual({
      uid: 'a@x.example',
      title: 'Fair',
      occurrence: '2027-03-08T07:00:00Z',
      line: 10,
    })
  })
})

describe('05 §8.5 unsupported or broken RRULE', () => {
  it.each(['FREQ=FORTNIGHTLY', 'FREQ=WEEKLY;BYDAY=1MO', '', 'FREQ=DAILY;X-FOO=1'])(
    '%j: DTSTART only',
    rule => {
      expect(series(berlin, `RRULE:${rule}`)).toMatchObject([
        { start_date: '2027-03-01 08:00:00', occurrence: '2027-03-01T07:00:00Z', warnings: ['bad_rrule'] },
      ])
    },
  )

  it('a series without readable start is one item without dates', () => {
    expect(series('DTSTART:soon', 'RRULE:FREQ=DAILY')).toEqual([
      { uid: 'a@x.example', title: 'Fair', line: 3 },
    ])
  })
})

describe('05 §8.5 cancellation', () => {
  const weekly = [berlin, 'RRULE:FREQ=WEEKLY;COUNT=2']
  const statuses = (items: ReturnType<typeof itemsOf>) => items.map(({ status }) => status)

  it('05-23 STATUS:CANCELLED, or METHOD:CANCEL for all of the file [B15]', () => {
    expect(statuses(series(berlin, 'STATUS:CANCELLED'))).toEqual(['cancelled'])
    expect(statuses(series(...weekly, 'STATUS:CANCELLED'))).toEqual(['cancelled', 'cancelled'])
    expect(statuses(itemsOf(calendar('METHOD:CANCEL', ...event(...weekly, 'STATUS:CONFIRMED'))))).toEqual([
      'cancelled',
      'cancelled',
    ])
  })

  it('a cancelled override calls off that occurrence only, and needs to say no more', () => {
    const cancelled = [
      'BEGIN:VEVENT',
      'UID:a@x.example',
      'RECURRENCE-ID:20270308T070000Z',
      'STATUS:CANCELLED',
      'END:VEVENT',
    ]
    expect(itemsOf(calendar(...event(...weekly), ...cancelled))).toMatchObject([
      { start_date: '2027-03-01 08:00:00' },
      {
        start_date: '2027-03-08 08:00:00',
        title: 'Fair',
        status: 'cancelled',
        occurrence: '2027-03-08T07:00:00Z',
      },
    ])
    expect(
      itemsOf(calendar('METHOD:CANCEL', ...cancelled.filter(line => !line.startsWith('STATUS')))),
    ).toMatchObject([
      { start_date: '2027-03-08 02:00:00', status: 'cancelled', occurrence: '2027-03-08T07:00:00Z' },
    ])
  })

  it('a cancelled override for the future calls off all later ones', () => {
    const items = withOverrides(
      [berlin, 'RRULE:FREQ=WEEKLY;COUNT=4'],
      ['RECURRENCE-ID;RANGE=THISANDFUTURE:20270315T070000Z', 'DTSTART:20270315T070000Z', 'STATUS:CANCELLED'],
    )
    expect(statuses(items)).toEqual([undefined, undefined, 'cancelled', 'cancelled'])
  })
})

describe('05 §5 one identity twice in one file', () => {
  it('05-22 is left to the importer: each VEVENT is an item [B13]', () => {
    const lines = event(berlin)
    expect(itemsOf(calendar(...lines, ...lines, ...lines)).map(({ line }) => line)).toEqual([3, 8, 13])
  })

  it('a series given twice takes its overrides each time', () => {
    const master = event(berlin, 'RRULE:FREQ=WEEKLY;COUNT=2')
    const override = event('RECURRENCE-ID:20270308T070000Z', 'DTSTART:20270309T070000Z')
    expect(itemsOf(calendar(...master, ...master, ...override)).map(({ start_date }) => start_date)).toEqual([
      '2027-03-01 08:00:00',
      '2027-03-09 02:00:00',
      '2027-03-01 08:00:00',
      '2027-03-09 02:00:00',
    ])
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
