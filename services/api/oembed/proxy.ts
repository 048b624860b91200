import type { FetchOptions, HttpFetcher } from '../../../shared/http-fetcher.ts'
import { decodeReferences } from '../../../shared/kernel/html/text.ts'
import {
  FOREIGN_ANSWER_BYTES,
  FOREIGN_PAGE_BYTES,
  FOREIGN_LINKS,
  FOREIGN_LINK_LENGTH,
} from '../../../shared/limits/fetched.ts'
import { foreignEmbed, readForeign, type Foreign } from './foreign.ts'

/** Where providers are asked: addresses → endpoint. */
export type KnownProvider = { readonly pattern: RegExp; readonly endpoint: string }

/** Some who say themselves where they answer. */
export const knownProviders: readonly KnownProvider[] = [
  {
    pattern: /^https?:\/\/((www|m)\.)?youtube\.com\/(watch|playlist|shorts|live)/i,
    endpoint: 'https://www.youtube.com/oembed',
  },
  { pattern: /^https?:\/\/youtu\.be\//i, endpoint: 'https://www.youtube.com/oembed' },
  { pattern: /^https?:\/\/(.+\.)?vimeo\.com\//i, endpoint: 'https://vimeo.com/api/oembed.json' },
  { pattern: /^https?:\/\/(www\.)?flickr\.com\//i, endpoint: 'https://www.flickr.com/services/oembed/' },
  { pattern: /^https?:\/\/(www\.)?soundcloud\.com\//i, endpoint: 'https://soundcloud.com/oembed' },
  { pattern: /^https?:\/\/open\.spotify\.com\//i, endpoint: 'https://open.spotify.com/oembed' },
]

export type ProxyAsked = {
  readonly url: string
  readonly maxWidth: number
  readonly maxHeight: number | undefined
  readonly discover: boolean
}

const LIMITS = { maxBytes: FOREIGN_PAGE_BYTES, timeoutMs: 5_000, redirects: 3 } as const
const page: FetchOptions = {
  ...LIMITS,
  accepts: type => /^(?:text\/html|application\/xhtml\+xml)/i.test(type),
}
const data: FetchOptions = {
  ...LIMITS,
  maxBytes: FOREIGN_ANSWER_BYTES,
  accepts: type => /json|xml/i.test(type),
}

const LINK = /^<link\b(?:"[^"]*"|'[^']*'|[^'">])*>/i

/** The link elements of a page. Each is looked at as far as one goes, so that no page takes longer than it is long. */
const linksIn = (html: string): readonly string[] => {
  const links: string[] = []
  const start = /<link\b/gi
  for (let seen = 0; seen < FOREIGN_LINKS; seen++) {
    const found = start.exec(html)
    if (found === null) break
    const link = LINK.exec(html.slice(found.index, found.index + FOREIGN_LINK_LENGTH))
    if (link !== null) links.push(link[0])
  }
  return links
}

const attribute = (tag: string, name: string): string | null => {
  const [, double, single, bare] =
    new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag) ?? []
  const value = double ?? single ?? bare
  return value === undefined ? null : decodeReferences(value)
}

/** The address under which a page says that it is described; JSON before XML. */
export const discovered = (html: string, base: string): string | null => {
  const links = linksIn(html).flatMap(tag => {
    const [type, href] = [attribute(tag, 'type')?.toLowerCase(), attribute(tag, 'href')]
    const kind =
      type === 'application/json+oembed' ? 0 : /^(?:text|application)\/xml\+oembed$/.test(type ?? '') ? 1 : 2
    return href === null || kind === 2 || !URL.canParse(href, base)
      ? []
      : [{ kind, href: new URL(href, base).href }]
  })
  return links.toSorted((a, b) => a.kind - b.kind)[0]?.href ?? null
}

const endpointFor = (known: KnownProvider, { url, maxWidth, maxHeight }: ProxyAsked): string => {
  const query = new URLSearchParams({ url, format: 'json', maxwidth: String(maxWidth) })
  if (maxHeight !== undefined) query.set('maxheight', String(maxHeight))
  return `${known.endpoint}?${query.toString()}`
}

/** What a provider elsewhere says about an address, made harmless; null: nothing can be had (spec 06 §2.2). */
export const foreignLookup =
  (fetcher: HttpFetcher, providers: readonly KnownProvider[]) =>
  async (asked: ProxyAsked): Promise<Foreign | null> => {
    if (!fetcher.allows(asked.url)) return null
    const find = async (): Promise<string | null> => {
      const known = providers.find(({ pattern }) => pattern.test(asked.url))
      if (known !== undefined) return endpointFor(known, asked)
      if (!asked.discover) return null
      const found = await fetcher.fetch(asked.url, page)
      return found.ok && found.changed ? discovered(found.bytes.toString('utf8'), found.url) : null
    }
    const endpoint = await find()
    const answer = endpoint === null ? null : await fetcher.fetch(endpoint, data)
    if (answer === null || !answer.ok || !answer.changed) return null
    const members = readForeign(answer.bytes.toString('utf8'), answer.contentType)
    return members === null ? null : foreignEmbed(members)
  }
