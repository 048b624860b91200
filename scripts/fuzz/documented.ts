import { Ajv, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'

type Schema = { readonly [name: string]: unknown }
type Parameter = {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly schema: Schema
}
type Operation = {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: { readonly [type: string]: { readonly schema: BodySchema } } }
  readonly responses: { readonly [status: string]: { readonly content?: object } }
  readonly security: readonly object[]
}
type BodySchema = {
  readonly properties: { readonly [name: string]: Schema }
  readonly required?: readonly string[]
}
export type Document = {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } }
  readonly components: { readonly schemas: { readonly [name: string]: Schema } }
}

/** One method of one path of the document. */
export type Described = {
  readonly path: string
  /** Lower case. */
  readonly method: string
  readonly operation: Operation
}

const step = (text: string) => text.replace(/~/g, '~0').replace(/\//g, '~1')
const pointer = (steps: readonly string[]) => `doc#/${steps.map(step).map(encodeURIComponent).join('/')}`

const formOf = (path: string) =>
  new RegExp(`^${path.replace('{id}', '\\d+').replace('{slug}', '[^/]+')}/?$`, 'iu')

const isObject = (value: unknown): value is Schema => typeof value === 'object' && value !== null

/** The same schema without any `required`: what `_fields` leaves of an answer. */
const partial = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(partial)
  if (!isObject(schema)) return schema
  const members = Object.entries(schema).map(([name, member]) => [name, partial(member)] as const)
  return Object.fromEntries(members.filter(([name, member]) => name !== 'required' || !Array.isArray(member)))
}

/** Looks answers and arguments up in an OpenAPI document and judges them by its schemas alone. */
export const documented = (document: Document) => {
  const judge = (whole: unknown, withFormats: boolean) => {
    const ajv = new Ajv({ strict: false, allErrors: false, validateFormats: withFormats, logger: false })
    if (withFormats) formats.default(ajv)
    ajv.addSchema(whole as object, 'doc')
    const compiled = new Map<string, ValidateFunction>()
    return (at: string): ValidateFunction => {
      const known = compiled.get(at) ?? ajv.compile({ $ref: at })
      compiled.set(at, known)
      return known
    }
  }
  const answers = judge(document, true)
  const parts = judge(partial(document), false)
  const values = judge(document, false)

  const operations: readonly Described[] = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const paths = Object.keys(document.paths).map(path => ({ path, form: formOf(path) }))

  /** null: the document has no such operation. `path` is behind the namespace. */
  const find = (method: string, path: string): Described | null => {
    const name = method === 'HEAD' ? 'get' : method.toLowerCase()
    const known = paths.find(({ form }) => form.test(path))
    return operations.find(one => one.path === known?.path && one.method === name) ?? null
  }

  /** What is wrong with an answer; null: nothing. `whole`: false when some members were asked for. */
  const answerMistake = (
    { path, method, operation }: Described,
    status: number,
    body: unknown,
    whole = true,
  ): string | null => {
    const response = operation.responses[String(status)]
    if (response === undefined) return `status ${status} is not documented`
    if (response.content === undefined) return null
    const at = pointer([
      ...['paths', path, method, 'responses', String(status)],
      ...['content', 'application/json', 'schema'],
    ])
    const valid = whole || status >= 400 ? answers(at) : parts(at)
    if (valid(body)) return null
    const [first] = valid.errors ?? []
    return `body: ${first?.instancePath ?? ''} ${first?.message ?? ''} ${JSON.stringify(first?.params)}`
  }

  /** Whether the schema of a body argument admits the value. */
  const admitsMember = ({ path, method }: Described, name: string, value: unknown): boolean =>
    values(
      pointer([
        ...['paths', path, method, 'requestBody', 'content', 'application/json', 'schema', 'properties'],
        name,
      ]),
    )(value)

  /** Whether the schema of a query argument admits the value, which has its JSON type. */
  const admitsParameter = ({ path, method, operation }: Described, name: string, value: unknown): boolean => {
    const index = (operation.parameters ?? []).findIndex(one => one.name === name && one.in === 'query')
    return values(pointer(['paths', path, method, 'parameters', String(index), 'schema']))(value)
  }

  return { operations, find, answerMistake, admitsMember, admitsParameter }
}
export type Documented = ReturnType<typeof documented>
