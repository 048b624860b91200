import type { ImportRecord, ImportRecordItem } from '../../../../projections/import-status/queries.ts'
import { html, type Markup } from '../../../../shared/kernel/html/markup.ts'
import type { Site } from '../../platform/moment.ts'
import { pager } from '../pager.ts'
import { outcomes, reasonText } from './words.ts'

const PER_PAGE = 50

/** Which items are shown: those of an outcome, `waiting` or `warned`; "" shows all. */
type Choice = {
  readonly name: string
  readonly word: string
  readonly has: (item: ImportRecordItem) => boolean
}

const choices: readonly Choice[] = [
  { name: '', word: 'All', has: () => true },
  ...outcomes.map(name => ({ name, word: name, has: ({ outcome }: ImportRecordItem) => outcome === name })),
  { name: 'waiting', word: 'waiting', has: ({ outcome }) => outcome === null },
  { name: 'warned', word: 'with warnings', has: ({ warnings }) => warnings.length > 0 },
]

const titleOf = ({ title, uid }: ImportRecordItem): string =>
  title === '' ? (uid ?? 'without a title') : title

const row = (item: ImportRecordItem, { baseUrl }: Site): Markup => {
  const { position, line, outcome, reason, warnings, id } = item
  const said = [...(reason === null ? [] : [reason]), ...warnings].map(reasonText)
  return html`<tr>
    <td class="number">${position}</td>
    <td class="number">${line ?? '–'}</td>
    <td><span class="outcome outcome--${outcome ?? 'waiting'}">${outcome ?? 'waiting'}</span></td>
    <td class="import-items__title">
      ${
        id === null
          ? titleOf(item)
          : html`<a href="${baseUrl}/?post_type=cal_events&amp;p=${id}">${titleOf(item)}</a>
              <a class="aside" href="${baseUrl}/history/event/${id}"
                >History<span class="visually-hidden"> of ${titleOf(item)}</span></a
              >`
      }
    </td>
    <td>${said.length === 0 ? '–' : said.map(text => html`<span class="said">${text}</span> `)}</td>
  </tr>`
}

const filters = (record: ImportRecord, chosen: Choice, address: string): Markup =>
  html`<nav class="filters" aria-label="Which items are shown">
    <ul>
      ${choices.map(({ name, word, has }) => {
        const count = record.items.filter(has).length
        if (count === 0 && name !== '' && name !== chosen.name) return null
        const href = name === '' ? address : `${address}?outcome=${name}`
        const current = name === chosen.name
        return html`<li>
          <a href="${href}#items" ${current ? html`aria-current="true"` : null}
            >${word} <span>${count}</span></a
          >
        </li>`
      })}
    </ul>
  </nav>`

/** What became of each item, a page of them at a time. */
export const itemsPanel = (record: ImportRecord, outcome: string, page: number, site: Site): Markup => {
  const chosen = choices.find(({ name }) => name === outcome) ?? choices[0]
  if (chosen === undefined || record.items.length === 0)
    return html`<p id="items">No item has come so far.</p>`
  const address = `${site.baseUrl}/imports/${record.import_id}`
  const found = record.items.filter(chosen.has)
  const shown = found.slice((page - 1) * PER_PAGE, page * PER_PAGE)
  const query = chosen.name === '' ? '' : `outcome=${chosen.name}&`
  return html`<section id="items" class="import-items" aria-labelledby="items-heading">
    <h2 id="items-heading">Items</h2>
    ${filters(record, chosen, address)}
    ${
      shown.length === 0
        ? html`<p class="notice">There are none of these.</p>`
        : html`<div class="table-frame" role="region" aria-label="Table of items" tabindex="0">
            <table>
              <thead>
                <tr>
                  <th scope="col" class="number">No.</th>
                  <th scope="col" class="number">Line</th>
                  <th scope="col">Outcome</th>
                  <th scope="col">Event</th>
                  <th scope="col">Why</th>
                </tr>
              </thead>
              <tbody>
                ${shown.map(item => row(item, site))}
              </tbody>
            </table>
          </div>`
    }
    ${pager({
      page,
      pages: Math.ceil(found.length / PER_PAGE),
      hrefOf: n => `${address}?${query}page=${n}#items`,
      label: 'Pages of items',
    })}
  </section>`
}
