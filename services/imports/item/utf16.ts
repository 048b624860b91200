/** Bytes decoded between two pauses; even, so that no unit is parted. */
const SLICE = 1_048_576

/** Whether it begins with a byte order mark of UTF-16. */
export const hasMark = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)

/** By the byte order mark; without one, by the zeros beside ASCII, with which calendars begin and nearly all tables. */
export const utf16Of = (body: Uint8Array): 'utf-16le' | 'utf-16be' | null => {
  const [first = 0, second = 0, third = 0, fourth = 0] = body
  if (hasMark(body)) return first === 0xff ? 'utf-16le' : 'utf-16be'
  if (first > 0 && second === 0 && third > 0 && fourth === 0) return 'utf-16le'
  return first === 0 && second > 0 && third === 0 && fourth > 0 ? 'utf-16be' : null
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
