import type { PictureRow } from '../../../../../projections/pictures/queries.ts'
import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import type { Caller, Site } from '../../../platform/call.ts'
import type { Nested } from '../../../platform/request/addressing.ts'
import { textOf, type Page } from '../../page.ts'
import { pageIn, pager } from '../../pager.ts'
import { fileInput, input } from '../controls.ts'
import { searchIn, tableAddress } from '../listing.ts'
import { managePage } from '../frame.ts'
import { captionOf, cards, thumbnail } from './cards.ts'
import { mayAdd, mayChange, picturesText } from './rules.ts'

/** Pictures on a page. */
export const PER_PAGE = 40

/** Which pictures are to be shown; all of it stands in the address. */
type PictureListing = { readonly search: string; readonly unused: boolean; readonly page: number }

export const pictureListingIn = (query: Nested): PictureListing => ({
  search: searchIn(textOf(query, 'search')),
  unused: textOf(query, 'unused') !== '',
  page: pageIn(textOf(query, 'page')),
})

/** What somebody wanted to upload, and why it was not taken. */
export type Upload = { readonly alt: string; readonly wrong: Readonly<Record<string, string>> }

export const NO_UPLOAD: Upload = { alt: '', wrong: {} }

type PicturesShown = {
  readonly listing: PictureListing
  readonly rows: readonly PictureRow[]
  readonly total: number
  readonly upload: Upload
  readonly token: Markup
  readonly said: Markup | null
  readonly status: number
  readonly caller: Caller
  readonly site: Site
}

const addressOf = ({ search, unused, page }: PictureListing, { baseUrl }: Site): string =>
  tableAddress(`${baseUrl}/manage/pictures`, [
    ['search', search, search !== ''],
    ['unused', '1', unused],
    ['page', String(page), page > 1],
  ])

/** Of the file of a picture: what else stands in its form has its place in the request, too. */
const MOST_BYTES = 10_000_000

/** A field for the file of a picture; what is taken is said below it. */
export const pictureInput = (label: string, why: string | undefined): Markup =>
  fileInput({
    ...{
      name: 'picture',
      label,
      why,
      most: MOST_BYTES,
      accept: 'image/jpeg,image/png,image/gif,image/webp,image/avif',
    },
    hint: 'JPEG, PNG, GIF, WebP or AVIF, at most 10 MB. What it tells besides, such as where it was taken, is left out.',
  })

export const ALT_HINT =
  'What can be seen, in a sentence, for those who do not see it. Nothing: it says nothing that the text does not.'

const uploadForm = ({ upload, token, caller, site }: PicturesShown): Markup | null =>
  mayAdd(caller)
    ? html`<details class="card manage-upload" ${Object.keys(upload.wrong).length === 0 ? null : html`open`}>
        <summary>Upload a picture</summary>
        <form method="post" action="${site.baseUrl}/manage/pictures" enctype="multipart/form-data">
          ${token}
          ${input({
            ...{ name: 'alt', label: 'Alternative text', value: upload.alt, hint: ALT_HINT },
            why: upload.wrong['alt'],
          })}
          ${pictureInput('File', upload.wrong['picture'])}
          <div class="actions"><button type="submit">Upload</button></div>
        </form>
      </details>`
    : null

const filters = ({ listing, site }: PicturesShown): Markup =>
  html`<form class="manage-filters" method="get" action="${site.baseUrl}/manage/pictures" role="search">
    <div class="manage-filters__fields">
      ${input({ name: 'search', label: 'Words of file name or alternative text', value: listing.search, type: 'search' })}
      <label class="check"
        ><input type="checkbox" name="unused" value="1" ${listing.unused ? html`checked` : null} />
        <span>Only those without use</span></label
      >
    </div>
    <button type="submit" class="quiet">Show</button>
  </form>`

const REMOVE_FORM = 'chosen-pictures'

const removeForm = ({ site }: PicturesShown): Markup =>
  html`<form
    id="${REMOVE_FORM}"
    class="manage-several"
    method="get"
    action="${site.baseUrl}/manage/pictures/remove"
  >
    <button type="submit" class="quiet">Remove those chosen</button>
    <span class="manage-several__count" data-js="chosen" role="status"></span>
  </form>`

const card = ({ caller, site }: PicturesShown, picture: PictureRow): Markup => {
  const { _id, uses, values } = picture
  const href = `${site.baseUrl}/manage/pictures/${_id}`
  return html`<a href="${href}" tabindex="-1" aria-hidden="true">${thumbnail(picture, site)}</a>
    ${captionOf(picture, html`<a href="${href}">${values.file}</a>`)}
    ${
      uses === 0 && mayChange(caller, picture)
        ? html`<label class="check"
            ><input type="checkbox" name="id[]" value="${_id}" form="${REMOVE_FORM}" data-js="choose" />
            <span>Choose<span class="visually-hidden"> ${values.file}</span></span></label
          >`
        : null
    }`
}

/** All pictures (spec 07 §8). */
export const picturesPage = (shown: PicturesShown): Page => {
  const { listing, rows, total, said, status, caller, site } = shown
  const pages = Math.ceil(total / PER_PAGE)
  const isRemovable = rows.some(picture => picture.uses === 0 && mayChange(caller, picture))
  return managePage({
    ...{ part: 'pictures', caller, site, said, status },
    title: listing.page === 1 ? 'Pictures' : `Pictures, page ${listing.page}`,
    main: html`<header class="manage-head"><h1>Pictures</h1></header>
      ${uploadForm(shown)} ${filters(shown)}
      <p class="manage-total">${picturesText(total)}</p>
      ${rows.length === 0 ? html`<p class="notice">There are no such pictures.</p>` : null}
      ${isRemovable ? removeForm(shown) : null} ${cards(rows, picture => card(shown, picture))}
      ${pager({
        ...{ page: listing.page, pages, label: 'Pages of pictures' },
        hrefOf: page => addressOf({ ...listing, page }, site),
      })}`,
  })
}
