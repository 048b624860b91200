import { describe, expect, it } from 'vitest'
import { berlin, withOverrides } from '../../../support/series.ts'
import { calendar, event, itemsOf, starts } from './calendar.ts'

const weekly = [berlin, 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=3']
const second = 'RECURRENCE-ID:20270308T070000Z'
const moved = (clock: string) => `DTSTART;TZID=Europe/Berlin:20270309T${clock}`

/** Starts of all items, and of those that are older versions the word. */
const told = (items: ReturnType<typeof itemsOf>) =>
  items.map(({ start_date, superseded }) => (superseded === true ? 'superseded' : start_date?.slice(5, 13)))

describe('05 §8.5 versions of an override in one file', () => {
  it.each([
    ['SEQUENCE:1', 'SEQUENCE:0', '10'],
    ['SEQUENCE:2', 'SEQUENCE:10', '11'],
    ['LAST-MODIFIED:20270102T000000Z', 'LAST-MODIFIED:20270101T000000Z', '10'],
    ['LAST-MODIFIED:20270101T000000Z', 'LAST-MODIFIED:20270102T000000Z', '11'],
    ['DTSTAMP:20270102T000000Z', 'DTSTAMP:20270101T000000Z', '10'],
    ['X-A:1', 'X-A:1', '11'],
  ])('%s and %s: the newest is taken, the other is answered for', (one, other, hour) => {
    const items = withOverrides(weekly, [second, moved('100000'), one], [second, moved('110000'), other])
    expect(told(items)).toEqual(['03-01 08', `03-09 ${hour}`, 'superseded', '03-15 08'])
  })

  it('whatever zones their dates are written in, one that stands before the series among them', () => {
    const berlinTime = 'RECURRENCE-ID;TZID=Europe/Berlin:20270308T080000'
    const body = calendar(
      ...event(second, moved('100000'), 'SEQUENCE:3'),
      ...event(...weekly),
      ...event(berlinTime, moved('110000'), 'SEQUENCE:2'),
    )
    expect(told(itemsOf(body))).toEqual(['03-01 08', '03-09 10', 'superseded', '03-15 08'])
  })

  it('one whose start cannot be read is older, one that is called off may lack it', () => {
    const whole = [second, moved('100000'), 'SEQUENCE:0']
    expect(told(withOverrides(weekly, whole, [second, 'DTSTART:soon', 'SEQUENCE:1']))[1]).toBe('03-09 10')
    const off = withOverrides(weekly, whole, [second, 'STATUS:CANCELLED', 'SEQUENCE:1'])
    expect(off[1]).toMatchObject({ status: 'cancelled', start_date: '2027-03-08 08:00:00' })
    expect(off[2]).toMatchObject({ superseded: true })
  })

  it('of those for the future the newest shifts what follows', () => {
    const future = (clock: string, ...lines: readonly string[]) => [
      'RECURRENCE-ID;RANGE=THISANDFUTURE:20270308T070000Z',
      `DTSTART;TZID=Europe/Berlin:20270308T${clock}`,
      ...lines,
    ]
    const items = withOverrides(weekly, future('100000', 'SEQUENCE:1'), future('110000', 'SEQUENCE:0'))
    expect(told(items)).toEqual(['03-01 08', '03-08 10', 'superseded', '03-15 10'])
  })

  it('says of the series as a whole what it says, on its first item', () => {
    const first = 'RECURRENCE-ID:20270301T070000Z'
    const [taken, old] = withOverrides(weekly, [first, moved('100000')], [first, moved('110000')])
    expect(taken).toHaveProperty('series')
    expect(old).toEqual({ uid: 'a@x.example', title: 'Fair', line: 10, superseded: true })
  })

  it('without their series, too, of one uid and one date', () => {
    const one = event(second, moved('100000'), 'SEQUENCE:1')
    const older = event('RECURRENCE-ID;TZID=Europe/Berlin:20270308T080000', moved('110000'))
    const later = event('RECURRENCE-ID:20270315T070000Z', 'DTSTART:20270316T070000Z')
    const items = itemsOf(calendar(...one, ...older, ...later))
    expect(items.map(({ superseded }) => superseded)).toEqual([undefined, true, undefined])
    expect(starts(items)[0]).toBe('2027-03-09 10:00:00')
  })
})
