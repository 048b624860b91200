/** A value at a time. */
export type Point = { readonly x: number; readonly y: number }

/** Slope of the straight line that lies nearest to the points (least squares); 0 for fewer than two different times. */
export const slopeOf = (points: readonly Point[]): number => {
  const mean = (value: (point: Point) => number) =>
    points.reduce((sum, point) => sum + value(point), 0) / points.length
  const [x, y] = [mean(point => point.x), mean(point => point.y)]
  const spread = points.reduce((sum, point) => sum + (point.x - x) ** 2, 0)
  return spread === 0 ? 0 : points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0) / spread
}

/** The part of what it holds that a process may gain or lose in an hour and still be called flat. */
const FLAT = 0.05

export type Judged = {
  /** Per hour, in the unit of the values. */
  readonly perHour: number
  /** The same as a part of the mean. */
  readonly part: number
  readonly isFlat: boolean
  /** It gains more than that. */
  readonly grows: boolean
}

/** How the last half of a series of memory goes; `x` in minutes. */
export const judgeFlat = (points: readonly Point[]): Judged => {
  const half = points.slice(Math.floor(points.length / 2))
  const perHour = slopeOf(half) * 60
  const mean = half.reduce((sum, { y }) => sum + y, 0) / half.length
  const part = half.length === 0 ? 0 : perHour / mean
  return { perHour, part, isFlat: Math.abs(part) <= FLAT, grows: part > FLAT }
}

/** The value below which `part` of the values lie; 0 when there are none. */
export const quantileOf = (values: readonly number[], part: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}
