import type { Notice } from '../item/notices.ts'
import { isLongHtml } from '../item/cut.ts'
import { LINE_LENGTH, MOST_ELEMENTS } from '../../../shared/limits/items.ts'
import { asMeant } from './inert.ts'
import type { CsvRecord } from './records.ts'

/** One row of a file, and what was noticed while it was read. */
export type Row<Column extends string> = {
  /** Trimmed text of a column; undefined: the row or the file does not have it. */
  readonly cell: (column: Column) => string | undefined
  /** Notes what a column holds: `Start Date: 31/31/2027`; `ifSo` as in `Notice`. */
  readonly notice: (code: string, column: Column, ifSo?: true) => void
  readonly notices: readonly Notice[]
}

export const rowOf = <Column extends string>(
  { columns, labels }: { readonly columns: ReadonlyMap<Column, number>; readonly labels: readonly string[] },
  { cells }: CsvRecord,
): Row<Column> => {
  const notices: Notice[] = []
  const cell = (column: Column) => {
    const index = columns.get(column)
    const text = index === undefined ? undefined : cells[index]
    // a `'` may stand before blanks, too
    return text === undefined ? undefined : asMeant(text.trimStart()).trim()
  }
  return {
    cell,
    notices,
    notice: (code, column, ifSo) => {
      const label = labels[columns.get(column) ?? -1]
      const found = label === undefined ? undefined : `${label}: ${cell(column) ?? ''}`
      notices.push({ code, found, ...(ifSo === undefined ? {} : { ifSo }) })
    },
  }
}

const YES = /^(?:true|t|yes|y|1|on|x|✓|✔|☑|ja|j|oui|o|si|sí|s|sim|tak|wahr|vrai|verdadero)$/iu
const NO = /^(?:false|f|no|n|0|off|-|–|✗|✘|☐|nein|non|não|nie|falsch|faux|falso|)$/iu

/** Booleans as they are in CSV alone: empty is false, another word is none (spec 05 §9). */
export const flagOf = (cell: string | undefined): boolean | undefined => {
  if (cell === undefined) return undefined
  if (YES.test(cell)) return true
  return NO.test(cell) ? false : undefined
}

/** The same of a column; a word that is none is noticed. */
export const flagIn = <Column extends string>(row: Row<Column>, column: Column): boolean | undefined => {
  const cell = row.cell(column)
  const flag = flagOf(cell)
  if (cell !== undefined && flag === undefined) row.notice('unknown_flag', column)
  return flag
}

/**
 * Names, also when numeric: a leading `%` says so and goes. At most one more than an event has, which is enough to tell
 * that there are too many: a cell of megabytes is not taken apart for what would be cut.
 */
export const namesOf = (cell: string | undefined): string[] | undefined => {
  if (cell === undefined) return undefined
  const separator = cell.includes('|') ? '|' : ','
  const names: string[] = []
  for (let start = 0; start <= cell.length && names.length <= MOST_ELEMENTS;) {
    const found = cell.indexOf(separator, start)
    const end = found === -1 ? cell.length : found
    const name = cell
      .slice(start, end)
      .trim()
      .replace(/^%(?=\d+$)/, '')
    if (name !== '') names.push(name)
    start = end + 1
  }
  return names
}

/** The cells of these columns that are there, by their names. */
export const present = <Text extends string, Flag extends string>(
  row: Row<Text | Flag>,
  texts: readonly Text[],
  flags: readonly Flag[],
): { readonly [Name in Text]?: string } & { readonly [Name in Flag]?: boolean } => {
  const found: Record<string, string | boolean> = {}
  for (const column of texts) {
    const text = row.cell(column)
    if (text !== undefined) found[column] = text
  }
  for (const column of flags) {
    const flag = flagIn(row, column)
    if (flag !== undefined) found[column] = flag
  }
  return found as { readonly [Name in Text]?: string } & { readonly [Name in Flag]?: boolean }
}

const HTML: ReadonlySet<string> = new Set(['description', 'excerpt'])
const LISTS: ReadonlySet<string> = new Set(['categories', 'tags'])

/** Notes where it stands that a cell is longer than what it says may be, for the case that the item is cut, or fails. */
export const noticeLength = <Column extends string>(row: Row<Column>, column: Column): void => {
  const cell = row.cell(column) ?? ''
  if (cell.length <= MOST_ELEMENTS) return
  if (LISTS.has(column) && (namesOf(cell)?.length ?? 0) > MOST_ELEMENTS) row.notice('list_cut', column, true)
  const isLong = HTML.has(column) ? isLongHtml(cell) : cell.length > LINE_LENGTH
  if (isLong) row.notice(column === 'title' || column === 'name' ? 'too_large' : 'text_cut', column, true)
}
