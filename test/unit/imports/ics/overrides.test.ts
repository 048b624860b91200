import { describe, expect, it } from 'vitest'
import { calendar, event, itemsOf, starts } from './calendar.ts'
import { berlin, series, withOverrides } from '../../../support/series.ts'

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
      found: { invalid_date: 'DTSTART:soon' },
    })
  })
})

describe('05 §8.5 unsupported or broken RRULE', () => {
  it.each(['FREQ=FORTNIGHTLY', 'FREQ=WEEKLY;BYDAY=1MO', 'FREQ=DAILY;X-FOO=1'])('%j: DTSTART only', rule => {
    expect(series(berlin, `RRULE:${rule}`)).toMatchObject([
      { start_date: '2027-03-01 08:00:00', occurrence: '2027-03-01T07:00:00Z', warnings: ['bad_rrule'] },
    ])
  })

  it('a series without readable start is one item without dates', () => {
    expect(series('DTSTART:soon', 'RRULE:FREQ=DAILY')).toEqual([
      { uid: 'a@x.example', title: 'Fair', line: 3, found: { invalid_date: 'DTSTART:soon' } },
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

  it('of a series given twice the later one is taken, with its overrides', () => {
    const master = event(berlin, 'RRULE:FREQ=WEEKLY;COUNT=2')
    const override = event('RECURRENCE-ID:20270308T070000Z', 'DTSTART:20270309T070000Z')
    expect(itemsOf(calendar(...master, ...master, ...override)).map(({ start_date }) => start_date)).toEqual([
      undefined,
      '2027-03-01 08:00:00',
      '2027-03-09 02:00:00',
    ])
  })
})
