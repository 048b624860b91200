import type { IncomingHttpHeaders } from 'node:http'
import { isObject } from '../../../../shared/kernel/json.ts'
import type { Body } from '../request/body.ts'
import type { Nested } from '../request/nesting.ts'
import { decodePair, rawPairs } from '../request/nesting.ts'
import type { Mapping } from './mapping.ts'
import type { Direction } from './names.ts'

type Members = Readonly<Record<string, unknown>>

const renamed = (members: Members, nameOf: (name: string) => string): Members =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [nameOf(name), value]))

/** `_fields`: names with dots between them, and commas between those. */
const fields = (value: unknown, nameOf: (name: string) => string): unknown => {
  if (typeof value === 'string') return value.replaceAll(/[^,.\s]+/g, name => nameOf(name))
  if (Array.isArray(value)) return value.map(element => fields(element, nameOf))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fields(inner, nameOf)]))
}

/** The address of a page, whose query may have their names. */
export const pageAddress = (address: string, { name }: Direction): string => {
  const mark = address.indexOf('?')
  if (mark === -1) return address
  const [query = '', ...rest] = address.slice(mark + 1).split('#')
  const pairs = rawPairs(query).map(pair => {
    const [key, value] = decodePair(pair)
    const type = key === 'post_type' ? name(value) : value
    const isSame = name(key) === key && type === value
    return isSame
      ? pair.filter((part, at) => at === 0 || part !== '').join('=')
      : `${encodeURIComponent(name(key))}=${encodeURIComponent(type)}`
  })
  return [`${address.slice(0, mark)}?${pairs.join('&')}`, ...rest].join('#')
}

const BATCH = '/batch/v1'

/** The path of a batch part: a route with its query, behind a host that does not count. */
const partPath = (path: string, ours: Direction): string => {
  const [, host = '', route = '', rest = ''] =
    /^((?:[a-z][a-z0-9+.-]*:)?(?:\/\/[^/?#]*)?)([^?#]*)(.*)$/is.exec(path) ?? []
  return `${host}${ours.path(route)}${pageAddress(rest, ours)}`
}

/** What programs send, in our names. */
export const sentReader = ({ bodies }: Pick<Mapping, 'bodies'>, ours: Direction) => {
  const values: Readonly<Record<string, (value: unknown) => unknown>> = {
    _fields: value => fields(value, ours.name),
    namespace: value => (typeof value === 'string' ? ours.namespace(value) : value),
    view_data: value => (isObject(value) ? renamed(value, ours.name) : value),
    u: value => (typeof value === 'string' ? pageAddress(value, ours) : value),
    url: value => (typeof value === 'string' ? pageAddress(value, ours) : value),
  }
  const query = (sent: Members): Members =>
    Object.fromEntries(
      Object.entries(sent).map(([name, value]) => {
        const own = ours.name(name)
        return [own, Object.hasOwn(values, own) ? values[own]?.(value) : value]
      }),
    )

  /** Further names count where the member itself was not sent. */
  const withFurtherNames = (sent: Members, path: string): Members => {
    const [, table] =
      Object.entries(bodies).find(([route]) => path === route || path.startsWith(`${route}/`)) ?? []
    if (table === undefined) return sent
    return renamed(sent, name => {
      const own = Object.hasOwn(table, name) ? table[name] : undefined
      return own === undefined || Object.hasOwn(sent, own) ? name : own
    })
  }

  const part = (value: unknown): unknown => {
    if (!isObject(value)) return value
    const { path, body } = value
    const own = typeof path === 'string' ? partPath(path, ours) : path
    const route = typeof own === 'string' ? (own.split('?', 1)[0] ?? '') : ''
    return { ...value, path: own, ...(isObject(body) ? { body: inBody(body, route) } : {}) }
  }

  const parts = (requests: unknown): unknown => {
    if (Array.isArray(requests)) return requests.map(part)
    return isObject(requests)
      ? Object.fromEntries(Object.entries(requests).map(([key, value]) => [key, part(value)]))
      : requests
  }

  const inBody = (sent: Members, path: string): Members => {
    const named = withFurtherNames(query(sent), path.toLowerCase())
    return path.toLowerCase() === BATCH && named['requests'] !== undefined
      ? { ...named, requests: parts(named['requests']) }
      : named
  }

  return {
    query: (sent: Nested): Nested => query(sent) as Nested,
    body: (body: Body, path: string): Body =>
      body.ok ? { ok: true, json: inBody(body.json, path), form: inBody(body.form, path) as Nested } : body,
    headers: (sent: IncomingHttpHeaders): IncomingHttpHeaders =>
      Object.fromEntries(
        Object.entries(sent).map(([name, value]) => [ours.header(name).toLowerCase(), value]),
      ),
  }
}
