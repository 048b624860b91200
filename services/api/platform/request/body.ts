import type { JsonObject } from '../../../../shared/kernel/json.ts'
import { MOST_VALUES, MULTIPART_PARTS } from '../../../../shared/limits/requests.ts'
import type { SentArguments } from '../arguments/arguments.ts'
import { decodePair, nesting, splitPair, type Nested, type Pair } from './nesting.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { readJson } from './json-body.ts'
import { readMultipart, type SentFile } from './multipart-body.ts'

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
const SLICE = 2_000

/** What is still raw is decoded on the way, because all of it at once takes as long as all the rest. */
const formOf = async (pairs: readonly (Pair | string)[], most: number): Promise<Body> => {
  const form = nesting()
  for (const [index, pair] of pairs.entries()) {
    if (index % SLICE === SLICE - 1) await nextTurn()
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
