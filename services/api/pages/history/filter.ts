import type { Narrowed } from '../../../../projections/history/queries.ts'
import { html, type Markup } from '../../../../shared/kernel/html/markup.ts'
import type { Nested } from '../../platform/request/nesting.ts'
import { textOf } from '../page.ts'
import { dayIn } from '../../platform/typed-times.ts'

/** What was typed into the filter. */
export type Typed = { readonly person: string; readonly from: string; readonly to: string }

export const typedIn = (query: Nested): Typed => ({
  person: textOf(query, 'person').trim(),
  from: textOf(query, 'from').trim(),
  to: textOf(query, 'to').trim(),
})

/** What it means, and what is wrong with it. */
export type Read = { readonly narrowed: Narrowed; readonly problems: readonly string[] }

type FilterSurroundings = { readonly zone: string; readonly idOf: (login: string) => number | null }

/** Persons by login or id; days as calendars of the site have them, both ends included. */
export const readFilter = ({ person, from, to }: Typed, { zone, idOf }: FilterSurroundings): Read => {
  const problems: string[] = []
  const actor = person === '' ? null : (idOf(person) ?? (/^\d{1,15}$/.test(person) ? Number(person) : null))
  if (person !== '' && actor === null) problems.push(`There is no user “${person}”.`)
  const [first, last] = [dayIn(from, zone), dayIn(to, zone)]
  if (from !== '' && first === null) problems.push(`“${from}” is no date such as 2027-05-08.`)
  if (to !== '' && last === null) problems.push(`“${to}” is no date such as 2027-05-08.`)
  return {
    problems,
    narrowed: {
      ...(actor === null ? {} : { actor }),
      ...(first === null ? {} : { since: first.from }),
      ...(last === null ? {} : { until: last.until }),
    },
  }
}

/** The same as a query, e.g. `&person=ana`; "" when nothing was typed. */
export const filterQuery = (typed: Typed): string =>
  Object.entries(typed)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `&${name}=${encodeURIComponent(value)}`)
    .join('')

export const filterForm = (
  action: string,
  { person, from, to }: Typed,
  problems: readonly string[],
): Markup =>
  html`${problems.map(problem => html`<p class="error" role="alert">${problem}</p>`)}
    <form
      class="history-filter"
      method="get"
      action="${action}"
      role="search"
      aria-label="Narrow the history"
    >
      <div class="field">
        <label for="person">Person</label>
        <input
          id="person"
          name="person"
          value="${person}"
          autocapitalize="none"
          spellcheck="false"
          autocomplete="off"
        />
      </div>
      <div class="field">
        <label for="from">From</label>
        <input id="from" name="from" type="date" value="${from}" />
      </div>
      <div class="field">
        <label for="to">To</label>
        <input id="to" name="to" type="date" value="${to}" />
      </div>
      <button type="submit" class="quiet">Show</button>
    </form>`
