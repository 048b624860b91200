import { CALX_PAGE } from '../../../shared/limits/requests.ts'
import { listed, type Marked } from '../../../shared/kernel/json.ts'
import { decodeText, type PageAsked, queryText, restUrl, ROUTE } from '../platform/request/addressing.ts'
import { type Answer, markedJson } from '../platform/answers/answer.ts'
import type { SentArguments } from '../platform/call.ts'
import { defaulted } from '../platform/arguments/arguments.ts'
import { refused, type ErrorCode } from '../platform/answers/errors.ts'
import { integer } from '../platform/arguments/kinds.ts'

/** Arguments of every list of the second generation (spec 03 §2). */
export const pagingArguments = {
  page: defaulted(integer({ minimum: 1, publishBounds: true }), 1, {
    description: 'Page of the list, from 1.',
  }),
  per_page: defaulted(integer({ minimum: 1, maximum: CALX_PAGE, publishBounds: true }), 10, {
    description: 'Number of elements of a page.',
  }),
}

export type Paging = { readonly page: number; readonly per_page: number }

export const skipped = ({ page, per_page }: Paging): number =>
  Math.min((page - 1) * per_page, Number.MAX_SAFE_INTEGER)

/** What the headers of a page tell. */
export type PageHead = Paging & {
  readonly path: string
  readonly baseUrl: string
  readonly total: number
  /** What was sent, as links say it (`linked`). */
  readonly links: string
}

/** The same with its elements, as JSON. */
export type Page = PageHead & { readonly elements: readonly Marked[] }

/** Not in links: what says who asks, the page, which stands last, and the route, which they begin with. */
const UNLINKED = new Set(['page', '_nonce', ROUTE])

/** Names and values of a nested value as a query writes them. */
const pairsOf = (name: string, value: unknown): readonly (readonly [string, string])[] => {
  if (typeof value !== 'object' || value === null) return [[name, String(value)]]
  return Object.entries(value).flatMap(([key, inner]) => pairsOf(`${name}[${key}]`, inner))
}

/** Everything that was sent, as links say it: `&name=value` each (spec 03 §2). */
export const linked = (sent: SentArguments): string =>
  queryText(Object.entries(sent).flatMap(([name, value]) => (UNLINKED.has(name) ? [] : pairsOf(name, value))))

/** The same of what stands in an address. */
export const linkedAsSent = (sent: PageAsked['sent']): string => {
  const pairs: (readonly [name: string, value: string])[] = []
  for (const [name, value] of sent)
    if (name !== '' && !UNLINKED.has(name)) pairs.push([name, decodeText(value)])
  return queryText(pairs)
}

const linkHeader = ({ path, baseUrl, page, per_page, total, links: others }: PageHead): Answer['headers'] => {
  const link = (number: number, rel: string) =>
    `<${restUrl(baseUrl, path)}${others}&page=${number}>; rel="${rel}"`
  const pages = Math.ceil(total / per_page)
  const before = Math.min(page - 1, pages)
  const links = [
    ...(before >= 1 ? [link(before, 'prev')] : []),
    ...(page < pages ? [link(page + 1, 'next')] : []),
  ]
  return links.length === 0 ? [] : [['Link', links.join(', ')]]
}

/** Headers of a bare array: its totals, and its neighbours. */
export const headersOf = (page: PageHead): Answer['headers'] => [
  ['X-CORE-Total', String(page.total)],
  ['X-CORE-TotalPages', String(Math.ceil(page.total / page.per_page))],
  ...linkHeader(page),
]

/** A bare array with its totals in the headers; past the end is 404. */
export const listAnswer = (page: Page, pastTheEnd: ErrorCode): Answer => {
  const { elements } = page
  if (page.page > 1 && elements.length === 0) return refused(pastTheEnd)
  const [text, mark] = [listed(elements.map(one => one.text)), listed(elements.map(one => one.mark))]
  return markedJson(200, { text: `[${text}]`, mark: `[${mark}]` }, headersOf(page))
}
