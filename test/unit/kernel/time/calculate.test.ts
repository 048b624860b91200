import { expect, it } from 'vitest'
import { epochMs } from '../../../../shared/kernel/brands.ts'
import {
  nowUtc,
  plusDays,
  plusMonths,
  plusSeconds,
  secondsBetween,
} from '../../../../shared/kernel/time/calculate.ts'

it('adds and subtracts seconds across days, months, leap days and the epoch', () => {
  expect(plusSeconds('2027-12-31 23:59:59', 1)).toBe('2028-01-01 00:00:00')
  expect(plusSeconds('2028-02-28 23:00:00', 3600)).toBe('2028-02-29 00:00:00')
  expect(plusSeconds('2100-03-01 00:00:00', -1)).toBe('2100-02-28 23:59:59')
  expect(plusSeconds('1970-01-01 00:00:00', -1)).toBe('1969-12-31 23:59:59')
  expect(secondsBetween('1969-12-31 23:59:59', '1970-01-01 00:00:01')).toBe(2)
  expect(secondsBetween('2027-01-02 00:00:00', '2027-01-01 00:00:00')).toBe(-86_400)
})

it('stays within the years 0001-9999', () => {
  expect(plusSeconds('9999-12-31 23:59:59', 1)).toBe('9999-12-31 23:59:59')
  expect(plusSeconds('0001-01-01 00:00:00', -1)).toBe('0001-01-01 00:00:00')
})

it('moves dates and date-times by days', () => {
  expect(plusDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(plusDays('2027-03-01', -1)).toBe('2027-02-28')
  expect(plusDays('2027-03-13 12:34:56', 2)).toBe('2027-03-15 12:34:56')
})

it('moves by months, clamped to the last day', () => {
  expect(plusMonths('2027-01-10', 24)).toBe('2029-01-10')
  expect(plusMonths('2028-02-29', 24)).toBe('2030-02-28')
  expect(plusMonths('2027-08-31', 1)).toBe('2027-09-30')
  expect(plusMonths('2027-01-31 10:00:00', -2)).toBe('2026-11-30 10:00:00')
})

it('turns epoch milliseconds into text', () => {
  expect(nowUtc(epochMs(0))).toBe('1970-01-01 00:00:00')
  expect(nowUtc(epochMs(1_804_654_800_999))).toBe('2027-03-10 05:00:00')
  expect(nowUtc(epochMs(-1))).toBe('1969-12-31 23:59:59')
})
