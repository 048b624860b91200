import type { EventRow } from '../../../../projections/event-listing/queries.ts'
import { html, type Markup } from '../../../../shared/kernel/html/markup.ts'
import { mayEdit } from '../../items/access.ts'
import type { Caller, Site } from '../../platform/call.ts'
import { nameOf } from '../items/objects.ts'
import { whenOf } from '../items/when.ts'
import { cut } from './words.ts'

/** The name of an event with the way to its form, or to its page for who may not change it. */
export const eventLink = (row: EventRow, caller: Caller, { baseUrl }: Site): Markup => {
  const href = mayEdit(caller, row) ? `${baseUrl}/manage/events/${row._id}` : `${baseUrl}/?p=${row._id}`
  return html`<a href="${href}">${cut(nameOf(row.values.title))}</a>`
}

/** When an event takes place. */
export const eventTime = ({ values }: Pick<EventRow, 'values'>, { zone, settings }: Site): Markup => {
  const { dateFormat, timeFormat } = settings
  const { text, from } = whenOf(values, { dateFormat, timeFormat, zone })
  return html`<time datetime="${from}">${text}</time>`
}
