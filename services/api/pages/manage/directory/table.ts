import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import { isoOf } from '../../../../../shared/kernel/time/calculate.ts'
import type { Site } from '../../../platform/call.ts'
import { cell, chooser, tableOf } from '../tables.ts'
import { when } from '../../when.ts'
import { eventsText, statusWords } from '../words.ts'
import type { Entry, Part } from './part.ts'
import { pageOf, wordsOf } from './words.ts'

/** How many events use a thing, and where they are listed. */
export type Uses = ReadonlyMap<number, { readonly count: number; readonly href: string }>

const usesOf = (uses: Uses, id: number): Markup | string => {
  const { count = 0, href = '' } = uses.get(id) ?? {}
  return count === 0 ? eventsText(count) : html`<a href="${href}">${eventsText(count)}</a>`
}

/** The things of a page; on narrow screens each is a card. */
export const directoryTable = (
  { subject, aboutWord, noun }: Part,
  rows: readonly Entry[],
  uses: Uses,
  site: Site,
): Markup => {
  const hrefOf = ({ id, mayEdit }: Entry) =>
    (mayEdit ? null : pageOf(noun, id, site)) ?? `${site.baseUrl}${subject.path}/${id}`
  const columns = ['Name', ...(aboutWord === '' ? [] : [aboutWord]), 'Used by', 'Changed']
  return tableOf(
    wordsOf({ noun }).title,
    columns,
    rows.map(
      row =>
        html`<tr>
          <td class="manage-table__choose">${row.mayEdit ? chooser(row.id, row.name) : null}</td>
          <th scope="row" class="manage-table__title">
            <a href="${hrefOf(row)}">${row.name}</a>
            ${
              row.status === null || row.status === 'publish'
                ? null
                : html`<span class="badge">${statusWords[row.status]}</span>`
            }
          </th>
          ${aboutWord === '' ? null : cell(aboutWord, row.about === '' ? '–' : row.about)}
          ${cell('Used by', usesOf(uses, row.id))} ${cell('Changed', when(isoOf(row.modified), site))}
        </tr>`,
    ),
  )
}
