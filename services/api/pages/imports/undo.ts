import type { PlannedPage, ShownUndo, Wanted } from '../../../imports/undo/desk.ts'
import { undoDepth, type KeptItem } from '../../../../shared/facts/undo.ts'
import { html, type Markup } from '../../../../shared/kernel/html/markup.ts'
import type { Page } from '../page.ts'
import { countsList, feedNotice, itemLink, keptText, plannedRow, type UndoShowing } from './undo-parts.ts'
import { rootAddress, rootOf } from './undo-root.ts'

/** Items of a plan on one page. */
export const PLANNED = 50

/** The undos of an import, and what stayed in the latest. */
export type UndosShown = {
  readonly undos: readonly ShownUndo[]
  readonly kept: readonly KeptItem[]
  /** More stays than is shown. */
  readonly hasMore: boolean
  readonly showing: UndoShowing
}

const whatText = (undo: ShownUndo): string =>
  undoDepth(undo.undoId) === 1 ? rootOf(undo.importId).undone : `The undo ${undo.of} was undone`

const stateText = (undo: ShownUndo): string =>
  undo.status === 'done' ? `${whatText(undo)}.` : `Undoing: ${undo.done} of ${undo.total} items are done.`

const undoRow = (undo: ShownUndo, address: string): Markup =>
  html`<li>
    <p>
      <strong>${stateText(undo)}</strong> <code>${undo.undoId}</code>
      ${
        undo.status === 'pending'
          ? html`<a href="${address}">Look again</a>`
          : html`<a href="${address}/undo?of=${undo.undoId}">Take that back</a>`
      }
    </p>
    ${undo.done === 0 ? null : countsList(undo.counts)}
  </li>`

/** On the page of an import; null: nobody undid it. */
export const undoPanel = ({ undos, kept, hasMore, showing }: UndosShown): Markup | null =>
  undos.length === 0
    ? null
    : html`<section class="card undo-done" aria-labelledby="undos">
        <h2 id="undos">${rootOf(undos[0]?.importId ?? '').heading}</h2>
        <ul class="undo-list">
          ${undos.toReversed().map(undo => undoRow(undo, rootAddress(undo.importId, showing.site)))}
        </ul>
        ${feedNotice(undos.at(-1)?.feed ?? null, showing.site)}
        ${kept.length === 0 ? null : html`<h3>What stayed</h3>`}
        ${kept.map(
          item =>
            html`<div class="undo-item">
              <h4>${itemLink(item, showing.names(item.kind, item.id), showing.site)}</h4>
              ${keptText(item, showing)}
            </div>`,
        )}
        ${hasMore ? html`<p><code>show-undo</code> lists what else stayed.</p>` : null}
      </section>`

export type Confirmation = {
  readonly importId: string
  readonly source: string
  readonly wanted: Wanted
  readonly plan: PlannedPage
  readonly from: number
  /** Hidden field of the form. */
  readonly token: Markup
  readonly showing: UndoShowing
}

const isUndo = ({ of }: Wanted): boolean => undoDepth(of) > 0

const actionWord = (wanted: Wanted): string =>
  isUndo(wanted) ? 'Take the undo back' : rootOf(wanted.of).action

const moreLink = ({ importId, wanted, plan, showing }: Confirmation): Markup | null => {
  if (plan.next === null) return null
  const query = `of=${wanted.of}${wanted.edited ? '&edited=1' : ''}&from=${plan.next}`
  return html`<p>
    <a href="${rootAddress(importId, showing.site)}/undo?${query}">The items after these</a>
  </p>`
}

const editedForm = ({ importId, wanted, showing }: Confirmation): Markup =>
  html`<form method="get" action="${rootAddress(importId, showing.site)}/undo" class="undo-edited">
    <input type="hidden" name="of" value="${wanted.of}" />
    <label
      ><input type="checkbox" name="edited" value="1" ${wanted.edited ? html`checked` : null} /> Also what was
      created and edited since</label
    >
    <button type="submit" class="quiet">Show again</button>
  </form>`

const confirmForm = ({ importId, wanted, token, showing }: Confirmation): Markup =>
  html`<form method="post" action="${rootAddress(importId, showing.site)}/undo">
    ${token}<input type="hidden" name="of" value="${wanted.of}" />
    ${wanted.edited ? html`<input type="hidden" name="edited" value="1" />` : null}
    <button type="submit" class="danger">${actionWord(wanted)}</button>
  </form>`

/** What would be undone, member by member, before anything is. */
export const confirmPage = (asked: Confirmation): Page => {
  const { importId, source, wanted, plan, from, showing } = asked
  const { baseUrl } = showing.site
  const { above, question } = rootOf(importId)
  const title = isUndo(wanted) ? `Take back the undo ${wanted.of}` : question(source)
  const address = rootAddress(importId, showing.site)
  const last = plan.next === null ? plan.total : plan.next - 1
  return {
    status: 200,
    title,
    styles: ['imports.css', 'history.css'],
    main: html`<p class="breadcrumb">
        <a href="${baseUrl}${above.path}">${above.word}</a> › <a href="${address}">${source}</a>
      </p>
      <h1 class="import-name">${title}?</h1>
      <p>
        Nothing has been done yet. What was created goes to the trash, what was changed gets its earlier
        values, what was taken away comes back; what others changed since stays. An undo can be taken back.
      </p>
      ${feedNotice(plan.feed, showing.site)} ${editedForm(asked)}
      <div class="actions undo-ask">
        ${confirmForm(asked)}
        <a class="button button--quiet" href="${address}">Leave it as it is</a>
      </div>
      <h2>Items ${Math.min(from, plan.total)} to ${last} of ${plan.total}</h2>
      ${countsList(plan.counts)} ${plan.items.length === 0 ? html`<p>None of these would change.</p>` : null}
      <ul class="undo-list">
        ${plan.items.map(item => plannedRow(item, showing))}
      </ul>
      ${moreLink(asked)}`,
  }
}
