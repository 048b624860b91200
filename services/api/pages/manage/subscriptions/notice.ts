import type { IsoTime } from '../../../../../shared/kernel/brands.ts'
import { needsHelp, type ShownSubscription } from '../../../../../projections/subscriptions/queries.ts'
import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import type { Site } from '../../../platform/call.ts'
import { when } from '../../when.ts'
import { reasonText } from './words.ts'

/** Since when and why a receiver takes nothing; null: it does. */
export const troubleText = (
  {
    status,
    failing,
    rests,
  }: Pick<ShownSubscription, 'status' | 'failing'> & {
    readonly rests: { readonly at: IsoTime } | null
  },
  site: Site,
): Markup | null => {
  if (status === 'given up' && rests !== null)
    return html`was given up ${when(rests.at, site)}: nothing is told any more.
    ${failing === null ? null : reasonText(failing.reason, failing.found)}`
  if (failing === null) return null
  return html`takes nothing since ${when(failing.since, site)}. ${reasonText(failing.reason, failing.found)}
  ${status === 'active' ? html`Next attempt ${when(failing.due_at, site)}.` : null}`
}

/** Receivers that take nothing (spec 08 §4); null: all of them do. */
export const subscriptionNotice = (
  subscriptions: readonly ShownSubscription[],
  site: Site,
): Markup | null => {
  const bad = subscriptions.filter(needsHelp)
  if (bad.length === 0) return null
  return html`<section class="notice feeds-failing" role="alert" aria-label="Subscriptions that fail">
    <ul>
      ${bad.map(
        one =>
          html`<li>
            <a href="${site.baseUrl}/manage/subscriptions/${one.subscription_id}">${one.name}</a>
            ${troubleText(one, site)}
          </li>`,
      )}
    </ul>
  </section>`
}
