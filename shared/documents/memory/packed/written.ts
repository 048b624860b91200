import { blockFrom, storedBlock, type Block, type Row, type StoredBlock } from './block.ts'
import type { Waiting } from './waiting.ts'

/** What a packed collection consists of. */
export type Packed = {
  readonly blocks: Block[]
  readonly waiting: Waiting
  /** Members that held a list once: a document has several places in an order by them. */
  readonly lists: Set<string>
}

/** Some blocks as data, or what waits to be packed. */
type StoredPart = {
  readonly blocks: readonly StoredBlock[]
  readonly waiting: readonly (readonly [id: number, row: Row | null])[]
  readonly lists: readonly string[]
}

/** Blocks that are made data in one go, as much as of other documents: larger pieces leave holes that stay with the process. */
const BLOCKS_AT_ONCE = 4

/** Takes in such a part. */
export const takeInto = ({ blocks, waiting, lists }: Packed, part: unknown): void => {
  const taken = part as StoredPart
  blocks.push(...taken.blocks.map(blockFrom))
  for (const [id, row] of taken.waiting) waiting.set(id, row)
  for (const member of taken.lists) lists.add(member)
}

/** All documents as parts of data, as they are now. */
export const heldIn = ({ blocks, waiting, lists }: Packed): readonly (() => StoredPart)[] => {
  const all = [...blocks]
  const last: StoredPart = {
    blocks: [],
    waiting: waiting.ids().map(id => [id, waiting.get(id)] as const),
    lists: [...lists],
  }
  const parts = Array.from({ length: Math.ceil(all.length / BLOCKS_AT_ONCE) }, (_, n) => () => ({
    blocks: all.slice(n * BLOCKS_AT_ONCE, (n + 1) * BLOCKS_AT_ONCE).map(storedBlock),
    waiting: [],
    lists: [],
  }))
  return [...parts, () => last]
}
