/** A text that is looked for, made ready once for all blocks. */
export type Needle = { readonly bytes: Buffer; readonly one: number; readonly other: number }

/** Different texts of one member in one block, one after the other. */
export type Texts = {
  readonly length: number
  readonly at: (place: number) => string
  /** Where a text stands; -1: nowhere. Nearly always known without looking at any. */
  readonly placeOf: (needle: Needle) => number
  readonly stored: StoredTexts
}

/** The same as data: all bytes, where each text ends, and the bits that tell which it cannot be. */
export type StoredTexts = {
  readonly bytes: Uint8Array
  readonly ends: Uint16Array | Uint32Array
  readonly marks: Uint8Array
}

/** Bits for each text, and how many of them it sets: of a hundred texts that are not there two look as if they were. */
const BITS = 8
const SET = 4

/** Two numbers of 32 bits that tell texts apart (FNV-1a, and the same with another beginning). */
const hashed = (bytes: Buffer): Pick<Needle, 'one' | 'other'> => {
  let [one, other] = [0x811c9dc5, 0x9747b28c]
  for (const byte of bytes) {
    one = Math.imul(one ^ byte, 0x01000193)
    other = Math.imul(other ^ byte, 0x5bd1e995) + (other >>> 15)
  }
  return { one: one >>> 0, other: (other | 1) >>> 0 }
}

const bitOf = ({ one, other }: Pick<Needle, 'one' | 'other'>, n: number, bits: number): number =>
  (one + n * other) % bits

const isUuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
/** No text begins with this byte in UTF-8: after it come the 16 bytes of a UUID, which is what most long names are. */
const UUID_FOLLOWS = 0xff

const stored = (text: string): Buffer =>
  isUuid.test(text)
    ? Buffer.concat([Buffer.of(UUID_FOLLOWS), Buffer.from(text.replaceAll('-', ''), 'hex')])
    : Buffer.from(text, 'utf8')

const read = (bytes: Buffer): string =>
  bytes[0] === UUID_FOLLOWS
    ? bytes.toString('hex', 1).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    : bytes.toString('utf8')

/** null: a text with half a surrogate pair, which has no bytes of its own. */
export const needleOf = (text: string): Needle | null => {
  if (!text.isWellFormed()) return null
  const bytes = stored(text)
  return { bytes, ...hashed(bytes) }
}

const marked = (needles: readonly Needle[]): Uint8Array => {
  const bits = needles.length * BITS
  const marks = new Uint8Array(Math.ceil(bits / 8))
  for (const needle of needles)
    for (let n = 0; n < SET; n++) {
      const bit = bitOf(needle, n, bits)
      marks[bit >>> 3] = (marks[bit >>> 3] ?? 0) | (1 << (bit & 7))
    }
  return marks
}

/** Each text once; null: one of them cannot be kept this way. */
export const packTexts = (texts: readonly string[]): Texts | null => {
  const needles = texts.map(needleOf).filter(needle => needle !== null)
  if (needles.length < texts.length) return null
  const joined = Buffer.concat(needles.map(needle => needle.bytes))
  // of its own, not a part of the pool that small ones share
  const bytes = Buffer.from(new Uint8Array(joined).buffer)
  const ends = bytes.length < 2 ** 16 ? new Uint16Array(texts.length) : new Uint32Array(texts.length)
  let end = 0
  for (const [place, needle] of needles.entries()) ends[place] = end += needle.bytes.length
  return textsFrom({ bytes, ends, marks: marked(needles) })
}

export const textsFrom = (stored: StoredTexts): Texts => {
  const { ends, marks } = stored
  const bytes = Buffer.from(stored.bytes.buffer, stored.bytes.byteOffset, stored.bytes.length)
  const bits = ends.length * BITS
  const startOf = (place: number) => (place === 0 ? 0 : (ends[place - 1] ?? 0))
  const bytesAt = (place: number) => bytes.subarray(startOf(place), ends[place])
  return {
    length: ends.length,
    stored,
    at: place => read(bytesAt(place)),
    placeOf: needle => {
      for (let n = 0; n < SET; n++) {
        const bit = bitOf(needle, n, bits)
        if (((marks[bit >>> 3] ?? 0) & (1 << (bit & 7))) === 0) return -1
      }
      const { length } = needle.bytes
      for (let place = 0; place < ends.length; place++)
        if ((ends[place] ?? 0) - startOf(place) === length && bytesAt(place).equals(needle.bytes))
          return place
      return -1
    },
  }
}
