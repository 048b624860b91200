import { compare, compareEasy, isEasy } from '../order.ts'
import { BLOCK, blockAt, emptyBlock, mergedBlocks, takeOut, type Block, type Slot } from './entry-blocks.ts'

/** A place between entries: before or after all that begin with `values`; the `_id` counts as one more key. */
export type Bound = { readonly values: readonly unknown[]; readonly after: boolean }

/** An entry met on the way through the order; `step` moves it. */
export type Cursor = {
  readonly slot: () => Slot | null
  /** Value of the n-th key. */
  readonly key: (n: number) => unknown
  readonly step: (direction: 1 | -1) => void
}

/** Entries in their order, block by block. */
export type PlacedEntries = {
  blocks: Block[]
  /** Entries before each block; right up to `known`. */
  before: number[]
  known: number
  size: number
}

type Place = { readonly block: number; readonly place: number }

export const noEntries = (width: number): PlacedEntries => ({
  blocks: [emptyBlock(width)],
  before: [0],
  known: 0,
  size: 0,
})

/** How many entries lie before the bound. */
export const rankOf = (entries: PlacedEntries, bound: Bound): number => {
  const { block, place } = find(entries.blocks, bound, 0)
  return countBefore(entries, block) + place
}

/** Answers the block it came into or the one before, from which on the next greater entry is to be placed. */
export const placeEntry = (
  entries: PlacedEntries,
  values: readonly unknown[],
  slot: Slot,
  start: number,
): number => {
  const { blocks } = entries
  const { block: index, place: at } = find(blocks, { values: [...values, slot.id], after: false }, start)
  const block = blockAt(blocks, index)
  for (const [n, column] of block.columns.entries()) column.splice(at, 0, values[n])
  block.slots.splice(at, 0, slot)
  entries.known = Math.min(entries.known, index)
  entries.size++
  if (block.slots.length > BLOCK) divide(blocks, index)
  return index
}

/** Whether the entry was there. */
export const takeEntry = (entries: PlacedEntries, values: readonly unknown[], slot: Slot): boolean => {
  const { blocks } = entries
  const found = find(blocks, { values: [...values, slot.id], after: false }, 0)
  const { block: index, place: at } = entryOf(blocks, found)
  const block = blockAt(blocks, index)
  // where it is not, the next one may be of the same document, which has several values
  const isThere = block.columns.every((column, n) => compare(column[at], values[n]) === 0)
  if (block.slots[at] !== slot || !isThere) return false
  takeOut(block, at)
  entries.known = Math.min(entries.known, index)
  entries.size--
  if (block.slots.length === 0 && blocks.length > 1) blocks.splice(index, 1)
  return true
}

/** Gives entries of a block their places at once; `order`: where they stand there. */
export const placeAll = (entries: PlacedEntries, waiting: Block, order: Uint32Array, width: number): void => {
  entries.blocks = mergedBlocks(entries.blocks, waiting, order, width)
  entries.size += order.length
  entries.before = [0]
  entries.known = 0
}

/** On the entry with so many before it. */
export const cursorOn = (entries: PlacedEntries, rank: number): Cursor => {
  const { blocks, before } = entries
  countBefore(entries, blocks.length - 1)
  return cursorAt(blocks, lastNotAfter(before, blocks.length, rank), rank, before)
}

const countBefore = (entries: PlacedEntries, block: number): number => {
  const { blocks, before } = entries
  for (; entries.known < block; entries.known++)
    before[entries.known + 1] = (before[entries.known] ?? 0) + blockAt(blocks, entries.known).slots.length
  return before[block] ?? 0
}

/** Block and place of the first entry not before the bound; looked for from a block on that is not behind it. */
const find = (blocks: readonly Block[], bound: Bound, start: number): Place => {
  const order = bound.values.every(isEasy) ? compareEasy : compare
  const low = findBlock(blocks, bound, order, start)
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

/** The last block that begins before the bound, or `start`. */
const findBlock = (blocks: readonly Block[], bound: Bound, order: typeof compare, start: number): number => {
  let low = start
  let high = blocks.length - 1
  // whoever goes on from where they were is near: steps that double reach it soon
  if (start > 0) {
    let step = 1
    for (; low + step <= high && isBefore(blockAt(blocks, low + step), 0, bound, order); step *= 2)
      low += step
    high = Math.min(high, low + step - 1)
  }
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (isBefore(blockAt(blocks, middle), 0, bound, order)) low = middle
    else high = middle - 1
  }
  return low
}

const divide = (blocks: Block[], index: number): void => {
  const block = blockAt(blocks, index)
  // entries that come in order fill whole blocks
  const keep = index === blocks.length - 1 ? BLOCK : BLOCK / 2
  blocks.splice(index + 1, 0, {
    columns: block.columns.map(column => column.splice(keep)),
    slots: block.slots.splice(keep),
  })
}

/** A place behind the last entry of a block is the first of the next one. */
const entryOf = (blocks: readonly Block[], found: Place): Place =>
  found.place === blockAt(blocks, found.block).slots.length && found.block < blocks.length - 1
    ? { block: found.block + 1, place: 0 }
    : found

const isBefore = (
  { columns, slots }: Block,
  place: number,
  { values, after }: Bound,
  order: typeof compare,
): boolean => {
  for (let n = 0; n < values.length; n++) {
    const column = columns[n]
    const mine = column === undefined ? slots[place]?.id : column[place]
    // the first keys are alike nearly everywhere
    if (mine === values[n]) continue
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
