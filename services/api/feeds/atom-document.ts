import { escapeXml } from '../../../shared/kernel/html/escape-xml.ts'
import { element } from './words.ts'

export const ATOM_TYPE = 'application/atom+xml'

/** What a feed says of itself; addresses are whole. */
export type AtomFeed = {
  /** Of the site, without a slash at its end. */
  readonly baseUrl: string
  /** Where the feed is, which is also what it is known by. */
  readonly self: string
  /** The page that shows the same. */
  readonly alternate: string
  readonly title: string
  /** RFC 3339; null: there is no entry. */
  readonly updated: string | null
  /** Name of the site; "": it has none. */
  readonly siteName: string
}

/** When nothing has happened yet, which a feed must tell of as well. */
const NEVER = '1970-01-01T00:00:00Z'

/** An element that holds a plain text. */
export const atomText = (name: 'title' | 'summary' | 'content', text: string): string =>
  `<${name} type="text">${escapeXml(text)}</${name}>`

export const atomPage = (address: string): string =>
  `<link rel="alternate" type="text/html" href="${escapeXml(address)}"/>`

/** A feed of such entries (RFC 4287). */
export const atomDocument = (
  { baseUrl, self, alternate, title, updated, siteName }: AtomFeed,
  entries: readonly string[],
): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="${escapeXml(`${baseUrl}/`)}">`,
    element('id', self),
    atomText('title', title),
    `<link rel="self" type="${ATOM_TYPE}" href="${escapeXml(self)}"/>`,
    atomPage(alternate),
    element('updated', updated ?? NEVER),
    // a feed must name its author
    `<author>${element('name', siteName === '' ? new URL(baseUrl).host : siteName)}</author>`,
    ...entries,
    '</feed>\n',
  ].join('')
