import { html, type Markup } from '../../../../shared/kernel/html/markup.ts'
import { select } from './controls.ts'

/** Id of the form that what is chosen in a table belongs to. */
const CHOSEN_FORM = 'several'

/** A cell that says on a card what it is. */
export const cell = (label: string, content: Markup | string): Markup =>
  html`<td data-label="${label}">${content}</td>`

/** Chooses one row. One of fifty: without a blank too many. */
export const chooser = (id: number, name: string): Markup =>
  // prettier-ignore
  html`<label class="manage-choose"><input type="checkbox" name="id[]" value="${id}" form="${CHOSEN_FORM}" data-js="choose" /><span class="visually-hidden">Choose ${name}</span></label>`

/** A table whose first column chooses, unless nothing is chosen; on narrow screens each row is a card. */
export const tableOf = (
  caption: string,
  columns: readonly string[],
  rows: readonly Markup[],
  isChosen = true,
): Markup =>
  html`<table class="manage-table">
    <caption class="visually-hidden">
      ${caption}
    </caption>
    <thead>
      <tr>
        ${isChosen ? html`<td></td>` : null} ${columns.map(column => html`<th scope="col">${column}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`

/** Which way round a table is sorted. */
export const orderField = (descending: boolean): Markup =>
  select({
    ...{ name: 'order', label: 'Order', value: descending ? 'desc' : 'asc' },
    choices: [
      ['asc', 'First to last'],
      ['desc', 'Last to first'],
    ],
  })

/** What may be done to those that are chosen; `path`: of the table. */
export const doing = (
  path: string,
  actions: readonly { readonly name: string; readonly word: string }[],
): Markup | null =>
  actions.length === 0
    ? null
    : html`<form id="${CHOSEN_FORM}" class="manage-several" method="get" action="${path}/several">
        <label for="several-do">With those chosen</label>
        <select id="several-do" name="do">
          ${actions.map(({ name, word }) => html`<option value="${name}">${word}</option>`)}
        </select>
        <button type="submit" class="quiet">Go on</button>
        <span class="manage-several__count" data-js="chosen" role="status"></span>
      </form>`

export type TabLink = {
  readonly label: string
  readonly count: number
  readonly href: string
  readonly isHere: boolean
}

/** Tabs of a table, each with how many it has. */
export const tabBar = (label: string, tabs: readonly TabLink[]): Markup =>
  html`<nav class="filters manage-tabs" aria-label="${label}">
    <ul>
      ${tabs.map(
        ({ label: word, count, href, isHere }) =>
          html`<li>
            <a href="${href}" ${isHere ? html`aria-current="page"` : null}>${word} <span>${count}</span></a>
          </li>`,
      )}
    </ul>
  </nav>`
