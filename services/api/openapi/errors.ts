import { errorCodes, type ErrorCode } from '../platform/answers/errors.ts'
import type { Schema } from '../platform/arguments/accepted.ts'
import { exactly, listOf, text, whole } from './schemas.ts'

type Entry = { readonly status: number; readonly signedIn?: number }

const statusesOf = (code: ErrorCode): readonly number[] => {
  const { status, signedIn }: Entry = errorCodes[code]
  return signedIn === undefined ? [status] : [status, signedIn]
}

/** Codes that can come from every route: credentials, body, and the state of the service (spec 01 §3). */
export const ALWAYS: readonly ErrorCode[] = [
  'rest_invalid_json',
  'rest_invalid_body',
  'rest_callback_disabled',
  'rest_cookie_invalid_nonce',
  'incorrect_password',
  'invalid_username',
  'invalid_email',
  'application_passwords_disabled',
  'application_passwords_disabled_for_user',
  'rest_too_many_attempts',
  'rest_request_timeout',
  'rest_address_too_long',
  'rest_head_too_large',
  'rest_request_too_large',
  'rest_service_unavailable',
]

/** What stands beside the status in `data`, by code (spec 01 §4). */
const extras: { readonly [Code in ErrorCode]?: { readonly [name: string]: Schema } } = {
  rest_missing_callback_param: { params: listOf(text) },
  rest_invalid_param: {
    params: { anyOf: [{ type: 'object', additionalProperties: text }, listOf(text)] },
    details: {
      type: 'object',
      additionalProperties: exactly({ code: text, message: text, data: { type: 'object', nullable: true } }),
    },
  },
  rest_invalid_json: { json_error_code: whole, json_error_message: text },
  term_exists: { term_id: whole },
  duplicate_term_slug: { term_id: whole },
}

/** Body of an answer with this status (spec 01 §4). */
const errorBody = (status: number, codes: readonly ErrorCode[]): Schema => {
  const beside = Object.assign({}, ...codes.map(code => extras[code])) as NonNullable<
    (typeof extras)[ErrorCode]
  >
  return exactly(
    {
      code: { type: 'string', enum: codes },
      message: { type: 'string', minLength: 1 },
      data: exactly({ status: { type: 'integer', enum: [status] } }, beside),
    },
    { additional_errors: listOf({ type: 'object' }) },
  )
}

/** Responses of everything that an operation can be refused with, by status. */
export const errorResponses = (codes: readonly ErrorCode[]): { readonly [status: string]: Schema } => {
  const statuses = [...new Set(codes.flatMap(statusesOf))].sort((a, b) => a - b)
  return Object.fromEntries(
    statuses.map(status => {
      const own = codes.filter(code => statusesOf(code).includes(status))
      const description = own.map(code => `\`${code}\`: ${errorCodes[code].message}`).join('\n\n')
      return [
        String(status),
        { description, content: { 'application/json': { schema: errorBody(status, own) } } },
      ]
    }),
  )
}
