import { describe, expect, it } from 'vitest'
import { formatDate, withoutYear } from '../../../../shared/kernel/time/format.ts'

describe('00 §7 date_format and time_format', () => {
  it.each([
    ['F j, Y', '2027-05-08 10:00:00', 'May 8, 2027'],
    ['g:i a', '2027-05-08 00:05:00', '12:05 am'],
    ['h:i A', '2027-05-08 13:05:09', '01:05 PM'],
    ['G:i:s', '2027-05-08 03:05:09', '3:05:09'],
    ['l jS F Y', '2027-01-01 00:00:00', 'Friday 1st January 2027'],
    ['D, d.m.y', '1969-12-31 23:59:59', 'Wed, 31.12.69'],
    ['jS', '2027-01-02 00:00:00', '2nd'],
    ['jS', '2027-01-03 00:00:00', '3rd'],
    ['jS', '2027-01-11 00:00:00', '11th'],
    ['jS', '2027-01-22 00:00:00', '22nd'],
    ['N w z t n M', '2028-02-27 00:00:00', '7 0 57 29 2 Feb'],
    ['\\a\\t H\\h', '2027-05-08 10:00:00', 'at 10h'],
    ['Y', '0031-01-01 00:00:00', '0031'],
  ])('%s of %s', (format, at, text) => {
    expect(formatDate(format, at)).toBe(text)
  })
  it.each([
    ['F j, Y', 'F j'],
    ['Y-m-d', 'm-d'],
    ['d.m.Y', 'd.m'],
    ['j F Y', 'j F'],
    ['M j', 'M j'],
  ])('%s without its year', (format, short) => {
    expect(withoutYear(format)).toBe(short)
  })
})
