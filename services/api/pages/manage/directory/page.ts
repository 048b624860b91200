import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import { can } from '../../../../../shared/rights.ts'
import type { Caller, Site } from '../../../platform/call.ts'
import type { Page } from '../../page.ts'
import { pager } from '../../pager.ts'
import { input, select } from '../controls.ts'
import { managePage } from '../frame.ts'
import { PER_PAGE } from '../listing.ts'
import { doing, orderField, tabBar } from '../tables.ts'
import { countText, tabWords } from '../words.ts'
import { addressOf, type Listing } from './address.ts'
import type { Found, Part } from './part.ts'
import { directoryTable, type Uses } from './table.ts'
import { wordsOf } from './words.ts'

type Shown = {
  readonly part: Part
  readonly listing: Listing
  readonly found: Found
  readonly uses: Uses
  readonly caller: Caller
  readonly site: Site
}

const SORT_WORDS: Readonly<Record<string, string>> = {
  name: 'Name',
  modified: 'Last change',
  count: 'Events that readers are shown',
}

const hrefWith = ({ part, listing, site }: Shown, change: Partial<Listing>): string =>
  addressOf(part, { ...listing, page: 1, ...change }, site.baseUrl)

const tabs = (shown: Shown): Markup | null => {
  const { part, found, listing } = shown
  return part.tabs.length < 2
    ? null
    : tabBar(
        `${wordsOf(part).title} by status`,
        part.tabs.map(tab => ({
          ...{ label: tabWords[tab], count: found.counts.get(tab) ?? 0 },
          ...{ href: hrefWith(shown, { tab }), isHere: tab === listing.tab },
        })),
      )
}

const filters = ({ part, listing, site }: Shown): Markup => {
  const action = `${site.baseUrl}${part.subject.path}`
  return html`<form
    class="manage-filters"
    method="get"
    action="${action}"
    role="search"
    aria-label="${wordsOf(part).title}"
  >
    <input type="hidden" name="tab" value="${listing.tab}" />
    <div class="manage-filters__fields">
      ${input({ name: 'search', label: 'Words', value: listing.search, type: 'search' })}
      ${select({
        ...{ name: 'sort', label: 'Sorted by', value: listing.sort },
        choices: part.sorts.map(sort => [sort, SORT_WORDS[sort] ?? sort]),
      })}
      ${orderField(listing.descending)}
    </div>
    <div class="actions">
      <button type="submit">Show</button>
      <a class="button button--quiet" href="${action}">Without filters</a>
    </div>
  </form>`
}

/** What may be done to those on a tab. */
const actionsOn = ({ part, listing, caller }: Shown) =>
  ['trash', 'restore', 'purge'].flatMap(name => {
    const spec = part.several.specOf(name, caller)
    return spec?.isOfTrash === (listing.tab === 'trash') ? [{ name, word: spec.word }] : []
  })

/** The table of venues, organizers, categories or tags (spec 07 §7). */
export const directoryPage = (shown: Shown): Page => {
  const { part, listing, found, uses, caller, site } = shown
  const { subject } = part
  const { title, newOne, part: here } = wordsOf(part)
  const path = `${site.baseUrl}${subject.path}`
  const pages = Math.ceil(found.total / PER_PAGE)
  return managePage({
    ...{ part: here, caller, site },
    title: listing.page === 1 ? title : `${title}, page ${listing.page}`,
    main: html`<header class="manage-head">
        <h1>${title}</h1>
        <div class="actions">
          ${can(caller, 'edit-others') ? html`<a class="button button--quiet" href="${path}/alike">May be the same</a>` : null}
          <a class="button" href="${path}/new">${newOne}</a>
        </div>
      </header>
      ${tabs(shown)} ${filters(shown)}
      <p class="manage-total">${countText(subject, found.total)}</p>
      ${
        found.rows.length === 0
          ? html`<p class="notice">There are no ${subject.many} here. Fewer words may find some.</p>`
          : html`${doing(path, actionsOn(shown))} ${directoryTable(part, found.rows, uses, site)}`
      }
      ${pager({ page: listing.page, pages, hrefOf: n => hrefWith(shown, { page: n }), label: `Pages of ${subject.many}` })}`,
  })
}
