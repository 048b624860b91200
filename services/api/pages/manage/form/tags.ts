import { type TermId, termId } from '../../../../../shared/kernel/brands.ts'
import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import { checkbox, input } from '../controls.ts'
import { idsIn } from './id-list.ts'

/** Where the names of further tags are typed. */
export const ADDED_TAGS = 'addTags'

type Present = {
  /** Field of the form whose ids these are. */
  readonly list: string
  /** Joined by commas. */
  readonly ids: string
  readonly nameOf: (id: number) => string
}

/** Those that a thing has: who takes the mark away takes them away. */
export const present = ({ list, ids, nameOf }: Present): Markup | null => {
  const all = idsIn(ids)
  return all.length === 0
    ? null
    : html`<div class="manage-present">
        ${all.map(id => checkbox(`${list}[]`, String(id), nameOf(id), true))}
      </div>`
}

type Tags = Pick<Present, 'ids'> & {
  readonly nameOf: (id: TermId) => string
  /** Names to add, as they were typed. */
  readonly added: string
  readonly why: string | undefined
  readonly hint?: string
}

/** The tags of an event, venue or organizer (spec 07 §5, §7). */
export const tagsPart = ({ ids, nameOf, added, why, hint = '' }: Tags): Markup =>
  html`<fieldset class="manage-part">
    <legend>Tags</legend>
    ${present({ list: 'tags', ids, nameOf: id => nameOf(termId(id)) })}
    ${input({
      ...{ name: ADDED_TAGS, label: 'Further tags', value: added, why },
      hint: `Names with commas between them; new ones are made. ${hint}`.trim(),
    })}
  </fieldset>`
