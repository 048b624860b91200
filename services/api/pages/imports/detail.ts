import { sentenceOf } from '../../../imports/item/told.ts'
import type { ImportProgress, ImportRecord } from '../../../../projections/import-status/queries.ts'
import { html, type Markup } from '../../../../shared/kernel/html/markup.ts'
import type { Site } from '../../platform/call.ts'
import type { Page } from '../page.ts'
import { when } from '../when.ts'
import { itemsPanel, type ShownItems } from './items.ts'
import { deskPath, progressPanel } from './progress.ts'
import { undoPanel, type UndosShown } from './undo.ts'

export type Detail = {
  readonly record: ImportRecord
  readonly progress: ImportProgress
  readonly shown: ShownItems
  /** Nonce for requests of this page to `/admin`. */
  readonly nonce: string
  /** Hidden field of the forms. */
  readonly token: Markup
  readonly site: Site
  readonly authorName: string
  readonly undos: UndosShown
  /** What a form that was just sent came to; null: none was. */
  readonly said: string | null
}

const action = (id: string, name: string, word: string, { site, token }: Detail, look = ''): Markup =>
  html`<form method="post" action="${site.baseUrl}/imports/${id}/${name}">
    ${token}<button type="submit" class="${look}">${word}</button>
  </form>`

const actions = (detail: Detail): Markup => {
  const { progress, record, site, nonce } = detail
  const id = record.import_id
  return html`<div class="actions">
    ${progress.over || progress.paused ? null : action(id, 'pause', 'Pause', detail, 'quiet')}
    ${progress.over || !progress.paused ? null : action(id, 'resume', 'Resume', detail)}
    ${progress.over ? null : action(id, 'cancel', 'Cancel import', detail, 'danger')}
    ${
      progress.over
        ? html`<a class="button button--quiet" href="${site.baseUrl}/imports/${id}/undo">Undo import …</a>`
        : null
    }
    <a
      class="button button--quiet"
      href="${deskPath(site, id)}/outcomes.csv?_nonce=${nonce}"
      download="import-${id}.csv"
      >Download as CSV</a
    >
    <a class="button button--quiet" href="${site.baseUrl}/history/import/${id}">History</a>
  </div>`
}

const authorities: Readonly<Record<string, string>> = {
  overwrite: 'events follow the source',
  preserve_changes: 'what people changed stays',
  retain: 'events that exist stay as they are',
}

const about = ({ record, site, authorName }: Detail): Markup =>
  html`<dl class="facts">
    <dt>Kind</dt>
    <dd>${record.origin}</dd>
    <dt>Begun</dt>
    <dd>${when(record.registered_at, site)}</dd>
    ${
      record.closed_at === null
        ? null
        : html`<dt>Closed</dt>
            <dd>${when(record.closed_at, site)}</dd>`
    }
    <dt>New events</dt>
    <dd>${record.post_status}, by ${authorName}</dd>
    <dt>Known events</dt>
    <dd>${authorities[record.update_authority] ?? record.update_authority}</dd>
    <dt>Import</dt>
    <dd><code>${record.import_id}</code></dd>
  </dl>`

const log = ({ record, site }: Detail): Markup | null =>
  record.log.length === 0
    ? null
    : html`<h2>Log</h2>
        <ul class="import-log">
          ${record.log.map(({ at, message, message_slug: slug }) => html`<li>${when(at, site)} ${message} <code>${slug}</code></li>`)}
        </ul>`

/** One import: how far it is, what it does with items, and what became of each. */
export const detailPage = (detail: Detail): Page => {
  const { record, progress, shown, site, said, nonce } = detail
  return {
    status: said === null ? 200 : 409,
    title: `Import of ${record.source}`,
    styles: ['imports.css'],
    scripts: ['imports.js'],
    main: html`<p class="breadcrumb"><a href="${site.baseUrl}/imports">Imports</a></p>
      <h1 class="import-name">${record.source}</h1>
      ${said === null ? null : html`<p class="error" role="alert">${said}</p>`}
      ${record.reason === null ? null : html`<p class="notice">${sentenceOf(record.reason)}</p>`}
      ${progressPanel(progress, site, nonce)} ${actions(detail)} ${undoPanel(detail.undos)} ${about(detail)}
      ${log(detail)} ${itemsPanel(record, shown, site)}`,
  }
}
