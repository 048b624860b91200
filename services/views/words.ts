import type { View } from '../../shared/facts/site.ts'
import { startOfDay } from '../../shared/kernel/time/calculate.ts'
import { formatDate } from '../../shared/kernel/time/format.ts'
import { isMultiday, lastDayOf } from './content/days.ts'
import type { ViewContent } from './content/select.ts'
import type { ViewSite } from './query.ts'
import type { ShownEvent } from './shown.ts'

export const VIEW_LABELS: Readonly<Record<View, string>> = { list: 'List', month: 'Month', day: 'Day' }

export const monthName = (month: string): string => formatDate('F Y', startOfDay(`${month.slice(0, 7)}-01`))

const titleWithoutLimits = ({ query, date, site }: ViewContent): string => {
  if (query.view === 'month') return monthName(date)
  const day = formatDate(site.dateFormat, startOfDay(date))
  if (query.view === 'day') return day
  if (query.past) return query.date === null ? 'Past events' : `Past events up to ${day}`
  return query.date === null ? 'Upcoming events' : `Events from ${day}`
}

/** What a view is called, plain text: `March 2027 · Fairs`. */
export const titleOf = (content: ViewContent): string => {
  const { category, tag, query } = content
  return [
    titleWithoutLimits(content),
    ...(category === null ? [] : [category.name]),
    ...(tag === null ? [] : [tag.name]),
    ...(query.featured ? ['Featured'] : []),
  ].join(' · ')
}

const PLACES = { list: 'on this page', month: 'this month', day: 'on this day' } as const

/** Which events of a day a page has; null: all. */
const shownOfDay = ({ begin }: { readonly begin: number }, shown: number, total: number): string | null => {
  if (shown === total) return null
  return begin === 0
    ? `The first ${shown} of ${total} events are shown.`
    : `Events ${begin + 1} to ${begin + shown} of ${total} are shown.`
}

/** What is said when there is no event to show, or there are too many of a day; null: neither. */
export const noticeOf = ({ query, events, total, pageOfDay }: ViewContent): string | null => {
  if (events.length > 0) return pageOfDay === null ? null : shownOfDay(pageOfDay, events.length, total)
  if (query.view === 'day' && total > 0) return 'There are no more events on this day.'
  if (query.search !== '') return `There are no events for “${query.search}” ${PLACES[query.view]}.`
  if (query.view !== 'list' || total > 0) return `There are no events ${PLACES[query.view]}.`
  if (query.past)
    return query.date === null ? 'There are no past events.' : 'There are no past events up to this day.'
  return query.date === null ? 'There are no upcoming events.' : 'There are no events from this day on.'
}

export const foundText = (total: number): string => `${total === 1 ? '1 event' : `${total} events`} found.`

/** When an event takes place, for people, in two texts: the second is "" where the first says it all. */
export const scheduleOf = (
  event: Pick<ShownEvent, 'start' | 'end' | 'allDay'>,
  { dateFormat, timeFormat }: Pick<ViewSite, 'dateFormat' | 'timeFormat'>,
): readonly [from: string, to: string] => {
  const { start, end, allDay } = event
  const date = (at: string) => formatDate(dateFormat, at)
  const time = (at: string) => formatDate(timeFormat, at)
  if (isMultiday(event))
    return allDay
      ? [date(start), date(startOfDay(lastDayOf(event)))]
      : [`${date(start)}, ${time(start)}`, `${date(end)}, ${time(end)}`]
  if (allDay) return [`${date(start)}, all day`, '']
  return [`${date(start)}, ${time(start)}`, start === end ? '' : time(end)]
}
