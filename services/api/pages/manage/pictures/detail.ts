import type { PictureRow } from '../../../../../projections/pictures/queries.ts'
import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import { can } from '../../../../../shared/rights.ts'
import type { Caller, Site } from '../../../platform/call.ts'
import type { Page } from '../../page.ts'
import { pager } from '../../pager.ts'
import { when } from '../../when.ts'
import { textarea } from '../controls.ts'
import { managePage } from '../frame.ts'
import { thumbnail } from './cards.ts'
import { ALT_HINT } from './list.ts'
import { mayChange, sizeText, usesText } from './rules.ts'
import { useLink, type Use } from './uses.ts'

/** Uses on a page. */
export const USES_PER_PAGE = 50

type PictureShown = {
  readonly picture: PictureRow
  readonly uses: readonly Use[]
  readonly page: number
  /** Who brought it; null: the service, or nobody who is still there. */
  readonly addedBy: string | null
  /** As it was typed. */
  readonly alt: string
  readonly why: string | undefined
  readonly token: Markup
  readonly said: Markup | null
  readonly caller: Caller
  readonly site: Site
}

const SIZE_WORDS: Readonly<Record<string, string>> = {
  thumbnail: 'Thumbnail',
  medium: 'Medium',
  medium_large: 'Between medium and large',
  large: 'Large',
}

const files = ({ picture: { values }, site }: PictureShown): Markup =>
  html`<table class="manage-table">
    <thead>
      <tr>
        <th scope="col">File</th>
        <th scope="col">Pixels</th>
        <th scope="col">Size</th>
      </tr>
    </thead>
    <tbody>
      ${[{ name: 'full', ...values }, ...values.sizes].map(
        ({ name, file, width, height, bytes }) =>
          html`<tr>
            <th scope="row"><a href="${site.baseUrl}/media/${file}">${SIZE_WORDS[name] ?? 'As it is'}</a></th>
            <td data-label="Pixels">${width} × ${height}</td>
            <td data-label="Size">${sizeText(bytes)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`

const altForm = ({ picture, alt, why, token, caller, site }: PictureShown): Markup =>
  mayChange(caller, picture)
    ? html`<form method="post" action="${site.baseUrl}/manage/pictures/${picture._id}" data-js="keeps">
        ${token}
        ${textarea({ name: 'alt', label: 'Alternative text', value: alt, rows: 3, why, hint: ALT_HINT })}
        <div class="actions"><button type="submit">Save</button></div>
      </form>`
    : html`<h2>Alternative text</h2>
        <p>${picture.values.alt === '' ? 'There is none.' : picture.values.alt}</p>`

const usedBy = ({ picture, uses, page, site }: PictureShown): Markup => {
  const href = `${site.baseUrl}/manage/pictures/${picture._id}`
  return html`<section aria-labelledby="uses">
    <h2 id="uses">${usesText(picture.uses)}</h2>
    ${
      uses.length === 0
        ? null
        : html`<ul class="manage-meant">
            ${uses.map(use => html`<li>${useLink(use, site)}</li>`)}
          </ul>`
    }
    ${pager({
      ...{ page, pages: Math.ceil(picture.uses / USES_PER_PAGE), label: 'Pages of uses' },
      hrefOf: n => (n === 1 ? href : `${href}?page=${n}`),
    })}
  </section>`
}

const removal = ({ picture, caller, site }: PictureShown): Markup | null => {
  if (!mayChange(caller, picture)) return null
  return picture.uses > 0
    ? html`<p class="hint">As long as something uses it, it cannot be removed.</p>`
    : html`<p class="actions">
        <a class="button button--danger" href="${site.baseUrl}/manage/pictures/remove?id[]=${picture._id}"
          >Remove</a
        >
      </p>`
}

/** One picture (spec 07 §8). */
export const picturePage = (shown: PictureShown): Page => {
  const { picture, addedBy, why, said, caller, site } = shown
  const { file, width, height, alt } = picture.values
  return managePage({
    ...{ part: 'pictures', caller, site, said, title: file, status: why === undefined ? 200 : 400 },
    main: html`<header class="manage-head">
        <h1>${file}</h1>
        <p>
          <a href="${site.baseUrl}/manage/pictures">All pictures</a>${
            can(caller, 'edit-others')
              ? html` · <a href="${site.baseUrl}/history/image/${picture._id}">History</a>`
              : null
          }
        </p>
      </header>
      <p class="picture-whole">
        <a href="${site.baseUrl}/media/${file}"
          >${thumbnail(picture, site, alt === '' ? `The picture ${file}` : alt)}</a
        >
      </p>
      <p>
        Number ${picture._id}, ${width} × ${height} pixels, added
        ${when(picture.added, site)}${addedBy === null ? null : ` by ${addedBy}`}.
      </p>
      ${altForm(shown)} ${usedBy(shown)}
      <h2>Files</h2>
      ${files(shown)} ${removal(shown)}`,
  })
}
