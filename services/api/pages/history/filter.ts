import { kinds } from '../../../../projections/history/queries.ts'
import { Source } from '../../../../shared/facts/meta.ts'
import { html, type Markup } from '../../../../shared/kernel/html/markup.ts'
import { changedMembers, type TypedFilter } from '../../admin/history-filter.ts'
import { kindWord, memberWord, wayWord } from './words.ts'

type Option = readonly [value: string, word: string]

const input = (name: keyof TypedFilter, label: string, value: string): Markup =>
  html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      value="${value}"
      autocapitalize="none"
      spellcheck="false"
      autocomplete="off"
    />
  </div>`

const day = (name: 'from' | 'to', label: string, value: string): Markup =>
  html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      type="${value.includes('T') ? 'datetime-local' : 'date'}"
      value="${value}"
    />
  </div>`

const choice = (name: keyof TypedFilter, label: string, chosen: string, options: readonly Option[]): Markup =>
  html`<div class="field">
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}">
      <option value="">any</option>
      ${options.map(
        ([value, word]) =>
          html`<option value="${value}" ${value === chosen ? html`selected` : null}>${word}</option>`,
      )}
    </select>
  </div>`

const byWord = (one: Option, other: Option): number => one[1].localeCompare(other[1], 'en')

/** Several members share a word: then their names tell them apart. */
const members: readonly Option[] = changedMembers
  .map(name => [name, memberWord(name)] as const)
  .map(([name, word], _, all): Option =>
    all.filter(([, other]) => other === word).length > 1 ? [name, `${word} (${name})`] : [name, word],
  )
  .sort(byWord)

const fieldsOfAll = (typed: TypedFilter): Markup =>
  html`${choice(
    'kind',
    'Kind',
    typed.kind,
    kinds.map(kind => [kind, kindWord(kind)]),
  )}
  ${choice(
    'source',
    'Through',
    typed.source,
    Source.options.map(source => [source, wayWord(source)]),
  )}
  ${choice('member', 'Changed', typed.member, members)} ${input('import', 'Import', typed.import)}
  ${input('text', 'Text', typed.text)}`

/** What the history is narrowed to; `of` an item there is less to ask than of everything. */
export const filterForm = (
  action: string,
  typed: TypedFilter,
  problems: Readonly<Record<string, string>>,
  of: 'item' | 'all',
): Markup =>
  html`${Object.values(problems).map(problem => html`<p class="error" role="alert">${problem}</p>`)}
    <form
      class="history-filter"
      method="get"
      action="${action}"
      role="search"
      aria-label="Narrow the history"
    >
      ${input('person', 'Person', typed.person)} ${of === 'all' ? fieldsOfAll(typed) : null}
      ${day('from', 'From', typed.from)} ${day('to', 'To', typed.to)}
      <button type="submit" class="quiet">Show</button>
    </form>`
