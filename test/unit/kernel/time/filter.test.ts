import { utcTime } from '../../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import { defaultWindow, filterBound, type DateFilter } from '../../../../shared/kernel/time/filter.ts'

const nowUtc = '2027-05-01 20:00:00'
const siteZone = 'America/New_York'
const bound = (kind: DateFilter, value: string, strict: boolean) =>
  filterBound(value, { kind, strict, nowUtc: utcTime(nowUtc), siteZone })

describe('date filters (spec 04 §5)', () => {
  it.each([
    ['start_date', 'start', '>=', '00:00:00'],
    ['end_date', 'end', '<=', '23:59:59'],
    ['starts_before', 'start', '<', '23:59:59'],
    ['starts_after', 'start', '>', '23:59:59'],
    ['ends_before', 'end', '<', '23:59:59'],
    ['ends_after', 'end', '>', '23:59:59'],
  ] as const)('%s', (kind, side, operator, clock) => {
    expect(bound(kind, '2026-12-10 10:30:00', false)).toEqual({
      side,
      operator,
      local: `2026-12-10 ${clock}`,
    })
    expect(bound(kind, '2026-12-10 10:30:00', true)).toEqual({ side, operator, local: '2026-12-10 10:30:00' })
    const end = kind === 'end_date' ? '23:59:59' : '00:00:00'
    expect(bound(kind, '2026-12-10', true)?.local).toBe(`2026-12-10 ${end}`)
    expect(bound(kind, 'Tomorrow', true)?.local).toBe(`2027-05-02 ${end}`)
    expect(bound(kind, '2026-12-10 00:00', true)?.local).toBe('2026-12-10 00:00:00')
  })

  it('the examples of §7: rounding comes after the conversion to the site zone', () => {
    expect(bound('start_date', '2027-06-10T02:00:00Z', false)?.local).toBe('2027-06-09 00:00:00')
    expect(bound('start_date', '2027-06-10T02:00:00Z', true)?.local).toBe('2027-06-09 22:00:00')
  })

  it('04-4 timestamps', () => {
    expect(bound('start_date', '1804654800', false)?.local).toBe('2027-03-10 00:00:00')
    expect(bound('end_date', '1807243200', false)?.local).toBe('2027-04-09 23:59:59')
  })

  it('03-3 an instant is brought to site-local wall clock', () => {
    expect(bound('start_date', '2026-12-10T15:00:00Z', true)?.local).toBe('2026-12-10 10:00:00')
  })

  it('a wall clock inside a gap stays as given', () => {
    expect(bound('starts_after', '2027-03-14 02:30', true)?.local).toBe('2027-03-14 02:30:00')
  })

  it.each(['', 'x', '2027-02-30', 'next week'])('%j is refused', value => {
    expect(bound('start_date', value, false)).toBeNull()
    expect(bound('start_date', value, true)).toBeNull()
  })
})

it('04-3 the default window begins today and ends 24 months later, in the site zone', () => {
  expect(defaultWindow(utcTime('2027-01-10 17:00:00'), siteZone)).toEqual({
    start: '2027-01-10 00:00:00',
    end: '2029-01-10 23:59:59',
  })
  expect(defaultWindow(utcTime('2028-03-01 03:00:00'), siteZone)).toEqual({
    start: '2028-02-29 00:00:00',
    end: '2030-02-28 23:59:59',
  })
})
