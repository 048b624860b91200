import type { TermId, Position } from '../../../../../shared/kernel/brands.ts'
import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import type { ItemStatus } from '../../../../../shared/facts/common.ts'
import type { Caller, Site } from '../../../platform/call.ts'
import { checkbox, input, select, textarea, type Choice } from '../controls.ts'
import { editedText } from '../form/edited-text.ts'
import type { Fields } from '../form/merge.ts'
import { enterSaves, picturePart, type PictureShown } from '../form/picture.ts'
import { clockField } from '../form/published.ts'
import { ADDED_TAGS, tagsPart } from '../form/tags.ts'
import type { Wrong } from '../form/wrong.ts'
import { statusesFor, statusWords } from '../words.ts'
import type { Field, Section } from './fields.ts'
import type { Part } from './part.ts'

/** Everything that the form of a venue, organizer, category or tag shows. */
export type FormShowing = {
  readonly part: Part
  /** null: a new one. */
  readonly id: number | null
  /** Position of the newest record that this form knows of; 0: a new one. */
  readonly rev: Position
  readonly typed: Fields
  readonly wrong: Wrong
  /** null: the author stays. */
  readonly authors: readonly Choice[] | null
  /** Categories that it may be below. */
  readonly parents: readonly Choice[]
  /** null: it has none, as categories and tags. */
  readonly picture: PictureShown | null
  /** What its tags are called. */
  readonly tagName: (id: TermId) => string
  readonly token: Markup
  readonly conflicts: Markup | null
  readonly caller: Caller
  readonly site: Site
}

const TYPES = { tel: 'tel', email: 'email', url: 'url', line: 'text', number: 'text' } as const

const TAGS_HINT = 'They are kept for programs; pages do not show them.'

const statusChoices = (value: string, caller: Caller): readonly Choice[] =>
  [...new Set([...statusesFor(caller), value as ItemStatus])].map(status => [status, statusWords[status]])

const control = (field: Field, showing: FormShowing): Markup | null => {
  const { typed, wrong, authors, parents, picture, caller, site } = showing
  const { name, label, as, hint } = field
  const value = typed[name] ?? ''
  const said = { name, label, value, hint, why: wrong[name] }
  switch (as) {
    case 'flag':
      return checkbox(name, '1', label, value !== '')
    case 'text':
      return editedText({ ...said, rows: 8 }, site)
    case 'html':
      return textarea({ ...said, rows: 2 })
    case 'status':
      return select({ ...said, choices: statusChoices(value, caller) })
    case 'author':
      return authors === null
        ? html`<input type="hidden" name="${name}" value="${value}" />`
        : select({ ...said, choices: authors })
    case 'parent':
      return select({ ...said, choices: [['', 'Nothing: at the top'], ...parents] })
    case 'picture':
      return picture && picturePart({ image: value, wrong, picture, caller, site })
    case 'tags':
      return tagsPart({
        ...{ ids: value, nameOf: showing.tagName, added: typed[ADDED_TAGS] ?? '', why: wrong[ADDED_TAGS] },
        hint: TAGS_HINT,
      })
    case 'published':
      return input({ ...said, type: 'datetime-local' })
    default:
      return input({ ...said, type: TYPES[as], isNeeded: name === 'name' })
  }
}

const of = (showing: FormShowing, section: Section): readonly Field[] =>
  showing.part.fields.filter(field => field.section === section)

const controls = (showing: FormShowing, section: Section): readonly (Markup | null)[] =>
  of(showing, section).map(field => control(field, showing))

const group = (showing: FormShowing, section: Section, legend: string, more: Markup | null = null) => {
  const all = controls(showing, section)
  return all.length === 0
    ? null
    : html`<fieldset class="manage-part">
        <legend>${legend}</legend>
        ${section === 'where' ? html`<div class="manage-row">${all}</div>` : all} ${more}
      </fieldset>`
}

const further = (showing: FormShowing): Markup | null => {
  const fields = of(showing, 'further')
  const isOpen = fields.some(
    ({ name }) => (showing.typed[name] ?? '') !== '' || showing.wrong[name] !== undefined,
  )
  return fields.length === 0
    ? null
    : html`<details ${isOpen ? html`open` : null}>
        <summary>More about the place</summary>
        <div class="manage-row">${controls(showing, 'further')}</div>
      </details>`
}

const buttons = ({ part, id, site }: FormShowing): Markup => {
  const { subject, several } = part
  const name = several.specOf('trash', null) === null ? 'purge' : 'trash'
  const word = several.specOf(name, null)?.word ?? ''
  return html`<div class="actions manage-save">
    <button type="submit">Save</button>
    ${
      id === null
        ? null
        : html`<a
            class="button button--danger"
            href="${site.baseUrl}${subject.path}/several?do=${name}&amp;id[]=${id}"
            >${word}</a
          >`
    }
  </div>`
}

/** The form of a venue, organizer, category or tag (spec 07 §7). */
export const directoryForm = (showing: FormShowing): Markup => {
  const { part, id, rev, picture, token, conflicts, site } = showing
  return html`<form
    class="manage-form"
    method="post"
    action="${site.baseUrl}${part.subject.path}/${id ?? 'new'}"
    ${picture === null ? null : html`enctype="multipart/form-data"`}
    data-js="keeps"
    novalidate
  >
    ${enterSaves}${token}<input type="hidden" name="rev" value="${rev}" /> ${clockField(site.zone)}
    ${conflicts}
    <div class="manage-form__main">
      ${controls(showing, 'name')} ${group(showing, 'where', 'Where', further(showing))}
      ${controls(showing, 'texts')} ${controls(showing, 'picture')}
    </div>
    <div class="manage-form__side">
      ${group(showing, 'contact', 'Contact')} ${group(showing, 'publication', 'Publication')}
      ${controls(showing, 'tags')} ${group(showing, 'looks', 'Display')}
    </div>
    ${buttons(showing)}
  </form>`
}
