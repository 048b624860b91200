import { describe, expect, it } from 'vitest'
import { toText } from '../../../../shared/kernel/time/calculate.ts'
import { occurrences } from '../../../../services/imports/ics/recurrence/expand.ts'
import { readRule } from '../../../../services/imports/ics/recurrence/rule.ts'
import { readWall } from '../../../../services/imports/ics/zones/wall.ts'

const walls = (text: string, start: string, count: number, from?: string): string[] => {
  const rule = readRule(text)
  const [begin, jump] = [start, from ?? start].map(value => readWall(value)?.wall ?? NaN)
  if (rule === null || begin === undefined) throw new Error('unreadable')
  const found: string[] = []
  for (const wall of occurrences(rule, begin, jump === undefined ? {} : { from: jump })) {
    if (wall !== null && found.length < count) found.push(toText(wall))
    if (found.length === count) break
  }
  return found
}

/** Dates only, all at the clock time of the start. */
const days = (...args: Parameters<typeof walls>) => walls(...args).map(text => text.slice(0, 10))

describe('RFC 5545 §3.8.5.3 rules', () => {
  it.each([
    [
      'every other week',
      'FREQ=WEEKLY;INTERVAL=2;WKST=SU',
      '19970902T090000',
      ['1997-09-02', '1997-09-16', '1997-09-30'],
    ],
    [
      'Tuesday and Thursday of every other week',
      'FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=TU,TH',
      '19970902T090000',
      ['1997-09-02', '1997-09-04', '1997-09-16', '1997-09-18', '1997-09-30', '1997-10-02'],
    ],
    [
      'week start Monday',
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=MO',
      '19970805T090000',
      ['1997-08-05', '1997-08-10', '1997-08-19', '1997-08-24'],
    ],
    [
      'week start Sunday',
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU',
      '19970805T090000',
      ['1997-08-05', '1997-08-17', '1997-08-19', '1997-08-31'],
    ],
    [
      'first Friday',
      'FREQ=MONTHLY;BYDAY=1FR',
      '19970905T090000',
      ['1997-09-05', '1997-10-03', '1997-11-07', '1997-12-05'],
    ],
    [
      'second to last Monday',
      'FREQ=MONTHLY;BYDAY=-2MO',
      '19970922T090000',
      ['1997-09-22', '1997-10-20', '1997-11-17', '1997-12-22'],
    ],
    [
      'third to last day',
      'FREQ=MONTHLY;BYMONTHDAY=-3',
      '19970928T090000',
      ['1997-09-28', '1997-10-29', '1997-11-28', '1997-12-29', '1998-01-29', '1998-02-26'],
    ],
    [
      'first and last day',
      'FREQ=MONTHLY;BYMONTHDAY=1,-1',
      '19970930T090000',
      ['1997-09-30', '1997-10-01', '1997-10-31', '1997-11-01'],
    ],
    [
      'the 31st skips short months',
      'FREQ=MONTHLY',
      '20270131T090000',
      ['2027-01-31', '2027-03-31', '2027-05-31', '2027-07-31'],
    ],
    [
      '29 February skips common years',
      'FREQ=YEARLY',
      '20240229T090000',
      ['2024-02-29', '2028-02-29', '2032-02-29'],
    ],
    [
      'June and July',
      'FREQ=YEARLY;BYMONTH=6,7',
      '19970610T090000',
      ['1997-06-10', '1997-07-10', '1998-06-10', '1998-07-10'],
    ],
    [
      'days 1, 100 and 200 of every third year',
      'FREQ=YEARLY;INTERVAL=3;BYYEARDAY=1,100,200',
      '19970101T090000',
      ['1997-01-01', '1997-04-10', '1997-07-19', '2000-01-01', '2000-04-09'],
    ],
    [
      '20th Monday of the year',
      'FREQ=YEARLY;BYDAY=20MO',
      '19970519T090000',
      ['1997-05-19', '1998-05-18', '1999-05-17'],
    ],
    [
      'Monday of week 20',
      'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO',
      '19970512T090000',
      ['1997-05-12', '1998-05-11', '1999-05-17'],
    ],
    [
      'week number alone: the weekday of the start',
      'FREQ=YEARLY;BYWEEKNO=20',
      '19970513T090000',
      ['1997-05-13', '1998-05-12', '1999-05-18'],
    ],
    [
      'Thursdays in March',
      'FREQ=YEARLY;BYMONTH=3;BYDAY=TH',
      '19970313T090000',
      ['1997-03-13', '1997-03-20', '1997-03-27', '1998-03-05'],
    ],
    [
      'Friday the 13th',
      'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13',
      '19980213T090000',
      ['1998-02-13', '1998-03-13', '1998-11-13', '1999-08-13', '2000-10-13'],
    ],
    [
      'first Saturday after the first Sunday',
      'FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13',
      '19970913T090000',
      ['1997-09-13', '1997-10-11', '1997-11-08', '1997-12-13'],
    ],
    [
      'election day',
      'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8',
      '19961105T090000',
      ['1996-11-05', '2000-11-07', '2004-11-02'],
    ],
    [
      'third of Tuesday, Wednesday, Thursday',
      'FREQ=MONTHLY;BYDAY=TU,WE,TH;BYSETPOS=3',
      '19970904T090000',
      ['1997-09-04', '1997-10-07', '1997-11-06'],
    ],
    [
      'second to last weekday',
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2',
      '19970929T090000',
      ['1997-09-29', '1997-10-30', '1997-11-27', '1997-12-30'],
    ],
    [
      'daily in January',
      'FREQ=DAILY;BYMONTH=1',
      '20270130T090000',
      ['2027-01-30', '2027-01-31', '2028-01-01'],
    ],
    [
      'plain and numbered weekdays together',
      'FREQ=MONTHLY;BYDAY=1MO,TU',
      '20270301T090000',
      ['2027-03-01', '2027-03-02', '2027-03-09', '2027-03-16', '2027-03-23', '2027-03-30', '2027-04-05'],
    ],
  ])('%s', (_, rule, start, expected) => {
    expect(days(rule, start, expected.length)).toEqual(expected)
  })

  it('clock times: several a day, every three hours', () => {
    expect(walls('FREQ=DAILY;BYHOUR=9,10;BYMINUTE=0,30', '20270301T090000', 5)).toEqual([
      '2027-03-01 09:00:00',
      '2027-03-01 09:30:00',
      '2027-03-01 10:00:00',
      '2027-03-01 10:30:00',
      '2027-03-02 09:00:00',
    ])
    expect(walls('FREQ=HOURLY;INTERVAL=3', '20270301T200000', 3)).toEqual([
      '2027-03-01 20:00:00',
      '2027-03-01 23:00:00',
      '2027-03-02 02:00:00',
    ])
    expect(walls('FREQ=HOURLY;BYHOUR=9;BYDAY=MO', '20270301T090000', 2)).toEqual([
      '2027-03-01 09:00:00',
      '2027-03-08 09:00:00',
    ])
  })

  it('COUNT counts the start, also one the rule does not name', () => {
    expect(days('FREQ=WEEKLY;BYDAY=TU;COUNT=3', '20270301T090000', 3)).toEqual([
      '2027-03-01',
      '2027-03-02',
      '2027-03-09',
    ])
    expect(days('FREQ=WEEKLY;COUNT=1', '20270301T090000', 1)).toEqual(['2027-03-01'])
  })

  it.each([
    ['FREQ=DAILY;INTERVAL=3', '2027-03-02 09:00:00'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU', '2027-03-09 09:00:00'],
    ['FREQ=MONTHLY;BYDAY=2FR', '2027-03-12 09:00:00'],
    ['FREQ=YEARLY;INTERVAL=5', '2030-02-01 09:00:00'],
    ['FREQ=HOURLY;INTERVAL=7', '2027-03-01 05:00:00'],
  ])('%s jumps to a later date without losing its step', (rule, first) => {
    const jumped = walls(rule, '20000201T090000', 50, '20270301T000000').find(
      text => text >= '2027-03-01 00:00:00',
    )
    expect(jumped).toBe(first)
  })

  it('ends with the year 9999', () => {
    const rule = readRule('FREQ=YEARLY')
    const start = readWall('99980101T000000')?.wall ?? NaN
    if (rule === null) throw new Error('unreadable')
    expect([...occurrences(rule, start)].filter(wall => wall !== null)).toHaveLength(2)
  })
})

describe('05 §8.5 broken or unsupported rules', () => {
  it.each([
    '',
    'FREQ=FORTNIGHTLY',
    'INTERVAL=2',
    'FREQ=DAILY;INTERVAL=x',
    'FREQ=DAILY;UNTIL=someday',
    'FREQ=DAILY;UNTIL=20270230',
    'FREQ=DAILY;FREQ=WEEKLY',
    'FREQ=DAILY;BYEASTER=1',
    'FREQ=DAILY;RSCALE=HEBREW',
    'FREQ=YEARLY;BYMONTH=13',
    'FREQ=YEARLY;BYMONTH=',
    'FREQ=MONTHLY;BYMONTHDAY=0',
    'FREQ=MONTHLY;BYMONTHDAY=32',
    'FREQ=MONTHLY;BYDAY=XX',
    'FREQ=MONTHLY;BYDAY=0MO',
    'FREQ=WEEKLY;BYDAY=1MO',
    'FREQ=WEEKLY;BYMONTHDAY=1',
    'FREQ=MONTHLY;BYWEEKNO=1',
    'FREQ=MONTHLY;BYYEARDAY=1',
    'FREQ=YEARLY;BYWEEKNO=1;BYDAY=1MO',
    'FREQ=MONTHLY;BYSETPOS=1',
    'FREQ=WEEKLY;WKST=XX',
    'DAILY',
  ])('%j', text => {
    expect(readRule(text)).toBeNull()
  })

  it.each([
    'freq=daily',
    ' FREQ = DAILY ; ',
    'FREQ=DAILY;',
    'RSCALE=GREGORIAN;FREQ=DAILY',
    'FREQ=DAILY;BYDAY=+MO,TU',
  ])('%j', text => {
    expect(readRule(text) === null).toBe(text.includes('+MO'))
  })
})
