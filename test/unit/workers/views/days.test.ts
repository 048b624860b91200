import { describe, expect, it } from 'vitest'
import {
  dayAfter,
  gridOf,
  isMultiday,
  lastDayOf,
  monthAfter,
  realDate,
  touches,
} from '../../../../services/views/content/days.ts'
import { localTime } from '../../../../shared/kernel/brands.ts'

describe('06 §1.2 the grid of a month: whole weeks from `start_of_week`', () => {
  it.each([
    ['2027-02', 1, 28, '2027-02-01', '2027-02-28'],
    ['2027-02', 0, 35, '2027-01-31', '2027-03-06'],
    ['2027-03', 0, 35, '2027-02-28', '2027-04-03'],
    ['2027-05', 0, 42, '2027-04-25', '2027-06-05'],
    ['2027-05', 6, 35, '2027-05-01', '2027-06-04'],
    ['2028-02', 2, 35, '2028-02-01', '2028-03-06'],
    ['1970-01', 4, 35, '1970-01-01', '1970-02-04'],
    ['0001-01', 0, 35, '0000-12-31', '0001-02-03'],
    ['9999-12', 0, 35, '9999-11-28', '10000-01-01'],
  ])('%s from day %i on: %i cells', (month, startOfWeek, cells, first, last) => {
    const grid = gridOf(month, startOfWeek)
    expect(grid).toHaveLength(cells)
    expect([grid[0], grid.at(-1)]).toEqual([first, last])
    expect(new Set(grid).size).toBe(cells)
  })
})

describe('06 §1.2 days that an event touches', () => {
  it.each([
    ['2027-05-08 10:00:00', '2027-05-08 14:00:00', '2027-05-08', false],
    ['2027-05-08 10:00:00', '2027-05-09 00:00:00', '2027-05-08', false],
    ['2027-05-08 10:00:00', '2027-05-09 00:00:01', '2027-05-09', true],
    ['2027-05-08 00:00:00', '2027-05-08 00:00:00', '2027-05-08', false],
    ['2027-05-08 00:00:00', '2027-05-09 23:59:59', '2027-05-09', true],
    ['2027-05-08 00:00:00', '2027-05-10 00:00:00', '2027-05-09', true],
  ])('%s to %s: the last one is %s', (start, end, last, multiday) => {
    const times = { start: localTime(start), end: localTime(end) }
    expect(lastDayOf(times)).toBe(last)
    expect(isMultiday(times)).toBe(multiday)
    expect(touches(times, last)).toBe(true)
    expect(touches(times, '2027-05-07')).toBe(false)
    expect(touches(times, '2027-05-11')).toBe(false)
    expect(touches(times, '2027-05-01', '2027-05-31')).toBe(true)
  })
})

describe('06 §1.1 dates', () => {
  it.each([
    ['2027-05', '2027-05'],
    ['2028-02-29', '2028-02-29'],
    ['0001-01', '0001-01'],
    ['2027-02-29', null],
    ['2027-13', null],
    ['2027-00-10', null],
    ['0000-01', null],
    ['12345-01-01', null],
    ['2027-5-8', null],
    ['', null],
  ])('%s', (text, real) => {
    expect(realDate(text)).toBe(real)
  })
  it('before the first and after the last there is nothing', () => {
    expect([monthAfter('2027-12', 1), monthAfter('2027-01', -1)]).toEqual(['2028-01', '2026-12'])
    expect([monthAfter('0001-01', -1), monthAfter('9999-12', 1)]).toEqual([null, null])
    expect([dayAfter('2027-02-28', 1), dayAfter('2027-03-01', -1)]).toEqual(['2027-03-01', '2027-02-28'])
    expect([dayAfter('0001-01-01', -1), dayAfter('9999-12-31', 1)]).toEqual([null, null])
  })
})
