import { html, type Markup } from '../../../../shared/kernel/html/markup.ts'

export type Choice = readonly [value: string, label: string]

/** What stands around a field of a form; `why`: what is wrong with what was typed. */
type Labelled = {
  readonly name: string
  readonly label: string
  readonly hint?: Markup | string | null
  readonly why?: string | undefined
}

/** A field of a form that shows what was typed. */
export type Control = Labelled & { readonly value: string }

/** Ids of elements have no brackets. */
export const idOf = (name: string): string => `f-${name.replaceAll(/[^\w]+/g, '-').replace(/-$/, '')}`

/** Tells a field what is said about it, for those who hear it. */
const described = ({ name, hint = null, why }: Labelled): Markup | null => {
  const ids = [
    ...(why === undefined ? [] : [`${idOf(name)}-why`]),
    ...(hint === null ? [] : [`${idOf(name)}-hint`]),
  ]
  if (ids.length === 0) return null
  return html`aria-describedby="${ids.join(' ')}" ${why === undefined ? null : html`aria-invalid="true"`}`
}

const around = ({ name, label, hint = null, why }: Labelled, inner: Markup): Markup => {
  return html`<div class="field${why === undefined ? '' : ' field--wrong'}">
    <label for="${idOf(name)}">${label}</label>
    ${why === undefined ? null : html`<p class="why" id="${idOf(name)}-why">${why}</p>`} ${inner}
    ${hint === null ? null : html`<p class="hint" id="${idOf(name)}-hint">${hint}</p>`}
  </div>`
}

type Input = Control & {
  readonly type?: 'text' | 'date' | 'time' | 'search' | 'url' | 'email' | 'tel' | 'datetime-local'
  /** Id of a list of proposals. */
  readonly list?: string
  readonly isNeeded?: boolean
}

export const input = (control: Input): Markup => {
  const { name, value, type = 'text', list, isNeeded = false } = control
  return around(
    control,
    html`<input
      id="${idOf(name)}"
      name="${name}"
      type="${type}"
      value="${value}"
      autocomplete="off"
      ${list === undefined ? null : html`list="${list}"`}
      ${isNeeded ? html`required` : null}
      ${type === 'time' && value.length > 5 ? html`step="1"` : null}
      ${described(control)}
    />`,
  )
}

/** A field for a file; `accept`: media types that it may have, `most`: bytes, which scripts look at before it is sent. */
export const fileInput = (control: Labelled & { readonly accept: string; readonly most: number }): Markup =>
  around(
    control,
    html`<input
      id="${idOf(control.name)}"
      name="${control.name}"
      type="file"
      accept="${control.accept}"
      data-most="${control.most}"
      ${described(control)}
    />`,
  )

export const textarea = (control: Control & { readonly rows: number }): Markup =>
  around(
    control,
    // a line break right after the tag would be lost
    html`<textarea
      id="${idOf(control.name)}"
      name="${control.name}"
      rows="${control.rows}"
      ${described(control)}
    >
${control.value}</textarea>`,
  )

export const select = (control: Control & { readonly choices: readonly Choice[] }): Markup =>
  around(
    control,
    html`<select id="${idOf(control.name)}" name="${control.name}" ${described(control)}>
      ${control.choices.map(([value, label]) =>
        value === control.value
          ? html`<option value="${value}" selected>${label}</option>`
          : html`<option value="${value}">${label}</option>`,
      )}
    </select>`,
  )

/** One that is on or off, with its words behind it. */
export const checkbox = (name: string, value: string, label: string, isChecked: boolean): Markup =>
  html`<label class="check"
    ><input type="checkbox" name="${name}" value="${value}" ${isChecked ? html`checked` : null} />
    <span>${label}</span></label
  >`

/** Proposals for what may be typed. */
export const proposals = (id: string, names: readonly string[]): Markup =>
  html`<datalist id="${id}">${names.map(name => html`<option value="${name}"></option>`)}</datalist>`
