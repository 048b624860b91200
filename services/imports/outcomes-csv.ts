import type { ImportRecordItem } from '../../projections/import-status/queries.ts'

const COLUMNS = ['position', 'line', 'outcome', 'reason', 'warnings', 'id', 'uid', 'title'] as const

/** What spreadsheets take for the beginning of a formula; texts come from feeds that nobody vouches for. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

const textCell = (text: string): string => {
  const inert = FORMULA.test(text) ? `'${text}` : text
  return /[",;\t\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}

const numberCell = (value: number | null): string => (value === null ? '' : String(value))

const rowOf = (item: ImportRecordItem): string =>
  [
    numberCell(item.position),
    numberCell(item.line),
    textCell(item.outcome ?? ''),
    textCell(item.reason ?? ''),
    textCell(item.warnings.join(' ')),
    numberCell(item.id),
    textCell(item.uid ?? ''),
    textCell(item.title),
  ].join(',')

/**
 * The items of an import as CSV (RFC 4180: CRLF, a header row, no byte order mark), in their order. Cells are empty
 * for null, `outcome` also while the item waits. A text that a spreadsheet would run as a formula gets a `'` before it.
 */
export const outcomesCsv = (items: readonly ImportRecordItem[]): string =>
  [COLUMNS.join(','), ...items.map(rowOf), ''].join('\r\n')
