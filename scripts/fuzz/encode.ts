type Values = { readonly [name: string]: unknown }

/** How the arguments of a write travel. */
export type Encoding = 'json' | 'json-bom' | 'json-other' | 'form' | 'multipart' | 'query'

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null

const DROPPED = ['__proto__', 'constructor', 'prototype']

/** Names of forms and queries nest by brackets; what has none of its own is left out. */
const pairs = (name: string, value: unknown): readonly (readonly [string, string])[] => {
  if (value === null || value === undefined) return []
  if (!isObject(value)) return [[name, textOf(value)]]
  return Object.entries(value).flatMap(([key, member]) => pairs(`${name}[${key}]`, member))
}

const textOf = (value: unknown) =>
  typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string' ? String(value) : ''

/** Names with more levels are dropped. */
const DEEPEST = 64

/** What arrives of a value: everything is text, lists have their positions, empty ones are nothing. */
export const textual = (value: unknown, depth = 1): unknown => {
  if (value === null || value === undefined || depth > DEEPEST) return undefined
  if (!isObject(value)) return textOf(value).toWellFormed()
  const members = Object.entries(value)
    .filter(([name]) => !DROPPED.includes(name))
    .map(([name, member]) => [name, textual(member, depth + 1)] as const)
    .filter(([, member]) => member !== undefined)
  return members.length === 0 ? undefined : Object.fromEntries(members)
}

const component = (text: string) => encodeURIComponent(text.toWellFormed())

const formText = (values: Values): string =>
  Object.entries(values)
    .flatMap(([name, value]) => pairs(name, value))
    .map(([name, value]) => `${component(name)}=${component(value)}`)
    .join('&')

/** `&a=1&b[0]=2`, or nothing. */
export const queryText = (values: Values): string => {
  const text = formText(values)
  return text === '' ? '' : `&${text}`
}

const BOUNDARY = 'x7fb2'
const multipart = (values: Values): string => {
  const parts = Object.entries(values)
    .flatMap(([name, value]) => pairs(name, value))
    .map(([name, value]) => {
      const quoted = name.replace(/["\r\n]/g, encodeURIComponent).toWellFormed()
      return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${quoted}"\r\n\r\n${value.toWellFormed()}\r\n`
    })
  return `${parts.join('')}--${BOUNDARY}--\r\n`
}

export type EncodedBody = {
  readonly type: string
  readonly bytes: Buffer
  /** What is read of it; null: nothing is. */
  readonly values: Values | null
}

const texts = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, textual(value)]))

export const encoded = (values: Values, encoding: Exclude<Encoding, 'query'>): EncodedBody => {
  if (encoding === 'form')
    return {
      type: 'application/x-www-form-urlencoded; charset=utf-8',
      bytes: Buffer.from(formText(values)),
      values: texts(values),
    }
  if (encoding === 'multipart')
    return {
      type: `multipart/form-data; boundary=${BOUNDARY}`,
      bytes: Buffer.from(multipart(values)),
      values: texts(values),
    }
  const text = JSON.stringify(values)
  const read = JSON.parse(text) as Values
  if (encoding === 'json-bom')
    return { type: 'Application/JSON;charset=UTF-8', bytes: Buffer.from(`\ufeff${text}`), values: read }
  const type = encoding === 'json' ? 'application/json' : 'application/calendar+json'
  return { type, bytes: Buffer.from(text), values: read }
}
