import type { CsvRecord } from './records.ts'

/** Trimmed text of a column of one row; undefined: the row or the file does not have it. */
export type Row<Column extends string> = (column: Column) => string | undefined

export const rowOf =
  <Column extends string>(columns: ReadonlyMap<Column, number>, { cells }: CsvRecord): Row<Column> =>
  column => {
    const index = columns.get(column)
    return index === undefined ? undefined : cells[index]?.trim()
  }

/** Booleans as they are in CSV alone: empty is false, another word is not there (spec 05 §9). */
export const flagOf = (cell: string | undefined): boolean | undefined => {
  if (cell === undefined) return undefined
  if (/^(?:true|yes|1)$/i.test(cell)) return true
  return /^(?:false|no|0|)$/i.test(cell) ? false : undefined
}

/** Names, also when numeric: a leading `%` says so and goes. */
export const namesOf = (cell: string | undefined): string[] | undefined =>
  cell
    ?.split(cell.includes('|') ? '|' : ',')
    .map(name => name.trim().replace(/^%(?=\d+$)/, ''))
    .filter(name => name !== '')

/** The cells of these columns that are there, by their names. */
export const present = <Text extends string, Flag extends string>(
  row: Row<Text | Flag>,
  texts: readonly Text[],
  flags: readonly Flag[],
): { readonly [Name in Text]?: string } & { readonly [Name in Flag]?: boolean } => {
  const found: Record<string, string | boolean> = {}
  for (const column of texts) {
    const text = row(column)
    if (text !== undefined) found[column] = text
  }
  for (const column of flags) {
    const flag = flagOf(row(column))
    if (flag !== undefined) found[column] = flag
  }
  return found as { readonly [Name in Text]?: string } & { readonly [Name in Flag]?: boolean }
}
