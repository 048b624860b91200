import { describe, expect, it } from 'vitest'
import { chartOf } from '../../../scripts/soak/chart.ts'
import { judgeFlat, quantileOf, slopeOf } from '../../../scripts/soak/slope.ts'

const points = (...values: readonly number[]) => values.map((y, at) => ({ x: at + 1, y }))

describe('a slope', () => {
  it('is that of the line nearest to the points', () => {
    expect(slopeOf(points(1, 3, 5, 7))).toBe(2)
    expect(slopeOf(points(2, 1, 4, 3, 6))).toBeCloseTo(1, 10)
    expect(slopeOf([{ x: 1, y: 5 }])).toBe(0)
  })
})

describe('memory is flat', () => {
  it('when its last half gains no more than 5 % of its mean in an hour', () => {
    // 300 MiB, and 0.2 MiB more each minute: 12 MiB an hour
    const slow = Array.from({ length: 60 }, (_, at) => ({ x: at, y: 300 + at * 0.2 }))
    const { perHour, part, isFlat, grows } = judgeFlat(slow)
    expect(perHour).toBeCloseTo(12, 6)
    expect(part).toBeCloseTo(12 / 308.9, 6)
    expect([isFlat, grows]).toEqual([true, false])
    const fast = Array.from({ length: 60 }, (_, at) => ({ x: at, y: 300 + at * 0.3 }))
    expect(judgeFlat(fast)).toMatchObject({ isFlat: false, grows: true })
  })

  it('whatever it gained in the first half', () => {
    expect(judgeFlat(points(10, 100, 200, 300, 300, 300, 300, 300)).perHour).toBe(0)
  })

  it('neither when it falls for long', () => {
    const falling = points(400, 400, 400, 390, 380, 370)
    expect(judgeFlat(falling)).toMatchObject({ isFlat: false, grows: false })
  })
})

it('a quantile is the value below which that part lies', () => {
  const values = Array.from({ length: 100 }, (_, at) => 100 - at)
  expect(quantileOf(values, 0.5)).toBe(51)
  expect(quantileOf(values, 0.99)).toBe(100)
  expect(quantileOf([], 0.5)).toBe(0)
})

it('a chart has a line of each series over its minutes', () => {
  const picture = chartOf('Memory', 'MiB', [
    {
      name: 'RSS',
      color: '#000',
      points: [
        { x: 0, y: 0 },
        { x: 10, y: 100 },
      ],
    },
  ])
  expect(picture).toContain('points="70.0,380.0 880.0,52.7"')
  expect(picture).toContain('Memory: MiB over minutes')
})
