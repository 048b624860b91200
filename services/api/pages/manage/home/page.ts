import { keepsFailing, type ShownSchedule } from '../../../../../projections/import-schedules/queries.ts'
import type { ImportProgress } from '../../../../../projections/import-status/queries.ts'
import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import { can } from '../../../../../shared/rights.ts'
import { sentenceOf } from '../../../../imports/item/told.ts'
import type { User } from '../../../../accounts/state.ts'
import type { Site } from '../../../platform/call.ts'
import { failingText } from '../../feeds/notice.ts'
import { recentRow } from '../../history/recent.ts'
import type { Page } from '../../page.ts'
import { when } from '../../when.ts'
import { eventLink, eventTime } from '../event-link.ts'
import { addressOf, listingIn } from '../events/address.ts'
import { managePage } from '../frame.ts'
import { cut, eventsText } from '../words.ts'
import type { Done } from './lately.ts'
import type { Waiting } from './waits.ts'

type Home = {
  readonly user: User
  readonly site: Site
  readonly today: string
  readonly waiting: readonly Waiting[]
  readonly standing: { readonly publish: number; readonly future: number }
  /** Feeds that fail, and imports of late with items that failed; empty for those who have nothing to do with them. */
  readonly feeds: readonly ShownSchedule[]
  readonly imports: readonly ImportProgress[]
  /** null: this reader may not look at the history. */
  readonly lately: readonly Done[] | null
}

const MOST_FEEDS = 5

/** A short list, with the way to all of it. */
const list = (id: string, heading: Markup | string, about: string, rows: readonly Markup[]): Markup =>
  html`<section class="card manage-wait" aria-labelledby="${id}">
    <h3 id="${id}">${heading}</h3>
    <p class="hint">${about}</p>
    <ul>
      ${rows.map(row => html`<li>${row}</li>`)}
    </ul>
  </section>`

const eventsWaiting = ({ title, about, all, rows, total }: Waiting, n: number, home: Home): Markup => {
  const { user, site, today } = home
  const href = addressOf(all, today, site.baseUrl)
  return list(
    `wait-${n}`,
    html`<a href="${href}">${title}<span class="visually-hidden">:</span> <span>${total}</span></a>`,
    about,
    rows.map(row => html`${eventLink(row, user, site)} <small>${eventTime(row, site)}</small>`),
  )
}

const feedsWaiting = ({ feeds, site }: Home): Markup | null =>
  feeds.length === 0
    ? null
    : list(
        'wait-feeds',
        html`<a href="${site.baseUrl}/schedules"
          >Feeds that fail<span class="visually-hidden">:</span> <span>${feeds.length}</span></a
        >`,
        'They are fetched again by themselves; what they bring is missing until then.',
        feeds
          .toSorted((one, other) => Number(keepsFailing(other)) - Number(keepsFailing(one)))
          .slice(0, MOST_FEEDS)
          .map(
            feed =>
              html`<a href="${site.baseUrl}/schedules/${feed.schedule_id}">${cut(feed.source)}</a>
                <small>${failingText(feed, site)}</small>`,
          ),
      )

const importWaiting = (
  { import_id: id, source, outcomes, reason, registered_at: at }: ImportProgress,
  site: Site,
) => {
  const failed = `${outcomes.failed} failed`
  return html`<a href="${site.baseUrl}/imports/${id}${outcomes.failed > 0 ? '?outcome=failed' : ''}"
      >${cut(source)}</a
    >
    <small>${when(at, site)}: ${outcomes.failed > 0 || reason === null ? failed : sentenceOf(reason)}</small>`
}

const importsWaiting = ({ imports, site }: Home): Markup | null =>
  imports.length === 0
    ? null
    : list(
        'wait-imports',
        html`<a href="${site.baseUrl}/imports">Imports with failures</a>`,
        'Some of what they were to bring is not here.',
        imports.map(one => importWaiting(one, site)),
      )

const waits = (home: Home): Markup => {
  const all = [
    ...home.waiting.map((waiting, n) => eventsWaiting(waiting, n, home)),
    feedsWaiting(home),
    importsWaiting(home),
  ].filter(part => part !== null)
  return html`<section aria-labelledby="waits">
    <h2 id="waits">To look at</h2>
    ${
      all.length === 0
        ? html`<p class="notice">Nothing waits for you.</p>`
        : html`<div class="manage-waits">${all}</div>`
    }
  </section>`
}

const standing = ({ standing: { publish, future }, today, site, user }: Home): Markup => {
  const way = (tab: string, text: string) =>
    html`<a href="${addressOf(listingIn({ tab }, today), today, site.baseUrl)}">${text}</a>`
  return html`<p class="manage-total">
    ${way('publish', eventsText(publish))}${can(user, 'edit-others') ? '' : ' of yours'} published and not
    over, ${way('future', String(future))} to be published later.
  </p>`
}

const changes = ({ lately, site, user, today }: Home): Markup => {
  const { baseUrl } = site
  if (lately === null) {
    const own = addressOf(listingIn({ from: '', sort: 'modified', order: 'desc' }, today), today, baseUrl)
    return html`<p><a href="${own}">Your events, by their last change</a></p>`
  }
  return html`<section aria-labelledby="lately">
    <h2 id="lately">What changed lately</h2>
    ${
      lately.length === 0
        ? html`<p class="notice">Nothing so far.</p>`
        : html`<ol class="recent">
            ${lately.map(({ line, others }) => recentRow(line, site, others))}
          </ol>`
    }
    <p>
      <a href="${baseUrl}/history">Everything that changed</a> ·
      <a href="${baseUrl}/history?person=${encodeURIComponent(user.login)}">What you changed</a>
    </p>
  </section>`
}

/** The first page of the desk (spec 07 §2). */
export const homePage = (home: Home): Page => {
  const { user, site } = home
  return {
    ...managePage({
      ...{ part: 'home', caller: user, site, title: 'Desk' },
      main: html`<header class="manage-head">
          <h1>Good to see you, ${cut(user.displayName || user.login)}</h1>
          <a class="button" href="${site.baseUrl}/manage/events/new">New event</a>
        </header>
        ${standing(home)} ${waits(home)} ${changes(home)}`,
    }),
    styles: ['imports.css', 'history.css', 'manage.css'],
    // feeds that fail stand on the page itself
    ...(can(user, 'edit-others') ? { notice: null } : {}),
  }
}
