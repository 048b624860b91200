import { html, type Markup } from '../../shared/kernel/html/markup.ts'
import { endOfDay, startOfDay } from '../../shared/kernel/time/calculate.ts'
import { formatDate } from '../../shared/kernel/time/format.ts'
import { viewAddress } from './addresses.ts'
import { bookmark, details, eventClasses, schedule } from './event-parts.ts'
import type { ViewContent } from './content/select.ts'
import type { ShownEvent } from './shown.ts'

/** Events one after the other, of which each begins before all of those before it have ended. */
type Together = { readonly events: readonly ShownEvent[]; readonly label: string }

const item = (event: ShownEvent, { site }: ViewContent): Markup =>
  html`<article class="${eventClasses('day', event)}">
    ${schedule(event, site)}
    <h3 class="cal-events-calendar-day__title">${bookmark(event)}</h3>
    ${details(event)}
  </article>`

/** From before the day to after it, or by the day. */
const fills = ({ start, end, allDay }: ShownEvent, day: string): boolean =>
  allDay || (start < startOfDay(day) && end > endOfDay(day))

const labelOf = (event: ShownEvent, { date, site }: ViewContent): string => {
  if (fills(event, date)) return 'All day'
  return event.start < startOfDay(date) ? 'Continues' : formatDate(site.timeFormat, event.start)
}

/** Those that fill the day apart; the others in groups that overlap. */
const together = (content: ViewContent): readonly Together[] => {
  const groups: { events: ShownEvent[]; label: string; until: string }[] = []
  for (const event of content.events) {
    const label = labelOf(event, content)
    const last = groups.at(-1)
    const joins =
      last !== undefined &&
      (label === 'All day' || last.label === 'All day' ? label === last.label : event.start < last.until)
    if (!joins) groups.push({ events: [event], label, until: event.end })
    else {
      last.events.push(event)
      if (event.end > last.until) last.until = event.end
    }
  }
  return groups
}

const toPage = ({ query, site }: ViewContent, page: number, text: string): Markup =>
  html`<a href="${viewAddress(site.baseUrl, { ...query, page })}" data-js="cal-events-view-link">${text}</a>`

/** The way to the other pages of a day that has more events than one page. */
const otherPages = (content: ViewContent): readonly Markup[] => {
  const { pageOfDay, total } = content
  if (pageOfDay === null || pageOfDay.pages < 2) return []
  const { page, pages, begin, end } = pageOfDay
  const back = Math.min(page - 1, pages)
  return [
    html`<nav class="cal-events-calendar-day__pages" aria-label="More events on this day">
      ${back < 1 ? null : toPage(content, back, begin === 1 ? '1 event before' : `${begin} events before`)}
      ${
        page >= pages
          ? null
          : toPage(content, page + 1, total - end === 1 ? '1 more event' : `${total - end} more events`)
      }
    </nav>`,
  ]
}

/** The events of a day by the hour; those that overlap stand side by side. */
export const dayOf = (content: ViewContent): readonly Markup[] => [
  ...together(content).map(
    ({ events, label }) =>
      html`<div class="cal-events-calendar-day__group">
        <p class="cal-events-calendar-day__time">${label}</p>
        <div class="cal-events-calendar-day__events">${events.map(event => item(event, content))}</div>
      </div>`,
  ),
  ...otherPages(content),
]
