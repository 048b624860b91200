import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import type { Outcome } from '../call.ts'
import { idOf } from '../controls.ts'
import { problemNotice } from '../frame.ts'

/** Field → what is wrong with it. */
export type Wrong = Readonly<Record<string, string>>

/** Arguments of the interface → the field that brings them, and its label where a message names the argument. */
export type FieldsByArgument = Readonly<Record<string, readonly [field: string, label: string]>>

/** Refused arguments as people see them: at the field, in its words. Pure. */
export const wrongAt = (fields: FieldsByArgument, params: Readonly<Record<string, string>>): Wrong =>
  Object.fromEntries(
    Object.entries(params).map(([name, message]) => {
      const [field, label] = fields[name] ?? [name, name]
      return [field, message.startsWith(name) ? `${label}${message.slice(name.length)}` : message]
    }),
  )

/** Why a form was not saved. */
export type Refused = {
  readonly wrong: Wrong
  /** What is wrong with none of its fields, said above it. */
  readonly said: Markup | null
  readonly status: number
}

/** What cannot be sent. Pure. */
export const unsendable = (wrong: Wrong): Refused => ({ wrong, said: null, status: 400 })

/** What the interface refused. Pure. */
export const refusedBy = (
  { params, message, status }: Extract<Outcome, { readonly ok: false }>,
  fields: FieldsByArgument,
): Refused => ({
  wrong: wrongAt(fields, params),
  said: Object.keys(params).length > 0 ? null : problemNotice(html`<p>Nothing was saved. ${message}</p>`),
  status,
})

/** What is wrong, all of it, with the way to each field. */
export const wrongSummary = (wrong: Wrong): Markup | null => {
  const all = Object.entries(wrong)
  return all.length === 0
    ? null
    : problemNotice(
        html`<p>Nothing was saved. Please look at:</p>
          <ul>
            ${all.map(([field, why]) => html`<li><a href="#${idOf(field)}">${why}</a></li>`)}
          </ul>`,
      )
}
