/** Bytes decoded between two pauses; even, so that no unit is parted. */
const SLICE = 1_048_576

/** Bytes at its beginning that are looked at. */
const HEAD = 512

/** Whether it begins with a byte order mark of UTF-16. */
export const hasMark = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)

/**
 * By the byte order mark; without one, by the zeros beside ASCII, of which there is enough in every calendar and table of
 * whatever language: digits, blanks, separators.
 */
export const utf16Of = (body: Uint8Array): 'utf-16le' | 'utf-16be' | null => {
  if (hasMark(body)) return body[0] === 0xff ? 'utf-16le' : 'utf-16be'
  const units = Math.min(body.length, HEAD) >> 1
  let [little, big] = [0, 0]
  for (let n = 0; n < units; n++) {
    const [first, second] = [body[2 * n] ?? 0, body[2 * n + 1] ?? 0]
    if (first > 0 && second === 0) little++
    if (first === 0 && second > 0) big++
  }
  // a few zeros are strays; some letters of UTF-16 have a zero on the other side
  const isEnough = (some: number, others: number) => some >= Math.max(2, units / 16) && some > 4 * others
  if (isEnough(little, big)) return 'utf-16le'
  return isEnough(big, little) ? 'utf-16be' : null
}

/**
 * A body in UTF-16 as one in UTF-8 (spec 05 §8.1 bytes), any other as it is. Half a character at the end, or one that is
 * none, becomes U+FFFD. `pause` comes between slices.
 */
export function* withoutUtf16(body: Uint8Array): Generator<'pause', Uint8Array> {
  const encoding = utf16Of(body)
  if (encoding === null) return body
  const decoder = new TextDecoder(encoding)
  const parts: Buffer[] = []
  for (let from = 0; from < body.length; from += SLICE) {
    const stream = from + SLICE < body.length
    parts.push(Buffer.from(decoder.decode(body.subarray(from, from + SLICE), { stream })))
    yield 'pause'
  }
  return Buffer.concat(parts)
}
