import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import { input, proposals, select, type Choice } from '../controls.ts'
import { orderField } from '../tables.ts'
import { BY_HAND, NO_VENUE, SORTS, type Listing } from './address.ts'
import { cut } from '../words.ts'

/** What the filters propose. */
export type Proposals = {
  /** Ids and names, children behind their parents. */
  readonly categories: readonly Choice[]
  readonly venues: readonly string[]
  readonly organizers: readonly string[]
  /** null: this reader is shown their own events alone. */
  readonly authors: readonly Choice[] | null
  readonly sources: readonly string[]
}

const SORT_WORDS: Readonly<Record<(typeof SORTS)[number], string>> = {
  start: 'Date of the event',
  title: 'Title',
  modified: 'Last change',
  published: 'Publication',
}

const ANY = ['', 'Any'] as const

const forEditors = (listing: Listing, { authors, sources }: Proposals): Markup | null => {
  if (authors === null) return null
  const known = [...new Set([...sources, ...(listing.source === '' ? [] : [listing.source])])]
  const named = known.filter(source => source !== BY_HAND).map(source => [source, cut(source)] as const)
  return html`${select({
    ...{ name: 'author', label: 'Author', value: String(listing.author ?? '') },
    choices: [ANY, ...authors],
  })}
  ${select({
    ...{ name: 'source', label: 'Brought by', value: listing.source },
    choices: [ANY, [BY_HAND, 'Nobody: made by hand'], ...named],
  })}`
}

const further = (listing: Listing, offered: Proposals): Markup => {
  const { category, venue, organizer, tag, since, sort, descending } = listing
  return html`<div class="manage-filters__fields">
    ${select({
      ...{ name: 'category', label: 'Category', value: String(category ?? '') },
      choices: [ANY, ...offered.categories],
    })}
    ${input({ name: 'venue', label: 'Venue', value: venue, list: 'venues', hint: `${NO_VENUE} for events without one` })}
    ${input({ name: 'organizer', label: 'Organizer', value: organizer, list: 'organizers' })}
    ${input({ name: 'tag', label: 'Tag', value: tag })} ${forEditors(listing, offered)}
    ${input({ name: 'since', label: 'Changed since', value: since, type: 'date' })}
    ${select({
      ...{ name: 'sort', label: 'Sorted by', value: sort },
      choices: SORTS.map(one => [one, SORT_WORDS[one]]),
    })}
    ${orderField(descending)}
    ${proposals('venues', offered.venues)}${proposals('organizers', offered.organizers)}
  </div>`
}

const hasFurther = ({ category, author, sort, descending, ...listing }: Listing) =>
  category !== null ||
  author !== null ||
  (['venue', 'organizer', 'tag', 'source', 'since'] as const).some(name => listing[name] !== '') ||
  sort !== 'start' ||
  descending

/** The form above the table; what it asks stands in the address. */
export const filterForm = (listing: Listing, offered: Proposals, action: string): Markup =>
  html`<form class="manage-filters" method="get" action="${action}" role="search" aria-label="Events">
    <input type="hidden" name="tab" value="${listing.tab}" />
    <div class="manage-filters__fields">
      ${input({ name: 'search', label: 'Words', value: listing.search, type: 'search' })}
      ${input({ name: 'from', label: 'From', value: listing.from, type: 'date' })}
      ${input({ name: 'to', label: 'Up to', value: listing.to, type: 'date' })}
    </div>
    <details ${hasFurther(listing) ? html`open` : null}>
      <summary>More filters, and order</summary>
      ${further(listing, offered)}
    </details>
    <div class="actions">
      <button type="submit">Show</button>
      <a class="button button--quiet" href="${action}">Without filters</a>
    </div>
  </form>`
