import type { IncomingHttpHeaders } from 'node:http'
import { type Address, addressBehind, PRETTY_PREFIX, type RestAddress } from '../request/addressing.ts'
import { sentReader } from './asked.ts'
import type { Mapping } from './mapping.ts'
import { bothWays } from './names.ts'
import { pageAddress } from './page-address.ts'
import { isBatch } from './parts.ts'
import { speechesOf, type Speech } from './speeches.ts'

/** A request in our names, and how it is answered in theirs. */
type Translated = RestAddress & { readonly speech: Speech }

export type Compatibility = {
  /** Where their addresses begin. */
  readonly prefix: string
  /** `asked`: how the address was read without a mapping; null: it is in our names. */
  readonly translated: (url: string, asked: Address) => Translated | null
  readonly headersOf: (headers: IncomingHttpHeaders) => IncomingHttpHeaders
  /** Whether a request may hold a nonce under a name of theirs: then not all guests get the same answer. */
  readonly mayHoldNonce: (url: string, headers: IncomingHttpHeaders) => boolean
  /** An address of a page, whose query may have their names. */
  readonly pageUrl: (url: string) => string
  /** The same request in the form of ours, for those who count requests; others as they are. */
  readonly countedUrl: (url: string) => string
  /** Address of the index in their names, and what links to it are called. */
  readonly index: (baseUrl: string) => { readonly href: string; readonly rel: string }
}

const decoded = (path: string): string => path.replaceAll(/%2f/gi, '/')

const countedUrl = (url: string, prefix: string, pathOf: (path: string) => string): string => {
  if (url.startsWith(`${prefix}/`)) return `${PRETTY_PREFIX}${pathOf(decoded(url.slice(prefix.length)))}`
  const [start = '', route] = url.split('rest_route=', 2)
  return route === undefined ? url : `${start}rest_route=${pathOf(decoded(route))}`
}

/** A mapping at work. Whoever asks in our names pays for one look at the address. */
export const compatibilityOf = (mapping: Mapping): Compatibility => {
  const { prefix } = mapping
  const { ours, theirs } = bothWays(mapping)
  const sent = sentReader(mapping, ours)
  const index = (baseUrl: string) => `${baseUrl}${prefix}/`

  const speeches = speechesOf(mapping, { ours, theirs }, sent, index)

  const translate = ({ path, query }: RestAddress, how: Speech): Translated => {
    const own = path === null ? null : ours.path(path)
    return { kind: 'rest', path: own, query: sent.query(query, own ?? ''), speech: how }
  }
  const underNone = (asked: RestAddress & { readonly path: string }): Translated | null => {
    if (isBatch(asked.path))
      return { ...asked, query: sent.batch.query(asked.query), speech: speeches.batch(asked.query) }
    if (asked.path === '/') return translate(asked, speeches.rootIndex)
    return theirs.path(asked.path) === asked.path ? translate(asked, speeches.reading) : null
  }
  const nonceHeaders = Object.keys(mapping.headers).filter(name => ours.header(name) === 'X-CORE-Nonce')
  const nonceNames = Object.keys(mapping.names).filter(name => ours.name(name) === '_nonce')
  const [rel = 'index'] = Object.entries(mapping.relations).find(([, own]) => own === 'index') ?? []
  const theirNames = Object.keys(mapping.names)

  const isOfInterface = (url: string): boolean =>
    url.startsWith(`${prefix}/`) || url.startsWith(`${PRETTY_PREFIX}/`) || url.includes('rest_route')

  return {
    prefix,
    translated: (url, asked) => {
      const behind = addressBehind(prefix, url)
      if (behind !== null) return translate(behind, speeches.pretty)
      if (asked.kind === 'page' || asked.path === null) return null
      const { path } = asked
      return ours.path(path) === path ? underNone({ ...asked, path }) : translate(asked, speeches.plain)
    },
    headersOf: sent.headers,
    mayHoldNonce: (url, headers) =>
      nonceHeaders.some(name => headers[name.toLowerCase()] !== undefined) ||
      nonceNames.some(name => url.includes(name)),
    pageUrl: url =>
      isOfInterface(url) || !theirNames.some(name => url.includes(name)) ? url : pageAddress(url, ours),
    countedUrl: url => countedUrl(url, prefix, ours.path),
    index: baseUrl => ({ href: index(baseUrl), rel }),
  }
}
