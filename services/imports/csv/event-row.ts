import type { DateOrder } from '../../../shared/facts/site.ts'
import { plusDays } from '../../../shared/kernel/time/calculate.ts'
import { statusNamed, type FeedItem } from '../item/item.ts'
import { flagIn, namesOf, present, type Row } from './cells.ts'
import type { EventColumn } from './columns.ts'
import { isAmbiguous, readMoment, type FileOrder, type Moment } from './dates.ts'
import { DAYS_END, readTime } from './times.ts'

/** Read by nobody as a date: an item without a readable one is answered for by the importer. */
const UNREADABLE = 'unreadable'
const MIDNIGHT = '00:00:00'

/** What one side of a row says of its time; `time` null: nothing; `unreadable`: nothing that can be read. */
type Side = Moment

type Name = 'start' | 'end'

/** A clock in a column of its own counts before one that stands beside the date; undefined: it cannot be read. */
const clockOf = (row: Row<EventColumn>, name: Name, beside: string | null): string | null | undefined => {
  const cell = row.cell(`${name}_time`) ?? ''
  if (cell === '') return beside
  const time = readTime(cell)
  if (time !== null && beside !== null && beside !== MIDNIGHT && beside !== time)
    row.notice('two_times', `${name}_date`)
  return time ?? undefined
}

/** Where the clock of a side stands. */
const clockColumn = (row: Row<EventColumn>, name: Name) =>
  (row.cell(`${name}_time`) ?? '') === '' ? (`${name}_date` as const) : (`${name}_time` as const)

/** The end of a day is the midnight behind it; the last day of the calendar has none. */
const atMidnight = (side: Side): Side => {
  if (side.time !== DAYS_END) return side
  const date = plusDays(side.date, 1)
  return date === side.date ? { ...side, time: UNREADABLE } : { ...side, date, time: MIDNIGHT }
}

/** As written; null: what is there cannot be read. `start`: of an end that has no date, or is a clock time alone. */
const sideOf = (row: Row<EventColumn>, name: Name, order: DateOrder, start: Side | null): Side | null => {
  const cell = row.cell(`${name}_date`) ?? ''
  const alone = start === null || cell === '' ? null : readTime(cell)
  const read = cell === '' || alone !== null ? start : readMoment(cell, order)
  if (read === null) return null
  const beside = read === start ? alone : read.time
  const time = clockOf(row, name, beside)
  // no end time: that of the start
  return { ...read, time: time === undefined ? UNREADABLE : (time ?? start?.time ?? null) }
}

/** Both sides of a row; null: what is there cannot be read. */
const sidesOf = (row: Row<EventColumn>, order: DateOrder) => {
  const start = sideOf(row, 'start', order, null)
  // what the end takes of the start is what is written there
  const end = start === null ? null : sideOf(row, 'end', order, start)
  return { start: start && atMidnight(start), end: end && atMidnight(end) }
}

const momentText = ({ date, time, offset }: Side): string => {
  if (time === UNREADABLE) return UNREADABLE
  return offset === '' || time === null ? `${date} ${time ?? MIDNIGHT}` : `${date}T${time}${offset}`
}

const hasClock = ({ time }: Side): boolean => time !== null && time !== MIDNIGHT

/** Whole days; those that say midnight at both ends (Outlook does) end at the midnight after their last day. */
const daysOf = (start: Side, end: Side) => {
  const isExclusive = start.time === MIDNIGHT && end.time === MIDNIGHT && end.date > start.date
  const last = isExclusive ? plusDays(`${end.date} ${MIDNIGHT}`, -1) : `${end.date} ${MIDNIGHT}`
  return { start_date: `${start.date} ${MIDNIGHT}`, end_date: last }
}

/** What of a row is told about its dates. */
const noticeDates = (row: Row<EventColumn>, start: string, end: string): void => {
  if (start === UNREADABLE) {
    row.notice('invalid_date', 'start_date', true)
    if ((row.cell('start_time') ?? '') !== '') row.notice('invalid_date', 'start_time', true)
  } else if (end === UNREADABLE) {
    row.notice('invalid_end_date', 'end_date', true)
    if ((row.cell('end_time') ?? '') !== '') row.notice('invalid_end_date', 'end_time', true)
  }
}

/** No time: midnight, or the whole day; no end date or time: those of the start (spec 05 §9). */
const datesOf = (row: Row<EventColumn>, { order, by }: FileOrder, configured: DateOrder): FeedItem => {
  const allDay = flagIn(row, 'all_day')
  const { start, end } = sidesOf(row, order)
  for (const column of ['start_date', 'end_date'] as const)
    if (by === 'configured' && isAmbiguous(row.cell(column) ?? '', configured))
      row.notice('ambiguous_date', column)
  const flag = allDay === undefined ? {} : { all_day: allDay }
  if (start !== null && end !== null && allDay === true) {
    for (const [name, side] of [
      ['start', start],
      ['end', end],
    ] as const)
      if (hasClock(side)) row.notice('all_day_times', clockColumn(row, name))
    return { ...daysOf(start, end), ...flag }
  }
  const [from, to] = [start, end].map(side => (side === null ? UNREADABLE : momentText(side)))
  noticeDates(row, from ?? UNREADABLE, to ?? UNREADABLE)
  return { start_date: from ?? UNREADABLE, end_date: to ?? UNREADABLE, ...flag }
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

const placesOf = ({ cell }: Row<EventColumn>): FeedItem => {
  const [venue, organizer] = [cell('venue'), cell('organizer')]
  return {
    ...(venue === undefined ? {} : { venue: venue === '' ? {} : { venue, ...partsOf(venue) } }),
    ...(organizer === undefined ? {} : { organizer: { organizer, ...partsOf(organizer) } }),
  }
}

const statusOf = (row: Row<EventColumn>): FeedItem['status'] => {
  const word = row.cell('status') ?? ''
  const status = statusNamed(word)
  if (status === undefined && word !== '') row.notice('unknown_status', 'status')
  return status
}

/** The item of a row of an event file. `configured`: the order when the file itself does not tell. */
export const eventItem = (row: Row<EventColumn>, order: FileOrder, configured: DateOrder): FeedItem => {
  const [categories, tags] = [namesOf(row.cell('categories')), namesOf(row.cell('tags'))]
  const dates = datesOf(row, order, configured)
  const status = statusOf(row)
  return {
    ...present(row, TEXTS, FLAGS),
    ...dates,
    ...placesOf(row),
    ...(categories === undefined ? {} : { categories }),
    ...(tags === undefined ? {} : { tags }),
    ...(status === undefined ? {} : { status }),
    ...(flagIn(row, 'private') === true ? { class: 'PRIVATE' } : {}),
  }
}
