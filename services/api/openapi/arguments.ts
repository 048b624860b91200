import type { Json } from '../../../shared/kernel/json.ts'
import type { Schema } from '../platform/arguments/accepted.ts'
import { type Argument, type Arguments, membersSchema } from '../platform/arguments/arguments.ts'
import type { Moment } from '../platform/call.ts'
import { utcTime } from '../../../shared/kernel/brands.ts'
import { plusMs } from '../../../shared/kernel/time/calculate.ts'

const YEAR_MS = 366 * 24 * 3_600_000
const LATER = utcTime('9999-01-01 00:00:00')

/** The default as it is read; undefined: none, or one that moves with the clock. */
const defaultOf = (argument: Argument<unknown>, at: Moment): Json | undefined => {
  const shown = argument.publishedDefault?.(at)
  const later = argument.publishedDefault?.({ ...at, ms: plusMs(at.ms, YEAR_MS), nowUtc: LATER })
  if (shown === undefined || shown === null || JSON.stringify(shown) !== JSON.stringify(later))
    return undefined
  const read = argument.read(shown, '', at)
  return read.ok ? (read.value as Json) : undefined
}

/** The plain form: a query holds nothing but texts, whose spellings need no telling. */
const plain = (schema: Schema): Schema => {
  const { anyOf, items, ...rest } = schema
  const [first] = anyOf ?? []
  if (first !== undefined) return plain(first)
  return items === undefined ? schema : { ...rest, items: plain(items) }
}

const inPath = (name: string, argument: Argument<unknown> | undefined): Schema => ({
  name,
  in: 'path',
  required: true,
  description: argument?.description ?? `The ${name} of the item.`,
  schema: name === 'id' ? { type: 'integer' } : { type: 'string' },
})

const inQuery = (name: string, argument: Argument<unknown>, at: Moment): Schema => {
  const schema = plain(argument.accepts)
  const standard = defaultOf(argument, at)
  return {
    name,
    in: 'query',
    required: argument.absent === null,
    description: argument.description,
    // texts are split at commas
    ...(schema.type === 'array' ? { style: 'form', explode: false } : {}),
    schema: standard === undefined ? schema : { ...schema, default: standard },
  }
}

const variablesOf = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

export type Described = {
  readonly parameters: readonly Schema[]
  /** null: the operation takes no body. */
  readonly requestBody: Schema | null
}

const FORMS = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data']

/** Every accepted form, with the same members; a query may bring them all instead (spec 01 §1). */
const bodyOf = (args: Arguments): Schema => {
  const needed = Object.keys(args).filter(name => args[name]?.absent === null)
  const members = Object.entries(membersSchema(args)).map(([name, schema]) => [
    name,
    { ...schema, description: args[name]?.description ?? '' },
  ])
  const schema = {
    type: 'object',
    properties: Object.fromEntries(members) as Schema,
    ...(needed.length === 0 ? {} : { required: needed }),
  }
  return {
    description: 'The arguments; a query may hold some or all of them instead. Other members are ignored.',
    required: false,
    content: Object.fromEntries(FORMS.map(type => [type, { schema }])),
  }
}

/** Where the arguments of one method go. On updates a `slug` beside the path is the new one. */
export const describeArguments = (path: string, method: string, args: Arguments, at: Moment): Described => {
  const variables = variablesOf(path)
  const writes = method === 'POST' || method === 'PUT' || method === 'PATCH'
  const others = Object.fromEntries(
    Object.entries(args).filter(([name]) => !variables.includes(name) || (writes && name === 'slug')),
  )
  const parameters = variables.map(name => inPath(name, args[name]))
  if (writes) return { parameters, requestBody: bodyOf(others) }
  const query = Object.entries(others).map(([name, argument]) => inQuery(name, argument, at))
  return { parameters: [...parameters, ...query], requestBody: null }
}
