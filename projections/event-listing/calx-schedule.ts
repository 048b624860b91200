import type { EventValues } from '../../shared/facts/event.ts'
import { escapeHtml } from '../../shared/kernel/html/text.ts'
import { formatDate, withoutYear } from '../../shared/kernel/time/format.ts'
import { insideJson, type Site } from '../items/post.ts'

// When an event takes place, for people: HTML as it stands between the quotes of JSON.

const span = (name: string, text: string): string => `<span class=\\"${name}\\">${text}</span>`

type When = Pick<EventValues, 'start' | 'end' | 'allDay'>
type Formats = Pick<Site, 'dateFormat' | 'timeFormat'>

/** `short`: of one day the times alone. */
export type Schedule = { readonly details: string; readonly short: string }

/**
 * The schedule of an event (spec 03 §1.1): the year only when it is not the present one from start to end (`isThisYear`),
 * the end date only when it is another day, all-day events without times, an end that is the start not at all.
 */
export const scheduleOf = (
  { start, end, allDay }: When,
  { dateFormat, timeFormat }: Formats,
  isThisYear: boolean,
): Schedule => {
  const dates = isThisYear ? withoutYear(dateFormat) : dateFormat
  // a format holds whatever an administrator typed
  const written = (format: string, at: string) => insideJson(escapeHtml(formatDate(format, at)))
  const day = (at: string) => written(dates, at)
  const time = (at: string) => written(timeFormat, at)
  if (start.slice(0, 10) !== end.slice(0, 10)) {
    const full = (at: string) => (allDay ? day(at) : `${day(at)} @ ${time(at)}`)
    const details = `${span('cal-event-date-start', full(start))} - ${span('cal-event-date-end', full(end))}`
    return { details, short: details }
  }
  if (allDay)
    return {
      details: span('cal-event-date-start', day(start)),
      short: span('cal-event-date-start', 'All day'),
    }
  const from = time(start)
  const to = start === end ? '' : ` - ${span('cal-event-time', time(end))}`
  return {
    details: span('cal-event-date-start', `${day(start)} @ ${from}`) + to,
    short: span('cal-event-date-start', from) + to,
  }
}
