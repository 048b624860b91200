import { createHash } from 'node:crypto'

const LEAF = Buffer.of(0)
const NODE = Buffer.of(1)

const hash = (...parts: readonly Buffer[]): Buffer => {
  const sum = createHash('sha256')
  for (const part of parts) sum.update(part)
  return sum.digest()
}

/** Two by two; one that is left over goes up as it is. */
const above = (level: readonly Buffer[]): readonly Buffer[] => {
  const next: Buffer[] = []
  for (let n = 0; n < level.length; n += 2) {
    const [left, right] = [level[n], level[n + 1]]
    if (left !== undefined) next.push(right === undefined ? left : hash(NODE, left, right))
  }
  return next
}

/**
 * Root of the Merkle tree over the leaves in their order (SHA-256; RFC 6962 §2.1, whose leaves and nodes begin with
 * bytes of their own, so that no node can be passed off as a leaf). Another leaf, order or number gives another root.
 */
export const merkleRoot = (leaves: readonly Buffer[]): Buffer => {
  let level = leaves.map(leaf => hash(LEAF, leaf))
  while (level.length > 1) level = [...above(level)]
  return level[0] ?? hash()
}
