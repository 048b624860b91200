import { CALX_PAGE } from '../../../shared/limits/requests.ts'
import { listed } from '../../../shared/kernel/json.ts'
import { decodeText, type PageAsked, queryText, restUrl, ROUTE } from '../platform/request/addressing.ts'
import { type Answer, jsonText, markedJson } from '../platform/answers/answer.ts'
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

export type Page = Paging & {
  readonly path: string
  readonly baseUrl: string
  /** Elements of this page, as JSON. */
  readonly texts: readonly string[]
  /** What stands for each of them (`Marked`); absent: nothing does. */
  readonly marks?: readonly string[]
  readonly total: number
  /** What was sent, as links say it (`linked`). */
  readonly links: string
}

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

const linkHeader = ({ path, baseUrl, page, per_page, total, links: others }: Page): Answer['headers'] => {
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

/** A bare array with its totals in the headers. */
export const bareList = (page: Page): Answer => {
  const { texts, marks, total, per_page } = page
  const text = `[${listed(texts)}]`
  const headers: Answer['headers'] = [
    ['X-CORE-Total', String(total)],
    ['X-CORE-TotalPages', String(Math.ceil(total / per_page))],
    ...linkHeader(page),
  ]
  if (marks === undefined) return jsonText(200, text, headers)
  return markedJson(200, { text, mark: `[${listed(marks)}]` }, headers)
}

/** The same; past the end is 404. */
export const listAnswer = (page: Page, pastTheEnd: ErrorCode): Answer =>
  page.page > 1 && page.texts.length === 0 ? refused(pastTheEnd) : bareList(page)
