import type { UserId, TermId } from '../../../../../shared/kernel/brands.ts'
import { SEARCH_LENGTH } from '../../../../../shared/limits/views.ts'
import type { Nested } from '../../../platform/request/addressing.ts'
import { textOf } from '../../page.ts'
import { pageIn } from '../../pager.ts'
import { among, searchIn, tableAddress, termIn, userIn } from '../listing.ts'
import { TABS, type Tab } from '../words.ts'

export const SORTS = ['start', 'title', 'modified', 'published'] as const
type Sort = (typeof SORTS)[number]

/** How the table of events is to be shown; all of it stands in the address (spec 07 §3). */
export type Listing = {
  readonly tab: Tab
  /** First and last day, `YYYY-MM-DD`; "": no limit. */
  readonly from: string
  readonly to: string
  readonly search: string
  /** Ids; null: any. */
  readonly category: TermId | null
  readonly author: UserId | null
  /** Names, or `#` with a number; `NO_VENUE`: they have none. */
  readonly venue: string
  readonly organizer: string
  readonly tag: string
  /** Name of a source; `BY_HAND`: none brought it; "": any. */
  readonly source: string
  /** Changed on this day or later; "": ever. */
  readonly since: string
  readonly sort: Sort
  readonly descending: boolean
  readonly page: number
}

export const BY_HAND = '-'
export const NO_VENUE = '-'

/** A day that there is, or "". */
export const dayIn = (text: string): string => {
  const is = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))
  return is && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text) ? text : ''
}

const lineIn = (query: Nested, name: string): string => textOf(query, name).trim().slice(0, SEARCH_LENGTH)

/** What an address asks for. Events that are over are left out unless it says otherwise. */
export const listingIn = (query: Nested, today: string): Listing => {
  const tab = among(TABS, textOf(query, 'tab'))
  return {
    tab,
    from: query['from'] === undefined ? today : dayIn(textOf(query, 'from')),
    to: dayIn(textOf(query, 'to')),
    search: searchIn(textOf(query, 'search')),
    category: termIn(textOf(query, 'category')),
    author: userIn(textOf(query, 'author')),
    venue: lineIn(query, 'venue'),
    organizer: lineIn(query, 'organizer'),
    tag: lineIn(query, 'tag'),
    source: lineIn(query, 'source'),
    since: dayIn(textOf(query, 'since')),
    sort: among(SORTS, textOf(query, 'sort')),
    descending: textOf(query, 'order') === 'desc',
    page: pageIn(textOf(query, 'page')),
  }
}

/** The address of a table, without what goes without saying. */
export const addressOf = (listing: Listing, today: string, baseUrl: string): string => {
  const { tab, from, sort, descending, page, category, author } = listing
  const said: readonly (readonly [string, string, boolean])[] = [
    ['tab', tab, tab !== 'any'],
    ['from', from, from !== today],
    ...(['to', 'search', 'venue', 'organizer', 'tag', 'source', 'since'] as const).map(
      name => [name, listing[name], listing[name] !== ''] as const,
    ),
    ['category', String(category), category !== null],
    ['author', String(author), author !== null],
    ['sort', sort, sort !== 'start'],
    ['order', 'desc', descending],
    ['page', String(page), page > 1],
  ]
  return tableAddress(`${baseUrl}/manage/events`, said)
}
