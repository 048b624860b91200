// What spreadsheets take for the beginning of a formula; texts come from feeds that nobody vouches for. A `'` before it
// makes a text of it, which readers of ours take away again; so one that stands there already gets another.
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/
const INERT = /^'+[=+\-@\t\r\n＝＋－＠]/

/** A cell of CSV (RFC 4180) that no spreadsheet runs. */
export const textCell = (text: string): string => {
  const inert = FORMULA.test(text) ? `'${text}` : text
  return /[",;|\t\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}

/** A row of such cells, with its end. */
export const csvRow = (cells: readonly string[]): string => `${cells.map(textCell).join(',')}\r\n`

/** The text of a cell as it was before `textCell`. */
export const asMeant = (cell: string): string => (INERT.test(cell) ? cell.slice(1) : cell)
