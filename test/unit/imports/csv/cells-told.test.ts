import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parseCsv } from '../../../../services/imports/csv/parse.ts'

const folder = join(import.meta.dirname, '../../../../../shared/samples')
const files = [folder, join(folder, 'reported')].flatMap(where =>
  readdirSync(where).flatMap(name => (name.endsWith('.csv') ? [join(where, name)] : [])),
)

/** Cells of which nothing is seen, neither when they are empty nor when they say something else: `file column`. */
const REASONS: readonly (readonly [cells: RegExp, reason: string])[] = [
  [/ behind the last column$/, 'cells that nothing names are told of by the first of them'],
]

/** All that people are shown or told of a file. */
const shown = (rows: readonly (readonly string[])[], separator: string): string => {
  const text = rows.map(cells => cells.map(cell => `"${cell.replaceAll('"', '""')}"`).join(separator))
  const feed = parseCsv(Buffer.from(text.join('\n')), { dateOrder: 'MDY' })
  if (!feed.ok) return feed.reason
  const items = feed.items.map(item =>
    Object.fromEntries(Object.entries(item).filter(([member]) => member !== 'uid' && member !== 'line')),
  )
  return JSON.stringify([feed.warnings, feed.found, items])
}

const CELL = /"((?:[^"]|"")*)"|[^,;\r\n]*/y

/** Rows of cells, and what stands between these. */
const rowsOf = (text: string) => {
  const rows: string[][] = [[]]
  let separator = ','
  for (let at = 0; at < text.length;) {
    CELL.lastIndex = at
    const [whole = '', quoted] = CELL.exec(text) ?? []
    rows.at(-1)?.push((quoted ?? whole).replaceAll('""', '"'))
    at += whole.length
    if (/[,;]/.test(text[at] ?? '')) separator = text[at] ?? ','
    else {
      while (/[\r\n]/.test(text[at] ?? '')) at++
      rows.push([])
      continue
    }
    at++
  }
  return { rows: rows.filter(row => row.some(cell => cell !== '')), separator }
}

it('05 §11 every cell of a table is seen, told of, or stands here with the reason why not', () => {
  const inert = new Set<string>()
  for (const file of files) {
    const { rows, separator } = rowsOf(
      readFileSync(file, 'latin1').replace(/^(?:\u00ef\u00bb\u00bf|sep=;\r\n)/, ''),
    )
    const [header = []] = rows
    const before = shown(rows, separator)
    const isSeen = (row: number, column: number, cell: string) =>
      shown(
        rows.map((cells, n) => (n === row ? cells.with(column, cell) : cells)),
        separator,
      ) !== before
    for (const [n, cells] of rows.entries())
      for (const [column, cell] of cells.entries())
        if (cell !== '' && !isSeen(n, column, '') && !isSeen(n, column, `${cell}x`))
          inert.add(`${file.slice(folder.length + 1)} ${header[column] ?? 'behind the last column'}`)
  }
  expect([...inert].filter(cell => !REASONS.some(([cells]) => cells.test(cell)))).toEqual([])
  expect(REASONS.filter(([cells]) => ![...inert].some(cell => cells.test(cell)))).toEqual([])
})
