import { compare, compareEasy, isEasy } from '../order.ts'
import {
  BLOCK,
  blockAt,
  emptyBlock,
  mergedBlocks,
  placesInOrder,
  type Block,
  type Slot,
} from './entry-blocks.ts'

/** A place between entries: before or after all that begin with `values`; the `_id` counts as one more key. */
type Bound = { readonly values: readonly unknown[]; readonly after: boolean }

/** An entry met on the way through the order; `step` moves it. */
type Cursor = {
  readonly slot: () => Slot | null
  /** Value of the n-th key. */
  readonly key: (n: number) => unknown
  readonly step: (direction: 1 | -1) => void
}

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
const FEW = 1 / 32
/** Entries that are given their places by one insert when too many wait, or by one removal. */
const STEP = 256

/**
 * Entries of `width` keys, ascending, the `_id` last; finding the n-th and counting between two is arithmetic. New
 * entries wait without order until somebody asks, since sorting many at once costs less than placing each. Only so many
 * wait, and of those beyond some hundreds find their places at a time: no insert, removal or first question holds
 * everybody up for long.
 */
export const orderedEntries = (width: number): OrderedEntries => {
  let blocks: Block[] = [emptyBlock(width)]
  /** Entries before each block; right up to `known`. */
  let before: number[] = [0]
  let known = 0
  /** Entries in the blocks. */
  let placed = 0
  let waiting = emptyBlock(width)

  const countBefore = (block: number): number => {
    for (; known < block; known++)
      before[known + 1] = (before[known] ?? 0) + blockAt(blocks, known).slots.length
    return before[block] ?? 0
  }

  /** Block and place of the first entry not before the bound; looked for from a block on that is not behind it. */
  const find = (bound: Bound, start = 0): { readonly block: number; readonly place: number } => {
    const order = bound.values.every(isEasy) ? compareEasy : compare
    const reaches = (block: number) => isBefore(blockAt(blocks, block), 0, bound, order)
    let low = start
    let high = start + 1
    for (; high < blocks.length && reaches(high); high += high - start) low = high
    high = Math.min(high, blocks.length) - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (reaches(middle)) low = middle
      else high = middle - 1
    }
    const block = blockAt(blocks, low)
    let from = 0
    let to = block.slots.length
    while (from < to) {
      const middle = (from + to) >> 1
      if (isBefore(block, middle, bound, order)) from = middle + 1
      else to = middle
    }
    return { block: low, place: from }
  }

  const divide = (index: number, block: Block) => {
    // entries that come in order fill whole blocks
    const keep = index === blocks.length - 1 ? BLOCK : BLOCK / 2
    blocks.splice(index + 1, 0, {
      columns: block.columns.map(column => column.splice(keep)),
      slots: block.slots.splice(keep),
    })
  }

  /** Answers the block it came into or the one before. */
  const place = (values: readonly unknown[], slot: Slot, start: number): number => {
    const { block: index, place: at } = find({ values: [...values, slot.id], after: false }, start)
    const block = blockAt(blocks, index)
    for (const [n, column] of block.columns.entries()) column.splice(at, 0, values[n])
    block.slots.splice(at, 0, slot)
    known = Math.min(known, index)
    placed++
    if (block.slots.length > BLOCK) divide(index, block)
    return index
  }

  /** Gives the last of those that wait their places. */
  const placeSome = (count: number) => {
    const columns = waiting.columns.map(column => lastOf(column, count))
    const slots = lastOf(waiting.slots, count)
    let block = 0
    for (const i of placesInOrder({ columns, slots })) {
      const slot = slots[i]
      if (slot !== undefined) block = place(valuesAt(columns, i), slot, block)
    }
  }

  /** Gives every waiting entry its place. */
  const settle = () => {
    const count = waiting.slots.length
    if (count <= placed * FEW) {
      placeSome(count)
      return
    }
    blocks = mergedBlocks(blocks, waiting, width)
    waiting = emptyBlock(width)
    placed += count
    before = [0]
    known = 0
  }

  /** Whether the entry was in its place. */
  const takePlaced = (values: readonly unknown[], slot: Slot): boolean => {
    const { block: index, place: at } = entryOf(find({ values: [...values, slot.id], after: false }))
    const block = blockAt(blocks, index)
    if (block.slots[at] !== slot) return false
    takeOut(block, at)
    known = Math.min(known, index)
    placed--
    if (block.slots.length === 0 && blocks.length > 1) blocks.splice(index, 1)
    return true
  }

  /** Whether the entry waited. */
  const takeWaiting = (values: readonly unknown[], slot: Slot): boolean => {
    let at = waiting.slots.lastIndexOf(slot)
    while (at >= 0 && !waiting.columns.every((column, n) => compare(column[at], values[n]) === 0))
      at = at === 0 ? -1 : waiting.slots.lastIndexOf(slot, at - 1)
    if (at < 0) return false
    takeOut(waiting, at)
    return true
  }

  return {
    width,
    size: () => placed + waiting.slots.length,
    insert: (values, slot) => {
      for (let n = 0; n < width; n++) waiting.columns[n]?.push(values[n])
      if (waiting.slots.push(slot) > WAITING) placeSome(STEP)
    },
    remove: (values, slot) => {
      placeSome(STEP)
      if (!takePlaced(values, slot) && !takeWaiting(values, slot))
        throw new Error(`no index entry for document ${slot.id}`)
    },
    rank: bound => {
      settle()
      const { block, place: at } = find(bound)
      return countBefore(block) + at
    },
    at: rank => {
      settle()
      countBefore(blocks.length - 1)
      return cursorAt(blocks, lastNotAfter(before, blocks.length, rank), rank, before)
    },
  }

  /** A place behind the last entry of a block is the first of the next one. */
  function entryOf({ block, place: at }: { block: number; place: number }) {
    return at === blockAt(blocks, block).slots.length && block < blocks.length - 1
      ? { block: block + 1, place: 0 }
      : { block, place: at }
  }
}

const valuesAt = (columns: readonly (readonly unknown[])[], place: number): readonly unknown[] =>
  columns.map(column => column[place])

/** Takes off elements from the end, one by one: an array that is cut must be copied when it grows again. */
const lastOf = <T>(list: T[], count: number): T[] => {
  const last = list.slice(-count)
  last.forEach(() => list.pop())
  return last
}

const takeOut = ({ columns, slots }: Block, place: number) => {
  for (const column of columns) column.splice(place, 1)
  slots.splice(place, 1)
}

const isBefore = (
  { columns, slots }: Block,
  place: number,
  { values, after }: Bound,
  order: typeof compare,
): boolean => {
  for (let n = 0; n < values.length; n++) {
    const column = columns[n]
    const mine = column === undefined ? slots[place]?.id : column[place]
    const difference = order(mine, values[n])
    if (difference !== 0) return difference < 0
  }
  return after
}

const lastNotAfter = (before: readonly number[], length: number, rank: number): number => {
  let low = 0
  let high = length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((before[middle] ?? 0) <= rank) low = middle
    else high = middle - 1
  }
  return low
}

const cursorAt = (
  blocks: readonly Block[],
  start: number,
  rank: number,
  before: readonly number[],
): Cursor => {
  let index = start
  let place = rank - (before[start] ?? 0)
  let block = blocks[index]
  return {
    slot: () => block?.slots[place] ?? null,
    key: n => block?.columns[n]?.[place],
    step: direction => {
      place += direction
      if (place < 0) {
        block = blocks[--index]
        place = (block?.slots.length ?? 0) - 1
      } else if (block !== undefined && place >= block.slots.length) {
        block = blocks[++index]
        place = 0
      }
    },
  }
}
