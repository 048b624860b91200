import { isUtf8 } from 'node:buffer'
import { Busboy } from '@fastify/busboy'
import type { JsonObject } from '../../../../shared/kernel/json.ts'
import { JSON_LEVELS, MOST_MEMBERS, MOST_VALUES } from '../../../../shared/limits.ts'
import type { Sent } from '../arguments/arguments.ts'
import { isDropped, nest, parsePairs, type Nested, type Pair } from './nesting.ts'

/** What a body says, by its content type; bodies of other types are ignored (spec 01 §1). */
export type Body =
  | { readonly ok: true; readonly json: Sent; readonly form: Nested }
  | {
      readonly ok: false
      readonly code: 'rest_invalid_json' | 'rest_request_too_large'
      readonly error: JsonObject
    }

const NOTHING = {}
const nothing: Body = { ok: true, json: NOTHING, form: NOTHING }
const notJson = (code: number, message: string): Body => ({
  ok: false,
  code: 'rest_invalid_json',
  error: { json_error_code: code, json_error_message: message },
})

const tooMany: Body = { ok: false, code: 'rest_request_too_large', error: {} }

/** Names that could reach a prototype go; half a character, which only an escape can bring, is no character. */
const harmless = (key: string, value: unknown) => {
  if (isDropped(key)) return undefined
  return typeof value === 'string' ? value.toWellFormed() : value
}
const SUSPICIOUS = /__proto__|constructor|prototype|\\u/

const [QUOTE, COLON, BACKSLASH] = [34, 58, 92]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125]

/** Lists and objects stand inside each other too often (what walks a value must not run out of stack), or are too many. */
const excessOf = (text: string): 'depth' | 'members' | null => {
  if (text.length <= 2 * JSON_LEVELS) return null
  let [depth, members, quoted] = [0, 0, false]
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === QUOTE) quoted = !quoted
    else if (quoted) at += sign === BACKSLASH ? 1 : 0
    else if (sign === COLON) members += 1
    else if (sign === OPEN_LIST || sign === OPEN_OBJECT) {
      depth += 1
      if (depth > JSON_LEVELS) return 'depth'
    } else if (sign === CLOSE_LIST || sign === CLOSE_OBJECT) depth -= 1
  }
  return members > MOST_MEMBERS ? 'members' : null
}

const readJson = (bytes: Buffer): Body => {
  if (!isUtf8(bytes)) return notJson(5, 'Malformed UTF-8 characters')
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
  if (text === '') return nothing
  const excess = excessOf(text)
  if (excess !== null) return excess === 'depth' ? notJson(1, 'Maximum depth exceeded') : tooMany
  try {
    const value: unknown = JSON.parse(text, SUSPICIOUS.test(text) ? harmless : undefined)
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return notJson(0, 'The body is valid JSON but not an object.')
    return Object.keys(value).length > MOST_VALUES ? tooMany : { ok: true, json: { ...value }, form: NOTHING }
  } catch (error) {
    if (error instanceof SyntaxError) return notJson(4, 'Syntax error')
    throw error
  }
}

/** Whether a text stands there more often than values may. */
const isOften = (bytes: Buffer, text: string): boolean => {
  let found = 0
  for (let at = bytes.indexOf(text); at !== -1 && found <= MOST_VALUES + 1; at = bytes.indexOf(text, at + 1))
    found++
  // the last one is the end
  return found > MOST_VALUES + 1
}

const BOUNDARY = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i

const readMultipart = (bytes: Buffer, contentType: string): Promise<Body> =>
  new Promise(resolve => {
    const [, quoted, plain] = BOUNDARY.exec(contentType) ?? []
    if (isOften(bytes, `--${quoted ?? plain ?? ''}`)) {
      resolve(tooMany)
      return
    }
    const pairs: Pair[] = []
    try {
      const parser = new Busboy({ headers: { 'content-type': contentType }, limits: { fieldSize: Infinity } })
      parser.on('field', (name: string, value: string) => pairs.push([name, value]))
      parser.on('file', (_name: string, stream: NodeJS.ReadableStream) => stream.resume())
      const done = () => resolve({ ok: true, json: NOTHING, form: nest(pairs) })
      parser.on('finish', done)
      parser.on('error', done)
      parser.end(bytes)
    } catch (error) {
      // without a boundary there is nothing to read
      if (!(error instanceof Error)) throw error
      resolve(nothing)
    }
  })

const readForm = (text: string): Body =>
  // so many pairs have as many signs between them
  text.length > MOST_VALUES && text.split('&', MOST_VALUES + 1).length > MOST_VALUES
    ? tooMany
    : { ok: true, json: NOTHING, form: nest(parsePairs(text)) }

const IGNORED = 'application/octet-stream'

/** A content type in the one spelling that `readBody` knows, whatever a client made of it. */
export const knownType = (contentType: string): string => {
  const media = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (/^application\/(?:.+\+)?json$/.test(media)) return 'application/json'
  if (media === 'application/x-www-form-urlencoded') return media
  return media === 'multipart/form-data' ? contentType : IGNORED
}

/** Reads a body of at most the size the server admits; its type went through `knownType`. */
export const readBody = async (bytes: Buffer | null, contentType: string): Promise<Body> => {
  if (bytes === null || bytes.length === 0) return nothing
  if (contentType === 'application/json') return readJson(bytes)
  if (contentType === 'application/x-www-form-urlencoded') return readForm(bytes.toString('utf8'))
  return contentType === IGNORED ? nothing : readMultipart(bytes, contentType)
}
