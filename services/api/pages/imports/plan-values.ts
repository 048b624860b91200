import { isObject, type Json } from '../../../../shared/kernel/json.ts'
import { html, stored, type Markup } from '../../../../shared/kernel/html/markup.ts'
import type { DryRunItem } from '../../../imports/dry-run/items.ts'
import { kindIn } from '../history/names.ts'
import { changeRows, valueRows } from '../history/timeline.ts'
import { shownValue, type Showing } from '../history/values.ts'
import { thingWord } from '../history/words.ts'

type Thing = DryRunItem['changes'][number]
type Named = { readonly id: number | null; readonly name: string }

const namedIn = (value: Json): Named | null =>
  isObject(value) &&
  typeof value['name'] === 'string' &&
  (value['id'] === null || typeof value['id'] === 'number')
    ? { id: value['id'], name: value['name'] }
    : null

/** What a member names: a link to what is there, a word on what would be made. */
const nameText = (member: string, { id, name }: Named, { type, site }: Showing): Markup => {
  const kind = member === 'image' ? 'image' : kindIn(member, type)
  if (id === null || kind === null)
    return html`${stored(name)}${id === null ? html` <span class="id">new</span>` : null}`
  return html`<a href="${site.baseUrl}/history/${kind}/${id}">${stored(name)}</a>`
}

/** A value as a dry run tells it: what it names has its name beside its id (spec 05 §13). */
const plannedValue = (member: string, value: Json, showing: Showing): Markup => {
  const all = (Array.isArray(value) ? (value as readonly Json[]) : [value]).flatMap(one => namedIn(one) ?? [])
  return all.length === 0
    ? shownValue(member, value, showing)
    : html`${all.map((one, n) => [n === 0 ? null : ', ', nameText(member, one, showing)])}`
}

/** Of what is new, where it comes from is known. */
const afterIn = ({ members }: Thing) =>
  Object.fromEntries(
    Object.entries(members).flatMap(([member, [, after]]) => (member === 'origin' ? [] : [[member, after]])),
  )

/** What would change of one thing: of what is new, what it would have. */
export const changedThing = (thing: Thing, context: Omit<Showing, 'type'>): Markup => {
  const showing = { ...context, type: thing.type }
  const word = thingWord(thing.type).toLowerCase()
  if (thing.id === null)
    return html`<details>
      <summary>New ${word} “${stored(thing.name)}”</summary>
      ${valueRows(afterIn(thing), showing, plannedValue)}
    </details>`
  return html`${thing.type === 'event' ? null : html`<h4>${thingWord(thing.type)} “${stored(thing.name)}”</h4>`}
  ${changeRows(thing.members, showing, plannedValue)}`
}
