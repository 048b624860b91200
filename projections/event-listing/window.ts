import type { Filter } from '../../shared/documents/port.ts'
import { plusSeconds, secondsBetween } from '../../shared/kernel/time/calculate.ts'
import type { LocalTime } from '../../shared/kernel/brands.ts'

/** Limits of a wall clock text `YYYY-MM-DD HH:MM:SS`; several of one side are ANDed. */
export type Range = {
  readonly gte?: LocalTime
  readonly gt?: LocalTime
  readonly lt?: LocalTime
  readonly lte?: LocalTime
}

export type Bound = { readonly at: LocalTime; readonly inclusive: boolean }

const tighter = (a: Bound | null, b: Bound | null, order: 1 | -1): Bound | null => {
  if (a === null || b === null) return a ?? b
  if (a.at === b.at) return a.inclusive ? b : a
  return (a.at > b.at ? 1 : -1) === order ? a : b
}
const bound = (at: LocalTime | undefined, inclusive: boolean): Bound | null =>
  at === undefined ? null : { at, inclusive }

export const laterBound = (a: Bound | null, b: Bound | null): Bound | null => tighter(a, b, 1)
export const earlierBound = (a: Bound | null, b: Bound | null): Bound | null => tighter(a, b, -1)
export const lowerBound = ({ gte, gt }: Range): Bound | null => laterBound(bound(gte, true), bound(gt, false))
export const upperBound = ({ lte, lt }: Range): Bound | null =>
  earlierBound(bound(lte, true), bound(lt, false))

/** The filters of a range on `member`. */
export const within = (
  member: 'start' | 'end',
  lower: Bound | null,
  upper: Bound | null,
): readonly Filter[] => {
  const above = lower === null ? {} : lower.inclusive ? { $gte: lower.at } : { $gt: lower.at }
  const below = upper === null ? {} : upper.inclusive ? { $lte: upper.at } : { $lt: upper.at }
  return lower === null && upper === null ? [] : [{ [member]: { ...above, ...below } }]
}

/** Longest length of each class, in seconds; the last class has no limit. */
const lengths = [86_400, 8 * 86_400, 64 * 86_400] as const

/** Class of an event's length: 0 up to a day, 1 up to eight days, 2 up to sixty-four, 3 longer. */
export const spanOf = (start: LocalTime, end: LocalTime): number => {
  const seconds = secondsBetween(start, end)
  const found = lengths.findIndex(length => seconds <= length)
  return found === -1 ? lengths.length : found
}

/**
 * The events that have begun when `at` comes and are not over: start < at <= end, or start <= at < end when
 * `at` itself is to belong to those that are over. One filter per class looks only as far back as its
 * events are long.
 */
export const crossing = (at: LocalTime, endCounts: boolean): readonly Filter[] =>
  [...lengths, null].map((length, span) => ({
    span,
    start: {
      ...(length === null ? {} : { $gte: plusSeconds(at, -length) }),
      ...(endCounts ? { $lt: at } : { $lte: at }),
    },
    end: endCounts ? { $gte: at } : { $gt: at },
  }))
