import { compare } from '../order.ts'
import { emptyBlock, placesInOrder, takeOut, type Block, type Slot } from './entry-blocks.ts'
import {
  cursorOn,
  noEntries,
  placeAll,
  placeEntry,
  rankOf,
  takeEntry,
  type Bound,
  type Cursor,
  type PlacedEntries,
} from './placed-entries.ts'

export type OrderedEntries = {
  readonly width: number
  readonly size: () => number
  readonly insert: (values: readonly unknown[], slot: Slot) => void
  /** The entry must be there. */
  readonly remove: (values: readonly unknown[], slot: Slot) => void
  /** How many entries lie before the bound. The first question after many inserts puts them in order. */
  readonly rank: (bound: Bound) => number
  /** On the entry with so many before it. */
  readonly at: (rank: number) => Cursor
}

/** Most entries that wait for their place: sorting them takes some tens of milliseconds, whoever comes to ask. */
const WAITING = 131_072
/** When so small a share of all waits, each finds its place alone; else all are sorted. */
const ALONE = 1 / 32
/** Entries that are given their places by one insert when too many wait, or by one removal. */
const STEP = 256

type Entries = { readonly placed: PlacedEntries; waiting: Block }

/**
 * Entries of `width` keys, ascending, the `_id` last; finding the n-th and counting between two is arithmetic. New
 * entries wait without order until somebody asks, since sorting many at once costs less than placing each. Only so many
 * wait, and of those beyond some hundreds find their places at a time: no insert, removal or first question holds
 * everybody up for long.
 */
export const orderedEntries = (width: number): OrderedEntries => {
  const entries: Entries = { placed: noEntries(width), waiting: emptyBlock(width) }
  const { placed } = entries
  return {
    width,
    size: () => placed.size + entries.waiting.slots.length,
    insert: (values, slot) => {
      const { columns, slots } = entries.waiting
      for (let n = 0; n < width; n++) columns[n]?.push(values[n])
      if (slots.push(slot) > WAITING) placeSome(entries, STEP)
    },
    remove: (values, slot) => {
      placeSome(entries, STEP)
      if (!takeEntry(placed, values, slot) && !takeWaiting(entries.waiting, values, slot))
        throw new Error(`no index entry for document ${slot.id}`)
    },
    rank: bound => {
      settle(entries, width)
      return rankOf(placed, bound)
    },
    at: rank => {
      settle(entries, width)
      return cursorOn(placed, rank)
    },
  }
}

/** Gives the last of those that wait their places. */
const placeSome = ({ placed, waiting }: Entries, count: number): void => {
  const columns = waiting.columns.map(column => lastOf(column, count))
  const slots = lastOf(waiting.slots, count)
  let block = 0
  for (const i of placesInOrder({ columns, slots })) {
    const slot = slots[i]
    if (slot !== undefined) block = placeEntry(placed, valuesAt(columns, i), slot, block)
  }
}

/** Gives every waiting entry its place. */
const settle = (entries: Entries, width: number): void => {
  const { placed, waiting } = entries
  const count = waiting.slots.length
  if (count <= placed.size * ALONE) {
    placeSome(entries, count)
    return
  }
  placeAll(placed, waiting, width)
  entries.waiting = emptyBlock(width)
}

/** Whether the entry waited. */
const takeWaiting = (waiting: Block, values: readonly unknown[], slot: Slot): boolean => {
  let at = waiting.slots.lastIndexOf(slot)
  while (at >= 0 && !waiting.columns.every((column, n) => compare(column[at], values[n]) === 0))
    at = at === 0 ? -1 : waiting.slots.lastIndexOf(slot, at - 1)
  if (at < 0) return false
  takeOut(waiting, at)
  return true
}

const valuesAt = (columns: readonly (readonly unknown[])[], place: number): readonly unknown[] =>
  columns.map(column => column[place])

/** Takes off elements from the end, one by one: an array that is cut must be copied when it grows again. */
const lastOf = <T>(list: T[], count: number): T[] => {
  const last = list.slice(-count)
  last.forEach(() => list.pop())
  return last
}
