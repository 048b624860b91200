import { isObject } from '../../../../shared/kernel/json.ts'
import { elementsOf } from '../arguments/arguments.ts'
import type { Direction } from './names.ts'
import { pageAddress } from './page-address.ts'

export type Members = Readonly<Record<string, unknown>>

const BATCH = '/batch/v1'

export const isBatch = (path: string): boolean => path.toLowerCase() === BATCH

/** The path of a batch part: a route with its query, behind a host that does not count. */
const splitPath = (path: string) => {
  const [, host = '', route = '', rest = ''] =
    /^((?:[a-z][a-z0-9+.-]*:)?(?:\/\/[^/?#]*)?)([^?#]*)(.*)$/is.exec(path) ?? []
  return { host, route, rest }
}

const partPath = (path: string, ours: Direction): string => {
  const { host, route, rest } = splitPath(path)
  return `${host}${ours.path(route)}${pageAddress(rest, ours)}`
}

/** Whether a batch part is asked under a namespace of theirs. */
const isTheirPart = (part: unknown, ours: Direction): boolean => {
  if (!isObject(part) || typeof part['path'] !== 'string') return false
  const { route } = splitPath(part['path'])
  return ours.path(route) !== route
}

/** Of the parts of a batch, in their order, which ones are asked in their names; the first source that has any counts. */
export const theirPartsIn = (sources: readonly Members[], ours: Direction): readonly boolean[] => {
  const requests = sources.map(sent => sent['requests']).find(sent => sent !== undefined && sent !== null)
  const parts = requests === undefined ? [] : (elementsOf(requests, 'commas') ?? [])
  return parts.map(part => isTheirPart(part, ours))
}

type Readers = {
  /** Names of parameters, and values that hold names. */
  readonly query: (sent: Members) => Members
  /** The same, and further names that bodies sent to a route of ours may have. */
  readonly inBody: (sent: Members, path: string) => Members
}

const each = (requests: unknown, read: (value: unknown) => unknown): unknown => {
  if (Array.isArray(requests)) return requests.map(read)
  return isObject(requests)
    ? Object.fromEntries(Object.entries(requests).map(([key, value]) => [key, read(value)]))
    : requests
}

/** Batches in our names. */
export const partsReader = (ours: Direction, { query, inBody }: Readers) => {
  const part = (value: unknown): unknown => {
    if (!isObject(value)) return value
    const { path, body } = value
    const own = typeof path === 'string' ? partPath(path, ours) : path
    const route = typeof own === 'string' ? (own.split('?', 1)[0] ?? '') : ''
    return { ...value, path: own, ...(isObject(body) ? { body: inBody(body, route) } : {}) }
  }
  const withParts = (sent: Members, path: string, read = part): Members =>
    isBatch(path) && sent['requests'] !== undefined
      ? { ...sent, requests: each(sent['requests'], read) }
      : sent
  const theirs = (value: unknown): unknown => (isTheirPart(value, ours) ? part(value) : value)
  return {
    /** `path`: of the route in our names; only that of batches has parts. */
    withParts: (sent: Members, path: string): Members => withParts(sent, path),
    /** Of a batch that is asked under no namespace: those parts alone that are asked under one of theirs. */
    ofBatch: (sent: Members): Members => withParts(query(sent), BATCH, theirs),
  }
}
