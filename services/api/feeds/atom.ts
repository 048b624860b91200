import { inSlices } from '../../../shared/in-slices.ts'
import { escapeXml } from '../../../shared/kernel/html/escape-xml.ts'
import { plainText } from '../../../shared/kernel/html/plain-text.ts'
import { ATOM_CONTENT_BYTES } from '../../../shared/limits/views.ts'
import { cutText } from '../../views/cut-text.ts'
import type { FeedEvent, FeedRelated } from './vevent.ts'
import { element, lastingId, TEXT_LENGTH, whenAndWhere } from './words.ts'

export type AtomSite = { readonly name: string; readonly baseUrl: string }

/** An event with when it was published, UTC, and its text as it is shown. */
export type ChangedEvent = FeedEvent & {
  readonly published: string
  readonly rendered: { readonly description: string }
}

/** When nothing has changed yet, which a feed must tell of as well. */
const NEVER = '1970-01-01 00:00:00'

/** `2027-05-08 10:00:00`, UTC, as RFC 3339 has it. */
const instantOf = (utc: string): string => `${utc.replace(' ', 'T')}Z`

/** Nothing is changed before it is published; an event that was moved in may say so. */
const updatedOf = ({ modified, published }: ChangedEvent): string =>
  modified > published ? modified : published

/** The text as it is shown; of one too long for a feed its beginning, without markup. */
const content = ({ rendered: { description } }: ChangedEvent): string => {
  if (description === '') return ''
  return Buffer.byteLength(description) <= ATOM_CONTENT_BYTES
    ? `<content type="html">${escapeXml(description)}</content>`
    : `<content type="text">${escapeXml(cutText(plainText(description), TEXT_LENGTH))}</content>`
}

const entry = (event: ChangedEvent, related: FeedRelated, { baseUrl }: AtomSite): string =>
  [
    '<entry>',
    element('id', lastingId(event, baseUrl)),
    `<title type="text">${escapeXml(plainText(event.values.title))}</title>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(related.url)}"/>`,
    element('published', instantOf(event.published)),
    element('updated', instantOf(updatedOf(event))),
    `<summary type="text">${escapeXml(cutText(whenAndWhere(event, related).join('. '), TEXT_LENGTH))}</summary>`,
    content(event),
    '</entry>',
  ].join('')

/** Where the feed is, which is also what it is known by. */
export const ATOM_PATH = '/events/changes.atom'

/** What the feed is called. */
export const atomTitle = (name: string): string => `Changes in ${name}`

/** The events as an Atom feed, in the order given (spec 06 §4.2; RFC 4287). */
export const atomText = async (
  events: readonly ChangedEvent[],
  relatedOf: (event: FeedEvent) => FeedRelated,
  site: AtomSite,
): Promise<string> => {
  const { baseUrl } = site
  // a feed must name its author
  const name = site.name === '' ? new URL(baseUrl).host : site.name
  const self = escapeXml(`${baseUrl}${ATOM_PATH}`)
  const updated = events.map(updatedOf).reduce((last, one) => (one > last ? one : last), NEVER)
  const entries = await inSlices(
    events,
    event => entry(event, relatedOf(event), site),
    (text, { rendered }) => text.length + rendered.description.length,
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="${escapeXml(`${baseUrl}/`)}">`,
    `<id>${self}</id>`,
    `<title type="text">${escapeXml(atomTitle(name))}</title>`,
    `<link rel="self" type="application/atom+xml" href="${self}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(`${baseUrl}/events/`)}"/>`,
    element('updated', instantOf(updated)),
    `<author>${element('name', name)}</author>`,
    ...entries,
    '</feed>\n',
  ].join('')
}
