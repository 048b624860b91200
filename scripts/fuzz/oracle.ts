import { REQUEST_ADDRESS_LENGTH } from '../../shared/limits/requests.ts'
import { batchMistake } from './batch-oracle.ts'
import type { Answer } from './exchange.ts'
import { errorMistake, isObject, operationMistake } from './operation-oracle.ts'
import type { Request } from './shape.ts'

type Judged = Answer & { readonly kind: 'answer' }

const ALWAYS: readonly (readonly [name: string, value: RegExp])[] = [
  ['content-type', /^application\/json; charset=UTF-8$/],
  ['x-robots-tag', /^noindex$/],
  ['x-content-type-options', /^nosniff$/],
  ['link', /rel="index"/],
  ['vary', /Origin/],
  ['access-control-expose-headers', /X-CAL-Total/],
]

/** More than this is no request to the parser of HTTP. */
const LONGEST_ADDRESS = REQUEST_ADDRESS_LENGTH

const headerMistake = (request: Request, { status, headers, bytes }: Judged): string | null => {
  for (const [name, form] of ALWAYS)
    if (!form.test(String(headers[name] ?? ''))) return `header ${name} is ${String(headers[name])}`
  for (const [name, value] of Object.entries(headers))
    if (/[\u0000-\u001f]/.test(String(value))) return `header ${name} has control characters`
  if (request.method !== 'HEAD' && status !== 304 && headers['content-length'] !== String(bytes))
    return `content-length ${String(headers['content-length'])} of ${bytes}`
  if (request.caller !== 'guest' && headers.etag !== undefined) return 'an ETag for a signed-in caller'
  return null
}

/** The empty route is the home page, which is for people (spec 00 §1). */
const isHome = ({ address, method }: Request): boolean => {
  const [, query = ''] = address.split(/\?(.*)/s)
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && new URLSearchParams(query).getAll('rest_route').at(-1) === ''
}

/** What is wrong with an answer; null: nothing. `moved`: the log has grown since a batch was sent. */
export const mistakeIn = (request: Request, answer: Answer, moved = false): string | null => {
  const long = request.address.length > LONGEST_ADDRESS
  if (answer.kind === 'broken') return long ? null : `no answer: ${answer.why}`
  if (answer.status >= 500) return `status ${answer.status}`
  if (long && (answer.status === 414 || answer.status === 431)) return null
  if (isHome(request) && /^text\/html/.test(String(answer.headers['content-type']))) return null
  const header = headerMistake(request, answer)
  if (header !== null) return header
  if (request.method === 'HEAD' || answer.status === 304)
    return answer.bytes === 0 ? null : 'a body where none may be'
  // a POST that stands for HEAD
  if (request.meant === null && answer.text === '') return null
  let body: unknown
  try {
    body = JSON.parse(answer.text)
  } catch {
    return 'the body is no JSON'
  }
  let { status } = answer
  if (request.envelope && isObject(body) && 'body' in body) {
    if (status !== 200) return 'an envelope with another status than 200'
    status = Number(body['status'])
    body = body['body']
    if (status >= 500) return `status ${status} in an envelope`
  }
  const error = status >= 400 ? errorMistake(status, body) : null
  if (error !== null) return error
  if (request.batch !== null) return batchMistake(request.batch, request.caller, status, body, moved)
  if (request.meant === null) return null
  if (request.caller === 'stranger') return status === 401 ? null : `wrong credentials are answered ${status}`
  return operationMistake(request, status, body)
}
