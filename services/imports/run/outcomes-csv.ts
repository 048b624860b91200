import { csvRow } from '../csv/inert.ts'
import type { ImportQueries, ImportRecordItem } from '../../../projections/import-status/queries.ts'

const COLUMNS = ['position', 'line', 'outcome', 'reason', 'warnings', 'found', 'id', 'uid', 'title'] as const

const numberCell = (value: number | null): string => (value === null ? '' : String(value))

/** What stands there, with the code of what is told of it where there are several. */
const foundIn = ({ found = {} }: ImportRecordItem): string => {
  const all = Object.entries(found)
  return all.map(([code, text]) => (all.length === 1 ? text : `${code}: ${text}`)).join('; ')
}

const rowOf = (item: ImportRecordItem): string =>
  csvRow([
    ...[numberCell(item.position), numberCell(item.line), item.outcome ?? '', item.reason ?? ''],
    ...[item.warnings.join(' '), foundIn(item), numberCell(item.id), item.uid ?? '', item.title],
  ])

type Items = Pick<ImportQueries, 'itemsFrom'>

/**
 * The items of an import as CSV (RFC 4180: CRLF, no byte order mark) from a position on, a header row before the
 * first: some rows, and where the next ones begin (null: nowhere). Cells are empty for null, `outcome` also while the
 * item waits. A text that a spreadsheet would run as a formula gets a `'` before it.
 */
export const outcomesCsv = async (
  { itemsFrom }: Items,
  importId: string,
  from: number,
): Promise<{ readonly csv: string; readonly next: number | null }> => {
  const { items, next } = await itemsFrom(importId, from)
  const header = from === 1 ? [csvRow(COLUMNS)] : []
  return { csv: [...header, ...items.map(rowOf)].join(''), next }
}

/** All of them, piece by piece: an import of any size is never in memory as a whole. */
export async function* outcomesPieces(imports: Items, importId: string, gone: AbortSignal) {
  for (let from: number | null = 1; from !== null && !gone.aborted;) {
    const { csv, next }: Awaited<ReturnType<typeof outcomesCsv>> = await outcomesCsv(imports, importId, from)
    if (csv !== '') yield csv
    from = next
  }
}
