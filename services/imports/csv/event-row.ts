import type { DateOrder } from '../../../shared/facts/site.ts'
import type { FeedItem } from '../item/item.ts'
import { flagOf, namesOf, present, type Row } from './cells.ts'
import type { EventColumn } from './columns.ts'
import { isAmbiguous, readDate, readTime, type FileOrder } from './dates.ts'

/** Read by nobody as a date: an item without a readable one is answered for by the importer. */
const UNREADABLE = 'unreadable'

const moment = (date: string | null, time: string | null): string =>
  date === null || time === null ? UNREADABLE : `${date} ${time}`

/** No time: midnight, or the whole day; no end date or time: those of the start (spec 05 §9). */
const datesOf = (row: Row<EventColumn>, { order, by }: FileOrder, configured: DateOrder) => {
  const cell = (column: EventColumn) => row(column) ?? ''
  const [startDate, startTime] = [cell('start_date'), cell('start_time')]
  const [endDate, endTime] = [cell('end_date') || startDate, cell('end_time') || startTime]
  const allDay = flagOf(row('all_day'))
  const clock = (time: string) => (allDay === true || time === '' ? '00:00:00' : readTime(time))
  const unsure = by === 'configured' && [startDate, endDate].some(date => isAmbiguous(date, configured))
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

/** A cell may be one name or several: which, the importer finds out from what there is (spec 05 §9 lists). */
const partsOf = (cell: string): { readonly parts?: readonly string[] } => {
  const parts = namesOf(cell) ?? []
  return parts.length > 1 ? { parts } : {}
}

const placesOf = (row: Row<EventColumn>): FeedItem => {
  const [venue, organizer] = [row('venue'), row('organizer')]
  return {
    ...(venue === undefined ? {} : { venue: venue === '' ? {} : { venue, ...partsOf(venue) } }),
    ...(organizer === undefined ? {} : { organizer: { organizer, ...partsOf(organizer) } }),
  }
}

const STATUSES = ['confirmed', 'tentative', 'cancelled'] as const

const statusOf = (cell: string | undefined): FeedItem['status'] => {
  const status = cell?.toLowerCase()
  return status === 'canceled' ? 'cancelled' : STATUSES.find(one => one === status)
}

/** The item of a row of an event file. `configured`: the order when the file itself does not tell. */
export const eventItem = (
  row: Row<EventColumn>,
  order: FileOrder,
  configured: DateOrder,
): { readonly item: FeedItem; readonly warnings: readonly string[] } => {
  const [categories, tags] = [namesOf(row('categories')), namesOf(row('tags'))]
  const { dates, warnings } = datesOf(row, order, configured)
  const status = statusOf(row('status'))
  const item: FeedItem = {
    ...present(row, TEXTS, FLAGS),
    ...dates,
    ...placesOf(row),
    ...(categories === undefined ? {} : { categories }),
    ...(tags === undefined ? {} : { tags }),
    ...(status === undefined ? {} : { status }),
  }
  return { item, warnings }
}
