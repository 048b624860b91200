import type { EventDetail } from '../../../../../projections/event-listing/queries.ts'
import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import type { Caller } from '../../../platform/caller.ts'
import type { Site } from '../../../platform/moment.ts'
import { nameOf } from '../../items/objects.ts'
import { whenOf } from '../../items/when.ts'
import type { Page } from '../../page.ts'
import { input, proposals, select, type Choice } from '../controls.ts'
import { managePage, problemNotice } from '../frame.ts'
import { cut, eventsText } from '../words.ts'
import { ACTIONS, questionOf, type Action } from './actions.ts'

export type Asking = {
  readonly action: Action
  readonly events: readonly EventDetail[]
  /** Chosen ones that this reader may not change, or that are not there. */
  readonly left: number
  /** What the action asks for, as it was typed. */
  readonly given: string
  readonly choices: readonly Choice[]
  readonly venues: readonly string[]
  readonly why: string | undefined
  readonly token: Markup
  readonly caller: Caller
  readonly site: Site
}

const askedFor = ({ action, given, choices, venues, why }: Asking): Markup | null => {
  switch (ACTIONS[action].asks) {
    case 'category':
      return select({ name: 'given', label: 'Category', value: given, choices, why })
    case 'author':
      return select({ name: 'given', label: 'Author', value: given, choices, why })
    case 'venue':
      return html`${input({
        ...{ name: 'given', label: 'Venue', value: given, list: 'venues', why },
        hint: 'The name of a venue that there is; nothing: no venue at all.',
      })}
      ${proposals('venues', venues)}`
    default:
      return null
  }
}

const listed = ({ events, site }: Asking): Markup => {
  const { dateFormat, timeFormat } = site.settings
  return html`<ul class="manage-meant">
    ${events.map(({ values }) => {
      const { text, from } = whenOf(values, { dateFormat, timeFormat, zone: site.zone })
      return html`<li>${cut(nameOf(values.title))} <time datetime="${from}">${text}</time></li>`
    })}
  </ul>`
}

const leftText = (left: number): Markup | null =>
  left === 0
    ? null
    : html`<p class="notice">
        ${eventsText(left)} of those chosen cannot be changed by you, or ${left === 1 ? 'is' : 'are'} no
        longer there. Nothing happens to ${left === 1 ? 'it' : 'them'}.
      </p>`

/** Asks whether it is meant, with the number and the names of what it is about. */
export const confirmPage = (asking: Asking): Page => {
  const { action, events, why, token, caller, site } = asking
  const { word, canBeUndone } = ACTIONS[action]
  const many = events.length
  return managePage({
    ...{ part: 'other', caller, site, status: why === undefined ? 200 : 400, title: word },
    said: why === undefined ? null : problemNotice(html`<p>Nothing was done. ${why}</p>`),
    main: html`<h1>${many === 0 ? word : questionOf(action, many)}</h1>
      ${leftText(asking.left)}
      ${
        many === 0
          ? html`<p>No event is chosen. <a href="${site.baseUrl}/manage/events">Back to the events</a></p>`
          : html`<form class="card" method="post" action="${site.baseUrl}/manage/events/several">
              ${token}
              <input type="hidden" name="do" value="${action}" />
              ${events.map(({ _id }) => html`<input type="hidden" name="id[]" value="${_id}" />`)}
              ${askedFor(asking)} ${listed(asking)}
              ${canBeUndone ? html`<p>It can be taken back on the next page.</p>` : null}
              <div class="actions">
                <button type="submit" ${canBeUndone ? null : html`class="danger"`}>
                  ${word}: ${eventsText(many)}
                </button>
                <a class="button button--quiet" href="${site.baseUrl}/manage/events">No</a>
              </div>
            </form>`
      }`,
  })
}
