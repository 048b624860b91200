import { CSV_CELL_LENGTH, CSV_COLUMNS, CSV_HEADER_LENGTH } from '../../../shared/limits/imports.ts'
import { shortened } from '../item/notices.ts'
import { behindControls, textBetween, unitAt, type CsvText } from './text.ts'

export const SEPARATORS = [',', ';', '\t', '|'] as const
export type Separator = (typeof SEPARATORS)[number]

/**
 * A row as written: cells untrimmed, `line` where it starts (1 = first), `unclosed`: a quote in it never ends. Cells
 * that nobody wants are "". `extra`: the first text behind the cells that a row may have.
 */
export type CsvRecord = {
  readonly line: number
  readonly cells: readonly string[]
  readonly isBlank: boolean
  readonly unclosed: boolean
  readonly extra: string
}

const LF = 0x0a
const CR = 0x0d
const QUOTE = 0x22
const BLANK = 0x20

/** Units looked at between two pauses. */
const SLICE = 65_536

/**
 * The separator that splits the first row with anything in it most often outside quotes; of equals the first (spec 05
 * §9).
 */
export const separatorOf = (text: CsvText, from = 0): Separator => {
  const counts = new Map<number, number>(SEPARATORS.map(separator => [separator.charCodeAt(0), 0]))
  let [quoted, isBlank] = [false, true]
  for (let at = from; at < Math.min(text.length, from + CSV_HEADER_LENGTH); at++) {
    const unit = unitAt(text, at)
    const count = counts.get(unit)
    if (unit === QUOTE) quoted = !quoted
    else if (!quoted && (unit === LF || unit === CR)) {
      if (!isBlank) break
    } else if (!quoted && count !== undefined) counts.set(unit, count + 1)
    else isBlank &&= unit <= BLANK
  }
  const timesOf = (separator: Separator) => counts.get(separator.charCodeAt(0)) ?? 0
  return SEPARATORS.reduce<Separator>((best, one) => (timesOf(one) > timesOf(best) ? one : best), ',')
}

/** Where a walk through the text stands: the next pause is due there. */
type Walk = { readonly text: CsvText; readonly separator: number; pause: number }

function* paused(walk: Walk, at: number): Generator<'pause'> {
  if (at < walk.pause) return
  yield 'pause'
  walk.pause = at + SLICE
}

const nextQuote = (text: CsvText, from: number): number => {
  if (!text.isWide) return text.bytes.indexOf(QUOTE, from)
  for (let at = from; at < text.length; at++) if (unitAt(text, at) === QUOTE) return at
  return -1
}

/** Where the quote opened before `from` is closed; -1: nowhere. */
function* closingQuote(walk: Walk, from: number): Generator<'pause', number> {
  const { text } = walk
  for (let at = nextQuote(text, from); at !== -1; at = nextQuote(text, at + 1)) {
    if (at >= walk.pause) yield* paused(walk, at)
    const next = behindControls(text, at + 1)
    if (unitAt(text, next) !== QUOTE) return at
    at = next
  }
  return -1
}

const endsHere = ({ text, separator }: Walk, at: number): boolean => {
  const unit = unitAt(text, at)
  return unit === separator || unit === LF || unit === CR || unit === -1
}

/** The first separator or line end at or after `from`, or else the place where a pause is due. */
const plainStretch = (walk: Walk, from: number): number => {
  const { text, separator, pause } = walk
  const { bytes, isWide } = text
  const end = Math.min(text.length, Math.max(pause, from + 1))
  for (let at = from; at < end; at++) {
    // most of what is read is read here
    const unit = isWide ? unitAt(text, at) : bytes[at]
    if (unit === separator || unit === LF || unit === CR) return at
  }
  return end
}

function* plainEnd(walk: Walk, from: number): Generator<'pause', number> {
  let at = plainStretch(walk, from)
  while (!endsHere(walk, at)) {
    yield* paused(walk, at)
    at = plainStretch(walk, at)
  }
  return at
}

/** Line ends between two places: CRLF, LF or CR. */
function* breaksIn({ text }: Walk, from: number, to: number): Generator<'pause', number> {
  const { bytes, isWide } = text
  let count = 0
  for (let at = from; at < to; at++) {
    const unit = isWide ? unitAt(text, at) : bytes[at]
    if (unit === LF || (unit === CR && unitAt(text, behindControls(text, at + 1)) !== LF)) count++
    if ((at - from) % SLICE === SLICE - 1) yield 'pause'
  }
  return count
}

/** Where a cell ends, and what it holds: `quoted` between quotes, and `plain` behind or instead of them. */
type Cell = {
  readonly end: number
  readonly quoted: readonly [from: number, to: number] | null
  readonly plainFrom: number
  readonly unclosed: boolean
  readonly breaks: number
}

const plainCell = (from: number, end: number, unclosed = false): Cell => {
  return { end, quoted: null, plainFrom: from, unclosed, breaks: 0 }
}

/**
 * Quotes count at the beginning of a cell only, blanks before them aside; what follows the closing one is kept. A
 * quote that never ends is a character like others: it must not swallow the rest of the file. That happens once at
 * most, because all quotes behind it stand in pairs.
 */
function* quotedCell(walk: Walk, from: number, open: number): Generator<'pause', Cell> {
  const close = yield* closingQuote(walk, open + 1)
  const end = yield* plainEnd(walk, close === -1 ? from : close + 1)
  if (close === -1) return plainCell(from, end, true)
  const breaks = yield* breaksIn(walk, open + 1, close)
  return { end, quoted: [open + 1, close], plainFrom: close + 1, unclosed: false, breaks }
}

function* readCell(walk: Walk, from: number): Generator<'pause', Cell> {
  const { text } = walk
  let open = behindControls(text, from)
  while (open - from < SLICE && unitAt(text, open) === BLANK) open = behindControls(text, open + 1)
  if (unitAt(text, open) === QUOTE) return yield* quotedCell(walk, from, open)
  return plainCell(from, yield* plainEnd(walk, from))
}

/** A cell without quotes that ends before a pause is due, which most do: its end; -1: any other. */
const simpleEnd = (walk: Walk, from: number): number => {
  const first = unitAt(walk.text, from)
  // a control character may stand before a quote
  if (first === QUOTE || first === BLANK || (first < BLANK && first >= 0 && !endsHere(walk, from))) return -1
  if (from >= walk.pause) return -1
  const at = plainStretch(walk, from)
  return endsHere(walk, at) ? at : -1
}

const stretch = (text: CsvText, from: number, to: number) =>
  textBetween(text, from, Math.min(to, from + CSV_CELL_LENGTH))

const valueOf = (text: CsvText, { quoted, plainFrom, end }: Cell): string => {
  const plain = stretch(text, plainFrom, end)
  return quoted === null ? plain : stretch(text, ...quoted).replaceAll('""', '"') + plain
}

/** Where rows begin, and which separator Excel was told to take (`sep=;`, spec 05 §9); null: it was told nothing. */
export type Beginning = { readonly at: number; readonly line: number; readonly separator: Separator | null }

const HINT = /^\s*(?:"sep=(.)"|sep=(.))\s*$/i
/** Longer than a hint with the blank lines before it. */
const HINT_LENGTH = 100

export const beginningOf = (text: CsvText): Beginning => {
  const head = textBetween(text, 0, HINT_LENGTH)
  const [first = ''] = /^\s*[^\r\n]*/.exec(head) ?? []
  const hint = HINT.exec(first)
  if (hint === null) return { at: 0, line: 1, separator: null }
  let [at, line] = [0, 1]
  for (let shown = false; at < text.length; at++) {
    const unit = unitAt(text, at)
    const isEnd = unit === LF || (unit === CR && unitAt(text, at + 1) !== LF)
    if (isEnd) line++
    if (isEnd && shown) break
    shown ||= unit > BLANK
  }
  const separator = SEPARATORS.find(one => one === (hint[1] ?? hint[2])) ?? null
  return { at: at + 1, line, separator }
}

const ALL = { most: CSV_COLUMNS, isWanted: () => true, start: { at: 0, line: 1 } }

type Choice = {
  readonly most: number
  readonly isWanted: (cell: number) => boolean
  readonly start: Pick<Beginning, 'at' | 'line'>
}

/**
 * Rows of a text (RFC 4180 and its usual deviations); lines end with CRLF, LF or CR. Linear in its length. Cells behind
 * the first `most` of a row are passed over, and so are those that are not wanted. `pause` comes between slices of
 * work, also within a row.
 */
export function* csvRecords(
  text: CsvText,
  separator: Separator,
  { most, isWanted, start }: Choice = ALL,
): Generator<CsvRecord | 'pause'> {
  const walk: Walk = { text, separator: separator.charCodeAt(0), pause: start.at + SLICE }
  let { line } = start
  for (let at = behindControls(text, start.at); at < text.length; at = behindControls(text, at)) {
    const cells: string[] = []
    let [isBlank, unclosed, breaks, extra] = [true, false, 0, '']
    for (;;) {
      const end = simpleEnd(walk, at)
      const cell = end === -1 ? yield* readCell(walk, at) : plainCell(at, end)
      if (cells.length < most) {
        const value = isBlank || isWanted(cells.length) ? valueOf(text, cell) : ''
        isBlank &&= value.trim() === ''
        cells.push(value)
      } else if (extra === '' && cell.end > at) extra = shortened(valueOf(text, cell).trim())
      unclosed ||= cell.unclosed
      breaks += cell.breaks
      at = cell.end
      if (at >= walk.pause) yield* paused(walk, at)
      if (unitAt(text, at) !== walk.separator) break
      at++
    }
    const next = unitAt(text, at) === CR ? behindControls(text, at + 1) : at
    at = (unitAt(text, next) === LF ? next : at) + 1
    yield { line, cells, isBlank, unclosed, extra }
    line += breaks + 1
  }
}
