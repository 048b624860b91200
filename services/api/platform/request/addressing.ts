import { NAME_LEVELS } from '../../../../shared/limits/requests.ts'

// What the address of a request says: values by name, a route of the interface, or a feed that subscribers
// ask a page for.

/** Values of query strings and forms: texts, nested by `a[]`, `a[0]`, `a[b]` (spec 01 §1). */
export type Nested = { [name: string]: Nested | string }
export type Pair = readonly [name: string, value: string]

/** Characters of all texts, their names included. */
export const textLength = (value: Nested | string): number => {
  if (typeof value === 'string') return value.length
  let length = 0
  for (const [name, inner] of Object.entries(value)) length += name.length + textLength(inner)
  return length
}

const DROPPED: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])
export const isDropped = (name: string): boolean => DROPPED.has(name)

/** `a[b][]` → `['a', 'b', '']`; a name without well-formed brackets is itself. */
const pathOf = (name: string): readonly string[] => {
  const open = name.indexOf('[')
  if (open < 1 || !name.endsWith(']')) return [name]
  return [name.slice(0, open), ...name.slice(open + 1, -1).split('][')]
}

/** The index that `[]` stands for, per list: one beyond the highest so far. */
type NextIndexes = Map<Nested, number>

const own = (node: Nested, key: string) => (Object.hasOwn(node, key) ? node[key] : undefined)

const place = (root: Nested, next: NextIndexes, path: readonly string[], value: string): void => {
  let node = root
  for (const [depth, step] of path.entries()) {
    const index = next.get(node) ?? 0
    const key = step === '' && depth > 0 ? String(index) : step
    if (/^\d+$/.test(key)) next.set(node, Math.max(index, Number(key) + 1))
    if (depth === path.length - 1) {
      node[key] = value
      return
    }
    const inner = own(node, key)
    if (typeof inner === 'object') node = inner
    else {
      const fresh: Nested = {}
      node[key] = fresh
      node = fresh
    }
  }
}

/**
 * Puts pairs in their places, one by one. A scalar name given twice: the last one counts. Names that could reach a
 * prototype are dropped, and those with more than 64 levels. `size`: values so far, each level beyond a plain list
 * counting as one more, because each is one more object.
 */
export const nesting = () => {
  const root: Nested = {}
  const next: NextIndexes = new Map()
  let size = 0
  return {
    root,
    size: () => size,
    place: ([name, value]: Pair): void => {
      const path = pathOf(name)
      size += Math.max(1, Math.min(path.length, NAME_LEVELS) - 1)
      if (name !== '' && path.length <= NAME_LEVELS && !path.some(isDropped)) place(root, next, path, value)
    },
  }
}

/** All pairs of an address, which are few (`nesting`). */
export const nest = (pairs: readonly Pair[]): Nested => {
  const { root, place } = nesting()
  pairs.forEach(place)
  return root
}

/** A path, or a part of one: a `+` is no blank; what is not well encoded stays as it is. */
export const decodePath = (text: string): string => {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return text
    throw error
  }
}

/** A text of a query or a form, in which a `+` is a blank. */
export const decodeText = (text: string): string =>
  decodePath(text.includes('+') ? text.replaceAll('+', ' ') : text)

/** A pair as it was sent, still encoded. */
export const splitPair = (part: string): Pair => {
  const equals = part.indexOf('=')
  return equals === -1 ? [part, ''] : [part.slice(0, equals), part.slice(equals + 1)]
}

/** Still encoded pairs of a query string or form, in order. */
export const rawPairs = (text: string): readonly Pair[] =>
  text
    .split('&')
    .filter(part => part !== '')
    .map(splitPair)

export const decodePair = ([name, value]: Pair): Pair => [decodeText(name), decodeText(value)]

export const parsePairs = (text: string): readonly Pair[] => rawPairs(text).map(decodePair)

export type RestAddress = {
  readonly kind: 'rest'
  /** null: no route can have this form. */
  readonly path: string | null
  readonly query: Nested
}

/** The REST address inside a request address (spec 00 §1). */
export type Address =
  /** No `rest_route`, or an empty one: a page, not the REST interface. */
  { readonly kind: 'page'; readonly path: null; readonly query: Nested } | RestAddress

/**
 * A page of what an address asks. `question`: the address without the page, and without what no rule looks at. `sent`: the names
 * in the address but the page, as everybody writes them, with their values, still encoded.
 */
export type PageAsked = {
  readonly question: string
  readonly page: number
  readonly sent: ReadonlyMap<string, string>
}

/** Name under which an address says which route it asks. */
export const ROUTE = 'rest_route'

/** A `?` in the route value starts a query tail. */
const splitTail = (raw: string): { readonly path: string; readonly tail: readonly Pair[] } => {
  const value = raw.includes('?') ? raw : decodeText(raw)
  const mark = value.indexOf('?')
  if (mark === -1) return { path: value, tail: [] }
  const path = value.slice(0, mark)
  return { path: value === raw ? decodeText(path) : path, tail: parsePairs(value.slice(mark + 1)) }
}

const ORIGIN = /^https?:\/\/[^/?#]*\/?/i

/** The address without the host that some name before the path, as one asks a proxy (RFC 9112 §3.2.2). */
export const withoutOrigin = (url: string): string => (url.startsWith('/') ? url : url.replace(ORIGIN, '/'))

/** One trailing slash is ignored; `//` and a missing first slash fit no route. */
export const normalPath = (path: string): string | null => {
  if (!path.startsWith('/') || path.includes('//')) return null
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

/** Reads what stands behind the first `?` of a request address. */
export const addressOf = (queryString: string): Address => {
  let route: string | null = null
  let isList = false
  const others = []
  for (const pair of rawPairs(queryString)) {
    const [name, value] = decodePair(pair)
    if (name === ROUTE) {
      route = pair[1]
      isList = false
    } else if (name.startsWith(`${ROUTE}[`)) isList = true
    else others.push([name, value] as const)
  }
  if (isList) return { kind: 'rest', path: null, query: nest(others) }
  if (route === null || route === '') return { kind: 'page', path: null, query: {} }
  const { path, tail } = splitTail(route)
  // first, so that what it names loses against the `&` form, and elements of a list come together
  return { kind: 'rest', path: normalPath(path), query: nest([...tail, ...others]) }
}

/** Where the interface is reached by a path of its own: `/api/cal/events/v1/events?page=2`. */
export const PRETTY_PREFIX = '/api'

/**
 * Reads a request address whose path has the route behind a prefix; null: it has another beginning. A `?` that is
 * encoded belongs to the route.
 */
export const addressBehind = (prefix: string, url: string): RestAddress | null => {
  const [address = ''] = url.split('?', 1)
  if (address !== prefix && !address.startsWith(`${prefix}/`)) return null
  const path = address.slice(prefix.length)
  const query = nest(parsePairs(queryOf(url)))
  return { kind: 'rest', path: normalPath(path === '' ? '/' : decodePath(path)), query }
}

/** Reads the address of a request, whichever way it names its route. */
export const requestAddressOf = (url: string): Address =>
  addressBehind(PRETTY_PREFIX, url) ?? addressOf(queryOf(url))

/** Query string of a request address, without the `?`; "" when there is none. */
export const queryOf = (url: string): string => {
  const mark = url.indexOf('?')
  return mark === -1 ? '' : url.slice(mark + 1)
}

/** An address as it may be written down: without the secret of a link by which a password is set (spec 07 §10). */
export const withoutKey = (url: string): string =>
  url.replaceAll(/([?&])([^=&]*)=[^&]*/g, (pair, mark: string, name: string) =>
    decodeText(name) === 'key' ? `${mark}${name}=` : pair,
  )

/** Absolute address of a route (spec 00 §1, 7): slashes stay plain, everything else is percent-encoded. */
export const restUrl = (
  baseUrl: string,
  path: string,
  query: readonly (readonly [name: string, value: string])[] = [],
): string => `${baseUrl}/index.php?rest_route=${encodePath(path)}${queryText(query)}`

/** `&name=value` for each pair, percent-encoded. */
export const queryText = (query: readonly (readonly [name: string, value: string])[]): string => {
  let text = ''
  for (const [name, value] of query) text += `&${encodeURIComponent(name)}=${encodeURIComponent(value)}`
  return text
}

/** Nothing of it has to be encoded. */
const PLAIN = /^[\w./~-]*$/

const encodePath = (path: string): string =>
  PLAIN.test(path) ? path : path.split('/').map(encodePart).join('/')

/** `{id}` stays readable in the addresses of the index. */
const encodePart = (part: string) => (/^\{\w+\}$/.test(part) ? part : encodeURIComponent(part))

/** Asks a page for its events as a calendar file: `?ical=1`, `?outlook-ical=1`. */
const ASKS = /[?&](?:outlook-)?ical=/

const isOn = (value: Nested[string] | undefined): boolean =>
  value !== undefined && value !== '' && value !== '0' && value !== 'false'

/** The term that a path below `/events` limits to, e.g. `category/fairs`. */
const TERM = /\/(category|tag)\/([^/]+)/

/**
 * The feed (spec 06 §4) that subscribers of other calendars ask a page for; null: it is not asked for a feed. Dates,
 * pages and searches do not count: a subscription is to what is coming.
 */
export const askedFeed = (url: string): string | null => {
  if (!ASKS.test(url)) return null
  const [path = '', ...rest] = url.split('?')
  const query = nest(parsePairs(rest.join('?')))
  if (!isOn(query['ical']) && !isOn(query['outlook-ical'])) return null
  const event = /^\/event\/[^/]+/.exec(path)
  if (event !== null) return `${event[0]}/ical/`
  const { rest_route: route, p: item } = query
  if (path === '/' || path === '/index.php')
    return isOn(route) || item !== undefined ? null : feedOf(termIn(query))
  if (path !== '/events' && !path.startsWith('/events/')) return null
  const [, kind, slug] = TERM.exec(path) ?? []
  return feedOf(kind === undefined || slug === undefined ? termIn(query) : `${kind}/${slug}/`)
}

const feedOf = (term: string): string => `/events/${term}ical/`

const termIn = ({ cal_events_cat: category, tag }: Nested): string => {
  if (typeof category === 'string' && category !== '') return `category/${encodeURIComponent(category)}/`
  return typeof tag === 'string' && tag !== '' ? `tag/${encodeURIComponent(tag)}/` : ''
}
