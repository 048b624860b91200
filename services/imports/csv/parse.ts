import type { FeedItem, ParsedFeed } from '../item.ts'
import { eventColumns, type EventColumn, type EventColumns } from './columns.ts'
import { isAmbiguous, orderOf, readDate, readTime, type DateOrder, type FileOrder } from './dates.ts'
import { decodeCsv } from './decode.ts'
import { csvRecords, separatorOf, type CsvRecord } from './records.ts'

export type CsvOptions = { readonly dateOrder: DateOrder }

/** Trimmed text of a column of one row; undefined: the row or the file does not have it. */
type Row = (column: EventColumn) => string | undefined

const rowOf =
  (columns: EventColumns, { cells }: CsvRecord): Row =>
  column => {
    const index = columns.get(column)
    return index === undefined ? undefined : cells[index]?.trim()
  }

const flagOf = (cell: string | undefined): boolean | undefined => {
  if (cell === undefined) return undefined
  if (/^(?:true|yes|1)$/i.test(cell)) return true
  return /^(?:false|no|0|)$/i.test(cell) ? false : undefined
}

/** Names, also when numeric: a leading `%` says so and goes. */
const namesOf = (cell: string | undefined): string[] | undefined =>
  cell
    ?.split(cell.includes('|') ? '|' : ',')
    .map(name => name.trim().replace(/^%(?=\d+$)/, ''))
    .filter(name => name !== '')

/** Read by nobody as a date: an item without a readable one is answered for by the importer. */
const UNREADABLE = 'unreadable'

const moment = (date: string | null, time: string | null): string =>
  date === null || time === null ? UNREADABLE : `${date} ${time}`

/** No time: midnight, or the whole day; no end date or time: those of the start (spec 05 §9). */
const datesOf = (row: Row, { order, by }: FileOrder) => {
  const cell = (column: EventColumn) => row(column) ?? ''
  const [startDate, startTime] = [cell('start_date'), cell('start_time')]
  const [endDate, endTime] = [cell('end_date') || startDate, cell('end_time') || startTime]
  const allDay = flagOf(row('all_day'))
  const clock = (time: string) => (allDay === true || time === '' ? '00:00:00' : readTime(time))
  const unsure = by === 'configured' && [startDate, endDate].some(isAmbiguous)
  return {
    dates: {
      start_date: moment(readDate(startDate, order), clock(startTime)),
      end_date: moment(readDate(endDate, order), clock(endTime)),
      ...(allDay === undefined ? {} : { all_day: allDay }),
    },
    warnings: unsure ? ['ambiguous_date'] : [],
  }
}

const TEXTS = [
  ...(['title', 'description', 'excerpt', 'timezone', 'cost', 'website', 'image', 'uid'] as const),
  ...(['currency_symbol', 'currency_code', 'currency_position'] as const),
]
const FLAGS = ['show_map', 'show_map_link', 'featured', 'sticky', 'hide_from_listings'] as const

const placesOf = (row: Row): FeedItem => {
  const [venue, organizer] = [row('venue'), row('organizer')]
  return {
    ...(venue === undefined ? {} : { venue: venue === '' ? {} : { venue } }),
    ...(organizer === undefined ? {} : { organizer: { organizer } }),
  }
}

const STATUSES = ['confirmed', 'tentative', 'cancelled'] as const

const itemOf = (row: Row, { line, unclosed }: CsvRecord, order: FileOrder): FeedItem => {
  const [categories, tags] = [namesOf(row('categories')), namesOf(row('tags'))]
  const { dates, warnings: dated } = datesOf(row, order)
  const warnings = [...dated, ...(unclosed ? ['unclosed_quote'] : [])]
  const status = STATUSES.find(one => one === row('status')?.toLowerCase())
  const texts = TEXTS.map(column => [column, row(column)] as const)
  const flags = FLAGS.map(column => [column, flagOf(row(column))] as const)
  return {
    ...(Object.fromEntries([...texts, ...flags].filter(([, value]) => value !== undefined)) as FeedItem),
    ...dates,
    ...placesOf(row),
    ...(categories === undefined ? {} : { categories }),
    ...(tags === undefined ? {} : { tags }),
    ...(status === undefined ? {} : { status }),
    line,
    ...(warnings.length === 0 ? {} : { warnings }),
  }
}

const isBlank = ({ cells }: CsvRecord) => cells.every(cell => cell.trim() === '')

/**
 * Items of an event file (spec 05 §9), one for every row that is not blank: rows without name or readable start lack
 * it, and are answered for by the importer, with their line. Never throws on any body.
 *
 * Warnings: `ambiguous_date` where only the configured order said which is the month, `unclosed_quote`.
 */
export const parseCsv = (body: Uint8Array, { dateOrder }: CsvOptions): ParsedFeed => {
  const text = decodeCsv(body)
  const rows = csvRecords(text, separatorOf(text))
  const header = rows.next()
  const columns = eventColumns(header.done === true ? [] : header.value.cells)
  if (!columns.has('title')) return { ok: false, reason: 'missing_title_column' }
  const records = [...rows].filter(record => !isBlank(record))
  const read = records.map(record => ({ record, row: rowOf(columns, record) }))
  const dates = read.flatMap(({ row }) => [row('start_date') ?? '', row('end_date') ?? ''])
  const order = orderOf(dates, dateOrder)
  return { ok: true, items: read.map(({ record, row }) => itemOf(row, record, order)), warnings: [] }
}
