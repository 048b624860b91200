import { streamRevision } from '../../shared/kernel/brands.ts'
import { sealCodec, SEALS, type SealFact } from '../../shared/facts/seal.ts'
import { keyOf, leavesIn, sealTree } from '../seals/leaves.ts'
import type { WrittenSeal } from '../seals/written.ts'
import type { Reads } from './found.ts'

/** A record that is sealed, by the key of its digest. */
type Expected = { readonly key: string; readonly passing: boolean; readonly seal: number }

const mistakesOf = (
  { number, count, root, previous }: SealFact,
  leaves: ReturnType<typeof leavesIn>,
  before: { readonly number: number; readonly root: string | null },
  written: WrittenSeal | undefined,
): readonly string[] => [
  ...(number === before.number + 1
    ? []
    : [`seal ${number} stands where seal ${before.number + 1} should be`]),
  ...(previous === before.root ? [] : [`seal ${number} does not follow the seal before it`]),
  ...(leaves.length === count && sealTree(leaves).root() === root
    ? []
    : [`seal ${number} does not match what it holds`]),
  ...(written === undefined || written.root === root
    ? []
    : [`seal ${number} is not the one that was written down`]),
]

/** Reads one seal after the other, and gives its records to `take`. */
const chainOf = (
  read: Reads['read'],
  against: readonly WrittenSeal[],
  take: (expected: Expected) => void,
) => {
  const found: string[] = []
  const written = new Map(against.map(one => [one.number, one]))
  let before: { number: number; root: string | null } = { number: 0, root: null }
  let isOver = false

  const stop = (...problems: readonly string[]): false => {
    isOver = true
    const lost = [...written.keys()].map(
      number => `seal ${number}, which was written down, is not in the log`,
    )
    found.push(...problems, ...lost)
    return false
  }

  /** False: there is no further one. */
  const readNext = async (): Promise<boolean> => {
    if (isOver) return false
    try {
      const [record] = await read(SEALS, { from: streamRevision(before.number), limit: 1 })
      if (record === undefined) return stop()
      const seal = sealCodec.decode(record.type, record.data)
      const leaves = leavesIn(seal)
      found.push(...mistakesOf(seal, leaves, before, written.get(seal.number)))
      written.delete(seal.number)
      for (const { digest, passing } of leaves) take({ key: keyOf(digest), passing, seal: seal.number })
      before = { number: before.number + 1, root: seal.root }
      return true
    } catch (error) {
      return stop(`the seals behind seal ${before.number} cannot be read: ${String(error)}`)
    }
  }
  return { readNext, found, count: () => before.number }
}

/**
 * The records that are sealed and not met yet, in their order. Seals are read as they are needed, one at a time, and
 * only what is ahead is held.
 */
export const sealsAhead = (read: Reads['read'], against: readonly WrittenSeal[]) => {
  const ahead = new Map<string, Expected>()
  const { readNext, found, count } = chainOf(read, against, expected => ahead.set(expected.key, expected))

  return {
    /** Number of the seal that holds it, ahead of what was met; null: none does. */
    find: async (key: string): Promise<number | null> => {
      let expected = ahead.get(key)
      while (expected === undefined && (await readNext())) expected = ahead.get(key)
      return expected?.seal ?? null
    },
    has: (key: string): boolean => ahead.has(key),
    /** Takes everything up to a key away, and that; answers what stood before it. null: takes everything. */
    upTo: (key: string | null): readonly Expected[] => {
      const passed: Expected[] = []
      for (const expected of ahead.values()) {
        ahead.delete(expected.key)
        if (expected.key === key) break
        passed.push(expected)
      }
      return passed
    },
    /** Reads all that are left. */
    rest: async (): Promise<void> => {
      while (await readNext());
    },
    seals: count,
    /** What was found wrong with the seals themselves since this was asked last. */
    problems: (): readonly string[] => found.splice(0),
  }
}
export type Ahead = ReturnType<typeof sealsAhead>
