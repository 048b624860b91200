import { compare, compareEasy, isEasy } from '../order.ts'
import type { Doc, Key } from '../port.ts'
import { ascending } from './entry-order.ts'

/** A document's place in the collection: indexes point here, so a new version of it moves only where keys moved. */
export type Slot = { readonly id: Key; document: Doc }

/** Most entries kept in one block: moving half of them is cheap, and so is finding the block. */
export const BLOCK = 512
/** Blocks that are filled anew leave room for entries between theirs. */
const FILLED = 384

/** Column by column, so that an entry costs eight bytes per key and no object of its own. */
export type Block = { readonly columns: unknown[][]; readonly slots: Slot[] }

export const emptyBlock = (width: number): Block => ({
  columns: Array.from({ length: width }, () => []),
  slots: [],
})

export const blockAt = (blocks: readonly Block[], index: number): Block => {
  const block = blocks[index]
  if (block === undefined) throw new RangeError(`no block ${index}`)
  return block
}

export const takeOut = ({ columns, slots }: Block, place: number): void => {
  for (const column of columns) column.splice(place, 1)
  slots.splice(place, 1)
}

/** What the entries of a block are put in order by. */
export const columnsOf = ({ columns, slots }: Block) => [...columns, slots.map(({ id }) => id)]

/** Places of the entries of a block in ascending order. */
export const placesInOrder = (block: Block): Uint32Array => ascending(columnsOf(block), block.slots.length)

/** Places of two blocks in one order; those of the second are counted down from -1. */
type Mixed = readonly number[]

const picked = <T>(mixed: Mixed, one: readonly T[], other: readonly T[]): T[] => {
  const all: T[] = []
  for (const place of mixed) {
    const value = place < 0 ? other[-1 - place] : one[place]
    all.push(value as T)
  }
  return all
}

const blockOf = (mixed: Mixed, one: Block, other: Block): Block => ({
  columns: one.columns.map((column, n) => picked(mixed, column, other.columns[n] ?? [])),
  slots: picked(mixed, one.slots, other.slots),
})

/** As few blocks as leave room in each, all of one length. */
const blocksOf = (mixed: Mixed, one: Block, other: Block): readonly Block[] => {
  const parts = mixed.length <= BLOCK ? 1 : Math.ceil(mixed.length / FILLED)
  const length = Math.ceil(mixed.length / parts)
  return Array.from({ length: parts }, (_, part) =>
    blockOf(mixed.slice(part * length, (part + 1) * length), one, other),
  )
}

/**
 * Blocks of `placed`, at least one, and entries of `waiting`, by their places in `order`. A block nothing falls into stays as
 * it is.
 */
export const mergedBlocks = (
  placed: readonly Block[],
  waiting: Block,
  order: Uint32Array,
  width: number,
): Block[] => {
  const compareKeys = waiting.columns.every(column => column.every(isEasy)) ? compareEasy : compare
  let next = 0
  const waitsBefore = (block: Block, place: number): boolean => {
    const first = order[next]
    if (first === undefined) return false
    for (let n = 0; n < width; n++) {
      const difference = compareKeys(waiting.columns[n]?.[first], block.columns[n]?.[place])
      if (difference !== 0) return difference < 0
    }
    return compare(waiting.slots[first]?.id, block.slots[place]?.id) < 0
  }
  return placed.flatMap((block, index) => {
    const last = block.slots.length - 1
    const isLast = index === placed.length - 1
    if (!isLast && !waitsBefore(block, last)) return [block]
    const mixed: number[] = []
    const takeWaiting = () => mixed.push(-1 - (order[next++] ?? 0))
    for (let place = 0; place <= last; place++) {
      while (waitsBefore(block, place)) takeWaiting()
      mixed.push(place)
    }
    while (isLast && next < order.length) takeWaiting()
    return blocksOf(mixed, block, waiting)
  })
}
