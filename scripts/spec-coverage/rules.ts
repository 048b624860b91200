/** One row of a table of the specification. */
export type Row = {
  /** e.g. `02 §3.1`. */
  readonly section: string
  /** Its first cell, without markup. */
  readonly label: string
}

const HEADING = /^#{2,4} (\d+(?:\.\d+)*)\.?\s(.*)/
/** Words are explained there; what follows from them stands elsewhere. */
const WORDS = 'Glossary'
const plain = (cell: string) => cell.replaceAll(/[`*]/g, '').trim()

/** Rows of the tables of one file but for its glossary; `file`: its number, e.g. `02`. */
export const rowsOf = (file: string, text: string): readonly Row[] => {
  const rows: Row[] = []
  let section = `${file} §0`
  let isRule = true
  const lines = text.split('\n')
  for (const [index, line] of lines.entries()) {
    const [, number, heading] = HEADING.exec(line) ?? []
    if (number !== undefined) {
      section = `${file} §${number}`
      isRule = heading?.trim() !== WORDS
    }
    // neither the head of a table nor the line below it
    const isRow =
      line.startsWith('|') && !/^\|[-| ]+\|$/.test(line) && !/^\|[-| ]+\|$/.test(lines[index + 1] ?? '')
    const label = plain(line.split(/(?<!\\)\|/)[1] ?? '')
    // one without a label goes on with the row above it
    if (isRow && isRule && label !== '') rows.push({ section, label })
  }
  return rows
}

/** Ids of the examples, in their order. */
export const exampleIds = (text: string): readonly string[] =>
  [...text.matchAll(/^- ((?:OP|\d{2})-\d+)\b/gm)].map(([, id = '']) => id)
