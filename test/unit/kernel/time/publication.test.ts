import { utcTime } from '../../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import {
  type PublicationContext,
  resolvePublication,
  type SentPublication,
} from '../../../../shared/kernel/time/period.ts'

const at: PublicationContext = {
  generation: 'cal',
  nowUtc: utcTime('2027-05-01 20:00:00'),
  siteZone: 'America/New_York',
  stored: null,
}
const cal = (sent: SentPublication, more: Partial<PublicationContext> = {}) =>
  resolvePublication(sent, { ...at, ...more })
const calx = (sent: SentPublication) => cal(sent, { generation: 'calx' })

describe('publication date (spec 04 §6)', () => {
  it('date is wall clock of the site', () => {
    expect(cal({ date: '2027-06-01 10:00' })).toEqual({ ok: true, utc: '2027-06-01 14:00:00' })
    expect(cal({ date: '2027-06-01T10:00:00Z' })).toEqual({ ok: true, utc: '2027-06-01 10:00:00' })
    expect(calx({ date: '2020-01-01 05:00:00' })).toEqual({ ok: true, utc: '2020-01-01 10:00:00' })
  })

  it('the UTC member is UTC', () => {
    expect(cal({ dateUtc: '2027-06-01 10:00:00' })).toEqual({ ok: true, utc: '2027-06-01 10:00:00' })
    expect(calx({ dateUtc: '2027-06-01T10:00:00' })).toEqual({ ok: true, utc: '2027-06-01 10:00:00' })
  })

  it('both must agree', () => {
    expect(cal({ date: '2027-06-01 10:00:00', dateUtc: '2027-06-01 14:00:00' })).toEqual({
      ok: true,
      utc: '2027-06-01 14:00:00',
    })
    expect(cal({ date: '2027-06-01 10:00:00', dateUtc: '2027-06-01 10:00:00' })).toEqual({
      ok: false,
      errors: [{ argument: 'date_utc', code: 'rest_inconsistent_dates' }],
    })
    expect(calx({ date: '2027-06-01T10:00:00', dateUtc: '2027-06-01T10:00:00' })).toEqual({
      ok: false,
      errors: [{ argument: 'date_gmt', code: 'rest_inconsistent_dates' }],
    })
  })

  it('a UTC value that fits the second occurrence selects it', () => {
    expect(cal({ date: '2027-11-07 01:30:00', dateUtc: '2027-11-07 06:30:00' })).toEqual({
      ok: true,
      utc: '2027-11-07 06:30:00',
    })
    expect(cal({ date: '2027-11-07 01:30:00' })).toEqual({ ok: true, utc: '2027-11-07 05:30:00' })
  })

  it('the local text of the stored date keeps it', () => {
    expect(cal({ date: '2027-11-07 01:30:00' }, { stored: utcTime('2027-11-07 06:30:00') })).toEqual({
      ok: true,
      utc: '2027-11-07 06:30:00',
    })
  })

  it('zeros count as not sent', () => {
    expect(cal({ date: '2027-06-01 10:00:00', dateUtc: '0000-00-00 00:00:00' })).toEqual({
      ok: true,
      utc: '2027-06-01 14:00:00',
    })
    expect(calx({ dateUtc: '0000-00-00T00:00:00' })).toEqual({ ok: true, utc: null })
    expect(cal({})).toEqual({ ok: true, utc: null })
  })

  it('names every unreadable member', () => {
    expect(cal({ date: 'soon', dateUtc: '2027-02-30' })).toEqual({
      ok: false,
      errors: [
        { argument: 'date', code: 'rest_invalid_date' },
        { argument: 'date_utc', code: 'rest_invalid_date' },
      ],
    })
    expect(calx({ date: '2020-01-01' })).toEqual({
      ok: false,
      errors: [{ argument: 'date', code: 'rest_invalid_date' }],
    })
  })
})
