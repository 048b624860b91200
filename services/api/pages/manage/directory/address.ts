import type { Nested } from '../../../platform/request/addressing.ts'
import { textOf } from '../../page.ts'
import { pageIn } from '../../pager.ts'
import { among, searchIn, tableAddress } from '../listing.ts'
import type { Subject, Tab } from '../words.ts'

/** How a table of the directory is to be shown; all of it stands in the address (spec 07 §7). */
export type Listing = {
  readonly tab: Tab
  readonly search: string
  readonly sort: string
  readonly descending: boolean
  readonly page: number
}

type Known = {
  readonly subject: Subject
  /** The first is what goes without saying. */
  readonly tabs: readonly Tab[]
  readonly sorts: readonly string[]
}

/** What an address asks for. */
export const listingIn = ({ tabs, sorts }: Known, query: Nested): Listing => ({
  tab: among(tabs, textOf(query, 'tab')),
  search: searchIn(textOf(query, 'search')),
  sort: among(sorts, textOf(query, 'sort')),
  descending: textOf(query, 'order') === 'desc',
  page: pageIn(textOf(query, 'page')),
})

export const addressOf = (
  { subject, tabs, sorts }: Known,
  { tab, search, sort, descending, page }: Listing,
  baseUrl: string,
): string =>
  tableAddress(`${baseUrl}${subject.path}`, [
    ['tab', tab, tab !== tabs[0]],
    ['search', search, search !== ''],
    ['sort', sort, sort !== sorts[0]],
    ['order', 'desc', descending],
    ['page', String(page), page > 1],
  ])
