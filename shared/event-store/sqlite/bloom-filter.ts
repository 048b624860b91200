import { crc32 } from 'node:zlib'

/** A set of texts in two bytes for each, however long it is. It may take a text for one of its own; it forgets none. */
export type BloomFilter = {
  /** Whether it was certainly not among them. */
  readonly add: (text: string) => boolean
  readonly mayHave: (text: string) => boolean
}

/** Bits that a text has room for and bits that it sets: of a full part, one text in four hundred is taken for another. */
const [ROOM, SET] = [16, 4]
/** Texts of the first part; each that follows has room for twice as many as the one before. */
const FIRST = 32_768

type Part = { readonly bits: Uint8Array; left: number }

const partFor = (texts: number): Part => ({ bits: new Uint8Array((texts * ROOM) / 8), left: texts })

/** Which bit of so many, a power of two, is the n-th that a text sets. */
const bitOf = (hash: number, nth: number, bits: number): number =>
  (hash + nth * ((hash >>> 15) | (hash << 17) | 1)) & (bits - 1)

const isIn = ({ bits }: Part, hash: number): boolean => {
  for (let nth = 0; nth < SET; nth++) {
    const bit = bitOf(hash, nth, bits.length * 8)
    if (((bits[bit >>> 3] ?? 0) & (1 << (bit & 7))) === 0) return false
  }
  return true
}

const put = ({ bits }: Part, hash: number): void => {
  for (let nth = 0; nth < SET; nth++) {
    const bit = bitOf(hash, nth, bits.length * 8)
    bits[bit >>> 3] = (bits[bit >>> 3] ?? 0) | (1 << (bit & 7))
  }
}

export const bloomFilter = (): BloomFilter => {
  let newest = partFor(FIRST)
  const parts = [newest]
  const has = (hash: number) => parts.some(part => isIn(part, hash))
  return {
    add: text => {
      const hash = crc32(text)
      if (has(hash)) return false
      if (newest.left === 0) {
        newest = partFor(FIRST * 2 ** parts.length)
        parts.push(newest)
      }
      put(newest, hash)
      newest.left--
      return true
    },
    mayHave: text => has(crc32(text)),
  }
}
