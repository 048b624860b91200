import type { JsonObject } from '../../../shared/kernel/json.ts'
import type { Schema } from '../platform/arguments/accepted.ts'
import { restUrl } from '../platform/request/addressing.ts'
import type { ErrorCode } from '../platform/answers/errors.ts'
import type { Moment } from '../platform/call.ts'
import type { Endpoint, Method, Route } from '../platform/route.ts'
import { describeArguments } from './arguments.ts'
import { ALWAYS, errorResponses } from './errors.ts'
import { securityOf, securitySchemes } from './security.ts'

/** What the declarations of an endpoint do not say about one of its methods. */
export type Operation = {
  readonly operationId: string
  readonly summary: string
  readonly tags?: readonly string[]
  readonly status: 200 | 201
  readonly body: Schema
  /** Headers of the answer: name → what it says. */
  readonly headers?: { readonly [name: string]: string }
  /** Codes besides those that every route and every argument can bring. */
  readonly errors: readonly ErrorCode[]
  /** `required`: a guest is refused; `optional`: who signs in may see more. */
  readonly credentials: 'required' | 'optional'
}

export type DocumentOptions = {
  readonly version: '3.0.0' | '3.0.4'
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly tags?: readonly { readonly name: string; readonly description: string }[]
  /** Routes of this namespace are described, with paths behind it. */
  readonly namespace: string
  readonly routes: readonly Route[]
  readonly schemas: { readonly [name: string]: Schema }
  /** `path` is behind the namespace. */
  readonly describe: (path: string, method: Method) => Operation
}

const headersOf = (headers: NonNullable<Operation['headers']>): JsonObject =>
  Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
  )

const responsesOf = (
  path: string,
  method: Method,
  args: Endpoint['args'],
  operation: Operation,
): JsonObject => {
  const { status, body, headers = {}, errors } = operation
  const needed = Object.values(args).some(argument => argument.absent === null)
  const codes: ErrorCode[] = [
    ...(needed && method !== 'GET' && method !== 'DELETE' ? (['rest_missing_callback_param'] as const) : []),
    'rest_invalid_param',
    // an id that is no number, a slug without a letter
    ...(path.includes('{') ? (['rest_no_route'] as const) : []),
    ...ALWAYS,
    ...errors,
  ]
  return {
    [String(status)]: {
      description: operation.summary,
      ...(Object.keys(headers).length === 0 ? {} : { headers: headersOf(headers) }),
      content: { 'application/json': { schema: body } },
    },
    ...(method === 'GET'
      ? { '304': { description: 'A guest has this answer already (`If-None-Match`).' } }
      : {}),
    ...errorResponses([...new Set(codes)]),
  }
}

const operationOf = (
  path: string,
  method: Method,
  { args }: Endpoint,
  { describe }: DocumentOptions,
  at: Moment,
): JsonObject => {
  const operation = describe(path, method)
  const { parameters, requestBody } = describeArguments(path, method, args, at)
  const { operationId, summary, tags } = operation
  return {
    operationId,
    summary,
    ...(tags === undefined ? {} : { tags }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(requestBody === null ? {} : { requestBody }),
    responses: responsesOf(path, method, args, operation),
    security: securityOf(operation.credentials),
  }
}

/** OpenAPI document of one namespace, from its routes and their declared arguments. */
export const openApiDocument = (options: DocumentOptions, at: Moment): JsonObject => {
  const { version, info, tags, namespace, routes, schemas } = options
  const paths = routes.map(({ path, endpoints }) => {
    const shown = path.slice(namespace.length + 1)
    const operations = endpoints.flatMap(endpoint =>
      endpoint.methods.map(method => [
        method.toLowerCase(),
        operationOf(shown, method, endpoint, options, at),
      ]),
    )
    return [shown, Object.fromEntries(operations) as JsonObject]
  })
  return {
    openapi: version,
    info,
    ...(tags === undefined ? {} : { tags }),
    servers: [{ url: restUrl(at.site.baseUrl, `/${namespace}`) }],
    paths: Object.fromEntries(paths) as JsonObject,
    components: {
      schemas,
      securitySchemes: securitySchemes(at.site),
    },
  }
}
