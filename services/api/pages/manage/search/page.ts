import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import { can } from '../../../../../shared/rights.ts'
import { mayEdit } from '../../../items/access.ts'
import type { Caller, Site } from '../../../platform/call.ts'
import { nameOf } from '../../items/objects.ts'
import type { Page } from '../../page.ts'
import { eventLink, eventTime } from '../event-link.ts'
import { addressOf, listingIn } from '../events/address.ts'
import { managePage } from '../frame.ts'
import { SUBJECTS } from '../directory/words.ts'
import { cut, statusWords, type Subject } from '../words.ts'
import type { Found } from './find.ts'

type Searched = {
  readonly words: string
  /** null: nothing was asked for. */
  readonly found: Found | null
  readonly caller: Caller
  readonly site: Site
  readonly today: string
}

const part = (
  id: string,
  heading: string,
  { rows, total }: { readonly rows: readonly Markup[]; readonly total: number },
  all: Markup | null = null,
): Markup | null =>
  total === 0
    ? null
    : html`<section class="card manage-wait" aria-labelledby="${id}">
        <h2 id="${id}">${heading} <span>${total}</span></h2>
        <ul>
          ${rows.map(row => html`<li>${row}</li>`)}
        </ul>
        ${total > rows.length ? all : null}
      </section>`

const link = (href: string, name: string): Markup => html`<a href="${href}">${cut(nameOf(name))}</a>`

const parts = ({ words, caller, site, today }: Searched, found: Found): readonly Markup[] => {
  const { baseUrl } = site
  const table = (query: Readonly<Record<string, string>>) =>
    addressOf(listingIn({ from: '', ...query }, today), today, baseUrl)
  const events = found.events.rows.map(row => {
    const { status } = row.values
    const badge = status === 'publish' ? null : html`<span class="badge">${statusWords[status]}</span>`
    return html`${eventLink(row, caller, site)} ${badge} <small>${eventTime(row, site)}</small>`
  })
  const named = ({ path }: Subject, { rows, total }: Found['venues']) => ({
    total,
    rows: rows.map(row => {
      const { _id: id, values } = row
      return link(mayEdit(caller, row) ? `${baseUrl}${path}/${id}` : `${baseUrl}/?p=${id}`, values.name)
    }),
  })
  const [mayCategories, mayTags] = [can(caller, 'manage-categories'), can(caller, 'manage-tags')]
  const categories = found.categories.rows.map(({ _id: id, values }) =>
    link(
      mayCategories ? `${baseUrl}${SUBJECTS.category.path}/${id}` : table({ category: String(id) }),
      values.name,
    ),
  )
  const tags = found.tags.rows.map(({ _id: id, values }) =>
    link(
      mayTags ? `${baseUrl}${SUBJECTS.tag.path}/${id}` : `${baseUrl}/events/tag/${values.slug}/`,
      values.name,
    ),
  )
  const allEvents = html`<p><a href="${table({ search: words })}">All of these that you keep</a></p>`
  return [
    part('found-events', 'Events', { rows: events, total: found.events.total }, allEvents),
    part('found-venues', 'Venues', named(SUBJECTS.venue, found.venues)),
    part('found-organizers', 'Organizers', named(SUBJECTS.organizer, found.organizers)),
    part('found-categories', 'Categories', { rows: categories, total: found.categories.total }),
    part('found-tags', 'Tags', { rows: tags, total: found.tags.total }),
  ].filter(one => one !== null)
}

/** What a quick search came to (spec 07 §2). */
export const searchPage = (searched: Searched): Page => {
  const { words, found, caller, site } = searched
  const all = found === null ? [] : parts(searched, found)
  return managePage({
    ...{ part: 'other', caller, site, words },
    title: words === '' ? 'Search' : `Search: ${cut(words)}`,
    main: html`<h1>${words === '' ? 'Search' : html`Found for “${cut(words)}”`}</h1>
      ${
        all.length > 0
          ? html`<div class="manage-waits">${all}</div>`
          : html`<p class="notice">
              ${found === null ? 'Please type a word of a name or a text into the field above.' : 'Nothing has these words.'}
            </p>`
      }`,
  })
}
