import { guidOf } from '../../../../projections/event-listing/queries.ts'
import type { AsOf, ToldEntry } from '../../../../projections/history/queries.ts'
import { html, stored, type Markup } from '../../../../shared/kernel/html/markup.ts'
import { plainText } from '../../../../shared/kernel/html/text.ts'
import { isPutBackFact } from '../../../calendar/put-back/words.ts'
import type { Page } from '../page.ts'
import { when } from '../when.ts'
import { filterQuery, type TypedFilter } from '../../admin/history-filter.ts'
import { filterForm } from './filter.ts'
import { timeline, valueRows } from './timeline.ts'
import type { Showing } from './values.ts'
import { thingCalled } from './words.ts'

/** The moment that was asked for, and what there was. */
export type Travel = {
  /** What was typed; "" when a fact was chosen. */
  readonly typed: string
  readonly problem: string | null
  /** null: nothing was recorded until then. */
  readonly found: AsOf | null
}

export type ItemHistory = {
  readonly id: string
  /** What it is called now; null: nothing that has a name. */
  readonly name: string | null
  readonly entries: readonly ToldEntry[]
  /** Where older entries begin; null: these are the oldest. */
  readonly older: number | null
  readonly typed: TypedFilter
  readonly problems: Readonly<Record<string, string>>
  /** null: of what is no item, there is nothing to look back at. */
  readonly canTravel: boolean
  /** Whether whoever looks may put it back. */
  readonly canPutBack: boolean
  readonly travel: Travel | null
  readonly showing: Showing
}

const then = ({ found }: Travel, showing: Showing, address: string | null): Markup => {
  if (found === null)
    return html`<p class="notice">There was nothing yet, or it has been deleted for good.</p>`
  if (found.values === null)
    return html`<p class="notice">It had been deleted: ${when(found.at, showing.site)}.</p>`
  return html`<p>Unchanged since ${when(found.at, showing.site)}.</p>
    ${valueRows(found.values, showing)}
    ${
      address === null
        ? null
        : html`<p><a class="button" href="${address}/put-back?as_of=${found.position}">Put it back …</a></p>`
    }`
}

const travelPanel = ({ travel, canPutBack, showing }: ItemHistory, address: string): Markup =>
  html`<section class="card travel" aria-labelledby="travel-heading" id="then">
    <h2 id="travel-heading">As it was</h2>
    <form method="get" action="${address}#then" class="history-filter">
      <div class="field">
        <label for="at">Date and time (${showing.site.zone})</label>
        <input id="at" name="at" type="datetime-local" step="60" value="${travel?.typed ?? ''}" required />
      </div>
      <button type="submit">Look back</button>
      ${travel === null ? null : html`<a class="button button--quiet" href="${address}">Back to now</a>`}
    </form>
    ${travel?.problem == null ? null : html`<p class="error" role="alert">${travel.problem}</p>`}
    ${travel === null || travel.problem !== null ? null : then(travel, showing, canPutBack ? address : null)}
  </section>`

const pageOf = ({ id, showing: { type, site } }: ItemHistory): string | null => {
  if (type === 'import') return `${site.baseUrl}/imports/${id}`
  return type === 'event' || type === 'venue' || type === 'organizer'
    ? guidOf({ url: site.baseUrl }, type, Number(id))
    : null
}

/** Everything that happened to one thing, and what it was at any moment. */
export const itemPage = (history: ItemHistory): Page => {
  const { id, name, entries, older, typed, problems, canTravel, canPutBack, showing } = history
  const { type, site } = showing
  const thing = thingCalled(type, id)
  const address = `${site.baseUrl}/history/${type}/${id}`
  const page = pageOf(history)
  return {
    status: 200,
    title: `History of ${name === null ? thing : plainText(name)}`,
    styles: ['imports.css', 'history.css'],
    main: html`<p class="breadcrumb"><a href="${site.baseUrl}/history">History</a></p>
      <h1 class="history-name">${name === null ? thing : stored(name)}</h1>
      <p class="history-about">
        ${name === null ? null : thing}${name === null || page === null ? null : ' · '}${page === null ? null : html`<a href="${page}">Open its page</a>`}
      </p>
      ${canTravel ? travelPanel(history, address) : null}
      <section aria-labelledby="changes-heading">
        <h2 id="changes-heading">What happened</h2>
        ${filterForm(address, typed, problems, 'item')}
        ${
          entries.length === 0
            ? html`<p class="notice">Nothing was recorded, or nothing of this kind.</p>`
            : timeline(
                entries,
                showing,
                canTravel ? ({ position }) => `${address}?as_of=${position}#then` : null,
                ({ position, fact }) =>
                  canPutBack && isPutBackFact(type, fact)
                    ? `${address}/put-back?as_of=${position}&only=entry`
                    : null,
              )
        }
        ${
          older === null
            ? null
            : html`<p class="pager">
                <a rel="next" href="${address}?before=${older}${filterQuery(typed)}">Older</a>
              </p>`
        }
      </section>`,
  }
}
