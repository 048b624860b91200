import { imageId } from '../../../../../shared/kernel/brands.ts'
import type { PictureQueries, PictureRow } from '../../../../../projections/pictures/queries.ts'
import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import type { Caller, Site } from '../../../platform/call.ts'
import type { Nested } from '../../../platform/request/addressing.ts'
import { textOf } from '../../page.ts'
import { pageIn } from '../../pager.ts'
import { checkbox, input } from '../controls.ts'
import { idIn, searchIn } from '../listing.ts'
import { captionOf, cards, thumbnail } from '../pictures/cards.ts'
import { ALT_HINT, pictureInput } from '../pictures/list.ts'
import { altIn, mayAdd } from '../pictures/rules.ts'
import type { Wrong } from './wrong.ts'

/** Pictures to choose from, on a page of the form. */
const OFFERED = 12

/** Those that the form offers; `rows`: the page of them that is shown. */
type Offer = {
  readonly search: string
  readonly page: number
  readonly pages: number
  readonly rows: readonly PictureRow[]
}

/** What the form shows of pictures. */
export type PictureShown = {
  /** That the thing has or is to have; null: none, or none that is here. */
  readonly row: PictureRow | null
  /** Alternative text as it was typed, or as it is. */
  readonly alt: string
  /** null: nobody asked for others. */
  readonly offer: Offer | null
}

/** The picture of a form: none, one of those that were offered, or what its field says. */
export const imageIn = (form: Nested): string =>
  textOf(form, 'noPicture') === '' ? textOf(form, 'chosenPicture') || textOf(form, 'image') : ''

/** What a form says of the alternative text of its picture; null: nothing that was not there. */
export const altTyped = (form: Nested): string | null => {
  const [alt, was] = [altIn(textOf(form, 'pictureAlt')), textOf(form, 'pictureAltWas')]
  return alt === was ? null : alt
}

/** Whether somebody asks to choose among the pictures that are here. */
export const wantsPictures = (form: Nested): boolean => textOf(form, 'pictures') !== ''

/** `image` of a form as a picture, and those to choose from where somebody asks for them; `form`: as it was sent. */
export const pictureShown = async (
  { byId, list }: PictureQueries,
  image: string,
  form: Nested,
): Promise<PictureShown> => {
  const row = idIn(image) === 0 ? null : await byId(imageId(idIn(image)))
  const alt = altTyped(form) ?? row?.values.alt ?? ''
  if (!wantsPictures(form)) return { row, alt, offer: null }
  const search = searchIn(textOf(form, 'pictureSearch'))
  const page = pageIn(textOf(form, 'pictures'))
  const { rows, total } = await list({ search, unused: false, skip: (page - 1) * OFFERED, limit: OFFERED })
  return { row, alt, offer: { search, page, pages: Math.ceil(total / OFFERED), rows } }
}

type Showing = {
  /** Address or number, as it was typed. */
  readonly image: string
  readonly wrong: Wrong
  readonly picture: PictureShown
  readonly caller: Caller
  readonly site: Site
}

const turn = (page: number, label: string): Markup =>
  html`<button type="submit" class="quiet" name="pictures" value="${page}">${label}</button>`

const offered = ({ rows, search, page, pages }: Offer, site: Site): Markup =>
  html`<div class="manage-offer" role="group" aria-labelledby="offer">
    <h2 id="offer" tabindex="-1">Pictures that are here</h2>
    ${input({
      ...{ name: 'pictureSearch', label: 'Words of file name or alternative text' },
      ...{ value: search, type: 'search' },
    })}
    <p class="actions">${turn(1, 'Search pictures')}</p>
    ${rows.length === 0 ? html`<p class="notice">There are no such pictures.</p>` : null}
    ${cards(
      rows,
      row =>
        html`<label class="manage-offer__one"
          >${thumbnail(row, site)}
          <span
            ><input type="radio" name="chosenPicture" value="${row._id}" /> Take ${row.values.file}</span
          ></label
        >`,
    )}
    ${
      pages < 2
        ? null
        : html`<p class="pager">
            ${page > 1 ? turn(page - 1, 'Newer ones') : null} <span>Page ${page} of ${pages}</span> ${
              page < pages ? turn(page + 1, 'Older ones') : null
            }
          </p>`
    }
  </div>`

const present = ({ image, picture: { row }, site }: Showing): Markup | null => {
  if (row !== null)
    return html`<div class="manage-picture">
      ${thumbnail(row, site)}
      <div>
        ${captionOf(row, html`<a href="${site.baseUrl}/manage/pictures/${row._id}">${row.values.file}</a>`)}
        ${checkbox('noPicture', '1', 'No picture', false)}
      </div>
    </div>`
  return image === '' ? null : checkbox('noPicture', '1', 'No picture', false)
}

/** The first button of a form is what Enter in a field presses: not one that asks for pictures. */
export const enterSaves = html`<button type="submit" class="visually-hidden" tabindex="-1" aria-hidden="true">
  Save
</button>`

/** The picture of an event, venue or organizer: as it is, uploaded, chosen, by its address (spec 07 §5). */
export const picturePart = (showing: Showing): Markup => {
  const { image, wrong, picture, caller, site } = showing
  const isOpen = wrong['image'] !== undefined || (image !== '' && picture.row === null)
  return html`<fieldset class="manage-part">
    <legend>Picture</legend>
    <div data-js="present">${present(showing)}</div>
    ${mayAdd(caller) ? pictureInput('Upload a picture', wrong['picture']) : null}
    <input type="hidden" name="pictureAltWas" value="${picture.row?.values.alt ?? ''}" />
    ${input({
      ...{ name: 'pictureAlt', label: 'Alternative text', value: picture.alt, why: wrong['pictureAlt'] },
      hint: `${ALT_HINT} It belongs to the picture, wherever it is shown.`,
    })}
    <div data-js="offer">
      ${
        picture.offer === null
          ? html`<p class="actions">${turn(1, 'Choose one that is here')}</p>`
          : offered(picture.offer, site)
      }
    </div>
    <details ${isOpen ? html`open` : null}>
      <summary>By its address or number</summary>
      ${input({
        ...{ name: 'image', label: 'Address or number', value: image, why: wrong['image'] },
        hint: 'Address of a picture on the web, which is fetched, or the number of one that is here. Nothing: none.',
      })}
    </details>
  </fieldset>`
}
