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

/** The separator that splits the first row most often outside quotes; of equals the first (spec 05 §9). */
export const separatorOf = (text: string): Separator => {
  const counts = new Map<number, number>(SEPARATORS.map(separator => [separator.charCodeAt(0), 0]))
  let quoted = false
  for (let at = 0; at < text.length; at++) {
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

/** Where the quote opened before `from` is closed; -1: nowhere. */
const closingQuote = (text: string, from: number): number => {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at
  }
  return -1
}

const plainEnd = (text: string, from: number, separator: number): number => {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === separator || code === LF || code === CR) return at
  }
  return text.length
}

type Cell = { readonly value: string; readonly end: number; readonly unclosed: boolean }

/**
 * Quotes count at the beginning of a cell only, blanks before them aside; what follows the closing one is kept. A
 * quote that never ends is a character like others: it must not swallow the rest of the file. That happens once at
 * most, because all quotes behind it stand in pairs.
 */
const readCell = (text: string, from: number, separator: number): Cell => {
  let open = from
  while (text[open] === ' ') open++
  const close = text[open] === '"' ? closingQuote(text, open + 1) : -1
  const end = plainEnd(text, close === -1 ? from : close + 1, separator)
  if (close === -1) return { value: text.slice(from, end), end, unclosed: text[open] === '"' }
  const value = text.slice(open + 1, close).replaceAll('""', '"') + text.slice(close + 1, end)
  return { value, end, unclosed: false }
}

/** Line ends between two places: CRLF, LF or CR. */
const breaksIn = (text: string, from: number, to: number): number => {
  let count = 0
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    if (code === LF || (code === CR && text.charCodeAt(at + 1) !== LF)) count++
  }
  return count
}

/** Rows of a text (RFC 4180 and its usual deviations); lines end with CRLF, LF or CR. Linear in its length. */
export function* csvRecords(text: string, separator: Separator): Generator<CsvRecord> {
  const code = separator.charCodeAt(0)
  let line = 1
  for (let at = 0; at < text.length;) {
    const start = at
    const cells: string[] = []
    let unclosed = false
    for (;;) {
      const cell = readCell(text, at, code)
      cells.push(cell.value)
      unclosed ||= cell.unclosed
      at = cell.end
      if (text.charCodeAt(at) !== code) break
      at++
    }
    at += text.startsWith('\r\n', at) ? 2 : 1
    yield { line, cells, unclosed }
    line += breaksIn(text, start, at)
  }
}
