import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import { plusDays } from '../../../../../shared/kernel/time/calculate.ts'
import { pager } from '../../pager.ts'
import type { Page } from '../../page.ts'
import { managePage } from '../frame.ts'
import { PER_PAGE } from '../listing.ts'
import { actionsFor, ACTIONS } from '../several/actions.ts'
import { doing, tabBar } from '../tables.ts'
import { eventsText, TABS, tabWords } from '../words.ts'
import { addressOf, type Listing } from './address.ts'
import { filterForm, type Proposals } from './filters.ts'
import type { FoundEvents } from './find.ts'
import { eventTable, type TableShowing } from './table.ts'

type Shown = {
  readonly listing: Listing
  readonly found: FoundEvents
  readonly offered: Proposals
  readonly showing: TableShowing
  readonly today: string
}

const hrefWith = ({ listing, today, showing }: Shown, change: Partial<Listing>): string =>
  addressOf({ ...listing, page: 1, ...change }, today, showing.site.baseUrl)

const tabs = (shown: Shown): Markup =>
  tabBar(
    'Events by status',
    TABS.map(tab => ({
      ...{ label: tabWords[tab], count: shown.found.counts[tab], href: hrefWith(shown, { tab }) },
      isHere: tab === shown.listing.tab,
    })),
  )

const dates = (shown: Shown): Markup => {
  const { today } = shown
  const yesterday = plusDays(today, -1)
  return html`<p class="manage-dates">
    <a href="${hrefWith(shown, { from: today, to: '', descending: false })}">Not over</a> ·
    <a href="${hrefWith(shown, { from: '', to: yesterday, descending: true })}">Begun before today</a> ·
    <a href="${hrefWith(shown, { from: '', to: '' })}">All dates</a>
  </p>`
}

/** The table of events (spec 07 §3). */
export const eventsPage = (shown: Shown): Page => {
  const { listing, found, offered, showing } = shown
  const { site, caller } = showing
  const { baseUrl } = site
  const actions = actionsFor(caller, listing.tab === 'trash').map(name => ({
    ...{ name, word: ACTIONS[name].word },
  }))
  const pages = Math.ceil(found.total / PER_PAGE)
  return managePage({
    ...{ part: 'events', caller, site },
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
          : html`${doing(`${baseUrl}/manage/events`, actions)} ${eventTable(found.rows, showing)}`
      }
      ${pager({ page: listing.page, pages, hrefOf: n => hrefWith(shown, { page: n }), label: 'Pages of events' })}`,
  })
}
