import { scriptJson } from '../../shared/kernel/html/escape.ts'
import { html, trusted, type Markup } from '../../shared/kernel/html/markup.ts'
import { containerClasses, viewData, viewRestUrl } from './data.ts'
import { dayOf } from './day.ts'
import type { Links } from './links.ts'
import { listOf } from './list.ts'
import { monthOf } from './month.ts'
import { footerOf, headerOf, noticeIn } from './parts.ts'
import { pointerOf } from './query.ts'
import type { ViewContent } from './select.ts'
import { foundText } from './words.ts'

/** A block for programs; none of it is ever run. */
const block = (type: string, name: string | null, value: object): Markup =>
  html`<script type="${type}" ${name === null ? null : html` data-js="${name}"`}>
    ${trusted(scriptJson(value))}
  </script>`

/** `tvn1`: of the reader; `tvn2`: of guests, "" for them (spec 06 §1.3 nonces). */
export type ViewNonces = { readonly tvn1: string; readonly tvn2: string }

/** A view whole: what was rendered for all, and the nonces of whoever asks. */
export const withNonces = (rendered: string, nonces: ViewNonces): string =>
  `${rendered}${block('application/json', 'cal-events-view-nonce-data', nonces).markup}</div>`

const bodies = { list: listOf, month: monthOf, day: dayOf } as const

const openTag = ({ query, site }: ViewContent): string => {
  const classes = containerClasses(query.view).join(' ')
  const manages = query.managesUrl ? '1' : '0'
  return html`<div
    class="${classes}"
    data-js="cal-events-view"
    data-view-rest-url="${viewRestUrl(site.baseUrl)}"
    data-view-rest-method="GET"
    data-view-manage-url="${manages}"
    data-view-breakpoint-pointer="${pointerOf(query)}"
  ></div>`.markup
}

/**
 * A view as HTML up to its nonces, a piece at a time: whoever takes the pieces may let others go first in between. The
 * same content gives the same bytes (spec 06 §1.3).
 */
export function* renderedPieces(content: ViewContent, links: Links): Generator<string> {
  const { total, jsonLd, query } = content
  yield openTag(content)
  yield html`<div class="cal-events-view-loader" role="alert" aria-live="polite">
    <span class="visually-hidden">${foundText(total)}</span>
  </div>`.markup
  if (jsonLd.length > 0) yield block('application/ld+json', null, jsonLd).markup
  yield headerOf(content, links).markup
  yield html`${noticeIn(content)}
    <div class="cal-events-calendar-${query.view}"></div>`.markup
  for (const { markup } of bodies[query.view](content)) yield markup
  yield html`</div>${footerOf(links)}`.markup
  yield block('application/json', 'cal-events-view-data', viewData(content, links)).markup
}
