import { html, type Markup } from '../../shared/kernel/html/markup.ts'
import { formatDate } from '../../shared/kernel/time/format.ts'
import { bookmark, details, eventClasses, schedule } from './event-parts.ts'
import type { ViewContent } from './select.ts'
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
  allDay || (start < `${day} 00:00:00` && end > `${day} 23:59:59`)

const labelOf = (event: ShownEvent, { date, site }: ViewContent): string => {
  if (fills(event, date)) return 'All day'
  return event.start < `${date} 00:00:00` ? 'Continues' : formatDate(site.timeFormat, event.start)
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

/** The events of a day by the hour; those that overlap stand side by side. */
export const dayOf = (content: ViewContent): readonly Markup[] =>
  together(content).map(
    ({ events, label }) =>
      html`<div class="cal-events-calendar-day__group">
        <p class="cal-events-calendar-day__time">${label}</p>
        <div class="cal-events-calendar-day__events">${events.map(event => item(event, content))}</div>
      </div>`,
  )
