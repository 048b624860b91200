/** A logical line: unfolded and decoded, with the number of the physical line it starts on (1 = first). */
export type Line = { readonly text: string; readonly line: number }

const TAB = 0x09
const LF = 0x0a
const CR = 0x0d
const BLANK = 0x20
const DELETE = 0x7f

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

/** Index after the line end at `at`. CRs before an LF belong to one line end: `\r\r\n` is what broken copies contain. */
const afterLineEnd = (body: Uint8Array, at: number): number => {
  let next = at
  while (body[next] === CR) next++
  return body[next] === LF ? next + 1 : at + 1
}

/**
 * Logical lines of a body (spec 05 §8.1): CRLF, LF, CR and mixtures; unfolded on bytes, because folds may cut a
 * character in two, then decoded line by line; control characters but TAB dropped; empty lines left out.
 */
export function* logicalLines(body: Uint8Array): Generator<Line> {
  const kept = Buffer.allocUnsafe(body.length)
  let [end, started, line, startLine, ascii] = [0, 0, 1, 1, true]
  for (let at = 0; at <= body.length;) {
    const byte = body[at]
    if (byte !== undefined && byte !== LF && byte !== CR) {
      if (byte >= BLANK ? byte !== DELETE : byte === TAB) kept[end++] = byte
      if (byte > DELETE) ascii = false
      at++
      continue
    }
    const next = byte === undefined ? at + 1 : afterLineEnd(body, at)
    line++
    const folded = body[next] === BLANK || body[next] === TAB
    if (!folded) {
      if (end > started) {
        const text = ascii
          ? kept.toString('latin1', started, end)
          : decode(kept.subarray(started, end)).replace(laterControls, '')
        yield { text, line: startLine }
      }
      started = end
      startLine = line
      ascii = true
    }
    at = folded ? next + 1 : next
  }
}
