const columns = (text: string) => Array.from(text).length

/** Rows as aligned columns; numbers to the right. The first row is the heading. */
export const table = (rows: readonly (readonly (string | number)[])[]): string => {
  const widths = (rows[0] ?? []).map((_, column) =>
    // as many rows as there are: arguments of one call are limited
    rows.reduce((widest, row) => Math.max(widest, columns(String(row[column] ?? ''))), 0),
  )
  const cell = (value: string | number, width: number) => {
    const text = String(value)
    const blank = ' '.repeat(Math.max(0, width - columns(text)))
    return typeof value === 'number' ? blank + text : text + blank
  }
  return rows
    .map(row =>
      row
        .map((value, column) => cell(value, widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
