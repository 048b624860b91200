import type { Described, Documented } from './documented.ts'
import { textual } from './encode.ts'
import type { Generation, Request } from './shape.ts'

type Values = { readonly [name: string]: unknown }

export const isObject = (value: unknown): value is Values =>
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

const ERROR = /^[a-z]+(?:[-_][a-z]+)*$/

/** Every failure has the one error body (spec 01 §4). */
export const errorMistake = (status: number, body: unknown): string | null => {
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

/** What was to be gone is told as gone, and what was to go to the trash as being there (spec 03 §6). */
const deletionMistake = ({ operation }: Described, request: Request, status: number, body: unknown) => {
  const force = operation.parameters?.find(({ name }) => name === 'force')
  if (force === undefined || status !== 200 || request.fields || !isObject(body)) return null
  const forced = typed(arrived(request)['force'], force.schema) === true
  const isGone = body['deleted'] === true
  if (forced !== isGone) return `force is ${String(forced)}, and deleted is ${String(body['deleted'])}`
  return isGone || body['status'] === 'trash' ? null : 'what was deleted is not in the trash'
}

/** What a request must be refused for: what is missing, or else what is ruled out. */
const wrongOf = (meant: Described, request: Request, documented: Documented): readonly string[] => {
  const absent = missing(meant, request)
  return absent.length > 0 ? absent : ruledOut(meant, request, documented)
}

/** The same of a request of which it is known what it means. */
export const wrongNames = (request: Request): readonly string[] =>
  request.meant === null ? [] : wrongOf(request.meant.operation, request, request.meant.of.documented)

/** What should be refused, or should not be. */
const argumentMistake = (
  meant: Described,
  request: Request,
  { documented, isKnown }: Generation,
  status: number,
  body: unknown,
): string | null => {
  const wrong = wrongOf(meant, request, documented)
  const named = refusedNames(body)
  if (wrong.length === 0) {
    if (!isKnown) return null
    const fine = named?.filter(name => request.fine.has(name)) ?? []
    return fine.length > 0
      ? `${fine.join()} refused although nothing is wrong with it`
      : (deletionMistake(meant, request, status, body) ?? goodMistake(meant, request, status, body))
  }
  if (status !== 400) return `${wrong.join()} ruled out by the document, but ${status}`
  const unnamed = wrong.filter(name => named?.includes(name) !== true)
  return unnamed.length > 0 ? `${unnamed.join()} ruled out by the document, but not named` : null
}

/** What is wrong with an answer by what the documents say of the operation that was meant. */
export const operationMistake = (request: Request, status: number, body: unknown): string | null => {
  if (request.meant === null) return null
  const { operation: meant, of } = request.meant
  const shape = of.documented.answerMistake(meant, status, body, !request.fields)
  // the path itself may be one that no route has, whatever else is wrong with the request
  const noRoute = isObject(body) && body['code'] === 'rest_no_route' && meant.path.includes('{slug}')
  if (noRoute) return null
  return shape ?? argumentMistake(meant, request, of, status, body)
}
