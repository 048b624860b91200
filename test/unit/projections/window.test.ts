import { localTime } from '../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import {
  crossing,
  lowerBound,
  spanOf,
  upperBound,
  within,
} from '../../../projections/event-listing/window.ts'

describe('classes of length', () => {
  it.each([
    ['2027-05-08 10:00:00', '2027-05-08 10:00:00', 0],
    ['2027-05-08 10:00:00', '2027-05-09 10:00:00', 0],
    ['2027-05-08 10:00:00', '2027-05-09 10:00:01', 1],
    ['2027-05-08 10:00:00', '2027-05-16 10:00:00', 1],
    ['2027-05-08 10:00:00', '2027-05-16 10:00:01', 2],
    ['2027-05-08 10:00:00', '2027-07-11 10:00:00', 2],
    ['2027-05-08 10:00:00', '2027-07-11 10:00:01', 3],
  ])('%s to %s is class %i', (start, end, span) => {
    expect(spanOf(localTime(start), localTime(end))).toBe(span)
  })
})

describe('bounds', () => {
  it('take the tighter of two limits, the exclusive one when they are equal', () => {
    const [early, late] = ['2027-01-01 00:00:00', '2027-02-01 00:00:00']
    expect(lowerBound({ gte: localTime(early), gt: localTime(late) })).toEqual({ at: late, inclusive: false })
    expect(lowerBound({ gte: localTime(early), gt: localTime(early) })).toEqual({
      at: early,
      inclusive: false,
    })
    expect(upperBound({ lte: localTime(early), lt: localTime(late) })).toEqual({ at: early, inclusive: true })
    expect(upperBound({ lte: localTime(late), lt: localTime(late) })).toEqual({ at: late, inclusive: false })
    expect(lowerBound({})).toBeNull()
    expect(within('start', null, null)).toEqual([])
  })
})

describe('events under way at an instant', () => {
  it('are looked for only as far back as their class is long', () => {
    expect(crossing(localTime('2027-05-08 10:00:00'), false)).toEqual([
      {
        span: 0,
        start: { $gte: '2027-05-07 10:00:00', $lte: '2027-05-08 10:00:00' },
        end: { $gt: '2027-05-08 10:00:00' },
      },
      {
        span: 1,
        start: { $gte: '2027-04-30 10:00:00', $lte: '2027-05-08 10:00:00' },
        end: { $gt: '2027-05-08 10:00:00' },
      },
      {
        span: 2,
        start: { $gte: '2027-03-05 10:00:00', $lte: '2027-05-08 10:00:00' },
        end: { $gt: '2027-05-08 10:00:00' },
      },
      { span: 3, start: { $lte: '2027-05-08 10:00:00' }, end: { $gt: '2027-05-08 10:00:00' } },
    ])
  })
})
