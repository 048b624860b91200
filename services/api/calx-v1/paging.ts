import { CALX_PAGE } from '../../../shared/limits/requests.ts'
import { listed, type Marked } from '../../../shared/kernel/json.ts'
import { restUrl } from '../platform/request/addressing.ts'
import { type Answer, markedJson } from '../platform/answers/answer.ts'
import { defaulted } from '../platform/arguments/arguments.ts'
import { refused, type ErrorCode } from '../platform/answers/errors.ts'
import { integer } from '../platform/arguments/kinds.ts'
import type { Paging } from '../platform/by-pages.ts'

/** Arguments of every list of the second generation (spec 03 §2). */
export const pagingArguments = {
  page: defaulted(integer({ minimum: 1, publishBounds: true }), 1, {
    description: 'Page of the list, from 1.',
  }),
  per_page: defaulted(integer({ minimum: 1, maximum: CALX_PAGE, publishBounds: true }), 10, {
    description: 'Number of elements of a page.',
  }),
}

export const skipped = ({ page, per_page }: Paging): number =>
  Math.min((page - 1) * per_page, Number.MAX_SAFE_INTEGER)

/** What the headers of a page tell. */
export type PageHead = Paging & {
  readonly path: string
  readonly baseUrl: string
  readonly total: number
  /** Everything that was sent, as links say it. */
  readonly links: string
}

/** The same with its elements, as JSON. */
export type Page = PageHead & { readonly elements: readonly Marked[] }

const linkHeader = ({ path, baseUrl, page, per_page, total, links: others }: PageHead): Answer['headers'] => {
  const start = `<${restUrl(baseUrl, path)}${others}&page=`
  const link = (number: number, rel: string) => `${start}${number}>; rel="${rel}"`
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
