import { isUtf8 } from 'node:buffer'
import { ICS_LINE_BYTES } from '../../../shared/limits/imports.ts'

/** Where a logical line starts: its first byte, and the number of its first physical line (1 = first). */
export type Place = { readonly at: number; readonly line: number }

/**
 * A logical line: unfolded and decoded. `cut`: only its beginning, because nothing an event can hold is as long.
 */
export type Line = Place & { readonly text: string; readonly cut: boolean }

/** Which lines are wanted, by the first byte of each. It is asked when all lines before have been handed on. */
type Wanted = (first: number) => boolean

/** Walks from a place to the end of the file, with `pause` at least between slices of bytes, also within a line. */
export type Lines = (from?: Place, wanted?: Wanted) => Generator<Line | 'pause'>

const TAB = 0x09
const LF = 0x0a
const CR = 0x0d
const BLANK = 0x20
const EQUALS = 0x3d
const DELETE = 0x7f

/** Bytes between two pauses. */
export const SLICE = 65_536

const START: Place = { at: 0, line: 1 }

const windows1252 = new TextDecoder('windows-1252')
const laterControls = /[\u0080-\u009f]/g

/** UTF-8, else Windows-1252. */
const decode = (bytes: Buffer): string => (isUtf8(bytes) ? bytes.toString('utf8') : windows1252.decode(bytes))

/** As many bytes as make whole characters, in case the last one was cut. */
const wholeCharacters = (bytes: Buffer): Buffer => {
  let end = bytes.length
  while (end > bytes.length - 4 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end--
  return (bytes[end - 1] ?? 0) >= 0xc0 ? bytes.subarray(0, end - 1) : bytes
}

/** Bytes of a line, without its folds and its control characters. */
type Text = { readonly kept: Buffer; length: number; ascii: boolean; cut: boolean }

const keep = (text: Text, body: Uint8Array, from: number, to: number): void => {
  const { kept } = text
  let { length, ascii } = text
  for (let at = from; at < to; at++) {
    const byte = body[at] ?? 0
    if (byte > DELETE) ascii = false
    else if (byte < BLANK ? byte !== TAB : byte === DELETE) continue
    if (length < kept.length) kept[length++] = byte
    else text.cut = true
  }
  text.length = length
  text.ascii = ascii
}

const textOf = ({ kept, length, ascii, cut }: Text): string => {
  if (ascii) return kept.toString('latin1', 0, length)
  const bytes = kept.subarray(0, length)
  return decode(cut ? wholeCharacters(bytes) : bytes).replace(laterControls, '')
}

const emptied = (text: Text): void => {
  text.length = 0
  text.ascii = true
  text.cut = false
}

/** Index of the first line end at or after `from`, or else `to`. */
const lineEnd = (body: Uint8Array, from: number, to: number): number => {
  for (let at = from; at < to; at++) {
    const byte = body[at]
    if (byte === LF || byte === CR) return at
  }
  return to
}

/** A line that begins with blanks is the first one, or what stands before it was empty. */
const firstVisible = (body: Uint8Array, from: number, to: number): number => {
  let at = from
  for (; at < to; at++) {
    const byte = body[at] ?? 0
    if (byte > BLANK && byte !== DELETE) break
  }
  return at
}

/**
 * Index after the line end at an index. CRs before an LF belong to one line end: `\r\r\n` is what broken copies contain.
 * Asked in ascending order, it looks at each CR once.
 */
const lineEndsOf = (body: Uint8Array): ((at: number) => number) => {
  let runEnd = 0
  return at => {
    if (at >= runEnd) {
      runEnd = at
      while (body[runEnd] === CR) runEnd++
    }
    return body[runEnd] === LF ? runEnd + 1 : at + 1
  }
}

/** Bytes from the start of a line in which its parameters stand. */
const PARAMETERS = 1_000
const quoted = /^[^:]*;\s*(?:ENCODING\s*=\s*)?"?QUOTED-PRINTABLE/i

/** A line of quoted-printable text goes on behind its soft line break, `=` at its end (vCalendar 1.0). */
const isQuoted = (body: Uint8Array, from: number): boolean =>
  quoted.test(
    Buffer.from(body.buffer, body.byteOffset + from, Math.min(PARAMETERS, body.length - from)).toString(
      'latin1',
    ),
  )

function* walk(body: Uint8Array, text: Text, from: Place, wanted: Wanted): Generator<Line | 'pause'> {
  let { at, line } = from
  let start = from
  let [begun, isWanted, pause] = [false, false, at + SLICE]
  /** Whether this line is quoted-printable; null: nobody has asked. */
  let soft: boolean | null = null
  const afterLineEnd = lineEndsOf(body)
  emptied(text)
  while (at <= body.length) {
    if (at >= pause) {
      yield 'pause'
      pause = at + SLICE
    }
    const end = lineEnd(body, at, Math.min(pause, body.length))
    const visible = begun ? at : firstVisible(body, at, end)
    if (!begun && visible < end) {
      begun = true
      isWanted = wanted(body[visible] ?? 0)
    }
    if (isWanted) keep(text, body, visible, end)
    at = end
    if (at === pause && at < body.length) continue
    const next = afterLineEnd(at)
    line++
    const folded = body[next] === BLANK || body[next] === TAB
    const isSoft = begun && end > 0 && body[end - 1] === EQUALS && (soft ??= isQuoted(body, start.at))
    if (isSoft && isWanted && text.kept[text.length - 1] === EQUALS) text.length--
    at = folded ? next + 1 : next
    if (folded || isSoft) continue
    if (isWanted) yield { ...start, text: textOf(text), cut: text.cut }
    if (begun) emptied(text)
    start = { at, line }
    begun = isWanted = false
    soft = null
  }
}

/**
 * Logical lines of a body (spec 05 §8.1): CRLF, LF, CR and mixtures; unfolded on bytes, because folds may cut a
 * character in two, then decoded line by line; control characters but TAB dropped; empty lines left out. From the place
 * of any line on they are the same lines again. One walk at a time: all share the room for one line.
 */
export const linesOf = (body: Uint8Array): Lines => {
  const kept = Buffer.allocUnsafe(Math.min(body.length, ICS_LINE_BYTES))
  const text: Text = { kept, length: 0, ascii: true, cut: false }
  return (from = START, wanted = () => true) => walk(body, text, from, wanted)
}
