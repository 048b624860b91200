import {
  keepsFailing,
  type ScheduleQueries,
  type ShownSchedule,
} from '../../../../projections/import-schedules/queries.ts'
import type { SubscriptionQueries } from '../../../../projections/subscriptions/queries.ts'
import { html, type Markup } from '../../../../shared/kernel/html/markup.ts'
import { sentenceOf } from '../../../imports/item/told.ts'
import { mayAdminister, maySubscribe } from '../../admin/rights.ts'
import { subscriptionNotice } from '../manage/subscriptions/notice.ts'
import type { Site } from '../../platform/call.ts'
import type { PageRoute, ShowPage } from '../serve.ts'
import { when } from '../when.ts'

type Failing = Pick<ShownSchedule, 'failing' | 'failures' | 'last_good_at'>

/** Since when and why a feed fails, for people; null: it does not. */
export const failingText = (
  { failing, failures, last_good_at: goodAt }: Failing,
  site: Site,
): Markup | null =>
  failing === null
    ? null
    : html`has failed since ${when(failing.since, site)}${failures === 1 ? null : ` (${failures} in a row)`}.
        ${sentenceOf(failing.reason, failing.found ?? undefined)}
        <a href="${site.baseUrl}/imports/${failing.import_id}">What it came to</a>. Last good:
        ${goodAt === null ? 'never' : when(goodAt, site)}.`

/** Feeds that keep failing (spec 05 §14); null: none does. */
const failingNotice = (schedules: readonly ShownSchedule[], site: Site): Markup | null => {
  const bad = schedules.filter(keepsFailing)
  if (bad.length === 0) return null
  return html`<section class="notice feeds-failing" role="alert" aria-label="Feeds that fail">
    <ul>
      ${bad.map(
        feed =>
          html`<li>
            <a href="${site.baseUrl}/schedules#schedule-${feed.schedule_id}">${feed.source}</a>
            ${failingText(feed, site)}
          </li>`,
      )}
    </ul>
  </section>`
}

type Troubled = Pick<ScheduleQueries, 'listSchedules'> & Pick<SubscriptionQueries, 'listSubscriptions'>

/**
 * Pages for those who are signed in, with the feeds and subscriptions that keep failing for whoever may do something about
 * them. Looked up when the page is made, which may have done something about one. A page that says what its notice is tells of feeds itself.
 */
export const withTroubleNotice =
  ({ listSchedules, listSubscriptions }: Troubled) =>
  (route: PageRoute): PageRoute => {
    const { may } = route.show
    if (may === undefined) return route
    const show: ShowPage = async (visit, params) => {
      const shown = await route.show(visit, params)
      const user = visit.held?.user ?? null
      if (shown === null || 'redirect' in shown || !mayAdminister(user)) return shown
      const { site } = visit.at
      const feeds = shown.notice === undefined ? failingNotice(await listSchedules(), site) : shown.notice
      const others = maySubscribe(user) ? subscriptionNotice(await listSubscriptions(), site) : null
      return { ...shown, notice: others === null ? feeds : html`${feeds}${others}` }
    }
    return { ...route, show: Object.assign(show, { may }) }
  }
