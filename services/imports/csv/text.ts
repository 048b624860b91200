import { isUtf8 } from 'node:buffer'
import { hasMark, utf16Of } from '../item/utf16.ts'

type Encoding = 'utf-8' | 'windows-1252' | 'utf-16le' | 'utf-16be'

/**
 * The text of a file as it is read: in units of one byte, in UTF-16 of two. All that a CSV file is made of is ASCII,
 * and a unit that looks like it means it in every one of these encodings. Places are counted in units.
 */
export type CsvText = {
  readonly encoding: Encoding
  /** Without BOM. */
  readonly bytes: Buffer
  readonly isWide: boolean
  readonly length: number
}

/** Dropped wherever they stand; TAB, LF and CR stay. */
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/** Bytes looked at between two pauses. */
const SLICE = 1_048_576

/** Half a unit at the end of a file. */
const NO_CHARACTER = 0xfffd

const decoders = {
  'windows-1252': new TextDecoder('windows-1252'),
  'utf-16le': new TextDecoder('utf-16le', { ignoreBOM: true }),
  'utf-16be': new TextDecoder('utf-16be', { ignoreBOM: true }),
} as const

const isContinuation = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80

function* isValidUtf8(body: Buffer): Generator<'pause', boolean> {
  for (let [from, to] = [0, 0]; from < body.length; from = to) {
    to = from + SLICE
    // no more than three of them belong to one character
    while (to > from + SLICE - 3 && isContinuation(body[to])) to--
    if (!isUtf8(body.subarray(from, to))) return false
    yield 'pause'
  }
  return true
}

function* encodingOf(body: Buffer): Generator<'pause', readonly [Encoding, bomBytes: number]> {
  const wide = utf16Of(body)
  if (wide !== null) return [wide, hasMark(body) ? 2 : 0]
  if (!(yield* isValidUtf8(body))) return ['windows-1252', 0]
  return ['utf-8', body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? 3 : 0]
}

/** Text of a file: UTF-16, valid UTF-8, else Windows-1252; without BOM (spec 05 §9). Copies nothing. */
export function* csvText(body: Uint8Array): Generator<'pause', CsvText> {
  const whole = Buffer.from(body.buffer, body.byteOffset, body.length)
  const [encoding, bomBytes] = yield* encodingOf(whole)
  const bytes = whole.subarray(bomBytes)
  const isWide = encoding === 'utf-16le' || encoding === 'utf-16be'
  return { encoding, bytes, isWide, length: isWide ? Math.ceil(bytes.length / 2) : bytes.length }
}

const wideUnitAt = ({ encoding, bytes }: CsvText, at: number): number => {
  const [first, second] = [bytes[2 * at] ?? 0, bytes[2 * at + 1]]
  if (second === undefined) return NO_CHARACTER
  return encoding === 'utf-16le' ? first | (second << 8) : (first << 8) | second
}

/** The unit at a place, -1 behind the end. */
export const unitAt = (text: CsvText, at: number): number => {
  if (at >= text.length) return -1
  return text.isWide ? wideUnitAt(text, at) : (text.bytes[at] ?? -1)
}

const isControl = (unit: number): boolean =>
  unit < 0x20 ? unit >= 0 && unit !== 0x09 && unit !== 0x0a && unit !== 0x0d : unit === 0x7f

/** The first place at or after `at` that holds no control character. */
export const behindControls = (text: CsvText, at: number): number => {
  let next = at
  while (isControl(unitAt(text, next))) next++
  return next
}

/** What stands between two places, without control characters. */
export const textBetween = (text: CsvText, from: number, to: number): string => {
  const { encoding, bytes, isWide } = text
  const width = isWide ? 2 : 1
  const [begin, end] = [from * width, Math.min(bytes.length, to * width)]
  const decoded =
    encoding === 'utf-8'
      ? bytes.toString('utf8', begin, end)
      : decoders[encoding].decode(bytes.subarray(begin, end))
  return decoded.replace(CONTROLS, '')
}
