import type { View } from '../../shared/facts/site.ts'
import { html, stored, type Markup } from '../../shared/kernel/html/markup.ts'
import type { ViewSite } from './query.ts'
import { scheduleOf } from './words.ts'
import type { ShownEvent } from './shown.ts'

/** As many colours as `calendar.css` has. */
const HUES = 8

/** Classes of an event in a view (spec 06 §1.3 list, day item); colours follow the first category. */
export const eventClasses = (view: View, event: ShownEvent, more: readonly string[] = []): string => {
  const name = `cal-events-calendar-${view}__event`
  const [first] = event.categories
  return [
    name,
    ...more.map(one => `${name}--${one}`),
    ...(event.featured ? [`${name}--featured`] : []),
    `post-${event.id}`,
    'status-publish',
    ...event.categories.map(({ slug }) => `cal_events_cat-${slug}`),
    ...(first === undefined ? [] : [`cal-hue-${first.id % HUES}`]),
  ].join(' ')
}

/** The day, or the instant where there is one. */
const machine = (event: ShownEvent, which: 'startsAt' | 'endsAt'): string =>
  event.allDay ? event[which].slice(0, 10) : event[which]

/** `isRepeated`: the same link can be reached by keyboard just before. */
export const bookmark = ({ url, title }: ShownEvent, isRepeated = false): Markup =>
  html`<a
    class="cal-events-event__link"
    href="${url}"
    rel="bookmark"
    ${isRepeated ? html` tabindex="-1"` : null}
    >${title}</a
  >`

/** When it takes place; the zone is named where it is not that of the site. */
export const schedule = (event: ShownEvent, site: ViewSite): Markup => {
  const [from, to] = scheduleOf(event, site)
  const end = to === '' ? null : html` – <time datetime="${machine(event, 'endsAt')}">${to}</time>`
  const zone =
    event.allDay || event.zone === site.zone
      ? null
      : html` <span class="cal-events-event__zone" title="${event.zone}">${event.zoneName}</span>`
  return html`<p class="cal-events-event__schedule">
    <time datetime="${machine(event, 'startsAt')}">${from}</time>${end}${zone}
  </p>`
}

const venue = ({ venue: at }: ShownEvent): Markup | null =>
  at === null
    ? null
    : html`<p class="cal-events-event__venue">
        <a href="${at.url}">${at.name}</a>${
          at.place === '' ? null : html` <span class="cal-events-event__place">${stored(at.place)}</span>`
        }
      </p>`

/** What a list or a day says about an event below its title; what it lacks has no element. */
export const details = (event: ShownEvent): Markup => {
  const { summary, cost, categories } = event
  return html`${venue(event)}${
    summary === '' ? null : html`<div class="cal-events-event__description"><p>${summary}</p></div>`
  }${cost === '' ? null : html`<p class="cal-events-event__cost">${stored(cost)}</p>`}${
    categories.length === 0
      ? null
      : html`<p class="cal-events-event__categories">${categories.map(({ name }) => name).join(', ')}</p>`
  }`
}
