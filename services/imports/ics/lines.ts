/**
 * A logical line: unfolded and decoded, with the number of the physical line it starts on (1 = first). `cut`: only
 * its beginning, because nothing an event can hold is as long.
 */
export type Line = { readonly text: string; readonly line: number; readonly cut: boolean }

const TAB = 0x09
const LF = 0x0a
const CR = 0x0d
const BLANK = 0x20
const DELETE = 0x7f

/** Bytes of a line that are read: twice as many as the longest text has when every character is escaped. */
const LONGEST = 524_288

/** Bytes between two pauses. */
const SLICE = 65_536

const utf8 = new TextDecoder('utf-8', { fatal: true })
const windows1252 = new TextDecoder('windows-1252')
const laterControls = /[\u0080-\u009f]/g

/** UTF-8, else Windows-1252. */
const decode = (bytes: Uint8Array): string => {
  try {
    return utf8.decode(bytes)
  } catch {
    return windows1252.decode(bytes)
  }
}

/** As many bytes as make whole characters, in case the last one was cut. */
const wholeCharacters = (bytes: Uint8Array): Uint8Array => {
  let end = bytes.length
  while (end > bytes.length - 4 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end--
  return (bytes[end - 1] ?? 0) >= 0xc0 ? bytes.subarray(0, end - 1) : bytes
}

/** Index after the line end at `at`. CRs before an LF belong to one line end: `\r\r\n` is what broken copies contain. */
const afterLineEnd = (body: Uint8Array, at: number): number => {
  let next = at
  while (body[next] === CR) next++
  return body[next] === LF ? next + 1 : at + 1
}

const textOf = (kept: Buffer, length: number, ascii: boolean, cut: boolean): string => {
  if (ascii) return kept.toString('latin1', 0, length)
  const bytes = kept.subarray(0, length)
  return decode(cut ? wholeCharacters(bytes) : bytes).replace(laterControls, '')
}

/**
 * Logical lines of a body (spec 05 §8.1): CRLF, LF, CR and mixtures; unfolded on bytes, because folds may cut a
 * character in two, then decoded line by line; control characters but TAB dropped; empty lines left out. `pause`
 * comes at least between slices of bytes, also within a line.
 */
export function* logicalLines(body: Uint8Array): Generator<Line | 'pause'> {
  const kept = Buffer.allocUnsafe(Math.min(body.length, LONGEST))
  let [end, line, startLine, ascii, cut, pause] = [0, 1, 1, true, false, SLICE]
  for (let at = 0; at <= body.length;) {
    if (at >= pause) {
      yield 'pause'
      pause = at + SLICE
    }
    const byte = body[at]
    if (byte !== undefined && byte !== LF && byte !== CR) {
      // a line that begins with blanks is the first one, or what stands before it was empty
      if (byte > BLANK ? byte !== DELETE : end > 0 && (byte === TAB || byte === BLANK)) {
        if (end < LONGEST) kept[end++] = byte
        else cut = true
      }
      if (byte > DELETE) ascii = false
      at++
      continue
    }
    const next = byte === undefined ? at + 1 : afterLineEnd(body, at)
    line++
    const folded = body[next] === BLANK || body[next] === TAB
    if (!folded) {
      if (end > 0) yield { text: textOf(kept, end, ascii, cut), line: startLine, cut }
      end = 0
      startLine = line
      ascii = true
      cut = false
    }
    at = folded ? next + 1 : next
  }
}
