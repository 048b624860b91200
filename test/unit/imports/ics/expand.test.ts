import { describe, expect, it } from 'vitest'
import { occurrences } from '../../../../services/imports/ics/recurrence/expand.ts'
import { readRule } from '../../../../services/imports/ics/recurrence/rule.ts'
import { readWall } from '../../../../services/imports/ics/zones/wall.ts'
import { toText } from '../../../../shared/kernel/time/calculate.ts'

const wallOf = (text: string): number => {
  const read = readWall(text)
  if (read === null) throw new Error(`no date: ${text}`)
  return read.wall
}

/** The first occurrences in a range, and how many looks found nothing before the last of them. */
const found = (text: string, start: string, most: number, from = start, to = '99991231T235959') => {
  const rule = readRule(text)
  if (rule === null) throw new Error(`no rule: ${text}`)
  const walls: string[] = []
  let looks = 0
  for (const wall of occurrences(rule, wallOf(start), { from: wallOf(from), to: wallOf(to) })) {
    if (wall === null) looks++
    else walls.push(toText(wall))
    if (walls.length === most) break
  }
  return { walls, looks }
}

const list = (length: number) => Array.from({ length }, (_, n) => n).join()
const everySecond = `BYHOUR=${list(24)};BYMINUTE=${list(60)};BYSECOND=${list(60)}`

describe('05 §8.5 the search for occurrences grows with what is found', () => {
  it.each(['YEARLY', 'MONTHLY', 'DAILY', 'HOURLY'])('%s on 30 February is known to be never', frequency => {
    const rule = `FREQ=${frequency};BYMONTH=2;BYMONTHDAY=30`
    expect(found(rule, '00010101T080000', 2)).toEqual({ walls: ['0001-01-01 08:00:00'], looks: 0 })
  })

  it('stretches without a day of the rule are one look', () => {
    const { walls, looks } = found('FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO', '20000101T000000', 4)
    expect(walls.slice(1)).toEqual(['2016-02-29 00:00:00', '2016-02-29 01:00:00', '2016-02-29 02:00:00'])
    expect(looks).toBeLessThan(3)
  })

  it('hours without one of the rule are one look', () => {
    const { walls, looks } = found('FREQ=HOURLY;BYHOUR=9', '20270501T090000', 100)
    expect(walls.slice(0, 3)).toEqual(['2027-05-01 09:00:00', '2027-05-02 09:00:00', '2027-05-03 09:00:00'])
    expect(looks).toBeLessThan(250)
  })

  it('what lies before the range is not listed, though a period holds millions', () => {
    const range = ['20150301T000000', 2, '20271231T235959'] as const
    expect(found(`FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;${everySecond}`, ...range)).toEqual({
      walls: ['2027-12-31 23:59:59', '2028-01-01 00:00:00'],
      looks: 0,
    })
    expect(found('FREQ=HOURLY', ...range).walls).toEqual(['2028-01-01 00:00:00', '2028-01-01 01:00:00'])
  })

  it('COUNT passes over days, not hours', () => {
    const { walls, looks } = found('FREQ=HOURLY;COUNT=999999999', '20150301T080000', 2, '20261127T120000')
    expect(walls).toEqual(['2026-11-27 12:00:00', '2026-11-27 13:00:00'])
    expect(looks).toBeLessThan(4_300)
  })

  it('ends where the range ends', () => {
    expect(found('FREQ=HOURLY', '20270501T080000', 9, '20270501T080000', '20270501T093000').walls).toEqual([
      '2027-05-01 08:00:00',
      '2027-05-01 09:00:00',
    ])
  })
})

describe('05 §8.5 COUNT counts what is passed over', () => {
  it.each([
    ['HOURLY', 'FREQ=HOURLY;BYHOUR=8,20;BYMINUTE=0,30;COUNT=10'],
    ['DAILY', 'FREQ=DAILY;BYHOUR=8,20;BYMINUTE=0,30;COUNT=10'],
    ['MONTHLY', 'FREQ=MONTHLY;BYMONTHDAY=1,2,3,4;BYHOUR=8,20;BYMINUTE=0,30;COUNT=10'],
  ])('%s: the start, one later on its day, and eight of two days', (_, rule) => {
    expect(found(rule, '20270501T081500', 99, '20270502T200000').walls).toEqual([
      '2027-05-02 20:00:00',
      '2027-05-02 20:30:00',
      '2027-05-03 08:00:00',
      '2027-05-03 08:30:00',
    ])
  })

  it.each([
    // 1 May 8, 13, 18, 23; 2 May 4, 9
    ['FREQ=HOURLY;INTERVAL=5;COUNT=6', ['2027-05-02 04:00:00', '2027-05-02 09:00:00']],
    // the start is no occurrence of the rule, and counts all the same
    ['FREQ=HOURLY;BYHOUR=4;COUNT=2', ['2027-05-02 04:00:00']],
    ['FREQ=HOURLY;BYDAY=SU;COUNT=6', ['2027-05-02 03:00:00', '2027-05-02 04:00:00']],
    ['FREQ=HOURLY;BYMINUTE=0,30;BYSETPOS=-1;COUNT=20', ['2027-05-02 02:30:00']],
  ])('%s', (rule, walls) => {
    expect(found(rule, '20270501T080000', 9, '20270502T020500').walls).toEqual(walls)
  })

  it('second 60 is 59, and both together are one', () => {
    expect(found('FREQ=DAILY;BYSECOND=59,60;COUNT=3', '20270501T080059', 9).walls).toEqual([
      '2027-05-01 08:00:59',
      '2027-05-02 08:00:59',
      '2027-05-03 08:00:59',
    ])
  })
})
