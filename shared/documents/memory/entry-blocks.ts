import { compare, compareEasy, isEasy } from '../order.ts'
import type { Doc, Key } from '../port.ts'

/** A document's place in the collection: indexes point here, so a new version of it moves only where keys moved. */
export type Slot = { readonly id: Key; document: Doc }

/** Blocks that are filled anew leave room for entries between theirs. */
const FILLED = 384

/** Column by column, so that an entry costs eight bytes per key and no object of its own. */
export type Block = { readonly columns: unknown[][]; readonly slots: Slot[] }

export const emptyBlock = (width: number): Block => ({
  columns: Array.from({ length: width }, () => []),
  slots: [],
})

/** Blocks of `placed` and the entries of `waiting` in order. A block nothing falls into stays as it is. */
export const mergedBlocks = (placed: readonly Block[], waiting: Block, width: number): Block[] => {
  const easy = waiting.columns.every(column => column.every(isEasy))
  const compareKeys = easy ? compareEasy : compare
  const compareEntries = (a: Block, i: number, b: Block, j: number): number => {
    for (let n = 0; n < width; n++) {
      const difference = compareKeys(a.columns[n]?.[i], b.columns[n]?.[j])
      if (difference !== 0) return difference
    }
    return compare(a.slots[i]?.id, b.slots[j]?.id)
  }
  const order = Array.from(waiting.slots, (_, i) => i).sort((a, b) => compareEntries(waiting, a, waiting, b))
  const merged: Block[] = []
  let filling = emptyBlock(width)
  let next = 0
  const flush = () => {
    if (filling.slots.length > 0) merged.push(filling)
    filling = emptyBlock(width)
  }
  const take = ({ columns, slots }: Block, place: number) => {
    for (let n = 0; n < width; n++) filling.columns[n]?.push(columns[n]?.[place])
    const slot = slots[place]
    if (slot !== undefined && filling.slots.push(slot) >= FILLED) flush()
  }
  const isWaitingBefore = (block: Block, place: number): boolean => {
    const first = order[next]
    return first !== undefined && compareEntries(waiting, first, block, place) < 0
  }
  for (const block of placed) {
    const last = block.slots.length - 1
    if (last < 0) continue
    if (!isWaitingBefore(block, last)) {
      flush()
      merged.push(block)
      continue
    }
    for (let place = 0; place <= last; place++) {
      for (; isWaitingBefore(block, place); next++) take(waiting, order[next] ?? 0)
      take(block, place)
    }
  }
  for (; next < order.length; next++) take(waiting, order[next] ?? 0)
  flush()
  return merged
}

export const blockAt = (blocks: readonly Block[], index: number): Block => {
  const block = blocks[index]
  if (block === undefined) throw new RangeError(`no block ${index}`)
  return block
}
