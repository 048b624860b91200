export const SEPARATORS = [',', ';', '\t', '|'] as const
export type Separator = (typeof SEPARATORS)[number]

/** A row as written: cells untrimmed, `line` where it starts (1 = first), `unclosed`: a quote in it never ends. */
export type CsvRecord = {
  readonly line: number
  readonly cells: readonly string[]
  readonly unclosed: boolean
}

const LF = 0x0a
const CR = 0x0d
const QUOTE = 0x22
const BLANK = 0x20

/** Characters looked at between two pauses. */
const SLICE = 65_536

/** Characters of a cell that are read: twice as many as the longest text has when it is all quotes. */
const LONGEST = 524_288

/** Columns that are looked at. */
export const MOST_CELLS = 10_000

/** Characters of the first row by which its separator is chosen. */
const HEADER = 1_000_000

/** The separator that splits the first row most often outside quotes; of equals the first (spec 05 §9). */
export const separatorOf = (text: string): Separator => {
  const counts = new Map<number, number>(SEPARATORS.map(separator => [separator.charCodeAt(0), 0]))
  let quoted = false
  for (let at = 0; at < Math.min(text.length, HEADER); at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) quoted = !quoted
    else if (!quoted) {
      if (code === LF || code === CR) break
      const count = counts.get(code)
      if (count !== undefined) counts.set(code, count + 1)
    }
  }
  const timesOf = (separator: Separator) => counts.get(separator.charCodeAt(0)) ?? 0
  return SEPARATORS.reduce<Separator>((best, one) => (timesOf(one) > timesOf(best) ? one : best), ',')
}

/** Where a walk through the text stands: the next pause is due there. */
type Walk = { readonly text: string; readonly separator: number; pause: number }

/** Where the quote opened before `from` is closed; -1: nowhere. */
function* closingQuote(walk: Walk, from: number): Generator<'pause', number> {
  const { text } = walk
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 2)) {
    if (text.charCodeAt(at + 1) !== QUOTE) return at
    if (at >= walk.pause) {
      yield 'pause'
      walk.pause = at + SLICE
    }
  }
  return -1
}

/** The first separator or line end at or after `from`, or else the place where a pause is due. */
const plainStretch = ({ text, separator, pause }: Walk, from: number): number => {
  const end = Math.min(text.length, Math.max(pause, from + 1))
  for (let at = from; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code === separator || code === LF || code === CR) return at
  }
  return end
}

const endsHere = ({ text, separator }: Walk, at: number): boolean => {
  const code = text.charCodeAt(at)
  return at >= text.length || code === separator || code === LF || code === CR
}

function* plainEnd(walk: Walk, from: number): Generator<'pause', number> {
  let at = plainStretch(walk, from)
  while (!endsHere(walk, at)) {
    yield 'pause'
    walk.pause = at + SLICE
    at = plainStretch(walk, at)
  }
  return at
}

/** Line ends between two places: CRLF, LF or CR. */
function* breaksIn({ text }: Walk, from: number, to: number): Generator<'pause', number> {
  let count = 0
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    if (code === LF || (code === CR && text.charCodeAt(at + 1) !== LF)) count++
    if ((at - from) % SLICE === SLICE - 1) yield 'pause'
  }
  return count
}

type Cell = {
  readonly value: string
  readonly end: number
  readonly unclosed: boolean
  readonly breaks: number
}

const cutTo = (from: number, to: number) => Math.min(to, from + LONGEST)

/**
 * Quotes count at the beginning of a cell only, blanks before them aside; what follows the closing one is kept. A
 * quote that never ends is a character like others: it must not swallow the rest of the file. That happens once at
 * most, because all quotes behind it stand in pairs.
 */
function* quotedCell(walk: Walk, from: number, open: number): Generator<'pause', Cell> {
  const { text } = walk
  const close = yield* closingQuote(walk, open + 1)
  const end = yield* plainEnd(walk, close === -1 ? from : close + 1)
  if (close === -1) return { value: text.slice(from, cutTo(from, end)), end, unclosed: true, breaks: 0 }
  const inside = text.slice(open + 1, cutTo(open + 1, close)).replaceAll('""', '"')
  const value = inside + text.slice(close + 1, cutTo(close + 1, end))
  return { value, end, unclosed: false, breaks: yield* breaksIn(walk, open + 1, close) }
}

function* readCell(walk: Walk, from: number): Generator<'pause', Cell> {
  const { text } = walk
  let open = from
  while (open - from < SLICE && text.charCodeAt(open) === BLANK) open++
  if (text.charCodeAt(open) === QUOTE) return yield* quotedCell(walk, from, open)
  const end = yield* plainEnd(walk, from)
  return { value: text.slice(from, cutTo(from, end)), end, unclosed: false, breaks: 0 }
}

/** A cell without quotes that ends before a pause is due, which most do: its end; -1: any other. */
const simpleEnd = (walk: Walk, from: number): number => {
  const { text, pause } = walk
  const first = text.charCodeAt(from)
  if (first === QUOTE || first === BLANK || from >= pause) return -1
  const at = plainStretch(walk, from)
  return endsHere(walk, at) ? at : -1
}

/**
 * Rows of a text (RFC 4180 and its usual deviations); lines end with CRLF, LF or CR. Linear in its length. Cells behind
 * the first `most` of a row are passed over. `pause` comes between slices of work, also within a row.
 */
export function* csvRecords(
  text: string,
  separator: Separator,
  most = MOST_CELLS,
): Generator<CsvRecord | 'pause'> {
  const walk: Walk = { text, separator: separator.charCodeAt(0), pause: SLICE }
  let line = 1
  for (let at = 0; at < text.length;) {
    const cells: string[] = []
    let [unclosed, breaks] = [false, 0]
    for (;;) {
      const end = simpleEnd(walk, at)
      const cell =
        end === -1 || end - at > LONGEST
          ? yield* readCell(walk, at)
          : { value: text.slice(at, end), end, unclosed: false, breaks: 0 }
      if (cells.length < most) cells.push(cell.value)
      unclosed ||= cell.unclosed
      breaks += cell.breaks
      at = cell.end
      if (at >= walk.pause) {
        yield 'pause'
        walk.pause = at + SLICE
      }
      if (text.charCodeAt(at) !== walk.separator) break
      at++
    }
    at += text.startsWith('\r\n', at) ? 2 : 1
    yield { line, cells, unclosed }
    line += breaks + 1
  }
}
