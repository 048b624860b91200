import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseIcs } from '../../../../services/imports/ics/parse.ts'
import type { FeedItem } from '../../../../services/imports/item/item.ts'
import { at, dates, starts } from './calendar.ts'

const folder = join(import.meta.dirname, '../../../../../shared/samples')
const files = readdirSync(folder).filter(name => name.endsWith('.ics'))

const feed = (number: string) => {
  const name = files.find(file => file.startsWith(`${number}_`))
  if (name === undefined) throw new Error(`no sample ${number} in ${folder}`)
  return parseIcs(readFileSync(join(folder, name)), at)
}

const items = (number: string): readonly FeedItem[] => {
  const parsed = feed(number)
  return parsed.ok ? parsed.items : []
}

/** Items by file, or why there are none. Open series run to 2028-11-27. */
const expected: Readonly<Record<string, number | string>> = {
  // monthly 62 - 2, monthly 39 - 4, fortnightly 82 - 12 and 80 - 10
  '01': 60 + 35 + 70 + 70,
  // nine weeks of four days less nine dates, five weeks of two, three single events
  '02': 36 - 9 + 10 + 3,
  '03': 8,
  '04': 4,
  '05': 4,
  '06': 9,
  '07': 17,
  '08': 1,
  '09': 5,
  '10': 5,
  // starts and RDATEs
  '11': 14 + 3 + 6,
  '12': 2,
  '13': 11,
  '14': 3,
  // series of 6, 6, 12 and 3 - 2; overrides replace; 16 single events
  '15': 6 + 6 + 12 + 1 + 16,
  '16': 5,
  '17': 2,
  '18': 1 + 1 + 4 + 1,
  '19': 3,
  '20': 3,
  '21': 3,
  '22': 0,
  '23': 'not_a_calendar',
  '24': 'not_a_calendar',
  '25': 'not_a_calendar',
  // Monday to Saturday for 274 days, four days a week for 35 weeks and a day, less six dates
  '26': 1 + 235 + 1 + 141 - 6,
  '27': 26 + 25,
  '28': 1,
  '29': 3,
  '30': 1,
  '31': 1,
  '32': 1,
  '33': 6,
  '34': 1,
  '35': 0,
  '36': 1,
  '37': 1,
  '38': 1,
  // yearly since 2002 (22 series), since 2006 (3), Christmas to 2027, seven days every four years, nine single days
  '39': 22 * 27 + 3 * 23 + 26 + 7 * 7 + 9,
  '40': 1,
}

/** Those whose events say what nothing here shows. */
const unused = ['10', '12', '16']

describe('sample feeds', () => {
  it('there are forty', () => {
    expect(files.map(name => name.slice(0, 2))).toEqual(Object.keys(expected).sort())
  })

  it.each(Object.entries(expected))('%s: %s', (number, count) => {
    const parsed = feed(number)
    expect(parsed.ok ? parsed.items.length : parsed.reason).toBe(count)
    if (parsed.ok) expect(parsed.warnings).toEqual(unused.includes(number) ? ['unused_properties'] : [])
  })
})

const ny = 'America/New_York'

describe('what is peculiar about the samples', () => {
  it('01 zone rules that begin after the events; exdates on lines of their own', () => {
    const [first] = items('01')
    expect(first && dates(first)).toEqual(['2023-10-27 08:00:00', '2023-10-27 10:00:00', ny, false])
    expect(first).toMatchObject({ occurrence: '2023-10-27T12:00:00Z', description: '', venue: {} })
    const fourthFridays = items('01').slice(0, 60)
    expect(starts(fourthFridays)).not.toContain('2025-12-26 08:00:00')
    expect(starts(fourthFridays).at(-1)).toBe('2028-11-24 08:00:00')
    expect(starts(items('01').slice(60, 95))[0]).toBe('2025-09-03 14:45:00')
    expect(starts(items('01').slice(165))[0]).toBe('2025-11-27 13:00:00')
  })

  it('02 UNTIL in UTC after local midnight, unsorted exdates that remove the start', () => {
    const series = items('02').slice(0, 27)
    expect(starts(series)[0]).toBe('2026-06-16 18:00:00')
    expect(starts(series).at(-1)).toBe('2026-08-13 18:00:00')
    expect(starts(items('02').slice(27, 37)).at(-1)).toBe('2026-08-13 10:00:00')
  })

  it('03 all-day and timed mixed', () => {
    expect(items('03').map(dates).slice(2, 4)).toEqual([
      ['2026-08-05', '2026-08-05', ny, true],
      ['2026-08-18 18:00:00', '2026-08-18 19:00:00', ny, false],
    ])
  })

  it('04 start = end, image, coordinates', () => {
    const [, moment, pictured] = items('04')
    expect(moment && dates(moment)).toEqual([
      '2026-09-23 12:00:00',
      '2026-09-23 12:00:00',
      'America/Toronto',
      false,
    ])
    expect(pictured).toMatchObject({
      image: 'https://debatea.swimsumm.ca/wp-harvest/library/2018/03/meeti.jpg',
      venue: { venue: 'Exhibitfac Lectur', latitude: 43.6666468, longitude: -79.3904212 },
    })
  })

  it('05 05-36 the wrong region is kept', () => {
    expect(items('05').map(dates)).toContainEqual([
      '2026-08-22 09:00:00',
      '2026-08-22 14:00:00',
      'America/Halifax',
      false,
    ])
  })

  it('06 UTC, a zone and days in one file', () => {
    const read = items('06').map(dates)
    expect(read[0]).toEqual(['2026-07-03', '2026-09-04', ny, true])
    expect(read[2]).toEqual(['2026-07-24 00:00:00', '2026-11-07 00:00:00', 'UTC', false])
    expect(read[6]).toEqual([
      '2026-09-12 12:00:00',
      '2026-09-12 16:00:00',
      'America/Indiana/Indianapolis',
      false,
    ])
  })

  it('07 one UID several times', () => {
    const uids = items('07').map(({ uid }) => uid)
    expect(uids.filter(uid => uid === '160-1694167200-1694178000@example.org')).toHaveLength(3)
    expect(items('07')[0]).toMatchObject({ timezone: 'UTC', start_date: '2023-09-04 10:00:00' })
  })

  it('08 blanks before BEGIN', () => {
    expect(items('08').map(dates)).toEqual([['2026-08-22 07:30:00', '2026-08-22 09:30:00', 'UTC', false]])
  })

  it('09 LF only, times in UTC', () => {
    expect(items('09').map(dates)[0]).toEqual(['2026-08-05 18:00:00', '2026-08-05 20:00:00', ny, false])
  })

  it('10 durations, an end months before its start, two without end', () => {
    expect(items('10').map(dates)).toEqual([
      ['2026-08-21 09:00:00', '2026-08-21 10:00:00', ny, false],
      ['2026-08-21 09:00:00', '2026-08-21 10:00:00', ny, false],
      ['2026-08-26 13:00:00', '2026-04-23 12:30:00', ny, false],
      ['2026-08-23', '2026-08-23', ny, true],
      ['2026-08-24 08:30:00', '2026-08-24 08:30:00', ny, false],
    ])
    expect(items('10')[2]?.occurrence).toBe('2026-08-26T17:00:00Z')
  })

  it('11 an end past midnight on the date of the start; durations', () => {
    const zone = 'America/Indiana/Indianapolis'
    const start = items('11').find(({ start_date }) => start_date === '2026-09-05 21:00:00')
    expect(start && dates(start)).toEqual(['2026-09-05 21:00:00', '2026-09-06 04:00:00', zone, false])
    expect(start?.warnings).toEqual(['overnight'])
    expect(items('11').slice(14, 17).map(dates)).toEqual([
      ['2026-08-18 15:00:00', '2026-08-18 15:30:00', zone, false],
      ['2026-08-22 11:00:00', '2026-08-22 11:30:00', zone, false],
      ['2026-08-22 15:00:00', '2026-08-22 15:30:00', zone, false],
    ])
  })

  it('12 folds inside a character', () => {
    expect(items('12').map(dates)).toEqual([
      ['2026-09-03 19:00:00', '2026-09-03 20:00:00', ny, false],
      ['2026-08-25 16:00:00', '2026-08-25 17:00:00', ny, false],
    ])
    for (const { description = '' } of items('12')) expect(description).not.toMatch(/[\ufffdâÃ]/)
  })

  it('13 ends before starts are passed on', () => {
    const before = items('13').filter(({ start_date = '', end_date = '' }) => end_date < start_date)
    expect(before.map(dates)).toEqual([
      ['2026-08-22 20:30:00', '2026-08-22 20:00:00', ny, false],
      ['2026-08-28 23:00:00', '2026-08-28 20:00:00', ny, false],
      ['2026-09-05 20:30:00', '2026-09-05 20:00:00', ny, false],
      ['2026-08-21 23:00:00', '2026-08-21 20:00:00', ny, false],
      ['2026-08-29 20:30:00', '2026-08-29 20:00:00', ny, false],
    ])
  })

  it('14 floating times, an end months before its start', () => {
    expect(items('14').map(dates)[0]).toEqual(['2026-09-08 10:00:00', '2026-01-03 22:00:00', ny, false])
  })

  it('15 overrides and exdates of Google', () => {
    const monthly = items('15').filter(({ uid }) => uid === '4tvi44qlphbnajp7sn526q6elg@google.com')
    expect(monthly.map(({ start_date }) => start_date?.slice(0, 10))).toEqual([
      '2026-01-09',
      '2026-02-13',
      '2026-03-13',
      '2026-04-03',
      '2026-05-08',
      '2026-06-12',
      '2026-07-10',
      '2026-08-14',
      '2026-09-11',
      '2026-10-09',
      '2026-11-13',
      '2026-12-11',
    ])
    expect(monthly[3]).toMatchObject({
      start_date: '2026-04-03 21:00:00',
      end_date: '2026-04-04 01:00:00',
      occurrence: '2026-04-11T01:00:00Z',
      sequence: 1,
    })
    const saturdays = items('15').filter(({ uid }) => uid === '5kar2hrk1ct7n0jpn2kld8pf4h@google.com')
    expect(starts(saturdays)).toEqual(['2024-12-14 21:00:00'])
  })

  it('16 cancelled events stay in the feed', () => {
    expect(items('16').map(({ status }) => status)).toEqual([
      'cancelled',
      'cancelled',
      'cancelled',
      'confirmed',
      'confirmed',
    ])
    expect(items('16').map(dates)[0]).toEqual(['2026-08-23 20:00:00', '2026-08-23 22:00:00', ny, false])
  })

  it('17 no end', () => {
    expect(items('17').map(dates)[0]).toEqual(['2017-07-29 20:00:00', '2017-07-29 20:00:00', ny, false])
  })

  it('18 no SUMMARY; UNTIL as a date', () => {
    const zone = 'America/Indiana/Indianapolis'
    const [untitled, days, ...friday] = items('18')
    expect(untitled).not.toHaveProperty('title')
    expect(untitled && dates(untitled)).toEqual(['2023-08-11 15:00:00', '2023-08-11 16:30:00', zone, false])
    expect(days && dates(days)).toEqual(['2025-10-10', '2025-10-12', zone, true])
    expect(starts(friday)).toEqual([
      '2022-08-12 18:00:00',
      '2022-09-09 18:00:00',
      '2022-11-11 18:00:00',
      '2022-12-09 18:00:00',
      '2022-04-21 19:00:00',
    ])
  })

  it('19 a day without end, a UID with an escaped comma, a zone by its display name', () => {
    const [day, evening] = items('19')
    expect(day && dates(day)).toEqual(['2026-09-24', '2026-09-24', ny, true])
    expect(day?.uid).toBe('tag:localist.com,2008:EventInstance_53104826109387')
    expect(evening && dates(evening)).toEqual(['2026-07-23 19:30:00', '2026-07-23 23:00:00', ny, false])
  })

  it('20 class, emoji and typography', () => {
    expect(items('20')[0]).toMatchObject({ class: 'PUBLIC', sequence: 1, start_date: '2026-08-22 19:30:00' })
    expect(items('20')[0]?.description).toContain('Facultywo’s')
  })

  it('21 CRLF folds in a file of LF', () => {
    expect(items('21').map(dates)[0]).toEqual([
      '2026-09-02 12:00:00',
      '2026-09-02 13:30:00',
      'America/Detroit',
      false,
    ])
    expect(items('21')[0]?.description).toContain('sci! https://spo.parade.com/soccermuseum/par\n\nLes wint')
  })

  it('26 Windows zones, one with quotes around its value', () => {
    const read = items('26').map(dates)
    expect(read[0]).toEqual(['2020-09-10 09:00:00', '2020-09-10 09:30:00', 'Europe/Berlin', false])
    expect(read[1]).toEqual(['2020-06-09 09:00:00', '2020-06-09 09:30:00', 'Europe/Berlin', false])
    expect(read[235]).toEqual(['2021-03-09 09:00:00', '2021-03-09 09:30:00', 'Europe/Berlin', false])
    expect(read[236]).toEqual(['2020-09-15 08:30:00', '2020-09-15 09:30:00', 'America/Los_Angeles', false])
    expect(read.at(-1)).toEqual(['2021-03-09 12:00:00', '2021-03-09 12:30:00', 'America/Los_Angeles', false])
    expect(items('26').at(-1)).toMatchObject({ url: 'https://workshopf.com/5555555555' })
  })

  it('27 an all-day instance moved by a date-time RECURRENCE-ID', () => {
    expect(items('27').slice(1, 4)).toMatchObject([
      { start_date: '2026-02-24', occurrence: '2026-02-24' },
      { start_date: '2026-02-27', end_date: '2026-02-27', occurrence: '2026-02-26', all_day: true },
      { start_date: '2026-03-03', occurrence: '2026-03-03' },
    ])
    expect(starts(items('27')).at(-1)).toBe('2026-08-13')
  })

  it('28 holidays of many days', () => {
    expect(items('28').map(dates)).toEqual([['2018-07-02', '2018-08-10', 'Europe/Berlin', true]])
  })

  it('29 a day moved over the change of the clocks', () => {
    expect(items('29').map(({ start_date, occurrence }) => [start_date, occurrence])).toEqual([
      ['2024-10-27', '2024-10-27'],
      ['2024-10-30', '2024-10-28'],
      ['2024-10-29', '2024-10-29'],
    ])
  })

  it('30 to 32 zone rules of the year 1; floating times', () => {
    expect(items('30').map(dates)).toEqual([
      ['2024-06-01 10:00:00', '2024-06-01 11:00:00', 'Europe/Berlin', false],
    ])
    expect(items('31').map(dates)).toEqual([['2025-06-10 14:00:00', '2025-06-10 15:00:00', ny, false]])
    expect(items('32').map(dates)).toEqual([
      ['2027-04-15 18:30:00', '2027-04-15 20:00:00', 'Europe/Lisbon', false],
    ])
  })

  it('33 this and future', () => {
    const zone = 'Europe/Vienna'
    expect(items('33').map(dates)).toEqual([
      ['2027-03-01 16:00:00', '2027-03-01 17:00:00', zone, false],
      ['2027-03-08 16:00:00', '2027-03-08 17:00:00', zone, false],
      ['2027-03-15 16:00:00', '2027-03-15 17:00:00', zone, false],
      ['2027-03-22 17:30:00', '2027-03-22 19:00:00', zone, false],
      ['2027-03-29 17:30:00', '2027-03-29 19:00:00', zone, false],
      ['2027-04-05 17:30:00', '2027-04-05 19:00:00', zone, false],
    ])
    expect(items('33').map(({ title }) => title)[4]).toBe('Robotics club (evening)')
  })

  it('34 date start, date-time end', () => {
    expect(items('34').map(dates)).toEqual([['2027-05-10', '2027-05-12', ny, true]])
  })

  it('36 categories with escaped commas', () => {
    expect(items('36')[0]?.categories).toEqual(['Recital, Pupi', 'Hist, Sprin', 'Harvest'])
    expect(items('36').map(dates)).toEqual([['2014-02-04 09:00:00', '2014-02-04 09:00:00', ny, false]])
  })

  it('37 blanks around names and parameters', () => {
    expect(items('37').map(dates)).toEqual([['2026-03-19 05:00:00', '2026-03-19 05:00:00', ny, false]])
  })

  it('38 a start that is no date', () => {
    expect(items('38')).toEqual([
      { uid: 'test-123', line: 4, found: { invalid_date: 'DTSTART:INVALID-DATE' } },
    ])
  })

  it('39 holidays by position', () => {
    const named = (title: string) => starts(items('39').filter(item => item.title === title))
    expect(named('Thanksgiving').slice(-3)).toEqual(['2026-11-26', '2027-11-25', '2028-11-23'])
    expect(named('Memorial Day').slice(-3)).toEqual(['2026-05-25', '2027-05-31', '2028-05-29'])
    expect(named('Election Day').slice(0, 8)).toEqual([
      '2004-11-02',
      '2004-11-03',
      '2004-11-04',
      '2004-11-05',
      '2004-11-06',
      '2004-11-07',
      '2004-11-08',
      '2008-11-02',
    ])
    expect(named('Christmas').at(-1)).toBe('2027-12-25')
    expect(items('39')[0]?.timezone).toBe('US/Pacific')
  })

  it('40 folds of Outlook, HTML beside an empty description', () => {
    const [item] = items('40')
    expect(item && dates(item)).toEqual(['2009-06-21', '2009-06-21', ny, true])
    expect(item?.organizer).toEqual({ organizer: 'Counc Pupilreci', email: 'exhi.lessonte@example.org' })
    expect(item?.description).toMatch(/^<!DOCTYPE HTML/)
  })
})
