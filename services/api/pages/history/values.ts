import { sentenceOf } from '../../../imports/item/told.ts'
import { isNamed } from '../../../../projections/history/queries.ts'
import { membersOfKind } from '../../../../shared/members/derive.ts'
import { eventMembers } from '../../../../shared/members/event.ts'
import { organizerMembers } from '../../../../shared/members/organizer.ts'
import { venueMembers } from '../../../../shared/members/venue.ts'
import { settingNames } from '../../../../shared/facts/site.ts'
import { utcTime, isoTime } from '../../../../shared/kernel/brands.ts'
import type { Json } from '../../../../shared/kernel/json.ts'
import { html, stored, type Markup } from '../../../../shared/kernel/html/markup.ts'
import { plainText } from '../../../../shared/kernel/html/text.ts'
import { isoOf } from '../../../../shared/kernel/time/calculate.ts'
import { formatDate } from '../../../../shared/kernel/time/format.ts'
import type { Site } from '../../platform/call.ts'
import { when } from '../when.ts'
import { idsOf, kindIn, type NamedKind, type Names } from './names.ts'

/** What showing a value of an item depends on. */
export type Showing = { readonly type: string; readonly site: Site; readonly names: Names }

const LOCAL = new Set(['start', 'end'])
const UTC = new Set(['startUtc', 'endUtc', 'publishedAt'])
const RICH = membersOfKind([eventMembers, venueMembers, organizerMembers], 'html')
const DATE_TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/
/** Longer texts are opened by whoever wants to read them. */
const SHOWN_CHARACTERS = 280

const nothing = html`<span class="nothing">nothing</span>`

const isSetting = (member: string): boolean => settingNames.some(name => name === member)
/** Of a setting: what the environment or a default says counts. */
const unset = html`<span class="nothing">not set</span>`

const longText = (text: string): Markup => {
  if (text.length <= SHOWN_CHARACTERS) return html`${text}`
  const start = text.slice(0, SHOWN_CHARACTERS).replace(/\s+\S*$/, '')
  return html`<details class="long-text">
    <summary>${start} …</summary>
    ${text}
  </details>`
}

const named = (kind: NamedKind, id: number, { site, names }: Showing): Markup => {
  const name = names(kind, id)
  const text = name === null ? html`no longer there` : stored(name)
  return html`<a href="${site.baseUrl}/history/${kind}/${id}">${text}</a> <span class="id">${id}</span>`
}

const dateText = (member: string, value: string, { site }: Showing): Markup | null => {
  if (!DATE_TIME.test(value)) return null
  if (UTC.has(member)) return when(isoOf(utcTime(value)), site)
  if (!LOCAL.has(member)) return null
  const { dateFormat, timeFormat } = site.settings
  return html`${formatDate(`l, ${dateFormat}, ${timeFormat}`, value)}`
}

/** One value of a member in words; links lead to the history of what is named. */
export const shownValue = (member: string, value: Json, showing: Showing): Markup => {
  if (value === null && showing.type === 'site' && isSetting(member)) return unset
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return nothing
  if (showing.type === 'schedule' && typeof value === 'string') {
    if (member === 'dueAt') return when(isoTime(value), showing.site)
    if (member === 'import') return html`<a href="${showing.site.baseUrl}/imports/${value}">${value}</a>`
  }
  if (isNamed(showing.type) && member === 'reason' && typeof value === 'string')
    return html`${sentenceOf(value)}`
  const kind = kindIn(member, showing.type)
  const ids = kind === null ? [] : idsOf(value)
  if (kind !== null && ids.length > 0)
    return html`${ids.map((id, n) => [n === 0 ? null : ', ', named(kind, id, showing)])}`
  if (typeof value === 'boolean') return html`${value ? 'yes' : 'no'}`
  if (typeof value === 'number') return html`${value}`
  if (typeof value === 'string') {
    if (member === 'password') return html`set`
    if (RICH.has(member)) return longText(plainText(value))
    return (
      dateText(member, value, showing) ??
      (member === 'title' || member === 'name' ? stored(value) : longText(value))
    )
  }
  return objectText(value)
}

/** Objects and lists member by member, the empty ones left out. */
const objectText = (value: Json): Markup => {
  if (typeof value !== 'object' || value === null) return html`${String(value)}`
  const parts = Object.entries(value as Record<string, Json>).filter(
    ([, part]) => part !== null && part !== '',
  )
  return html`${parts.map(([name, part], n) => {
    const text = typeof part === 'object' ? JSON.stringify(part) : String(part)
    return [n === 0 ? null : ', ', Array.isArray(value) ? text : `${name}: ${text}`]
  })}`
}

/** Whether there is something to see in a value. */
export const isSomething = (value: Json): boolean =>
  value !== null && value !== '' && value !== false && !(Array.isArray(value) && value.length === 0)
