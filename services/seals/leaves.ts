import { DIGEST_BYTES, recordDigest, splitDigests } from '../../shared/event-store/digest.ts'
import type { StoredRecord } from '../../shared/event-store/port.ts'
import { FORMS } from '../../shared/facts/form.ts'
import { PAYLOAD } from '../../shared/facts/import.ts'
import type { SealFact } from '../../shared/facts/seal.ts'
import { merkleTree } from '../../shared/kernel/merkle.ts'

/** A record as a seal holds it. */
export type Leaf = { readonly digest: Buffer; readonly passing: boolean }

/**
 * Streams that go without being told: those that live for a time, and those that only repeat what others say, which
 * `verify` compares with them (claims on slugs, logins and addresses; bytes of pictures).
 */
const PASSING: readonly string[] = [PAYLOAD, FORMS, 'session-', 'slug-', 'login/', 'email/', 'imagebytes-']

export const leafOf = (record: StoredRecord): Leaf => ({
  digest: recordDigest(record),
  passing: PASSING.some(prefix => record.stream.startsWith(prefix)),
})

export type SealTree = {
  /** In their order. */
  readonly leaves: readonly Leaf[]
  readonly add: (leaf: Leaf) => void
  /** Over the leaves, as hex. */
  readonly root: () => string
}

/** The leaves of a seal. Their tree grows with each that is added: it is not made in one stretch. */
export const sealTree = (given: readonly Leaf[] = []): SealTree => {
  const leaves: Leaf[] = []
  const tree = merkleTree()
  const add = (leaf: Leaf): void => {
    leaves.push(leaf)
    tree.add(Buffer.concat([leaf.digest, Buffer.of(leaf.passing ? 1 : 0)]))
  }
  given.forEach(add)
  return { leaves, add, root: () => tree.root().toString('hex') }
}

const bitsOf = (leaves: readonly Leaf[]): string => {
  const bits = Buffer.alloc(Math.ceil(leaves.length / 8))
  for (const [n, { passing }] of leaves.entries())
    if (passing) bits.writeUInt8(bits.readUInt8(n >> 3) | (1 << (n & 7)), n >> 3)
  return bits.toString('base64')
}

/** The next seal of a chain. `previous`: root of the one before. */
export const sealOf = (
  { leaves, root }: SealTree,
  { number, previous, reached }: Pick<SealFact, 'number' | 'previous' | 'reached'>,
): SealFact => ({
  ...{ type: 'LogSealed', number, count: leaves.length },
  digests: Buffer.concat(leaves.map(({ digest }) => digest)).toString('base64'),
  passing: bitsOf(leaves),
  ...{ root: root(), previous, reached },
})

/** What a seal holds. A seal that does not hold what it counts has fewer or more. */
export const leavesIn = ({ digests, passing }: Pick<SealFact, 'digests' | 'passing'>): readonly Leaf[] => {
  const bits = Buffer.from(passing, 'base64')
  return splitDigests(digests).map((digest, n) => ({
    digest,
    passing: n >> 3 < bits.length && (bits.readUInt8(n >> 3) & (1 << (n & 7))) !== 0,
  }))
}

/** A digest as a key of sets and maps: one character a byte. */
export const keyOf = (digest: Buffer): string => digest.toString('latin1', 0, DIGEST_BYTES)
