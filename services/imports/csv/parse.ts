import type { DateOrder } from '../../../shared/facts/site.ts'
import { collected, type FeedItem, type ParsedFeed } from '../item/item.ts'
import { rowOf } from './cells.ts'
import { fileColumns, type FileColumns } from './columns.ts'
import { orderFinder } from './dates.ts'
import { eventItem } from './event-row.ts'
import { organizerItem, venueItem } from './place-row.ts'
import { csvRecords, separatorOf, type CsvRecord, type Separator } from './records.ts'
import { csvText, type CsvText } from './text.ts'

/** `dateOrder`: of dates that the file itself leaves open; `separator`: set by the operator instead of found out. */
export type CsvOptions = { readonly dateOrder: DateOrder; readonly separator?: Separator | undefined }

/** How a body ended: read to its end, or as a file of nothing that can be imported, with the columns it has. */
export type CsvEnd =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'missing_title_column'; readonly columns: readonly string[] }

const ROWS_PER_SLICE = 200

type Rows = (isWanted: (cell: number) => boolean) => Generator<CsvRecord | 'pause', void>

/** Rows below the header that are not blank, of so many cells, with a pause between slices of work. */
const rowsOf = (text: CsvText, separator: Separator, most: number): Rows =>
  function* (isWanted) {
    let [count, isBelow] = [0, false]
    for (const record of csvRecords(text, separator, { most, isWanted })) {
      if (record === 'pause') {
        yield record
        continue
      }
      if (isBelow && !record.isBlank) yield record
      isBelow ||= !record.isBlank
      if (++count % ROWS_PER_SLICE === 0) yield 'pause'
    }
  }

/** The first row that is not blank; [] when all are. */
function* headerOf(text: CsvText, separator: Separator): Generator<'pause', readonly string[]> {
  for (const record of csvRecords(text, separator)) {
    if (record === 'pause') yield record
    else if (!record.isBlank) return record.cells
  }
  return []
}

const DATES = ['start_date', 'end_date'] as const

type Read = { readonly item: FeedItem; readonly warnings: readonly string[] }

/** How a row becomes an item; for event files all rows are looked through for the order of dates before that. */
function* readerOf(
  file: FileColumns,
  rows: Rows,
  dateOrder: DateOrder,
): Generator<'pause', (record: CsvRecord) => Read> {
  const alone = (item: FeedItem): Read => ({ item, warnings: [] })
  switch (file.kind) {
    case 'venue':
      return record => alone(venueItem(rowOf(file.columns, record)))
    case 'organizer':
      return record => alone(organizerItem(rowOf(file.columns, record)))
    case 'event': {
      const { see, order } = orderFinder(dateOrder)
      const places = DATES.map(column => file.columns.get(column))
      for (const record of rows(index => places.includes(index))) {
        if (record === 'pause') yield record
        else for (const column of DATES) see(rowOf(file.columns, record)(column) ?? '')
      }
      const found = order()
      return record => eventItem(rowOf(file.columns, record), found, dateOrder)
    }
  }
}

/** Enough of a foreign file's header to recognise it by. */
const shownColumns = (header: readonly string[]): readonly string[] =>
  header.slice(0, 50).map(cell => cell.trim().slice(0, 100))

/**
 * Items of a CSV body, one by one (spec 05 §9), for every row that is not blank: rows without name or readable start
 * lack it, and are answered for by the importer, with their line. `pause` comes between slices of work, as in
 * `icsItems`. Never throws on any body. The body is read where it stands, row by row: no more of it than a row is in
 * memory a second time.
 *
 * Warnings: `ambiguous_date` where only the configured order said which is the month, `unclosed_quote`.
 */
export function* csvItems(
  body: Uint8Array,
  { dateOrder, separator: set }: CsvOptions,
): Generator<FeedItem | 'pause', CsvEnd> {
  const text = yield* csvText(body)
  const separator = set ?? separatorOf(text)
  const header = yield* headerOf(text, separator)
  const file = fileColumns(header)
  if (file === null) return { ok: false, reason: 'missing_title_column', columns: shownColumns(header) }
  const rows = rowsOf(text, separator, header.length)
  const read = yield* readerOf(file, rows, dateOrder)
  const places: ReadonlySet<number> = new Set(file.columns.values())
  for (const record of rows(index => places.has(index))) {
    if (record === 'pause') {
      yield record
      continue
    }
    const { item, warnings } = read(record)
    const noticed = [...warnings, ...(record.unclosed ? ['unclosed_quote'] : [])]
    yield { ...item, line: record.line, ...(noticed.length === 0 ? {} : { warnings: noticed }) }
  }
  return { ok: true }
}

/** All items of a CSV body at once; see `csvItems` for large ones. */
export const parseCsv = (body: Uint8Array, options: CsvOptions): ParsedFeed =>
  collected(csvItems(body, options))
