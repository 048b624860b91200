import { isUtf8 } from 'node:buffer'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isObject, type JsonObject } from '../../../../shared/kernel/json.ts'
import { JSON_LEVELS, MOST_VALUES, MULTIPART_PARTS } from '../../../../shared/limits/requests.ts'
import type { SentArguments } from '../call.ts'
import { decodePair, isDropped, type Nested, nesting, type Pair, splitPair } from './addressing.ts'
import { readMultipart, type SentFile } from './multipart-body.ts'

// What a body says, and how that and the rest of a request become its arguments.

/** What a body says, by its content type; bodies of other types are ignored (spec 01 §1). */
export type Body =
  | {
      readonly ok: true
      readonly json: SentArguments
      readonly form: Nested
      /** That was wanted and came. */
      readonly file?: SentFile
    }
  | {
      readonly ok: false
      readonly code:
        | 'rest_invalid_json'
        | 'rest_invalid_body'
        | 'rest_request_too_large'
        | 'rest_request_timeout'
        | 'rest_service_unavailable'
      readonly error: JsonObject
      /** Where it says more than the code does. */
      readonly message?: string
      /** It has too many bytes. */
      readonly isLong?: true
      /** Of a form with too large a file: what else stood in it. */
      readonly form?: Nested
    }

const IGNORED = 'application/octet-stream'

/** A content type in the one spelling that `readBody` knows, whatever a client made of it. */
export const knownType = (contentType: string): string => {
  const media = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (/^application\/(?:.+\+)?json$/.test(media)) return 'application/json'
  if (media === 'application/x-www-form-urlencoded') return media
  return media === 'multipart/form-data' ? contentType : IGNORED
}

/**
 * Reads a body of at most the size and so many values as the server admits; its type went through `knownType`. `wanted`:
 * the field of a multipart form whose file is kept.
 */
export const readBody = async (
  bytes: Buffer | null,
  contentType: string,
  most: number,
  wanted: string | null = null,
): Promise<Body> => {
  if (bytes === null || bytes.length === 0) return nothing
  if (contentType === 'application/json') return jsonBody(bytes, most)
  if (contentType === 'application/x-www-form-urlencoded') return formBody(bytes, most)
  return contentType === IGNORED ? nothing : multipartBody(bytes, contentType, most, wanted)
}

/** Where the values of one request come from (spec 01 §1). */
export type Sources = {
  readonly json: SentArguments
  readonly form: SentArguments
  readonly query: SentArguments
}

export type Parameters = {
  /** Merged by precedence, path values included; what is missing here was not sent. */
  readonly sent: SentArguments
  /** Body and query values hidden by a path value: type-checked, then ignored. */
  readonly hidden: SentArguments
}

/**
 * Path over JSON over form over query; a null falls through. On writes a `slug` of body or query is the new slug,
 * not the one of the path.
 */
export const merge = (
  { json, form, query }: Sources,
  path: Readonly<Record<string, string>>,
  isUpdate: boolean,
): Parameters => {
  const sent: Record<string, unknown> = {}
  put(sent, query)
  put(sent, form)
  put(sent, json)
  const hidden: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(path)) {
    if (name === 'slug' && isUpdate) continue
    if (sent[name] !== undefined) hidden[name] = sent[name]
    sent[name] = value
  }
  return { sent, hidden }
}

const put = (target: Record<string, unknown>, source: SentArguments) => {
  for (const name of Object.keys(source)) {
    const value = source[name]
    if (value !== null && value !== undefined) target[name] = value
  }
}

const NOTHING = {}
const nothing: Body = { ok: true, json: NOTHING, form: NOTHING }

const inWords = (count: number) => count.toLocaleString('en-US')

const tooMany = (most: number, of: string): Body => ({
  ok: false,
  code: 'rest_request_too_large',
  error: {},
  message: `The request has more than ${inWords(most)} ${of}.`,
})
const tooManyValues = (most: number): Body =>
  tooMany(
    most,
    most < MOST_VALUES
      ? `values; with credentials in its head it may have ${inWords(MOST_VALUES)}`
      : 'values',
  )

const jsonBody = async (bytes: Buffer, most: number): Promise<Body> => {
  const read = await readJson(bytes, most)
  if (read.is === 'object') return { ok: true, json: read.value, form: NOTHING }
  if (read.is === 'too many values') return tooManyValues(most)
  const error = { json_error_code: read.code, json_error_message: read.why }
  return { ok: false, code: 'rest_invalid_json', error }
}

/** Pairs that are put in their places between two pauses. */
const PAIRS_AT_ONCE = 2_000

/** What is still raw is decoded on the way, because all of it at once takes as long as all the rest. */
const formOf = async (pairs: readonly (Pair | string)[], most: number): Promise<Body> => {
  const form = nesting()
  for (const [index, pair] of pairs.entries()) {
    if (index % PAIRS_AT_ONCE === PAIRS_AT_ONCE - 1) await nextTurn()
    if (pair === '') continue
    form.place(typeof pair === 'string' ? decodePair(splitPair(pair)) : pair)
    if (form.size() > most) return tooManyValues(most)
  }
  return { ok: true, json: NOTHING, form: form.root }
}

const [PLUS, BLANK] = [43, 32]

const formBody = async (bytes: Buffer, most: number): Promise<Body> => {
  const spaced = Buffer.from(bytes)
  // a plus is a blank; in a text, replacing millions takes far longer
  for (let at = spaced.indexOf(PLUS); at !== -1 && at < spaced.length; at++)
    if (spaced[at] === PLUS) spaced[at] = BLANK
  const pairs = spaced.toString('utf8').split('&', most + 1)
  return pairs.length > most ? tooManyValues(most) : formOf(pairs, most)
}

const multipartBody = async (
  bytes: Buffer,
  contentType: string,
  most: number,
  wanted: string | null,
): Promise<Body> => {
  const read = await readMultipart(bytes, contentType, wanted)
  if (read === 'too many parts') return tooMany(MULTIPART_PARTS, 'parts')
  if (read === 'unreadable') return { ok: false, code: 'rest_invalid_body', error: {} }
  const form = await formOf(read.pairs, most)
  return form.ok && read.file !== null ? { ...form, file: read.file } : form
}

type ReadJson =
  | { readonly is: 'object'; readonly value: SentArguments }
  | { readonly is: 'broken'; readonly code: number; readonly why: string }
  | { readonly is: 'too many values' }

const broken = (code: number, why: string): ReadJson => ({ is: 'broken', code, why })

const [QUOTE, COMMA, BACKSLASH] = [34, 44, 92]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125]
const LAST_BLANK = 32

/** Signs looked at between two pauses. */
const SIGNS_AT_ONCE = 1_000_000
/** Signs of a text after whose parsing there is a pause, too. */
const LONG = 100_000

/** Lists and objects stand inside each other too often (what walks a value must not run out of stack), or hold too much. */
const excessOf = async (bytes: Buffer, most: number): Promise<'depth' | 'values' | null> => {
  if (bytes.length <= 2 * JSON_LEVELS) return null
  let [depth, values, quoted, isFresh, paused] = [0, 0, false, false, 0]
  for (let at = 0; at < bytes.length; at++) {
    const sign = bytes[at] ?? 0
    if (quoted) {
      if (sign === BACKSLASH) at++
      else if (sign === QUOTE) quoted = false
    } else if (sign > LAST_BLANK) {
      const closes = sign === CLOSE_LIST || sign === CLOSE_OBJECT
      // the first of a list or an object, or one more
      if ((isFresh && !closes) || sign === COMMA) values++
      isFresh = sign === OPEN_LIST || sign === OPEN_OBJECT
      if (isFresh) depth++
      else if (closes) depth--
      else quoted = sign === QUOTE
      if (depth > JSON_LEVELS) return 'depth'
    }
    if (at - paused >= SIGNS_AT_ONCE) {
      paused = at
      await nextTurn()
    }
  }
  return values > most ? 'values' : null
}

/**
 * Names that could reach a prototype go; half a character, which only an escape can bring, is no character. In place,
 * because making all objects anew takes far longer.
 */
const harmless = (value: unknown): unknown => {
  if (typeof value === 'string') return value.toWellFormed()
  if (typeof value !== 'object' || value === null) return value
  const members = value as Record<string, unknown>
  for (const name of Object.keys(members))
    if (isDropped(name)) Reflect.deleteProperty(members, name)
    else {
      const inner = members[name]
      const mended = harmless(inner)
      if (mended !== inner) members[name] = mended
    }
  return value
}
const SUSPICIOUS = /__proto__|constructor|prototype|\\u/

/** One JSON object with at most so many values at all depths, which are counted before any is made. */
const readJson = async (bytes: Buffer, most: number): Promise<ReadJson> => {
  if (!isUtf8(bytes)) return broken(5, 'Malformed UTF-8 characters')
  const excess = await excessOf(bytes, most)
  if (excess === 'values') return { is: 'too many values' }
  if (excess === 'depth') return broken(1, 'Maximum depth exceeded')
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
  if (text === '') return { is: 'object', value: {} }
  const isSuspicious = SUSPICIOUS.test(text)
  if (text.length > LONG) await nextTurn()
  try {
    const value: unknown = JSON.parse(text)
    if (!isObject(value)) return broken(0, 'The body is valid JSON but not an object.')
    if (isSuspicious || text.length > LONG) await nextTurn()
    if (isSuspicious) harmless(value)
    // as it was parsed: a copy of fifty thousand members takes longer than their parsing
    return { is: 'object', value }
  } catch (error) {
    if (error instanceof SyntaxError) return broken(4, 'Syntax error')
    throw error
  }
}
