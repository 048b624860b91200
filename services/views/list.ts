import { html, type Markup } from '../../shared/kernel/html/markup.ts'
import { formatDate } from '../../shared/kernel/time/format.ts'
import { bookmark, details, eventClasses, schedule } from './event-parts.ts'
import type { ViewContent } from './content/select.ts'
import type { ShownEvent } from './shown.ts'
import { monthName } from './words.ts'

const item = (event: ShownEvent, { site }: ViewContent): Markup => {
  const day = event.start.slice(0, 10)
  return html`<article class="${eventClasses('list', event)}">
    <time class="cal-events-calendar-list__date" datetime="${day}" aria-hidden="true"
      ><span>${formatDate('D', event.start)}</span> <b>${formatDate('j', event.start)}</b></time
    >
    <div class="cal-events-calendar-list__details">
      ${schedule(event, site)}
      <h3 class="cal-events-calendar-list__title">${bookmark(event)}</h3>
      ${details(event)}
    </div>
  </article>`
}

/** Events in their order, under the months in which they begin. */
export const listOf = (content: ViewContent): readonly Markup[] => {
  let month = ''
  return content.events.map(event => {
    const own = event.start.slice(0, 7)
    const heading =
      own === month
        ? null
        : html`<p class="cal-events-calendar-list__month">
            <time datetime="${own}">${monthName(own)}</time>
          </p>`
    month = own
    return html`${heading}${item(event, content)}`
  })
}
