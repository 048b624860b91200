import { hash } from 'node:crypto'

/**
 * A number for each of many texts, of which no text is kept: sixteen bytes for one, however long it is. Texts are told
 * apart by 96 bits of their SHA-256, which are equal for no two that anybody will see.
 */
export type Digests = {
  /** The number that stands for the text: `number` (from 1 on) unless there was one before. */
  readonly put: (text: string, number: number) => number
  /** 0: none. */
  readonly numberOf: (text: string) => number
  /** The same for the same text, another for another, as long as none is put. */
  readonly placeOf: (text: string) => number
}

/** Numbers of an entry: three of the digest, and the one that stands for the text; 0: nothing does. */
const WIDTH = 4
const FIRST = 16

type Digest = readonly [number, number, number]

const digestOf = (text: string): Digest => {
  // as characters, which costs a third of what bytes cost
  const digest = hash('sha256', text, 'binary')
  const four = (at: number) =>
    (digest.charCodeAt(at) |
      (digest.charCodeAt(at + 1) << 8) |
      (digest.charCodeAt(at + 2) << 16) |
      (digest.charCodeAt(at + 3) << 24)) >>>
    0
  return [four(0), four(4), four(8)]
}

/** Where the entry of a digest is, or is to be. A third of the entries, at least, are free. */
const find = (entries: Uint32Array, [a, b, c]: Digest): number => {
  for (let at = (a * WIDTH) % entries.length; ; at = (at + WIDTH) % entries.length)
    if (entries[at + 3] === 0 || (entries[at] === a && entries[at + 1] === b && entries[at + 2] === c))
      return at
}

const write = (entries: Uint32Array, digest: Digest, number: number): void => {
  entries.set([...digest, number], find(entries, digest))
}

const widened = (entries: Uint32Array): Uint32Array<ArrayBuffer> => {
  const wider = new Uint32Array(2 * entries.length)
  for (let at = 0; at < entries.length; at += WIDTH) {
    const [a = 0, b = 0, c = 0, number = 0] = entries.subarray(at, at + WIDTH)
    if (number !== 0) write(wider, [a, b, c], number)
  }
  return wider
}

export const digests = (): Digests => {
  let entries = new Uint32Array(FIRST * WIDTH)
  let count = 0
  const placeOf = (text: string) => find(entries, digestOf(text))
  return {
    put: (text, number) => {
      const digest = digestOf(text)
      const known = entries[find(entries, digest) + 3] ?? 0
      if (known !== 0) return known
      if (3 * (count + 1) * WIDTH > 2 * entries.length) entries = widened(entries)
      write(entries, digest, number)
      count++
      return number
    },
    numberOf: text => entries[placeOf(text) + 3] ?? 0,
    placeOf,
  }
}
