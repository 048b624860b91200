import type { UtcTime } from '../../../shared/kernel/brands.ts'
import { inSlices } from '../../../shared/in-slices.ts'
import { escapeXml } from '../../../shared/kernel/html/escape-xml.ts'
import { plainText } from '../../../shared/kernel/html/text.ts'
import { isoOf } from '../../../shared/kernel/time/calculate.ts'
import { ATOM_CONTENT_BYTES } from '../../../shared/limits/views.ts'
import { cutText } from '../../views/cut-text.ts'
import { atomDocument, atomPage, atomText } from './atom-document.ts'
import type { FeedEvent, FeedRelated } from './vevent.ts'
import { element, lastingId, TEXT_LENGTH, whenAndWhere } from './words.ts'

export type AtomSite = { readonly name: string; readonly baseUrl: string }

/** An event with when it was published, UTC, and its text as it is shown. */
export type ChangedEvent = FeedEvent & {
  readonly published: UtcTime
  readonly rendered: { readonly description: string }
}

/** Nothing is changed before it is published; an event that was moved in may say so. */
const updatedOf = ({ modified, published }: ChangedEvent): UtcTime =>
  modified > published ? modified : published

/** The text as it is shown; of one that is too long for a feed as it is sent its beginning, without markup. */
const content = ({ rendered: { description } }: ChangedEvent): string => {
  if (description === '') return ''
  const sent = escapeXml(description)
  return Buffer.byteLength(sent) <= ATOM_CONTENT_BYTES
    ? `<content type="html">${sent}</content>`
    : atomText('content', cutText(plainText(description), TEXT_LENGTH))
}

const entry = (event: ChangedEvent, related: FeedRelated, { baseUrl }: AtomSite): string =>
  [
    '<entry>',
    element('id', lastingId(event, baseUrl)),
    atomText('title', plainText(event.values.title)),
    atomPage(related.url),
    element('published', isoOf(event.published)),
    element('updated', isoOf(updatedOf(event))),
    atomText('summary', cutText(whenAndWhere(event, related).join('. '), TEXT_LENGTH)),
    content(event),
    '</entry>',
  ].join('')

/** Where the feed is, which is also what it is known by. */
export const ATOM_PATH = '/events/changes.atom'

/** What the feed is called. */
export const atomTitle = (name: string): string => `Changes in ${name}`

/** The events as an Atom feed, in the order given (spec 06 §4.2; RFC 4287). */
export const changesFeed = async (
  events: readonly ChangedEvent[],
  relatedOf: (event: FeedEvent) => FeedRelated,
  site: AtomSite,
): Promise<string> => {
  const { baseUrl, name } = site
  const entries = await inSlices(
    events,
    event => entry(event, relatedOf(event), site),
    (text, { rendered }) => text.length + rendered.description.length,
  )
  const updated = events.map(updatedOf).sort().at(-1)
  return atomDocument(
    {
      ...{ baseUrl, self: `${baseUrl}${ATOM_PATH}`, alternate: `${baseUrl}/events/`, siteName: name },
      title: atomTitle(name),
      updated: updated === undefined ? null : isoOf(updated),
    },
    entries,
  )
}
