import type { DateOrder } from '../../../shared/facts/site.ts'
import { binaryKind, insteadOfTable } from '../item/foreign-body.ts'
import { collected, type FeedItem, type OpenFeed, type ParsedFeed } from '../item/item.ts'
import { noticed, withNotices, type Notice, type Noticed } from '../item/notices.ts'
import { noticeLength, rowOf, type Row } from './cells.ts'
import { fileColumns, type FileColumns } from './columns.ts'
import { orderFinder } from './dates.ts'
import { eventItem } from './event-row.ts'
import { organizerItem, venueItem } from './entry-row.ts'
import { CSV_COLUMNS } from '../../../shared/limits/imports.ts'
import {
  beginningOf,
  csvRecords,
  separatorOf,
  type Beginning,
  type CsvRecord,
  type Separator,
} from './records.ts'
import { csvText, type CsvText } from './text.ts'

/** `dateOrder`: of dates that the file itself leaves open; `separator`: set by the operator instead of found out. */
export type CsvOptions = { readonly dateOrder: DateOrder; readonly separator?: Separator | undefined }

/** How a body ended: read to its end, or as a table of nothing that can be imported, with its columns, or as none. */
export type CsvEnd =
  | ({ readonly ok: true } & Noticed)
  | { readonly ok: false; readonly reason: 'missing_title_column'; readonly columns: readonly string[] }
  | { readonly ok: false; readonly reason: 'not_a_table'; readonly found: string }

const ROWS_PER_SLICE = 200

type Rows = (isWanted: (cell: number) => boolean) => Generator<CsvRecord | 'pause', void>

/** Rows below the header that are not blank, of so many cells, with a pause between slices of work. */
const rowsOf = (text: CsvText, separator: Separator, start: Beginning, most: number): Rows =>
  function* (isWanted) {
    let [count, isBelow] = [0, false]
    for (const record of csvRecords(text, separator, { most, isWanted, start })) {
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
function* headerOf(
  text: CsvText,
  separator: Separator,
  start: Beginning,
): Generator<'pause', readonly string[]> {
  const all = { most: CSV_COLUMNS, isWanted: () => true, start }
  for (const record of csvRecords(text, separator, all)) {
    if (record === 'pause') yield record
    else if (!record.isBlank) return record.cells
  }
  return []
}

const DATES = ['start_date', 'end_date'] as const

/** How a row becomes an item, and how many rows there are; null: nobody has counted. */
type Reader = { readonly read: (record: CsvRecord) => FeedItem; readonly count: number | null }

/** For event files all rows are looked through for the order of dates before that. */
function* readerOf(file: FileColumns, rows: Rows, dateOrder: DateOrder): Generator<'pause', Reader> {
  const read =
    <Column extends string>(
      columns: ReadonlyMap<Column, number>,
      itemIn: (row: Row<Column>) => FeedItem,
    ): ((record: CsvRecord) => FeedItem) =>
    record => {
      const row = rowOf({ columns, labels: file.labels }, record)
      const item = itemIn(row)
      for (const column of columns.keys()) noticeLength(row, column)
      return withNotices(item, row.notices)
    }
  switch (file.kind) {
    case 'venue':
      return { read: read(file.columns, venueItem), count: null }
    case 'organizer':
      return { read: read(file.columns, organizerItem), count: null }
    case 'event': {
      const { see, order } = orderFinder(dateOrder)
      const places = DATES.flatMap(column => file.columns.get(column) ?? [])
      let count = 0
      for (const record of rows(index => places.includes(index))) {
        if (record === 'pause') yield record
        else {
          count++
          for (const place of places) see(record.cells[place]?.trim() ?? '')
        }
      }
      const found = order()
      return { read: read(file.columns, row => eventItem(row, found, dateOrder)), count }
    }
  }
}

/** What a file says that is not read: named once for all of its rows. */
const unusedColumns = ({ unused }: FileColumns): readonly Notice[] =>
  unused.length === 0 ? [] : [{ code: 'unused_columns', found: unused.join(', ') }]

/** Enough of a foreign file's header to recognise it by. */
const shownColumns = (header: readonly string[]): readonly string[] =>
  header.slice(0, 50).map(cell => cell.trim().slice(0, 100))

const withoutTitles = (body: Uint8Array, header: readonly string[]): Extract<CsvEnd, { ok: false }> => {
  const found = insteadOfTable(body)
  return found === null
    ? { ok: false, reason: 'missing_title_column', columns: shownColumns(header) }
    : { ok: false, reason: 'not_a_table', found }
}

/** How many rows there are, as far as `most`, without any of their cells. */
function* rowCount(rows: Rows, most: number): Generator<'pause', number> {
  let count = 0
  for (const record of rows(() => false)) {
    if (record === 'pause') yield record
    else if (++count > most) break
  }
  return count
}

function* allItems(
  file: FileColumns,
  rows: Rows,
  read: (record: CsvRecord) => FeedItem,
): Generator<FeedItem | 'pause', { readonly ok: true } & Noticed> {
  const places: ReadonlySet<number> = new Set(file.columns.values())
  for (const record of rows(index => places.has(index))) {
    if (record === 'pause') {
      yield record
      continue
    }
    const notices = [
      ...(record.unclosed ? [{ code: 'unclosed_quote' }] : []),
      ...(record.extra === '' ? [] : [{ code: 'extra_cells', found: record.extra }]),
    ]
    yield withNotices({ ...read(record), line: record.line }, notices)
  }
  return { ok: true, ...noticed(unusedColumns(file)) }
}

/** Looks a CSV body through, so that its items can be read (`csvItems`). */
export function* openCsv(
  body: Uint8Array,
  { dateOrder, separator: set }: CsvOptions,
): Generator<'pause', OpenFeed | Extract<CsvEnd, { ok: false }>> {
  const binary = binaryKind(body)
  if (binary !== null) return { ok: false, reason: 'not_a_table', found: binary }
  const text = yield* csvText(body)
  const start = beginningOf(text)
  const separator = set ?? start.separator ?? separatorOf(text, start.at)
  const header = yield* headerOf(text, separator, start)
  const file = fileColumns(header)
  if (file === null) return withoutTitles(body, header)
  const rows = rowsOf(text, separator, start, header.length)
  const { read, count } = yield* readerOf(file, rows, dateOrder)
  return {
    ok: true,
    items: () => allItems(file, rows, read),
    total: function* (most) {
      return count === null ? yield* rowCount(rows, most) : Math.min(count, most + 1)
    },
  }
}

/**
 * Items of a CSV body, one by one (spec 05 §9), for every row that is not blank: rows without name or readable start
 * lack it, and are answered for by the importer, with their line. `pause` comes between slices of work, as in
 * `icsItems`. Never throws on any body. The body is read where it stands, row by row: no more of it than a row is in
 * memory a second time.
 *
 * What was noticed of a row stands with its item, what of the file as a whole is in its end (spec 05 §11).
 */
export function* csvItems(body: Uint8Array, options: CsvOptions): Generator<FeedItem | 'pause', CsvEnd> {
  const opened = yield* openCsv(body, options)
  return opened.ok ? yield* opened.items() : opened
}

/** All items of a CSV body at once; see `csvItems` for large ones. */
export const parseCsv = (body: Uint8Array, options: CsvOptions): ParsedFeed =>
  collected(csvItems(body, options))
