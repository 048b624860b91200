import { plainText } from '../../../../shared/kernel/html/text.ts'
import { cutText } from '../../../views/cut-text.ts'
import { filterQuery, type TypedFilter } from '../../admin/history-filter.ts'
import { atomDocument, atomPage, atomText } from '../../feeds/atom-document.ts'
import { element } from '../../feeds/words.ts'
import type { Site } from '../../platform/call.ts'
import { HISTORY_FEED } from './feed-address.ts'
import type { RecentLine } from './lines.ts'
import { wayOf, whoText } from './timeline.ts'
import { happened, thingWord } from './words.ts'

export const historyFeedTitle = ({ name }: Pick<Site, 'name'>): string =>
  name === '' ? 'History' : `History of ${name}`

/** Where what is asked for is, at a path such as `/history`. */
export const narrowedAddress = ({ baseUrl }: Site, path: string, typed: TypedFilter): string => {
  const query = filterQuery(typed).slice(1)
  return `${baseUrl}${path}${query === '' ? '' : `?${query}`}`
}

/** Signs of a name in a title: what a list of a reader shows. */
const NAME_LENGTH = 200

/**
 * One fact, as the page tells it. Known by the place in the stream of its item, which copies of the log keep, as they do
 * not keep positions.
 */
const entryOf = ({ entry, type, name }: RecentLine, site: Site): string => {
  const thing = `${thingWord(type)} ${entry.id}`
  const title = name === null ? thing : cutText(plainText(name), NAME_LENGTH)
  const { kind, id, revision, fact, position } = entry
  return [
    '<entry>',
    element('id', `${site.baseUrl}/history/${kind}/${id}#${fact}-${revision}`),
    atomText('title', `${title}: ${happened(entry)}`),
    atomPage(`${site.baseUrl}/history/${type}/${id}#at-${position}`),
    element('published', entry.at),
    element('updated', entry.at),
    `<author>${element('name', whoText(entry.actor))}</author>`,
    atomText('summary', `${thing} · ${whoText(entry.actor)} · ${plainText(wayOf(entry, site).markup)}`),
    '</entry>',
  ].join('')
}

/** What happened lately as an Atom feed, in the order given (spec 00 §6.6; RFC 4287). */
export const historyFeed = (lines: readonly RecentLine[], typed: TypedFilter, site: Site): string =>
  atomDocument(
    {
      ...{ baseUrl: site.baseUrl, siteName: site.name, title: historyFeedTitle(site) },
      self: narrowedAddress(site, HISTORY_FEED, typed),
      alternate: narrowedAddress(site, '/history', typed),
      updated:
        lines
          .map(({ entry }) => entry.at)
          .sort()
          .at(-1) ?? null,
    },
    lines.map(line => entryOf(line, site)),
  )
