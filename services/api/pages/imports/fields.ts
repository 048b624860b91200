import { html, type Markup } from '../../../../shared/kernel/html/markup.ts'
import { ADDRESS_LENGTH } from '../../../../shared/limits/items.ts'
import { capitalized } from '../../../../shared/kernel/text/capitalized.ts'

/** A form as somebody filled it in, by the names of its fields. */
export type Filled = {
  readonly typed: Readonly<Record<string, string>>
  /** What is wrong with a field, in words. */
  readonly problems: Readonly<Record<string, string>>
}

export type Choice = readonly [value: string, word: string]

export const AUTHORITY: readonly Choice[] = [
  ['', 'as the site has it'],
  ['overwrite', 'follow the source'],
  ['preserve_changes', 'keep what people changed'],
  ['retain', 'stay as they are'],
]
export const STATUS: readonly Choice[] = [
  ['', 'as the site has it'],
  ['publish', 'published'],
  ['pending', 'pending'],
  ['draft', 'drafts'],
  ['private', 'private'],
]

/** Attributes of a field that lead whoever hears it to what is said of it. */
export const saidOf = (name: string, { problems }: Filled, hasHint: boolean): Markup | null => {
  const isWrong = problems[name] !== undefined
  const ids = [...(hasHint ? [`${name}-hint`] : []), ...(isWrong ? [`${name}-problem`] : [])]
  if (ids.length === 0) return null
  return html`aria-describedby="${ids.join(' ')}" ${isWrong ? html`aria-invalid="true"` : null}`
}

export const hintOf = (name: string, hint: string | null): Markup | null =>
  hint === null ? null : html`<span class="hint" id="${name}-hint">${hint}</span>`

/** A refusal of an argument, where its field stands beside it. */
const beside = (name: string, problem: string): string => {
  if (problem.startsWith(`${name} `)) return `It${problem.slice(name.length)}`
  const said = problem.startsWith(`${name}: `) ? problem.slice(name.length + 2) : problem
  return capitalized(said)
}

export const problemOf = (name: string, { problems }: Filled): Markup | null => {
  const problem = problems[name]
  return problem === undefined
    ? null
    : html`<span class="problem" id="${name}-problem">${beside(name, problem)}</span>`
}

export const choiceField = (
  name: string,
  label: string,
  choices: readonly Choice[],
  filled: Filled,
): Markup =>
  html`<div class="field">
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}" ${saidOf(name, filled, false)}>
      ${choices.map(
        ([value, word]) =>
          html`<option value="${value}" ${filled.typed[name] === value ? html`selected` : null}>
            ${word}
          </option>`,
      )}
    </select>
    ${problemOf(name, filled)}
  </div>`

type LineOptions = {
  readonly isRequired?: boolean
  readonly hint?: string
  /** Shown while nothing is typed. */
  readonly usual?: string
  /** Id of a list of what it may be. */
  readonly list?: string
}

export const lineField = (
  name: string,
  label: string,
  filled: Filled,
  { isRequired = false, hint, usual, list }: LineOptions = {},
): Markup =>
  html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      value="${filled.typed[name] ?? ''}"
      maxlength="${String(ADDRESS_LENGTH)}"
      autocomplete="off"
      autocapitalize="none"
      spellcheck="false"
      ${saidOf(name, filled, hint !== undefined)}
      ${usual === undefined ? null : html`placeholder="${usual}"`}
      ${list === undefined ? null : html`list="${list}"`}
      ${isRequired ? html`required` : null}
    />
    ${hintOf(name, hint ?? null)} ${problemOf(name, filled)}
  </div>`
