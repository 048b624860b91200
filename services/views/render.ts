import { scriptJson } from '../../shared/kernel/html/text.ts'
import { html, trusted, type Markup } from '../../shared/kernel/html/markup.ts'
import { containerClasses, viewData, viewRestUrl } from './data.ts'
import { dayOf } from './day.ts'
import type { Links } from './links.ts'
import { listOf } from './list.ts'
import { gridLabel, monthOf } from './month.ts'
import { footerOf, headerOf, noticeIn } from './parts.ts'
import { pointerOf } from './query.ts'
import type { ViewContent } from './content/select.ts'
import { foundText } from './words.ts'

/** A block for programs; none of it is ever run. */
const block = (attributes: string, value: object): string =>
  `<script ${attributes}>${scriptJson(value)}</script>`

/** `tvn1`: of the reader; `tvn2`: of guests, "" for them (spec 06 §1.3 nonces). */
export type ViewNonces = { readonly tvn1: string; readonly tvn2: string }

/** A view whole: what was rendered for all, and the nonces of whoever asks. */
export const withNonces = (rendered: string, nonces: ViewNonces): string =>
  `${rendered}${block('type="application/json" data-js="cal-events-view-nonce-data"', nonces)}</div>`

/** An element around pieces that come later. */
type Around = readonly [open: string, close: string]

const HOLE = '<!--pieces-->'
const hole = trusted(HOLE)
const around = (markup: Markup): Around => {
  const [open = '', close = ''] = onOneLine(markup).split(HOLE)
  return [open.trimEnd(), close.trimStart()]
}

/** Templates have line breaks for their readers, texts have none. */
const onOneLine = ({ markup }: Markup): string =>
  markup.replace(/\s*\n\s*(?=\/?>)/g, '').replace(/\s*\n\s*/g, ' ')

const rootTag = ({ query, site }: ViewContent): string => {
  const attributes: readonly (readonly [name: string, value: string])[] = [
    ['class', containerClasses(query.view).join(' ')],
    ['data-js', 'cal-events-view'],
    ['data-view-rest-url', viewRestUrl(site.baseUrl)],
    ['data-view-rest-method', 'GET'],
    ['data-view-manage-url', query.managesUrl ? '1' : '0'],
    ['data-view-breakpoint-pointer', pointerOf(query)],
  ]
  return `<div ${attributes.map(([name, value]) => `${name}="${html`${value}`.markup}"`).join(' ')}>`
}

type Body = { readonly around: Around; readonly pieces: Iterable<Markup> }

const bodyOf = (content: ViewContent): Body => {
  if (content.query.view === 'month')
    return {
      around: around(
        html`<div class="cal-events-calendar-month">
          <div class="cal-events-calendar-month__grid" role="table" aria-label="${gridLabel(content)}">
            ${hole}
          </div>
        </div>`,
      ),
      pieces: monthOf(content),
    }
  return content.query.view === 'list'
    ? { around: around(html`<div class="cal-events-calendar-list">${hole}</div>`), pieces: listOf(content) }
    : { around: around(html`<div class="cal-events-calendar-day">${hole}</div>`), pieces: dayOf(content) }
}

/**
 * A view as HTML up to its nonces, a piece at a time: whoever takes the pieces may let others go first in between. The
 * same content gives the same bytes (spec 06 §1.3).
 */
export function* renderedPieces(content: ViewContent, links: Links): Generator<string> {
  const { total, jsonLd } = content
  yield rootTag(content)
  yield onOneLine(
    html`<div class="cal-events-view-loader" role="alert" aria-live="polite">
      <span class="visually-hidden">${foundText(total)}</span>
    </div>`,
  )
  if (jsonLd.length > 0) yield block('type="application/ld+json"', jsonLd)
  yield onOneLine(headerOf(content, links))
  const notice = noticeIn(content)
  if (notice !== null) yield onOneLine(notice)
  const body = bodyOf(content)
  yield body.around[0]
  for (const piece of body.pieces) yield onOneLine(piece)
  yield body.around[1]
  yield onOneLine(footerOf(links))
  yield block('type="application/json" data-js="cal-events-view-data"', viewData(content, links))
}
