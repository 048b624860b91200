/** A list of whole numbers from 0 to 2^32 - 1 that grows at its end and takes four bytes for each. */
export type Numbers = {
  readonly add: (number: number) => void
  /** 0 where there is none. */
  readonly at: (index: number) => number
  readonly count: () => number
}

const FIRST = 64

export const numbers = (): Numbers => {
  let kept = new Uint32Array(FIRST)
  let count = 0
  return {
    add: number => {
      if (count === kept.length) {
        const wider = new Uint32Array(2 * count)
        wider.set(kept)
        kept = wider
      }
      kept[count++] = number
    },
    at: index => kept[index] ?? 0,
    count: () => count,
  }
}
