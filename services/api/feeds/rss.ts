import type { UtcTime } from '../../../shared/kernel/brands.ts'
import { escapeXml } from '../../../shared/kernel/html/escape-xml.ts'
import { plainText } from '../../../shared/kernel/html/text.ts'
import { msOf } from '../../../shared/kernel/time/calculate.ts'
import { cutText } from '../../views/cut-text.ts'
import type { FeedEvent, FeedRelated } from './vevent.ts'
import { element, lastingId, TEXT_LENGTH, whenAndWhere } from './words.ts'

export type NewsSite = { readonly name: string; readonly description: string; readonly baseUrl: string }

/** RFC 822, as RSS 2.0 wants it. */
const dateText = (utc: UtcTime): string => new Date(msOf(utc)).toUTCString()

/** When and where, then what it is about. */
const description = (event: FeedEvent, related: FeedRelated): string => {
  const { excerpt, description: whole } = event.values
  const about = cutText(plainText(excerpt === '' ? whole : excerpt), TEXT_LENGTH)
  return [...whenAndWhere(event, related), about].filter(part => part !== '').join('. ')
}

const item = (event: FeedEvent, related: FeedRelated, { baseUrl }: NewsSite): string =>
  [
    '<item>',
    element('title', plainText(event.values.title)),
    element('link', related.url),
    `<guid isPermaLink="false">${escapeXml(lastingId(event, baseUrl))}</guid>`,
    element('pubDate', dateText(event.created)),
    ...related.categories.map(name => element('category', plainText(name))),
    element('description', description(event, related)),
    '</item>',
  ].join('')

/** The events as RSS 2.0, in the order in which they begin (spec 06 §4.1). */
export const rssText = (
  events: readonly FeedEvent[],
  relatedOf: (event: FeedEvent) => FeedRelated,
  site: NewsSite,
): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
    `<title>${escapeXml(site.name)}</title>`,
    element('link', `${site.baseUrl}/events/`),
    `<description>${escapeXml(site.description === '' ? `Events of ${site.name}` : site.description)}</description>`,
    '<language>en</language>',
    `<atom:link href="${escapeXml(`${site.baseUrl}/feed/`)}" rel="self" type="application/rss+xml"/>`,
    ...events.map(event => item(event, relatedOf(event), site)),
    '</channel></rss>\n',
  ].join('')
