import { html, type Markup } from '../../../../shared/kernel/html/markup.ts'
import { BODY_BYTES } from '../../../../shared/limits/requests.ts'
import {
  AUTHORITY,
  choiceField,
  hintOf,
  lineField,
  problemOf,
  saidOf,
  STATUS,
  type Choice,
  type Filled,
} from './fields.ts'

/** How an import is to be done, as the form names it. */
export const OPTIONS = [
  ...['source', 'origin', 'post_status', 'author', 'category', 'update_authority'],
  ...['date_order', 'separator'],
] as const

/** A body that is here since it was brought. */
type KeptFile = { readonly digest: string; readonly name: string }

export type BringForm = {
  readonly filled: Filled
  readonly baseUrl: string
  /** Hidden field of the form. */
  readonly token: Markup
  /** Login of who sits there. */
  readonly login: string
  /** Names of sources that were imported lately. */
  readonly sources: readonly string[]
  /** null: nothing is. */
  readonly kept: KeptFile | null
  /** Mark of what was seen, to be applied when its file is here again; null: nothing was. */
  readonly plan: string | null
}

const KIND: readonly Choice[] = [
  ['', 'as its name or address says'],
  ['ics', 'a calendar (iCalendar)'],
  ['csv', 'a table (CSV)'],
]
const DATES: readonly Choice[] = [
  ['', 'as the site has it'],
  ['MDY', 'month first'],
  ['DMY', 'day first'],
  ['YMD', 'year first'],
]
const SEPARATOR: readonly Choice[] = [
  ['', 'found out'],
  ['comma', 'commas'],
  ['semicolon', 'semicolons'],
  ['tab', 'tabs'],
  ['pipe', 'vertical bars'],
]

const MIB = BODY_BYTES / 1024 / 1024

const SOURCES = 'known-sources'

const fileField = ({ filled, kept }: BringForm): Markup =>
  html`<div class="field bring-file" data-js="drop">
    <label for="file"
      >${kept === null ? 'A calendar or table from this device' : 'Another file in its place'}</label
    >
    <input
      type="file"
      id="file"
      name="file"
      accept=".ics,.csv,.tsv,text/calendar,text/csv"
      ${saidOf('file', filled, true)}
    />
    ${hintOf('file', `An .ics or .csv file of up to ${MIB} MiB.`)}
    <span class="hint" data-js="drop-hint" hidden>It can be dropped here, too.</span>
    ${problemOf('file', filled)}
  </div>`

const sourceList = ({ sources }: BringForm): Markup =>
  html`<datalist id="${SOURCES}">
    ${sources.map(source => html`<option value="${source}"></option>`)}
  </datalist>`

const options = (form: BringForm): Markup => {
  const { filled, login } = form
  const isOpen = OPTIONS.some(
    name => (filled.typed[name] ?? '') !== '' || filled.problems[name] !== undefined,
  )
  return html`<details class="bring-options" ${isOpen ? html`open` : null}>
    <summary>Options</summary>
    <div class="bring-fields">
      ${lineField('source', 'Name of the source', filled, {
        hint: 'Events are known again by it: say what you said the last time. Else the name of the file, or the address.',
        list: SOURCES,
      })}
      ${sourceList(form)} ${choiceField('origin', 'It is', KIND, filled)}
      ${lineField('author', 'Act for', filled, { usual: login, hint: 'Login or e-mail address of who is the author of new events.' })}
      ${choiceField('post_status', 'New events are', STATUS, filled)}
      ${lineField('category', 'Category of new events', filled, { hint: 'One that there is, by its name.' })}
      ${choiceField('update_authority', 'Known events', AUTHORITY, filled)}
      ${choiceField('date_order', 'Dates like 3/4/2027 of a table', DATES, filled)}
      ${choiceField('separator', 'Cells of a table are separated by', SEPARATOR, filled)}
    </div>
  </details>`
}

const FIELDS: ReadonlySet<string> = new Set(['file', 'url', ...OPTIONS])

/** That something is wrong, and what has no field. */
const alert = ({ filled: { problems } }: BringForm): Markup | null => {
  const names = Object.keys(problems)
  const others = names.filter(name => !FIELDS.has(name))
  if (names.length === 0) return null
  return html`<p class="error" role="alert">
    Nothing was done. ${others.length === names.length ? null : 'Look at what is said below.'}
    ${others.map(name => html`${problems[name] ?? ''} `)}
  </p>`
}

const hidden = (name: string, value: string): Markup =>
  html`<input type="hidden" name="${name}" value="${value}" />`

/** The form by which a file or feed is brought (spec 05 §13). Works without scripts; one lets files be dropped on it. */
export const bringForm = (form: BringForm): Markup => {
  const { baseUrl, token, filled, kept, plan } = form
  return html`<form
    method="post"
    action="${baseUrl}/imports"
    enctype="multipart/form-data"
    class="bring"
    data-js="bring"
    data-most="${String(BODY_BYTES)}"
  >
    ${alert(form)} ${token} ${kept === null ? null : hidden('kept', kept.digest)}
    ${plan === null ? null : hidden('plan', plan)}
    ${kept === null ? null : html`<p class="notice">${kept.name} is still here.</p>`}
    <div class="bring-what">
      ${fileField(form)}
      ${lineField('url', 'or the address of a feed', filled, { usual: 'https://…', hint: 'It is fetched once. https://, http:// or webcal://' })}
    </div>
    ${options(form)}
    <div class="actions">
      ${plan === null ? null : html`<button type="submit" name="choice" value="apply">Apply what you saw</button>`}
      <button type="submit" name="choice" value="try" class="${plan === null ? '' : 'quiet'}">
        Show what it would do
      </button>
    </div>
    <p class="hint" data-js="busy" role="status">Nothing is changed before you have seen it.</p>
  </form>`
}
