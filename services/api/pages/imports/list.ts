import { sentenceOf } from '../../../imports/item/told.ts'
import type { ImportProgress } from '../../../../projections/import-status/queries.ts'
import { html, type Markup } from '../../../../shared/kernel/html/markup.ts'
import type { Page } from '../page.ts'
import { pager } from '../pager.ts'
import type { Site } from '../../platform/call.ts'
import { when } from '../when.ts'
import { bringForm, type BringForm } from './bring-form.ts'
import { outcomes, stateOf } from './words.ts'

export const badge = (state: { readonly name: string; readonly word: string }): Markup =>
  html`<span class="badge badge--${state.name}" data-show="state">${state.word}</span>`

const counts = (progress: ImportProgress): Markup => {
  const some = outcomes.filter(outcome => progress.outcomes[outcome] > 0)
  return html`<ul class="import-counts">
    ${some.map(outcome => html`<li>${progress.outcomes[outcome]} ${outcome}</li>`)}
  </ul>`
}

const row = (progress: ImportProgress, site: Site): Markup => {
  const { import_id: id, source, origin, processed, received, total, reason } = progress
  return html`<li class="import-row">
    <h2 class="import-row__name"><a href="${site.baseUrl}/imports/${id}">${source}</a></h2>
    <p class="import-row__state">${badge(stateOf(progress))}</p>
    <p class="import-row__about">${origin} · ${when(progress.registered_at, site)}</p>
    <p class="import-row__done">${processed} of ${Math.max(total, received)} items</p>
    ${counts(progress)}
    ${reason === null ? null : html`<p class="import-row__reason">${sentenceOf(reason)}</p>`}
  </li>`
}

type Listed = {
  readonly imports: readonly ImportProgress[]
  readonly total: number
  /** How many feeds are fetched again and again. */
  readonly feeds: number
  /** By which a file or feed is brought; null: not on this page. */
  readonly form: BringForm | null
}

/** All imports, newest first. */
export const listPage = (
  { imports, total, feeds, form }: Listed,
  { page, pages }: { readonly page: number; readonly pages: number },
  site: Site,
  status = 200,
): Page => ({
  status,
  title: page === 1 ? 'Imports' : `Imports, page ${page}`,
  styles: ['imports.css'],
  scripts: ['bring.js'],
  main: html`<h1>Imports</h1>
    ${
      form === null
        ? null
        : html`<section class="card bring-card" aria-labelledby="bring-heading">
            <h2 id="bring-heading">Bring events in</h2>
            ${bringForm(form)}
          </section>`
    }
    <p><a href="${site.baseUrl}/schedules">Feeds that are fetched again and again</a> (${feeds})</p>
    ${
      imports.length === 0
        ? html`<p class="notice">
            ${total === 0 ? 'Nothing was imported so far.' : 'There is no such page.'}
          </p>`
        : html`<ol class="import-list">
            ${imports.map(one => row(one, site))}
          </ol>`
    }
    ${pager({ page, pages, hrefOf: n => `${site.baseUrl}/imports?page=${n}`, label: 'Pages of imports' })}`,
})
