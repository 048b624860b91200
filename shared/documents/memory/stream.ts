import { compare } from '../order.ts'
import type { Interval } from './bounds.ts'
import type { Order } from './index-order.ts'
import type { Slot } from './entry-blocks.ts'
import type { OrderedEntries } from './ordered-entries.ts'

/** Entries in the order asked for; `slot` is null behind the last one. */
export type Stream = {
  readonly slot: () => Slot | null
  readonly key: (n: number) => unknown
  readonly next: () => void
}

/** Entries of the interval in order, beginning after the first `skip` of them. */
export const streamOf = (entries: OrderedEntries, interval: Interval, order: Order, skip: number): Stream =>
  order.turn > entries.width
    ? straight(entries, interval, order.direction, skip)
    : turning(entries, interval, order, skip)

const straight = (
  entries: OrderedEntries,
  { from, to }: Interval,
  direction: 1 | -1,
  skip: number,
): Stream => {
  let left = Math.max(0, to - from - skip)
  const cursor = entries.at(direction === 1 ? from + skip : to - 1 - skip)
  return {
    slot: () => (left > 0 ? cursor.slot() : null),
    key: cursor.key,
    next: () => {
      left--
      if (left > 0) cursor.step(direction)
    },
  }
}

/** Group by group one way, within a group the other way: dates descending, ids ascending. */
const turning = (entries: OrderedEntries, interval: Interval, order: Order, skip: number): Stream => {
  const { from, to } = interval
  const { direction, turn } = order
  const inner = direction === 1 ? -1 : 1
  const groupAt = (ordinal: number): { group: Interval; stream: Stream } | null => {
    if (ordinal >= to - from) return null
    const group = groupAround(entries, interval, turn, direction === 1 ? from + ordinal : to - 1 - ordinal)
    const skipped = ordinal - (direction === 1 ? group.from - from : to - group.to)
    return { group, stream: straight(entries, group, inner, skipped) }
  }
  let current = groupAt(skip)
  return {
    slot: () => current?.stream.slot() ?? null,
    key: n => current?.stream.key(n),
    next: () => {
      if (current === null) return
      current.stream.next()
      if (current.stream.slot() !== null) return
      current = groupAt(direction === 1 ? current.group.to - from : to - current.group.from)
    },
  }
}

/** The entries that share their first `turn` keys with the one at `rank`. */
const groupAround = (
  entries: OrderedEntries,
  { from, to }: Interval,
  turn: number,
  rank: number,
): Interval => {
  const cursor = entries.at(rank)
  const values = Array.from({ length: turn }, (_, n) => cursor.key(n))
  const belongs = (neighbour: number) => {
    if (neighbour < from || neighbour >= to) return false
    const other = entries.at(neighbour)
    return values.every((value, n) => compare(value, other.key(n)) === 0)
  }
  return {
    from: belongs(rank - 1) ? Math.max(from, entries.rank({ values, after: false })) : rank,
    to: belongs(rank + 1) ? Math.min(to, entries.rank({ values, after: true })) : rank + 1,
  }
}

/** How many entries of the interval come before the one at `rank`. */
export const ordinalOf = (
  entries: OrderedEntries,
  interval: Interval,
  { direction, turn }: Order,
  rank: number,
): number => {
  const { from, to } = interval
  if (turn > entries.width) return direction === 1 ? rank - from : to - 1 - rank
  const group = groupAround(entries, interval, turn, rank)
  return direction === 1 ? group.from - from + (group.to - 1 - rank) : to - group.to + (rank - group.from)
}

/** Several streams of the same order as one. */
export const merged = (streams: readonly Stream[], order: Order, width: number): Stream => {
  const [only] = streams
  if (only !== undefined && streams.length === 1) return only
  let waiting = streams.filter(stream => stream.slot() !== null)
  let first = foremost(waiting, order, width)
  return {
    slot: () => first?.slot() ?? null,
    key: n => first?.key(n),
    next: () => {
      first?.next()
      if (first?.slot() === null) waiting = waiting.filter(stream => stream !== first)
      first = foremost(waiting, order, width)
    },
  }
}

const foremost = (streams: readonly Stream[], order: Order, width: number): Stream | null =>
  streams.reduce<Stream | null>(
    (best, stream) => (best === null || compareHeads(stream, best, order, width) < 0 ? stream : best),
    null,
  )

const compareHeads = (a: Stream, b: Stream, { start, direction, turn }: Order, width: number): number => {
  for (let n = start; n <= width; n++) {
    const difference = n < width ? compare(a.key(n), b.key(n)) : compare(a.slot()?.id, b.slot()?.id)
    if (difference !== 0) return n < turn ? difference * direction : -difference * direction
  }
  return 0
}
