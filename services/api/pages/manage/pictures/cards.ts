import type { PictureRow } from '../../../../../projections/pictures/queries.ts'
import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import type { Site } from '../../../platform/call.ts'
import { cut } from '../words.ts'
import { sizeText, usesText } from './rules.ts'

/** The file of a picture that is about as large as a card shows it. */
const small = ({ values }: PictureRow): string =>
  values.sizes.find(({ name }) => name === 'medium')?.file ?? values.file

/** Small, in its own shape; `alt` where nothing beside it says what it is. */
export const thumbnail = (picture: PictureRow, { baseUrl }: Site, alt = ''): Markup =>
  html`<img
    class="picture-card__image"
    src="${baseUrl}/media/${small(picture)}"
    alt="${alt}"
    loading="lazy"
  />`

/** What is said of a picture below it: its name, its size, what it shows, how often it is used. */
export const captionOf = (picture: PictureRow, name: Markup): Markup => {
  const { width, height, bytes, alt } = picture.values
  return html`<p class="picture-card__name">${name}</p>
    <p class="picture-card__facts">${width} × ${height}, ${sizeText(bytes)}</p>
    <p class="picture-card__alt">${alt === '' ? html`<em>No alternative text</em>` : html`“${cut(alt)}”`}</p>
    <p class="picture-card__facts">${usesText(picture.uses)}</p>`
}

/** Cards beside each other; `inner`: what stands in each. */
export const cards = (pictures: readonly PictureRow[], inner: (picture: PictureRow) => Markup): Markup =>
  html`<ul class="picture-cards">
    ${pictures.map(picture => html`<li class="picture-card">${inner(picture)}</li>`)}
  </ul>`
