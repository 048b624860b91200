import { sentenceOf } from '../../../imports/item/told.ts'
import type { ChosenItem, ImportRecord, ItemChoice } from '../../../../projections/import-status/queries.ts'
import { html, type Markup } from '../../../../shared/kernel/html/markup.ts'
import type { Site } from '../../platform/call.ts'
import { pager } from '../pager.ts'
import { outcomes } from './words.ts'

export const PER_PAGE = 50

/** Which items are shown, and how many there are of them. `name` null: all. */
type Choice = {
  readonly name: ItemChoice | null
  readonly word: string
  readonly count: (record: ImportRecord) => number
}

/** Received items, and the events behind them that were withdrawn. */
const toldIn = ({ received, outcomes: { withdrawn } }: ImportRecord): number => received + withdrawn

const choices: readonly Choice[] = [
  { name: null, word: 'All', count: toldIn },
  ...outcomes.map(name => ({ name, word: name, count: (record: ImportRecord) => record.outcomes[name] })),
  { name: 'waiting', word: 'waiting', count: ({ received, processed }) => received - processed },
  { name: 'warned', word: 'with warnings', count: ({ warned }) => warned },
]

/** What `outcome` in an address asks for; null: everything, or nothing that there is. */
export const choiceIn = (text: string): ItemChoice | null =>
  choices.find(({ name }) => name === text)?.name ?? null

/** A part of the items that were chosen. */
export type ShownItems = {
  readonly choice: ItemChoice | null
  readonly items: readonly ChosenItem[]
  /** Position of the first one, and of the one after the last; null: there is none. */
  readonly from: number
  readonly next: number | null
}

const titleOf = ({ title, uid }: ChosenItem): string => (title === '' ? (uid ?? 'without a title') : title)

const historyTypes = { cal_events: 'event', cal_venue: 'venue', cal_organizer: 'organizer' } as const

/** Items of files of venues and organizers are no events. */
const linked = (item: ChosenItem, id: number, { baseUrl }: Site): Markup =>
  html`<a href="${baseUrl}/?p=${id}">${titleOf(item)}</a>
    <a class="aside" href="${baseUrl}/history/${historyTypes[item.type ?? 'cal_events']}/${id}"
      >History<span class="visually-hidden"> of ${titleOf(item)}</span></a
    >`

const row = (item: ChosenItem, site: Site): Markup => {
  const { position, line, outcome, reason, warnings, found, id } = item
  const said = [...(reason === null ? [] : [reason]), ...warnings].map(code =>
    sentenceOf(code, found?.[code]),
  )
  return html`<tr>
    <td class="number">${position}</td>
    <td class="number">${line ?? '–'}</td>
    <td><span class="outcome outcome--${outcome ?? 'waiting'}">${outcome ?? 'waiting'}</span></td>
    <td class="import-items__title">${id === null ? titleOf(item) : linked(item, id, site)}</td>
    <td>${said.length === 0 ? '–' : said.map(text => html`<span class="said">${text}</span> `)}</td>
  </tr>`
}

const filters = (record: ImportRecord, chosen: ItemChoice | null, address: string): Markup =>
  html`<nav class="filters" aria-label="Which items are shown">
    <ul>
      ${choices.map(({ name, word, count }) => {
        const items = count(record)
        if (items === 0 && name !== null && name !== chosen) return null
        const href = name === null ? address : `${address}?outcome=${name}`
        return html`<li>
          <a href="${href}#items" ${name === chosen ? html`aria-current="true"` : null}
            >${word} <span>${items}</span></a
          >
        </li>`
      })}
    </ul>
  </nav>`

/** All items have numbered pages; of some of them, a page begins where the one before it ended. */
const paging = (record: ImportRecord, { choice, from, next }: ShownItems, address: string): Markup | null => {
  if (choice === null)
    return pager({
      page: Math.floor((from - 1) / PER_PAGE) + 1,
      pages: Math.ceil(toldIn(record) / PER_PAGE),
      hrefOf: n => `${address}?page=${n}#items`,
      label: 'Pages of items',
    })
  if (from === 1 && next === null) return null
  const query = `${address}?outcome=${choice}`
  return html`<nav class="pager" aria-label="Pages of items">
    ${from === 1 ? null : html`<a href="${query}#items">From the first</a>`}
    ${next === null ? null : html`<a rel="next" href="${query}&amp;from=${next}#items">Next</a>`}
  </nav>`
}

const table = (items: readonly ChosenItem[], site: Site): Markup =>
  html`<div class="table-frame" role="region" aria-label="Table of items" tabindex="0">
    <table>
      <thead>
        <tr>
          <th scope="col" class="number">No.</th>
          <th scope="col" class="number">Line</th>
          <th scope="col">Outcome</th>
          <th scope="col">What</th>
          <th scope="col">Why</th>
        </tr>
      </thead>
      <tbody>
        ${items.map(item => row(item, site))}
      </tbody>
    </table>
  </div>`

/** What became of each item, a page of them at a time. */
export const itemsPanel = (record: ImportRecord, shown: ShownItems, site: Site): Markup => {
  if (record.received === 0) return html`<p id="items">No item has come so far.</p>`
  const address = `${site.baseUrl}/imports/${record.import_id}`
  return html`<section id="items" class="import-items" aria-labelledby="items-heading">
    <h2 id="items-heading">Items</h2>
    ${filters(record, shown.choice, address)}
    ${shown.items.length === 0 ? html`<p class="notice">There are none of these.</p>` : table(shown.items, site)}
    ${paging(record, shown, address)}
  </section>`
}
