import { SEARCH_LENGTH } from '../../shared/limits/views.ts'
import { html, type Markup } from '../../shared/kernel/html/markup.ts'
import { calendarAddress, viewAddress } from './addresses.ts'
import type { Links } from './links.ts'
import { pointerOf } from './query.ts'
import type { ViewContent } from './content/select.ts'
import { noticeOf, titleOf, VIEW_LABELS } from './words.ts'

/** Ids of elements differ between views on one page. */
const idIn = ({ query }: ViewContent, name: string) => `cal-events-${name}-${pointerOf(query).slice(0, 8)}`

const hidden = (name: string, value: string): Markup | null =>
  value === '' ? null : html`<input type="hidden" name="${name}" value="${value}" />`

/** Where a form of the view leads: its address without what the form itself says. */
const formAddress = ({ query, site }: ViewContent, date: string | null): string =>
  viewAddress(site.baseUrl, { ...query, date, page: 1, past: false, search: '' })

/** Past events stay past ones when another day is chosen. */
const pastMember = ({ query }: ViewContent): Markup | null => hidden('eventDisplay', query.past ? 'past' : '')

const search = (content: ViewContent): Markup => {
  const { query } = content
  const id = idIn(content, 'search')
  const date = query.view === 'list' ? (query.date ?? '') : ''
  const address = formAddress(content, query.view === 'list' ? null : query.date)
  return html`<form
    class="cal-events-c-search"
    role="search"
    method="get"
    action="${address}"
    data-js="cal-events-view-form"
  >
    <label class="visually-hidden" for="${id}">Search for events</label>
    <input
      class="cal-events-c-search__input"
      type="search"
      id="${id}"
      name="cal-bar-search"
      value="${query.search}"
      maxlength="${SEARCH_LENGTH}"
      placeholder="Search for events"
      autocomplete="off"
    />
    ${pastMember(content)}${hidden('cal-bar-date', date)}
    <button class="cal-events-c-search__button" type="submit">Find events</button>
  </form>`
}

const selector = ({ query, site }: ViewContent): Markup => {
  const links = site.enabledViews.map(view => {
    const isCurrent = view === query.view
    const address = viewAddress(site.baseUrl, { ...query, view, date: null, page: 1, past: false })
    const name = 'cal-events-c-view-selector__link'
    return html`<li>
      <a
        class="${isCurrent ? `${name} ${name}--active` : name}"
        href="${address}"
        data-js="cal-events-view-link"
        ${isCurrent ? html` aria-current="true"` : null}
        >${VIEW_LABELS[view]}</a
      >
    </li>`
  })
  return html`<nav class="cal-events-c-view-selector" aria-label="Kinds of calendar">
    <ul>
      ${links}
    </ul>
  </nav>`
}

const step = (rel: 'prev' | 'next', address: string, label: string, name: string): Markup => {
  const sign = rel === 'prev' ? '‹' : '›'
  return address === ''
    ? html`<span class="${name} ${name}--${rel} ${name}--none" aria-hidden="true">${sign}</span>`
    : html`<a
        class="${name} ${name}--${rel}"
        rel="${rel}"
        href="${address}"
        data-js="cal-events-view-link"
        aria-label="${label}"
        title="${label}"
        ><span aria-hidden="true">${sign}</span></a
      >`
}

const picker = (content: ViewContent, { dateInput }: Links): Markup => {
  const { query } = content
  const id = idIn(content, 'date')
  return html`<form
    class="cal-events-c-top-bar__datepicker"
    method="get"
    action="${formAddress(content, null)}"
    data-js="cal-events-view-form"
  >
    <label class="visually-hidden" for="${id}">Go to date</label>
    <input
      type="date"
      id="${id}"
      name="cal-bar-date"
      value="${dateInput}"
      min="0001-01-01"
      max="9999-12-31"
    />
    ${pastMember(content)}${hidden('cal-bar-search', query.search)}
    <button class="cal-events-c-top-bar__go" type="submit">Go</button>
  </form>`
}

const breadcrumbs = (content: ViewContent): Markup | null => {
  const { category, tag, site } = content
  const here = category ?? tag
  return here === null
    ? null
    : html`<nav class="cal-events-c-breadcrumbs" aria-label="Breadcrumbs">
        <ol>
          <li><a href="${calendarAddress(site.baseUrl)}" data-js="cal-events-view-link">Events</a></li>
          <li aria-current="page">${here.name}</li>
        </ol>
      </nav>`
}

/** Title, search, kinds of view, and the way to other times (spec 06 §1.3 header). */
export const headerOf = (content: ViewContent, links: Links): Markup => {
  const name = 'cal-events-c-top-bar__nav'
  return html`<header class="cal-events-header">
    ${breadcrumbs(content)}
    <h2 class="cal-events-header__title" tabindex="-1" data-js="cal-events-view-title">
      ${titleOf(content)}
    </h2>
    ${search(content)} ${selector(content)}
    <div class="cal-events-c-top-bar">
      ${step('prev', links.prev, links.prevLabel, name)} ${step('next', links.next, links.nextLabel, name)}
      <a class="cal-events-c-top-bar__today-button" href="${links.today}" data-js="cal-events-view-link"
        >${links.todayLabel}</a
      >
      ${picker(content, links)}
    </div>
  </header>`
}

export const noticeIn = (content: ViewContent): Markup | null => {
  const notice = noticeOf(content)
  return notice === null
    ? null
    : html`<div class="cal-events-c-messages__message--notice"><p>${notice}</p></div>`
}

const bottomStep = (rel: 'prev' | 'next', address: string, label: string): Markup | null =>
  address === ''
    ? null
    : html`<a class="cal-events-c-nav__${rel}" rel="${rel}" href="${address}" data-js="cal-events-view-link"
        >${label}</a
      >`

/** The same way to other times again, and the feed of what is shown. */
export const footerOf = (links: Links): Markup =>
  html`<nav class="cal-events-c-nav" aria-label="Earlier and later events">
      ${bottomStep('prev', links.prev, links.prevLabel)} ${bottomStep('next', links.next, links.nextLabel)}
    </nav>
    <div class="cal-events-c-subscribe">
      <a class="cal-events-c-subscribe__link" href="${links.subscribe}">Subscribe to calendar</a>
      <a class="cal-events-c-subscribe__link" href="${links.feed}" type="text/calendar">Download .ics file</a>
    </div>`
