import type { IncomingHttpHeaders } from 'node:http'
import type { Answer } from '../answers/answer.ts'
import type { Body } from '../request/body.ts'
import { addressBehind, PRETTY_PREFIX, type Address, type RestAddress } from '../request/addressing.ts'
import { pageAddress, sentReader } from './asked.ts'
import type { Mapping } from './mapping.ts'
import { bothWays } from './names.ts'
import { teller, type WriteAddress } from './told.ts'

/** How a request that came in their names is read and answered. */
export type Speech = {
  readonly body: (body: Body, path: string) => Body
  /** `path`: of the route in our names. */
  readonly answer: (answer: Answer, path: string, baseUrl: string) => Answer
  /** Names and values alternate, before and after. */
  readonly headers: (list: readonly string[], baseUrl: string) => string[]
}

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

  const speech = (write: (baseUrl: string) => WriteAddress): Speech => {
    const tell = (baseUrl: string) => teller({ ...mapping, theirs }, baseUrl, write(baseUrl))
    return {
      body: sent.body,
      answer: (answer, path, baseUrl) => tell(baseUrl).answer(answer, path),
      headers: (list, baseUrl) => tell(baseUrl).headers(list),
    }
  }
  const pretty = speech(baseUrl => (route, query) => {
    const own = pageAddress(`?${query}`, theirs).slice(1)
    return `${baseUrl}${prefix}${route}${own === '' ? '' : `?${own}`}`
  })
  // their index has no other address than the one behind the prefix
  const plain = speech(baseUrl => (route, query) => {
    const own = pageAddress(`?${query}`, theirs).slice(1)
    if (route === '/') return `${index(baseUrl)}${own === '' ? '' : `?${own}`}`
    return `${baseUrl}/index.php?rest_route=${route}${own === '' ? '' : `&${own}`}`
  })

  const translate = ({ path, query }: RestAddress, how: Speech): Translated => ({
    kind: 'rest',
    path: path === null ? null : ours.path(path),
    query: sent.query(query),
    speech: how,
  })
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
      if (behind !== null) return translate(behind, pretty)
      if (asked.kind === 'page' || asked.path === null || ours.path(asked.path) === asked.path) return null
      return translate(asked, plain)
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
