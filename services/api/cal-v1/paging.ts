import { listed, type Marked } from '../../../shared/kernel/json.ts'
import { CAL_PAGE } from '../../../shared/limits/requests.ts'
import { queryText, restUrl } from '../platform/request/addressing.ts'
import { type Answer, jsonText, markedJson } from '../platform/answers/answer.ts'
import { defaulted } from '../platform/arguments/arguments.ts'
import { refused, type ErrorCode } from '../platform/answers/errors.ts'
import { integer } from '../platform/arguments/kinds.ts'
import type { Paging } from '../platform/by-pages.ts'

/** Arguments of every list of the first generation (spec 02 §2). */
export const pagingArguments = {
  page: defaulted(integer({ minimum: 1 }), 1, { description: 'Page of the list, from 1.' }),
  per_page: defaulted(integer({ minimum: 1 }), at => at.site.perPage, {
    description: `Number of elements of a page, at most ${CAL_PAGE}.`,
    showDefault: 10,
  }),
}

type CutPaging = {
  readonly page: number
  readonly perPage: number
  readonly skip: number
  /** More were asked for than a page has. */
  readonly isCut: boolean
}

export const pagingOf = ({ page, per_page }: Paging): CutPaging => {
  const perPage = Math.min(per_page, CAL_PAGE)
  const skip = Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER)
  return { page, perPage, skip, isCut: per_page > perPage }
}

/** What the addresses of all pages of a list say: `start` is JSON without its last quote, and so is what comes behind the page. */
export type Links = { readonly start: string; readonly inEffect: string; readonly isAscii: boolean }

const ASCII = /^[ -~]*$/

/**
 * `path`: route of the collection, e.g. `/cal/events/v1/events`. `inEffect`: recognised arguments in effect besides the paging, as
 * the function of that name gives them.
 */
export const linksTo = (baseUrl: string, path: string, inEffect: string): Links => ({
  start: JSON.stringify(restUrl(baseUrl, path)).slice(0, -1),
  // percent-encoded, so nothing of it has to be escaped
  inEffect,
  // the address of the site may have any sign, and is the only part that may
  isAscii: ASCII.test(baseUrl),
})

export type Page = {
  readonly links: Links
  readonly member: string
  /** Elements of this page, as JSON. */
  readonly texts: readonly Marked[]
  readonly total: number
  readonly paging: CutPaging
}

const totalPages = ({ total, paging }: Page) => Math.ceil(total / paging.perPage)

/** Addresses of this page and its neighbours, each as a JSON member. */
const addressesOf = (page: Page) => {
  const { links, paging } = page
  const rest = `&per_page=${paging.perPage}${links.inEffect}"`
  const address = (number: number) => `${links.start}&page=${number}${rest}`
  const pages = totalPages(page)
  const before = Math.min(paging.page - 1, pages)
  return {
    own: `"rest_url":${address(paging.page)}`,
    others: [
      ...(paging.page < pages ? [`"next_rest_url":${address(paging.page + 1)}`] : []),
      ...(before >= 1 ? [`"previous_rest_url":${address(before)}`] : []),
    ],
  }
}

const headersOf = (page: Page): Answer['headers'] => [
  ['X-CAL-Total', String(page.total)],
  ['X-CAL-TotalPages', String(totalPages(page))],
  // whoever counts pages by what they asked for would lose rows
  ...(page.paging.isCut ? [['X-CAL-PerPage', String(page.paging.perPage)] as const] : []),
]

/** A body with the elements, or the marks of them, in their place. */
const bodyOf = (page: Page, body: (elements: string) => string): Answer => {
  const text = body(listed(page.texts.map(element => element.text)))
  if (!page.links.isAscii) return jsonText(200, text, headersOf(page))
  const mark = body(listed(page.texts.map(element => element.mark)))
  return markedJson(200, { text, mark }, headersOf(page))
}

/** Body of an event, venue or organizer list; a page past the end is not found. */
export const itemsPage = (page: Page, pastTheEnd: ErrorCode): Answer => {
  if (page.paging.page > 1 && page.texts.length === 0) return refused(pastTheEnd)
  const { own, others } = addressesOf(page)
  const rest = [own, ...others, `"total":${page.total},"total_pages":${totalPages(page)}`].join()
  return bodyOf(page, elements => `{"${page.member}":[${elements}],${rest}}`)
}

/** Body of a category or tag list; a page past the end is empty. */
export const termsPage = (page: Page): Answer => {
  const { own, others } = addressesOf(page)
  const first = `${own},"total":${page.total},"total_pages":${totalPages(page)}`
  const rest = others.map(link => `,${link}`).join('')
  return bodyOf(page, elements => `{${first},"${page.member}":[${elements}]${rest}}`)
}

type Values = Readonly<Record<string, string | number | boolean | readonly (string | number)[] | undefined>>

/**
 * Recognised arguments besides the paging as the links carry them, `&name=value` each, in declaration order (spec 02 §2), some
 * of them `instead` of what was sent; what was not sent is left out.
 */
export const inEffect = (values: Values, instead: Values = {}): string => {
  const pairs: [name: string, value: string][] = []
  for (const name in values) {
    if (name in pagingArguments) continue
    const value = name in instead ? instead[name] : values[name]
    if (value === undefined || (typeof value === 'object' && value.length === 0)) continue
    if (typeof value === 'boolean') pairs.push([name, value ? '1' : '0'])
    else pairs.push([name, typeof value === 'object' ? value.join(',') : String(value)])
  }
  return queryText(pairs)
}
