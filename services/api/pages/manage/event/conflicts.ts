import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import type { Site } from '../../../platform/moment.ts'
import { when } from '../../when.ts'
import type { Offered } from './chosen.ts'
import { GROUPS, groupWords, idsIn, type Group, type ListField, type Typed } from './typed.ts'

/** Who wrote last, and when (ISO 8601). */
export type Writer = { readonly name: string; readonly at: string }

const SHOWN = 600

const isList = (field: string): field is ListField =>
  field === 'venues' || field === 'organizers' || field === 'categories' || field === 'tags'

const whenText = ({ allDay, startDate, startTime, endDate, endTime, timezone }: Typed): string => {
  const last = endDate === startDate ? '' : ` – ${endDate}`
  if (allDay !== '') return `${startDate}${last}, whole days`
  return `${startDate} ${startTime} – ${endDate === startDate ? '' : `${endDate} `}${endTime}, ${timezone}`
}

/** What a group says, in words. Pure. */
const groupText = (group: Group, typed: Typed, nameOf: Offered['nameOf']): string => {
  if (group === 'when') return whenText(typed)
  const [field] = GROUPS[group]
  const value = typed[field]
  if (isList(field))
    return (
      idsIn(value)
        .map(id => nameOf(field, id))
        .join(', ') || 'none'
    )
  if (value === '') return 'nothing'
  return value === '1' ? 'yes' : value.length > SHOWN ? `${value.slice(0, SHOWN)}…` : value
}

type Choosing = {
  readonly both: readonly Group[]
  readonly mine: Typed
  readonly theirs: Typed
  /** What is to be added besides, where it is. */
  readonly added: ReadonlySet<Group>
  readonly writer: Writer | null
  readonly nameOf: Offered['nameOf']
  readonly site: Site
}

const side = (group: Group, value: 'mine' | 'theirs', label: Markup, text: string): Markup =>
  html`<label class="manage-choice"
    ><input type="radio" name="choice[${group}]" value="${value}" required />
    <span><strong>${label}</strong></span> <span class="manage-choice__text">${text}</span></label
  >`

/** Members that two people changed, side by side, to choose between them (spec 07 §6). */
export const conflictPanel = ({
  both,
  mine,
  theirs,
  added,
  writer,
  nameOf,
  site,
}: Choosing): Markup | null => {
  if (both.length === 0) return null
  const who =
    writer === null ? html`As it is now` : html`As ${writer.name} wrote it, ${when(writer.at, site)}`
  return html`<section class="card manage-conflicts" aria-labelledby="conflicts">
    <h2 id="conflicts">Somebody else changed this, too</h2>
    <p>Please choose what is to stay. Nothing of it has been saved yet.</p>
    ${both.map(
      group =>
        html`<fieldset>
          <legend>${groupWords[group]}</legend>
          <input type="hidden" name="asked[]" value="${group}" />
          <div class="manage-row">
            ${side(group, 'mine', html`As you typed it`, `${groupText(group, mine, nameOf)}${added.has(group) ? ', and what you add' : ''}`)}
            ${side(group, 'theirs', who, groupText(group, theirs, nameOf))}
          </div>
        </fieldset>`,
    )}
  </section>`
}
