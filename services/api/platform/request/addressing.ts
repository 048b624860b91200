import { decodePair, decodeText, nest, parsePairs, rawPairs, type Nested } from './nesting.ts'
import type { Route } from '../route.ts'

export type RestAddress = {
  readonly kind: 'rest'
  /** null: no route can have this form. */
  readonly path: string | null
  readonly query: Nested
}

/** The REST address inside a request address (spec 00 §1). */
export type Address =
  /** No `rest_route`, or an empty one: a page, not the REST interface. */
  { readonly kind: 'page' } | RestAddress

const ROUTE = 'rest_route'

/** A `?` in the route value starts a query tail; what it names loses against the `&` form. */
const splitTail = (raw: string): { readonly path: string; readonly tail: Nested } => {
  const value = raw.includes('?') ? raw : decodeText(raw)
  const mark = value.indexOf('?')
  if (mark === -1) return { path: value, tail: {} }
  const path = value.slice(0, mark)
  return { path: value === raw ? decodeText(path) : path, tail: nest(parsePairs(value.slice(mark + 1))) }
}

/** One trailing slash is ignored; `//` and a missing first slash fit no route. */
export const normalPath = (path: string): string | null => {
  if (!path.startsWith('/') || path.includes('//')) return null
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

/** A path has no `+` for a blank; what is not well encoded stays as it is. */
const decodePath = (path: string): string => decodeText(path.replaceAll('+', '%2B'))

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
  if (route === null || route === '') return { kind: 'page' }
  const { path, tail } = splitTail(route)
  return { kind: 'rest', path: normalPath(path), query: { ...tail, ...nest(others) } }
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

export type Match = {
  readonly route: Route
  /** Values of the variable parts. */
  readonly path: Readonly<Record<string, string>>
}

const FORMS: Readonly<Record<string, RegExp>> = {
  id: /^\d+$/,
  slug: /^[^/]+$/,
  import_id: /^[A-Za-z0-9_]+$/,
  type: /^[a-z]+$/,
}
/** No item has this number: what stands for ids that no double can hold. */
const NO_ID = '0'

type Step = { readonly literal: string } | { readonly name: string; readonly form: RegExp }
type Pattern = { readonly route: Route; readonly steps: readonly Step[] }

const patternOf = (route: Route): Pattern => ({
  route,
  steps: route.path.split('/').map(part => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    return name === undefined ? { literal: part } : { name, form: FORMS[name] ?? /^[^/]+$/ }
  }),
})

const valueOf = (name: string, value: string) =>
  name === 'id' && !Number.isSafeInteger(Number(value)) ? NO_ID : value

const tryPattern = ({ route, steps }: Pattern, parts: readonly string[]): Match | null => {
  const path: Record<string, string> = {}
  for (const [index, step] of steps.entries()) {
    const part = parts[index] ?? ''
    if ('literal' in step) {
      if (part.toLowerCase() !== step.literal) return null
    } else if (step.form.test(part)) path[step.name] = valueOf(step.name, part)
    else return null
  }
  return { route, path }
}

const NO_PATH: Match['path'] = {}

/** Finds the route of a path; literal parts match in any case. */
export const matcher = (routes: readonly Route[]): ((path: string) => Match | null) => {
  const fixed = new Map(routes.filter(r => !r.path.includes('{')).map(r => [r.path.toLowerCase(), r]))
  const open = routes.filter(r => r.path.includes('{')).map(patternOf)
  return path => {
    const known = fixed.get(path.toLowerCase())
    if (known !== undefined) return { route: known, path: NO_PATH }
    const parts = path.split('/')
    for (const pattern of open) {
      const match = pattern.steps.length === parts.length ? tryPattern(pattern, parts) : null
      if (match !== null) return match
    }
    return null
  }
}

/** Absolute address of a route (spec 00 §1, 7): slashes stay plain, everything else is percent-encoded. */
export const restUrl = (
  baseUrl: string,
  path: string,
  query: readonly (readonly [name: string, value: string])[] = [],
): string => `${baseUrl}/index.php?rest_route=${path.split('/').map(encodePart).join('/')}${queryText(query)}`

/** `&name=value` for each pair, percent-encoded. */
export const queryText = (query: readonly (readonly [name: string, value: string])[]): string => {
  let text = ''
  for (const [name, value] of query) text += `&${encodeURIComponent(name)}=${encodeURIComponent(value)}`
  return text
}

/** `{id}` stays readable in the addresses of the index. */
const encodePart = (part: string) => (/^\{\w+\}$/.test(part) ? part : encodeURIComponent(part))
