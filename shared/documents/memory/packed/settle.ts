import { BLOCK, packBlock, rowsOf, type Block, type Row } from './block.ts'
import type { Waiting } from './waiting.ts'

/** As soon as more documents wait, some of them are packed, and again when so many more have come. */
const MOST_WAITING = BLOCK
const MORE = 512
/** Blocks that are packed anew in one go: some milliseconds. What is changed all over waits until more falls into each. */
const AT_ONCE = 4

/** Index of the block in which the id has its place; the number of blocks: behind all of them. */
export const blockFor = (blocks: readonly Block[], id: number): number => {
  let [from, to] = [0, blocks.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((blocks[middle]?.ids.max ?? Infinity) < id) from = middle + 1
    else to = middle
  }
  return from
}

/** Ids that fall into one block, by the index of the block. */
const byBlock = (
  blocks: readonly Block[],
  ids: readonly number[],
): ReadonlyMap<number, readonly number[]> => {
  const groups = new Map<number, number[]>()
  for (const id of ids) {
    const index = blockFor(blocks, id)
    const group = groups.get(index)
    if (group === undefined) groups.set(index, [id])
    else group.push(id)
  }
  return groups
}

const parted = (rows: readonly Row[]): readonly Block[] => {
  const parts = Math.ceil(rows.length / BLOCK)
  const length = Math.ceil(rows.length / parts)
  return Array.from({ length: parts }, (_, part) => packBlock(rows.slice(part * length, (part + 1) * length)))
}

/** The block with what waits for it, as none, one or two. */
const merged = (block: Block, ids: readonly number[], waiting: Waiting): readonly Block[] => {
  const rows = new Map(rowsOf(block).map(row => [row._id, row]))
  for (const id of ids) {
    const row = waiting.get(id)
    if (row === null) rows.delete(id)
    else rows.set(id, row)
  }
  return parted([...rows.values()].sort((a, b) => a._id - b._id))
}

/** What is behind all blocks, as the newest always is, as new ones; what is left over goes on waiting. */
const newBlocks = (behind: readonly number[], waiting: Waiting): readonly Block[] => {
  const packed = behind.slice(0, behind.length - (behind.length % BLOCK))
  const blocks = packed.length === 0 ? [] : parted(packed.flatMap(id => waiting.get(id) ?? []))
  for (const id of packed) waiting.delete(id)
  return blocks
}

/** Packs what waits behind all blocks, and of the rest what most of falls into one block. */
const settle = (blocks: Block[], waiting: Waiting): void => {
  const groups = byBlock(blocks, waiting.ids())
  const news = newBlocks(groups.get(blocks.length) ?? [], waiting)
  const fullest =
    waiting.size() <= MOST_WAITING
      ? []
      : [...groups]
          .filter(([index]) => index < blocks.length)
          .sort(([, one], [, other]) => other.length - one.length)
          .slice(0, AT_ONCE)
  for (const [index, ids] of fullest.sort(([one], [other]) => other - one)) {
    const block = blocks[index]
    if (block === undefined) continue
    blocks.splice(index, 1, ...merged(block, ids, waiting))
    for (const id of ids) waiting.delete(id)
  }
  blocks.push(...news)
}

/** To be called after each write: packs when much waits, so that a write costs little by and large. */
export const settling = (blocks: Block[], waiting: Waiting): (() => void) => {
  let limit = MOST_WAITING
  return () => {
    if (waiting.size() <= limit) return
    settle(blocks, waiting)
    limit = Math.max(MOST_WAITING, waiting.size() + MORE)
  }
}
