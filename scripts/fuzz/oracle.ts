import type { Described, Documented } from './documented.ts'
import { textual } from './encode.ts'
import type { Answer } from './exchange.ts'
import type { Generation, Request } from './shape.ts'

type Values = { readonly [name: string]: unknown }
type Judged = Answer & { readonly kind: 'answer' }

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Forms have no other lists than objects with positions (spec 01 §2 array). */
const withLists = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withLists)
  if (!isObject(value)) return value
  const keys = Object.keys(value)
  return keys.every(key => /^\d+$/.test(key)) ? Object.values(value).map(withLists) : value
}

type Schema = { readonly type?: string; readonly items?: Schema; readonly enum?: readonly unknown[] }

/** What a text of a query stands for by the type that the document gives it (spec 01 §2). */
const typed = (value: unknown, { type, items = {} }: Schema): unknown => {
  if (type === 'array') {
    const splitsBlanks = items.type === 'integer' || items.enum !== undefined
    const split = splitsBlanks ? /[\s,]+/ : /,/
    const list = typeof value === 'string' ? value.split(split).map(one => one.trim()) : withLists(value)
    return Array.isArray(list) ? list.filter(one => one !== '').map(one => typed(one, items)) : list
  }
  if (typeof value !== 'string') return value
  if (type === 'boolean' && /^(true|1)$/i.test(value)) return true
  if (type === 'boolean' && /^(false|0)$/i.test(value)) return false
  const number = type === 'integer' ? /^[+-]?\d+(\.0+)?$/ : /^[+-]?(\d+(\.\d*)?|\.\d+)$/
  if ((type === 'integer' || type === 'number') && number.test(value))
    return Math.max(Math.min(Number(value), Number.MAX_VALUE), -Number.MAX_VALUE)
  return value
}

/** Arguments as they arrive: a body counts more than the query, null is nothing. */
const arrived = ({ query, sent }: Request): Values => {
  const texts = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, textual(value)]))
  const body = Object.entries(sent ?? {}).filter(([, value]) => value !== null && value !== undefined)
  return { ...texts, ...Object.fromEntries(body) }
}

/** Names of arguments whose values the document rules out. */
const ruledOut = (meant: Described, request: Request, { admitsMember, admitsParameter }: Documented) => {
  const { parameters = [], requestBody } = meant.operation
  const members = requestBody?.content['application/json']?.schema.properties ?? {}
  return Object.entries(arrived(request)).flatMap(([name, value]) => {
    if (value === undefined) return []
    if (Object.hasOwn(members, name)) return admitsMember(meant, name, withLists(value)) ? [] : [name]
    const parameter = parameters.find(one => one.name === name && one.in === 'query')
    if (parameter === undefined) return []
    return admitsParameter(meant, name, typed(value, parameter.schema)) ? [] : [name]
  })
}

const missing = (meant: Described, request: Request) => {
  const needed = meant.operation.requestBody?.content['application/json']?.schema.required ?? []
  const all = arrived(request)
  return needed.filter(name => all[name] === undefined)
}

const ALWAYS: readonly (readonly [name: string, value: RegExp])[] = [
  ['content-type', /^application\/json; charset=UTF-8$/],
  ['x-robots-tag', /^noindex$/],
  ['x-content-type-options', /^nosniff$/],
  ['link', /rel="index"/],
  ['vary', /Origin/],
  ['access-control-expose-headers', /X-CAL-Total/],
]

/** More than this is no request to the parser of HTTP. */
const LONGEST_ADDRESS = 12_000

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

const ERROR = /^[a-z]+(?:[-_][a-z]+)*$/

/** Every failure has the one error body (spec 01 §4). */
const errorMistake = (status: number, body: unknown): string | null => {
  if (!isObject(body)) return 'the error is no object'
  const { code, message, data } = body
  if (typeof code !== 'string' || !ERROR.test(code)) return 'the error has no code'
  if (typeof message !== 'string' || message === '') return 'the error has no message'
  return isObject(data) && data['status'] === status ? null : 'data.status is not the status'
}

/** What the answer says about arguments; null: nothing. */
const refusedNames = (body: unknown): readonly string[] | null => {
  if (!isObject(body) || !isObject(body['data'])) return null
  const { params } = body['data']
  if (body['code'] === 'rest_missing_callback_param' && Array.isArray(params)) return params.map(String)
  return body['code'] === 'rest_invalid_param' && isObject(params) ? Object.keys(params) : null
}

/** Without anything to refuse, lists are answered, and creates of those who may are done. */
const goodMistake = ({ operation }: Described, request: Request, status: number, body: unknown) => {
  const { operationId, parameters = [], requestBody } = operation
  const declared = [
    ...Object.keys(requestBody?.content['application/json']?.schema.properties ?? {}),
    ...parameters.map(({ name }) => name),
  ]
  const names = Object.keys({ ...request.query, ...request.sent })
  if (!names.every(name => !declared.includes(name) || request.fine.has(name))) return null
  const code = isObject(body) ? String(body['code']) : ''
  if (operationId.startsWith('list'))
    return status === 200 || code.endsWith('archive-page-not-found')
      ? null
      : `a good list is answered ${status}`
  const mighty = request.caller === 'administrator' || request.caller === 'editor'
  if (!mighty || !operationId.startsWith('create') || status === 201) return null
  return code === 'term_exists' ? null : `a good create is answered ${status}`
}

/** What should be refused, or should not be. */
const argumentMistake = (
  meant: Described,
  request: Request,
  { documented, isKnown }: Generation,
  status: number,
  body: unknown,
): string | null => {
  const absent = missing(meant, request)
  const wrong = absent.length > 0 ? absent : ruledOut(meant, request, documented)
  const named = refusedNames(body)
  if (wrong.length === 0) {
    if (!isKnown) return null
    const fine = named?.filter(name => request.fine.has(name)) ?? []
    return fine.length > 0
      ? `${fine.join()} refused although nothing is wrong with it`
      : goodMistake(meant, request, status, body)
  }
  if (status !== 400) return `${wrong.join()} ruled out by the document, but ${status}`
  const unnamed = wrong.filter(name => named?.includes(name) !== true)
  return unnamed.length > 0 ? `${unnamed.join()} ruled out by the document, but not named` : null
}

/** What is wrong with an answer; null: nothing. */
export const mistakeIn = (request: Request, answer: Answer): string | null => {
  const long = request.address.length > LONGEST_ADDRESS
  if (answer.kind === 'broken') return long ? null : `no answer: ${answer.why}`
  if (answer.status >= 500) return `status ${answer.status}`
  if (long && answer.status === 413) return null
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
  if (error !== null || request.meant === null) return error
  if (request.caller === 'stranger') return status === 401 ? null : `wrong credentials are answered ${status}`
  const { operation: meant, of } = request.meant
  const shape = of.documented.answerMistake(meant, status, body, !request.fields)
  if (shape === null) return argumentMistake(meant, request, of, status, body)
  // the path itself may be one that no route has
  const noRoute = isObject(body) && body['code'] === 'rest_no_route' && meant.path.includes('{slug}')
  return noRoute ? null : shape
}
