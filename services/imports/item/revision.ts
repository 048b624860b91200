import type { Revision } from '../../../shared/facts/common.ts'

const DATES = ['lastModified', 'stamp'] as const

/** Whether the first says less new things: SEQUENCE, then LAST-MODIFIED, then DTSTAMP, what both have (spec 05 §5). */
export const isOlder = (one: Revision, other: Revision): boolean => {
  if (one.sequence !== other.sequence) return one.sequence < other.sequence
  for (const date of DATES) {
    const [a, b] = [one[date], other[date]]
    if (a !== null && b !== null && a !== b) return a < b
  }
  return false
}

/** The oldest of all items of a series is that of the series: changed occurrences count on for themselves. */
export const olderOf = (one: Revision | undefined, other: Revision): Revision =>
  one === undefined || isOlder(other, one) ? other : one
