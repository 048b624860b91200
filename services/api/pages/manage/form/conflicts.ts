import type { IsoTime, Position } from '../../../../../shared/kernel/brands.ts'
import type { StoredRecord } from '../../../../../shared/event-store/port.ts'
import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import type { UsersInMemory } from '../../../../accounts/users-in-memory.ts'
import type { Site } from '../../../platform/call.ts'
import { when } from '../../when.ts'

/** Who wrote last, and when (ISO 8601). */
export type Writer = { readonly name: string; readonly at: IsoTime }

/** Who wrote after `rev`, the last of them. Pure. */
export const writerSince = (
  records: readonly StoredRecord[],
  rev: Position,
  { byId }: Pick<UsersInMemory, 'byId'>,
): Writer | null => {
  const last = records.findLast(({ position }) => position > rev)
  if (last === undefined) return null
  const { actor, source, at } = last.meta
  const name = source === 'import' ? 'an import' : actor === null ? 'the service' : byId(actor)?.login
  return { name: name ?? `user ${actor}`, at }
}

/** What two people changed, each in words. */
export type Conflict = {
  readonly group: string
  readonly word: string
  readonly mine: string
  readonly theirs: string
}

const SHOWN = 600

/** A typed text in words. Pure. */
export const saidText = (value: string): string => {
  if (value === '') return 'nothing'
  return value === '1' ? 'yes' : value.length > SHOWN ? `${value.slice(0, SHOWN)}…` : value
}

const side = (group: string, value: 'mine' | 'theirs', label: Markup, text: string): Markup =>
  html`<label class="manage-choice"
    ><input type="radio" name="choice[${group}]" value="${value}" required />
    <span><strong>${label}</strong></span> <span class="manage-choice__text">${text}</span></label
  >`

/** Members that two people changed, side by side, to choose between them (spec 07 §6). */
export const conflictPanel = (
  conflicts: readonly Conflict[],
  writer: Writer | null,
  site: Site,
): Markup | null => {
  if (conflicts.length === 0) return null
  const who =
    writer === null ? html`As it is now` : html`As ${writer.name} wrote it, ${when(writer.at, site)}`
  return html`<section class="card manage-conflicts" aria-labelledby="conflicts">
    <h2 id="conflicts">Somebody else changed this, too</h2>
    <p>Please choose what is to stay. Nothing of it has been saved yet.</p>
    ${conflicts.map(
      ({ group, word, mine, theirs }) =>
        html`<fieldset>
          <legend>${word}</legend>
          <input type="hidden" name="asked[]" value="${group}" />
          <div class="manage-row">
            ${side(group, 'mine', html`As you typed it`, mine)} ${side(group, 'theirs', who, theirs)}
          </div>
        </fieldset>`,
    )}
  </section>`
}
