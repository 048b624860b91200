import { Busboy } from '@fastify/busboy'
import type { JsonObject } from '../../../shared/event-store/port.ts'
import type { Sent } from './arguments.ts'
import { isDropped, nest, parsePairs, type Pair } from './nesting.ts'

/** What a body says, by its content type; bodies of other types are ignored (spec 01 §1). */
export type Body =
  | { readonly ok: true; readonly json: Sent; readonly form: Sent }
  | { readonly ok: false; readonly error: JsonObject }

const NOTHING: Sent = {}
const nothing: Body = { ok: true, json: NOTHING, form: NOTHING }
const notJson = (code: number, message: string): Body => ({
  ok: false,
  error: { json_error_code: code, json_error_message: message },
})

const withoutPrototypes = (key: string, value: unknown) => (isDropped(key) ? undefined : value)
const SUSPICIOUS = /__proto__|constructor|prototype|\\u/

const readJson = (bytes: Buffer): Body => {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
  if (text === '') return nothing
  try {
    const value: unknown = JSON.parse(text, SUSPICIOUS.test(text) ? withoutPrototypes : undefined)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { ok: true, json: { ...value }, form: NOTHING }
      : notJson(0, 'The body is valid JSON but not an object.')
  } catch (error) {
    if (error instanceof SyntaxError) return notJson(4, 'Syntax error')
    throw error
  }
}

const readMultipart = (bytes: Buffer, contentType: string): Promise<Body> =>
  new Promise(resolve => {
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
  if (contentType === 'application/x-www-form-urlencoded')
    return { ok: true, json: NOTHING, form: nest(parsePairs(bytes.toString('utf8'))) }
  return contentType === IGNORED ? nothing : readMultipart(bytes, contentType)
}
