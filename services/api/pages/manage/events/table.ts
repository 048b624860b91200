import type { EventRow } from '../../../../../projections/event-listing/queries.ts'
import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import { isoOf } from '../../../../../shared/kernel/time/calculate.ts'
import { mayEdit } from '../../../items/access.ts'
import type { Caller, Site } from '../../../platform/call.ts'
import type { Names } from '../../history/names.ts'
import { nameOf } from '../../items/objects.ts'
import { when } from '../../when.ts'
import { eventLink, eventTime } from '../event-link.ts'
import { cell, chooser, tableOf } from '../tables.ts'
import { cut, statusWords } from '../words.ts'

export type TableShowing = {
  readonly site: Site
  readonly names: Names
  readonly caller: Caller
}

const named = (
  kind: 'venue' | 'organizer' | 'category',
  ids: readonly number[],
  { names }: TableShowing,
): string => {
  const all = ids.flatMap(id => names(kind, id) ?? [])
  const [first, second] = all.map(name => cut(nameOf(name)))
  if (first === undefined) return '–'
  return all.length > 2
    ? `${first} and ${all.length - 1} more`
    : second === undefined
      ? first
      : `${first}, ${second}`
}

const marks = ({ values }: EventRow): Markup =>
  html`${values.status === 'publish' ? null : html`<span class="badge">${statusWords[values.status]}</span>`}
  ${values.password === '' ? null : html`<span class="badge">Protected</span>`}
  ${values.hidden ? html`<span class="badge">Not listed</span>` : null}`

const rowOf = (row: EventRow, showing: TableShowing): Markup => {
  const { site, names, caller } = showing
  const { origin, author } = row.values
  return html`<tr>
    <td class="manage-table__choose">
      ${mayEdit(caller, row) ? chooser(row._id, cut(nameOf(row.values.title))) : null}
    </td>
    <th scope="row" class="manage-table__title">${eventLink(row, caller, site)} ${marks(row)}</th>
    ${cell('When', eventTime(row, site))} ${cell('Where', named('venue', row.values.venues, showing))}
    ${cell('Categories', named('category', row.values.categories, showing))}
    ${cell('Author', names('user', author) ?? '–')}
    ${cell(
      'Changed',
      html`${when(isoOf(row.modified), site)}${
        origin === null ? null : html`<span class="manage-table__source">from ${cut(origin.source)}</span>`
      }`,
    )}
  </tr>`
}

const COLUMNS = ['Title', 'When', 'Where', 'Categories', 'Author', 'Changed'] as const

/** The events of a page; on narrow screens each is a card. */
export const eventTable = (rows: readonly EventRow[], showing: TableShowing): Markup =>
  tableOf(
    'Events',
    COLUMNS,
    rows.map(row => rowOf(row, showing)),
  )
