import { addressOf, html, type Markup } from '../../../../shared/kernel/html/markup.ts'
import { mapAddress, postalLines } from '../../../../shared/kernel/text/place.ts'
import type { Site } from '../../platform/call.ts'
import { nameOf, type Picture, type Place, type Term } from './objects.ts'
import type { When } from './when.ts'

/** An event, a venue or an organizer, ready to be put on a page. */
export type Presented = {
  /** Plain text. */
  readonly title: string
  readonly url: string
  /** Plain text; "" when there is nothing to say. */
  readonly summary: string
  readonly image: Picture | null
  readonly jsonLd: object | null
  readonly article: Markup
  /** What stands in a frame on somebody else's page. */
  readonly embedded: Markup
}

/** A row of the list of facts; null: there is nothing in it. */
export const fact = (label: string, value: Markup | null): Markup | null =>
  value === null
    ? null
    : html`<div class="facts__row">
        <dt>${label}</dt>
        <dd>${value}</dd>
      </div>`

/** Blanks and commas divide a set of addresses. */
const inSet = (address: string): string => address.replaceAll(' ', '%20').replaceAll(',', '%2C')

export const picture = (image: Picture | null): Markup | null => {
  if (image === null) return null
  const { url, width, height, sizes = {}, alt = '' } = image
  const whole = width === undefined ? [] : [{ url, width }]
  // crops do not stand for the picture
  const scaled = Object.entries(sizes).flatMap(([name, size]) => (name === 'thumbnail' ? [] : [size]))
  const sources = [...scaled, ...whole].map(size => `${inSet(size.url)} ${size.width}w`)
  return html`<figure class="item__picture">
    <img
      src="${addressOf(url)}"
      alt="${alt}"
      ${width === undefined || height === undefined ? null : html`width="${width}" height="${height}"`}
      ${sources.length < 2 ? null : html`srcset="${sources.join(', ')}" sizes="(min-width: 60rem) 44rem, 100vw"`}
    />
  </figure>`
}

export const time = (when: When): Markup =>
  html`<time datetime="${when.from}">${when.text}</time>${
      when.onSite === null ? null : html`<span class="item__zone">${when.onSite} by our clock</span>`
    }`

export const website = (address: string): Markup | null =>
  address === ''
    ? null
    : html`<a href="${addressOf(address)}" rel="noopener nofollow"
        >${address.replace(/^https?:\/\/(www\.)?|\/$/gi, '')}</a
      >`

/** What its object leaves out is not known. */
const postalIn = ({ address = '', city = '', stateprovince = '', zip = '', country = '' }: Place) => ({
  ...{ address, city, region: stateprovince, zip, country },
})

export const postal = (place: Place): Markup | null => {
  const lines = postalLines(postalIn(place))
  return lines.length === 0
    ? null
    : html`<address>
        ${lines.map((line, index) => html`${index === 0 ? null : html`<br />`}${line}`)}
      </address>`
}

/** Where the site shows places on a map; null: nowhere, or not this one. */
export const mapLink = (place: Place, { settings }: Site): Markup | null => {
  const address = mapAddress(settings.mapLinkTemplate, postalIn(place))
  if (address === '' || place.show_map_link !== true) return null
  return html`<a href="${addressOf(address)}" rel="noopener">Show on a map</a>`
}

export const termLinks = (
  kind: 'category' | 'tag',
  terms: readonly Term[],
  { baseUrl }: Site,
): Markup | null =>
  terms.length === 0
    ? null
    : html`<ul class="terms">
        ${terms.map(
          ({ name, slug }) =>
            html`<li><a href="${baseUrl}/events/${kind}/${slug}/" rel="tag">${nameOf(name)}</a></li>`,
        )}
      </ul>`
