import { compare, compareEasy, isEasy } from '../order.ts'
import { blockAt, emptyBlock, mergedBlocks, type Block, type Slot } from './entry-blocks.ts'

/** A place between entries: before or after all that begin with `values`; the `_id` counts as one more key. */
export type Bound = { readonly values: readonly unknown[]; readonly after: boolean }

/** An entry met on the way through the order; `step` moves it. */
export type Cursor = {
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

/** Most entries kept in one block: moving half of them is cheap, and so is finding the block. */
const BLOCK = 512
/** Most entries that wait for their place: sorting them takes some tens of milliseconds, whoever comes to ask. */
const WAITING = 65_536
/** When so small a share of all waits, each finds its place alone; else all are sorted. */
const FEW = 1 / 32

/**
 * Entries of `width` keys, ascending, the `_id` last; finding the n-th and counting between two is arithmetic. New
 * entries wait without order until somebody asks: sorting many at once costs far less than placing each.
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

  /** Block and place of the first entry not before the bound. */
  const find = (bound: Bound): { readonly block: number; readonly place: number } => {
    const order = bound.values.every(isEasy) ? compareEasy : compare
    let low = 0
    let high = blocks.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (isBefore(blockAt(blocks, middle), 0, bound, order)) low = middle
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

  const place = (values: readonly unknown[], slot: Slot) => {
    const { block: index, place: at } = find({ values: [...values, slot.id], after: false })
    const block = blockAt(blocks, index)
    block.columns.forEach((column, n) => column.splice(at, 0, values[n]))
    block.slots.splice(at, 0, slot)
    known = Math.min(known, index)
    placed++
    if (block.slots.length > BLOCK) divide(index, block)
  }

  /** Gives every waiting entry its place. */
  const settle = () => {
    const { columns, slots } = waiting
    if (slots.length === 0) return
    waiting = emptyBlock(width)
    if (slots.length < placed * FEW) {
      for (const [i, slot] of slots.entries())
        place(
          columns.map(column => column[i]),
          slot,
        )
      return
    }
    blocks = mergedBlocks(blocks, { columns, slots }, width)
    placed += slots.length
    before = [0]
    known = 0
  }

  return {
    width,
    size: () => placed + waiting.slots.length,
    insert: (values, slot) => {
      for (let n = 0; n < width; n++) waiting.columns[n]?.push(values[n])
      if (waiting.slots.push(slot) >= WAITING) settle()
    },
    remove: (values, slot) => {
      settle()
      const { block: index, place: at } = entryOf(find({ values: [...values, slot.id], after: false }))
      const block = blockAt(blocks, index)
      if (block.slots[at] !== slot) throw new Error(`no index entry for document ${slot.id}`)
      for (const column of block.columns) column.splice(at, 1)
      block.slots.splice(at, 1)
      known = Math.min(known, index)
      placed--
      if (block.slots.length === 0 && blocks.length > 1) blocks.splice(index, 1)
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
