import type { ImportRecord } from '../../../../projections/import-status/queries.ts'
import { html, type Markup } from '../../../../shared/kernel/html/markup.ts'
import type { DryRunItem } from '../../../imports/dry-run/items.ts'
import { sentenceOf } from '../../../imports/item/told.ts'
import type { Showing } from '../history/values.ts'
import type { Page } from '../page.ts'
import { PLANNED_ITEMS, placeText, type PlanChoice, type PlanPart } from './plan-items.ts'
import { changedThing } from './plan-values.ts'
import { outcomes } from './words.ts'

export type PlanShown = {
  readonly mark: string
  readonly record: ImportRecord
  readonly part: PlanPart
  /** What the form was sent with, and is sent with again: names and values. */
  readonly given: Readonly<Record<string, string>>
  /** Hidden field of the forms. */
  readonly token: Markup
  readonly showing: Omit<Showing, 'type'>
  /** The form once more, for other options. */
  readonly again: Markup
  /** Why what was asked for was not done; null: nothing else was asked for. */
  readonly said: { readonly status: number; readonly text: string } | null
}

const FORM = 'plan'

const isAnything = ({ record: { outcomes: of } }: PlanShown): boolean =>
  of.created + of.updated + of.withdrawn > 0

const counts = ({ outcomes: of }: ImportRecord): Markup =>
  html`<dl class="figures figures--outcomes">
    ${outcomes.map(outcome =>
      of[outcome] === 0
        ? null
        : html`<div>
            <dt>${outcome}</dt>
            <dd>${of[outcome]}</dd>
          </div>`,
    )}
  </dl>`

const ask = (plan: PlanShown): Markup => {
  const { given, mark, token, showing } = plan
  return html`<form method="post" action="${showing.site.baseUrl}/imports" id="${FORM}">
    ${token}
    ${Object.entries({ ...given, plan: mark }).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    <div class="actions">
      ${isAnything(plan) ? html`<button type="submit" name="choice" value="apply">Apply it</button>` : null}
      <button type="submit" name="choice" value="leave" class="quiet">Leave everything as it is</button>
    </div>
  </form>`
}

const leads = (place: Pick<PlanPart, 'choice' | 'from'>, text: string | Markup, isCurrent = false): Markup =>
  html`<button
    type="submit"
    form="${FORM}"
    name="part"
    value="${placeText(place)}"
    class="quiet"
    ${isCurrent ? html`aria-current="true"` : null}
  >
    ${text}
  </button>`

const filters = ({ record, part }: PlanShown): Markup => {
  const choices: readonly (readonly [PlanChoice, string, number])[] = [
    ['all', 'To look at', part.all],
    ...outcomes.map(outcome => [outcome, outcome, record.outcomes[outcome]] as const),
    ['warned', 'with warnings', record.warned],
  ]
  return html`<nav class="filters" aria-label="Which items are shown">
    <ul>
      ${choices.map(([choice, word, items]) =>
        items === 0 && choice !== part.choice && choice !== 'all'
          ? null
          : html`<li>
              ${leads({ choice, from: 1 }, html`${word} <span>${items}</span>`, choice === part.choice)}
            </li>`,
      )}
    </ul>
  </nav>`
}

const paging = ({ part: { choice, from, chosen, items: shown, next } }: PlanShown): Markup | null => {
  if (next === null && from === 1) return null
  return html`<nav class="pager" aria-label="Pages of items">
    ${from === 1 ? null : leads({ choice, from: Math.max(1, from - PLANNED_ITEMS) }, 'Previous')}
    <span>${from} to ${from + shown.length - 1} of ${chosen}</span>
    ${next === null ? null : leads({ choice, from: next }, 'Next')}
  </nav>`
}

const whereText = ({ position, line }: DryRunItem): string =>
  line === null ? `No. ${position}` : `No. ${position}, line ${line}`

const titleText = ({ title, uid, id }: DryRunItem, { site }: PlanShown['showing']): Markup => {
  const text = title === '' ? (uid ?? 'without a title') : title
  return id === null ? html`${text}` : html`<a href="${site.baseUrl}/?p=${id}">${text}</a>`
}

const row = (item: DryRunItem, { showing }: PlanShown): Markup =>
  html`<li class="undo-item">
    <h3>
      ${titleText(item, showing)}
      <span class="badge outcome--${item.outcome ?? 'waiting'}">${item.outcome ?? 'waiting'}</span>
    </h3>
    <p class="plan-where">${whereText(item)}</p>
    ${item.told.map(sentence => html`<p class="plan-told">${sentence}</p>`)}
    ${item.changes.map(thing => changedThing(thing, showing))}
  </li>`

const items = (plan: PlanShown): Markup => {
  const { part } = plan
  return html`<section class="plan-items" aria-labelledby="items">
    <h2 id="items">Item by item</h2>
    ${filters(plan)} ${part.items.length === 0 ? html`<p class="notice">There are none of these.</p>` : null}
    <ul class="undo-list">
      ${part.items.map(item => row(item, plan))}
    </ul>
    ${paging(plan)}
  </section>`
}

const lead = (plan: PlanShown): Markup =>
  isAnything(plan)
    ? html`<p>Nothing has been changed yet. This is what would be, with every value before and after.</p>`
    : html`<p class="notice">
        Nothing would be
        changed${plan.record.reason === null ? '.' : html`. ${sentenceOf(plan.record.reason)}`}
      </p>`

/** What an import would do, before anything is done (spec 05 §13). */
export const planPage = (plan: PlanShown): Page => {
  const { record, said, showing, again } = plan
  const title = `What the import of ${record.source} would do`
  return {
    status: said?.status ?? 200,
    title,
    styles: ['imports.css', 'history.css'],
    scripts: ['bring.js'],
    main: html`<p class="breadcrumb"><a href="${showing.site.baseUrl}/imports">Imports</a></p>
      <h1 class="import-name">${title}</h1>
      ${said === null ? null : html`<p class="error" role="alert">${said.text}</p>`} ${lead(plan)}
      ${ask(plan)} ${counts(record)} ${items(plan)}
      <section class="card bring-again" aria-labelledby="again">
        <h2 id="again">With other options, or another file</h2>
        ${again}
      </section>`,
  }
}
