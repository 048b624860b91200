import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import { plusDays } from '../../../../../shared/kernel/time/calculate.ts'
import type { Caller } from '../../../platform/caller.ts'
import { pager } from '../../pager.ts'
import type { Page } from '../../page.ts'
import { managePage } from '../frame.ts'
import { actionsFor, ACTIONS } from '../several/actions.ts'
import { eventsText } from '../words.ts'
import { addressOf, TABS, type Listing, type Tab } from './address.ts'
import { filterForm, type Proposals } from './filters.ts'
import { PER_PAGE, type FoundEvents } from './find.ts'
import { CHOSEN_FORM, eventTable, type TableShowing } from './table.ts'

const TAB_WORDS: Readonly<Record<Tab, string>> = {
  any: 'All',
  publish: 'Published',
  future: 'Scheduled',
  draft: 'Drafts',
  pending: 'Waiting',
  private: 'Private',
  trash: 'Trash',
}

type Shown = {
  readonly listing: Listing
  readonly found: FoundEvents
  readonly offered: Proposals
  readonly showing: TableShowing
  readonly caller: Caller
  readonly today: string
}

const hrefWith = ({ listing, today, showing }: Shown, change: Partial<Listing>): string =>
  addressOf({ ...listing, page: 1, ...change }, today, showing.site.baseUrl)

const tabs = (shown: Shown): Markup => {
  const { listing, found } = shown
  return html`<nav class="filters manage-tabs" aria-label="Events by status">
    <ul>
      ${TABS.map(tab => {
        const isHere = tab === listing.tab
        return html`<li>
          <a href="${hrefWith(shown, { tab })}" ${isHere ? html`aria-current="page"` : null}
            >${TAB_WORDS[tab]} <span>${found.counts[tab]}</span></a
          >
        </li>`
      })}
    </ul>
  </nav>`
}

const dates = (shown: Shown): Markup => {
  const { today } = shown
  const yesterday = plusDays(`${today} 00:00:00`, -1).slice(0, 10)
  return html`<p class="manage-dates">
    <a href="${hrefWith(shown, { from: today, to: '', descending: false })}">Not over</a> ·
    <a href="${hrefWith(shown, { from: '', to: yesterday, descending: true })}">Begun before today</a> ·
    <a href="${hrefWith(shown, { from: '', to: '' })}">All dates</a>
  </p>`
}

/** What may be done to those that are chosen. */
const doing = ({ caller, listing, showing }: Shown): Markup =>
  html`<form
    id="${CHOSEN_FORM}"
    class="manage-several"
    method="get"
    action="${showing.site.baseUrl}/manage/events/several"
  >
    <label for="several-do">With those chosen</label>
    <select id="several-do" name="do">
      ${actionsFor(caller, listing.tab === 'trash').map(
        action => html`<option value="${action}">${ACTIONS[action].word}</option>`,
      )}
    </select>
    <button type="submit" class="quiet">Go on</button>
    <span class="manage-several__count" data-js="chosen" role="status"></span>
  </form>`

/** The table of events (spec 07 §3). */
export const eventsPage = (shown: Shown): Page => {
  const { listing, found, offered, showing, caller } = shown
  const { baseUrl } = showing.site
  const pages = Math.ceil(found.total / PER_PAGE)
  return managePage({
    ...{ part: 'events', caller, site: showing.site },
    title: listing.page === 1 ? 'Events' : `Events, page ${listing.page}`,
    main: html`<header class="manage-head">
        <h1>Events</h1>
        <a class="button" href="${baseUrl}/manage/events/new">New event</a>
      </header>
      ${tabs(shown)} ${filterForm(listing, offered, `${baseUrl}/manage/events`)} ${dates(shown)}
      <p class="manage-total">${eventsText(found.total)}</p>
      ${
        found.rows.length === 0
          ? html`<p class="notice">There are no events here. Other dates or fewer filters may show some.</p>`
          : html`${doing(shown)} ${eventTable(found.rows, showing)}`
      }
      ${pager({ page: listing.page, pages, hrefOf: n => hrefWith(shown, { page: n }), label: 'Pages of events' })}`,
  })
}
