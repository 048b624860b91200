/** Texts that are remembered at most, four bytes each; a power of two. */
const MOST = 32_768

/** FNV-1a. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let n = 0; n < text.length; n++) hash = Math.imul(hash ^ text.charCodeAt(n), 0x01000193)
  return hash >>> 0
}

export type AskedLately = {
  /** Whether it was noted lately. Rarely another one is taken for it. */
  readonly has: (asked: string) => boolean
  readonly note: (asked: string) => void
}

/** Where a number stands: by both of its halves, so that neither decides alone. */
const placeOf = (hash: number): number => (hash ^ (hash >>> 16)) & (MOST - 1)

/** Remembers what was asked by numbers that stand for them; a later one takes the place of another. */
export const askedLately = (): AskedLately => {
  const hashes = new Uint32Array(MOST)
  return {
    has: asked => {
      const hash = hashOf(asked)
      return hashes[placeOf(hash)] === hash
    },
    note: asked => {
      const hash = hashOf(asked)
      hashes[placeOf(hash)] = hash
    },
  }
}
