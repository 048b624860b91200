import type { PlannedChoice } from '../../../imports/undo/choose.ts'
import type { ShownSelection } from '../../../imports/undo/desk.ts'
import type { Chosen } from '../../../../shared/facts/undo.ts'
import { html, type Markup } from '../../../../shared/kernel/html/markup.ts'
import { PASSED_OVER, PUT_BACK_WHY_LENGTH } from '../../../../shared/limits/history.ts'
import { filterQuery, type TypedFilter } from '../../admin/history-filter.ts'
import type { Site } from '../../platform/call.ts'
import { undoPanel, type UndosShown } from '../imports/undo.ts'
import { countsList, plannedRow, type UndoShowing } from '../imports/undo-parts.ts'
import { rootAddress } from '../imports/undo-root.ts'
import type { Page } from '../page.ts'
import { when } from '../when.ts'
import { kindWord, memberWord, wayWord } from './words.ts'

const STYLES = ['imports.css', 'history.css']

type Rows = readonly (readonly [word: string, value: string | Markup | null])[]

const facts = (rows: Rows): Markup =>
  html`<dl class="facts">
    ${rows.map(([word, value]) =>
      value === null || value === ''
        ? null
        : html`<dt>${word}</dt>
            <dd>${value}</dd>`,
    )}
  </dl>`

/** Which entries are put back. */
const chosenRows = (
  { actor, source, correlation, kind, member, since, until }: Chosen,
  { site, names }: UndoShowing,
): Rows => [
  ['Person', actor === null ? null : (names('user', actor) ?? `user ${actor}`)],
  ['Kind', kind && kindWord(kind)],
  ['Through', source && wayWord(source)],
  ['Import or request', correlation],
  ['Changed', member && memberWord(member)],
  ['From', since && when(since, site)],
  ['Before', until && when(until, site)],
]

export type Choosing = {
  readonly typed: TypedFilter
  readonly chosen: Chosen
  readonly edited: boolean
  readonly why: string
  readonly plan: PlannedChoice
  readonly first: number
  /** Hidden field of the form. */
  readonly token: Markup
  readonly showing: UndoShowing
  /** Why it was not done before; null: nobody has tried. */
  readonly said: string | null
}

const hidden = (typed: TypedFilter): readonly Markup[] =>
  Object.entries(typed).flatMap(([name, value]) =>
    value === '' ? [] : [html`<input type="hidden" name="${name}" value="${value}" />`],
  )

const editedForm = ({ typed, edited }: Choosing, address: string): Markup =>
  html`<form method="get" action="${address}" class="undo-edited">
    ${hidden(typed)}
    <label
      ><input type="checkbox" name="edited" value="1" ${edited ? html`checked` : null} /> Also what was
      created and edited by others since</label
    >
    <button type="submit" class="quiet">Show again</button>
  </form>`

const confirmForm = ({ typed, edited, why, plan, token, showing }: Choosing, address: string): Markup =>
  html`<form method="post" action="${address}" class="put-back-all">
    ${token} ${hidden(typed)} ${edited ? html`<input type="hidden" name="edited" value="1" />` : null}
    <input type="hidden" name="newest" value="${plan.newest}" />
    <div class="field">
      <label for="why">Why (kept in the history)</label>
      <input id="why" name="why" value="${why}" maxlength="${PUT_BACK_WHY_LENGTH}" autocomplete="off" />
    </div>
    <div class="actions">
      <button type="submit" class="danger">Put all of this back</button>
      <a class="button button--quiet" href="${showing.site.baseUrl}/history?${filterQuery(typed).slice(1)}"
        >Leave it as it is</a
      >
    </div>
  </form>`

const inWords = (number: number, one: string, many: string): string =>
  `${number} ${number === 1 ? one : many}`

/** What is chosen, too, and stays as it is. */
const passedNotice = ({ plan, typed, showing }: Choosing): Markup | null => {
  const kinds = Object.entries(plan.passed)
  if (kinds.length === 0) return null
  const isMore = kinds.reduce((sum, [, count]) => sum + count, 0) >= PASSED_OVER
  return html`<p class="notice">
    These are chosen, too, and stay as they are${isMore ? `, of the newest ${PASSED_OVER} that do` : null}:
    ${kinds.map(([kind, count], n) => {
      const address = `${showing.site.baseUrl}/history?${filterQuery({ ...typed, kind }).slice(1)}`
      return html`${n === 0 ? null : ', '}<a href="${address}"
          >${kindWord(kind)}: ${inWords(count, 'entry', 'entries')}</a
        >`
    })}.
  </p>`
}

/** What would be put back, member by member, before anything is. */
export const choosingPage = (choosing: Choosing): Page => {
  const { typed, chosen, edited, plan, first, showing, said } = choosing
  const { site } = showing
  const address = `${site.baseUrl}/history/put-back`
  const last = plan.next === null ? plan.total : plan.next - 1
  return {
    status: said === null ? 200 : 409,
    title: 'Put all of this back',
    styles: STYLES,
    main: html`<p class="breadcrumb"><a href="${site.baseUrl}/history">History</a></p>
      <h1>Put all of this back?</h1>
      ${said === null ? null : html`<p class="error" role="alert">${said}</p>`}
      ${facts([
        ...chosenRows(chosen, showing),
        [
          'That is',
          `${inWords(plan.entries, 'entry', 'entries')} of ${inWords(plan.total, 'item', 'items')}`,
        ],
      ])}
      <p>
        Nothing has been done yet. What was created goes to the trash, what was changed gets its earlier
        values, what was taken away comes back; what others changed since stays. Categories, tags, pictures,
        settings and users stay as they are. It can be taken back.
      </p>
      ${passedNotice(choosing)} ${editedForm(choosing, address)} ${confirmForm(choosing, address)}
      <h2>Items ${Math.min(first, plan.total)} to ${last} of ${plan.total}</h2>
      ${countsList(plan.counts)} ${plan.items.length === 0 ? html`<p>None of these would change.</p>` : null}
      <ul class="undo-list">
        ${plan.items.map(item => plannedRow(item, showing))}
      </ul>
      ${
        plan.next === null
          ? null
          : html`<p>
              <a href="${address}?first=${plan.next}${edited ? '&edited=1' : ''}${filterQuery(typed)}"
                >The items after these</a
              >
            </p>`
      }`,
  }
}

/** Why nothing can be put back; the filter is at `/history`. */
export const notChosenPage = (typed: TypedFilter, problems: readonly string[], site: Site): Page => ({
  status: 400,
  title: 'Put all of this back',
  styles: STYLES,
  main: html`<p class="breadcrumb"><a href="${site.baseUrl}/history">History</a></p>
    <h1>Put all of this back?</h1>
    ${problems.map(problem => html`<p class="error" role="alert">${problem}</p>`)}
    <p>
      <a class="button" href="${site.baseUrl}/history?${filterQuery(typed).slice(1)}">Choose again</a>
    </p>`,
})

/** What was put back together: who asked, why, how far it is, and what stayed. */
export const severalPage = (
  id: string,
  { selection, at, actor }: ShownSelection,
  undos: UndosShown,
  said: string | null,
): Page => {
  const { site, names } = undos.showing
  return {
    status: said === null ? 200 : 409,
    title: 'Put back together',
    styles: STYLES,
    main: html`<p class="breadcrumb"><a href="${site.baseUrl}/history">History</a></p>
      <h1>Put back together</h1>
      ${said === null ? null : html`<p class="error" role="alert">${said}</p>`}
      ${facts([
        ['Asked by', actor === null ? 'an operator' : (names('user', actor) ?? `user ${actor}`)],
        ['When', when(at, site)],
        ['Why', selection.why],
        ...chosenRows(selection.chosen, undos.showing),
      ])}
      <div class="actions">
        <a class="button button--quiet" href="${site.baseUrl}/history/undo/${id}">History</a>
        <a class="button button--quiet" href="${rootAddress(id, site)}">Look again</a>
      </div>
      ${undoPanel(undos)}`,
  }
}
