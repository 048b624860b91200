import type { EventValues } from '../../shared/facts/event.ts'
import { formatDate, withoutYear } from '../../shared/kernel/time/format.ts'
import type { Site } from '../items/post.ts'

const span = (name: string, text: string): string => `<span class="${name}">${text}</span>`

type When = Pick<EventValues, 'start' | 'end' | 'allDay'>
type Formats = Pick<Site, 'dateFormat' | 'timeFormat'>
/** `year`: the present one at the site. */
type How = { readonly short: boolean; readonly year: string }

const isSameDay = ({ start, end }: When): boolean => start.slice(0, 10) === end.slice(0, 10)

/** Of one day without its date, which stands elsewhere. */
const ofDay = ({ start, end, allDay }: When, { timeFormat }: Formats): string => {
  if (allDay) return span('cal-event-date-start', 'All day')
  const from = span('cal-event-date-start', formatDate(timeFormat, start))
  return start === end ? from : `${from} - ${span('cal-event-time', formatDate(timeFormat, end))}`
}

/**
 * When an event takes place, for people, HTML (spec 03 §1.1): the year only when it is not the present one from start to
 * end, the end date only when it is another day, all-day events without times, an end that is the start not at all.
 * `short`: of one day the times alone.
 */
export const scheduleDetails = (when: When, formats: Formats, { short, year }: How): string => {
  if (short && isSameDay(when)) return ofDay(when, formats)
  const { start, end, allDay } = when
  const { dateFormat, timeFormat } = formats
  const isPresent = start.slice(0, 4) === year && end.slice(0, 4) === year
  const dates = isPresent ? withoutYear(dateFormat) : dateFormat
  const day = (at: string) => formatDate(dates, at)
  const full = (at: string) => (allDay ? day(at) : `${day(at)} @ ${formatDate(timeFormat, at)}`)
  const from = span('cal-event-date-start', full(start))
  if (!isSameDay(when)) return `${from} - ${span('cal-event-date-end', full(end))}`
  if (allDay || start === end) return from
  return `${from} - ${span('cal-event-time', formatDate(timeFormat, end))}`
}
