import type { EventValues } from '../../shared/facts/event.ts'
import { formatDate, withoutYear } from '../../shared/kernel/time/format.ts'
import type { Site } from '../items/site.ts'

const span = (name: string, text: string): string => `<span class="${name}">${text}</span>`

/**
 * When an event takes place, for people, HTML (spec 03 §1.1): the end date only when it is another day, all-day events
 * without times, an end that is the start not at all. `short`: without the year.
 */
export const scheduleDetails = (
  { start, end, allDay }: Pick<EventValues, 'start' | 'end' | 'allDay'>,
  { dateFormat, timeFormat }: Pick<Site, 'dateFormat' | 'timeFormat'>,
  { short }: { readonly short: boolean },
): string => {
  const dates = short ? withoutYear(dateFormat) : dateFormat
  const day = (at: string) => formatDate(dates, at)
  const full = (at: string) => (allDay ? day(at) : `${day(at)} @ ${formatDate(timeFormat, at)}`)
  const from = span('cal-event-date-start', full(start))
  if (start.slice(0, 10) !== end.slice(0, 10)) return `${from} - ${span('cal-event-date-end', full(end))}`
  if (allDay || start === end) return from
  return `${from} - ${span('cal-event-time', formatDate(timeFormat, end))}`
}
