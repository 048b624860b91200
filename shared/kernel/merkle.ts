import { createHash } from 'node:crypto'

const LEAF = Buffer.of(0)
const NODE = Buffer.of(1)

const hash = (...parts: readonly Buffer[]): Buffer => {
  const sum = createHash('sha256')
  for (const part of parts) sum.update(part)
  return sum.digest()
}

/** Root of so many leaves, as many as a power of two. */
type Full = { readonly size: number; readonly root: Buffer }

/**
 * The Merkle tree over leaves in their order (SHA-256; RFC 6962 §2.1, whose leaves and nodes begin with bytes of their
 * own, so that no node can be passed off as a leaf). Another leaf, order or number gives another root. It grows leaf by
 * leaf: the root of thousands is not made in one stretch.
 */
export const merkleTree = () => {
  // each larger than the next
  const full: Full[] = []
  return {
    add: (leaf: Buffer): void => {
      let [size, root] = [1, hash(LEAF, leaf)]
      for (let last = full.at(-1); last?.size === size; last = full.at(-1)) {
        full.pop()
        ;[size, root] = [2 * size, hash(NODE, last.root, root)]
      }
      full.push({ size, root })
    },
    root: (): Buffer =>
      full.reduceRight<Buffer | null>(
        (right, { root }) => (right === null ? root : hash(NODE, root, right)),
        null,
      ) ?? hash(),
  }
}
