import { isObject, type Json } from '../../../../shared/kernel/json.ts'
import { LIST_ELEMENTS } from '../../../../shared/limits/requests.ts'
import type { Moment, SentArguments } from '../call.ts'
import { either, orNull, type Schema, splitText as splitForm } from './accepted.ts'

/** Codes inside `data.details` of `rest_invalid_param` (spec 01 §4). */
export type DetailCode =
  | 'rest_invalid_type'
  | 'rest_not_in_enum'
  | 'rest_out_of_bounds'
  | 'rest_too_short'
  | 'rest_too_long'
  | 'rest_invalid_pattern'
  | 'rest_too_many_items'
  | 'rest_property_required'
  | 'rest_invalid_email'
  | 'rest_invalid_uri'
  | 'rest_invalid_date'
  | 'rest_invalid_timezone'
  | 'rest_unknown_id'
  | 'rest_inconsistent_dates'
  | 'rest_invalid_image'
  | 'event-tickets-not-active'
  | 'calx_invalid_nonce'
  | 'rest_invalid_value'

/** Why one argument is refused. `data` is null, `{param}` for type errors, or a nested error's own. */
export type Problem = { readonly code: DetailCode; readonly message: string; readonly data: Json }
/** Argument name → why it is refused. */
export type Problems = { readonly [name: string]: Problem }

export type Read<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly problem: Problem }

export const accept = <Value>(value: Value) => ({ ok: true, value }) as const
export const reject = (code: DetailCode, message: string, data: Json = null) =>
  ({ ok: false, problem: { code, message, data } }) as const

/** What the index says about a value (spec 01 §7); `type` null: none is published. */
export type Declared = {
  readonly type: string | null
  readonly enum?: readonly string[]
  readonly format?: string
  readonly items?: Declared
  readonly minimum?: number
  readonly maximum?: number
  readonly maxItems?: number
  readonly pattern?: string
  readonly uniqueItems?: boolean
}

/** A kind of value: how it is read from what was sent, what the index publishes, what OpenAPI describes. */
export type ArgumentKind<Value> = {
  /** `name` is the full nested name, e.g. `requests[0][body]`. */
  readonly read: (value: unknown, name: string, at: Moment) => Read<Value>
  readonly declared: Declared
  /** JSON schema of everything accepted in a JSON body; the first form is the plain one. */
  readonly accepts: Schema
}

/** One declared argument: checks, index entry, OpenAPI schema and the handler's type come from it. */
export type Argument<Value> = ArgumentKind<Value> & {
  readonly description: string
  /** What a handler gets when nothing was sent; null: the argument is required. */
  readonly absent: ((at: Moment) => Value) | null
  readonly publishedRequired: boolean
  /** The default shown in the index; null: none is shown. */
  readonly publishedDefault: ((at: Moment) => Json) | null
}

export type Arguments = { readonly [name: string]: Argument<unknown> }
/** What a handler gets for its declarations. */
export type Input<Args extends Arguments> = {
  readonly [Name in keyof Args]: Args[Name] extends Argument<infer Value> ? Value : never
}
/** The valid ones of the sent arguments, for rules across them: others may be missing or refused. */
export type Given<Args extends Arguments> = { readonly [Name in keyof Args]?: Input<Args>[Name] | undefined }

type Doc = {
  readonly description: string
  /** Shown in the index without effect on what the handler gets. */
  readonly showDefault?: Json | ((at: Moment) => Json)
  /** When the index says otherwise than the reading does (a path satisfies it). */
  readonly showRequired?: boolean
}

const asFunction = (value: Json | ((at: Moment) => Json)) =>
  typeof value === 'function' ? value : () => value

const shown = (doc: Doc) => (doc.showDefault === undefined ? null : asFunction(doc.showDefault))

export const required = <Value>(kind: ArgumentKind<Value>, doc: Doc): Argument<Value> => ({
  ...kind,
  description: doc.description,
  absent: null,
  publishedRequired: doc.showRequired ?? true,
  publishedDefault: shown(doc),
})

export const optional = <Value>(kind: ArgumentKind<Value>, doc: Doc): Argument<Value | undefined> => ({
  ...kind,
  description: doc.description,
  absent: () => undefined,
  publishedRequired: doc.showRequired ?? false,
  publishedDefault: shown(doc),
})

/** The handler gets `value` (or what it computes for the moment) when nothing was sent. */
export const defaulted = <Value extends Json>(
  kind: ArgumentKind<Value>,
  value: Value | ((at: Moment) => Value),
  doc: Doc,
): Argument<Value> => {
  const absent = typeof value === 'function' ? value : () => value
  return {
    ...kind,
    description: doc.description,
    absent,
    publishedRequired: doc.showRequired ?? false,
    publishedDefault: shown(doc) ?? absent,
  }
}
const isSent = (sent: SentArguments, name: string) => sent[name] !== undefined && sent[name] !== null

/** Names of required arguments that were not sent, in declaration order (spec 01 §3 step 4). */
export const missing = (args: Arguments, sent: SentArguments): readonly string[] =>
  Object.keys(args).filter(name => args[name]?.absent === null && !isSent(sent, name))

type Checked<Args extends Arguments> = {
  readonly problems: Problems
  /** Complete when there are no problems. */
  readonly given: Given<Args>
}

/** Reads every declared argument; undeclared names are ignored (spec 01 §3 step 5, first half). */
export const check = <Args extends Arguments>(args: Args, sent: SentArguments, at: Moment): Checked<Args> => {
  const problems: Record<string, Problem> = {}
  const given: Record<string, unknown> = {}
  for (const name in args) {
    const argument = args[name]
    if (argument === undefined) continue
    const value = sent[name]
    if (value === undefined || value === null) {
      if (argument.absent !== null) given[name] = argument.absent(at)
      continue
    }
    const read = argument.read(value, name, at)
    if (read.ok) given[name] = read.value
    else problems[name] = read.problem
  }
  return { problems, given: given as Given<Args> }
}

type ListRules = {
  /** Where a scalar text is split: at commas, or also at white space (integers and enums). */
  readonly split?: 'commas' | 'blanks'
  readonly minItems?: number
  readonly maxItems?: number
  /** Duplicates collapse silently, first position kept. */
  readonly unique?: boolean
}

/** More pieces than a list may have are not made at all; one more tells that they are too many. */
const splitText = (text: string, split: 'commas' | 'blanks'): readonly string[] => {
  const parts = text.split(split === 'commas' ? ',' : /[\s,]+/, LIST_ELEMENTS + 1)
  return parts.length > LIST_ELEMENTS ? parts : parts.map(part => part.trim()).filter(part => part !== '')
}

/** The elements of a list in any of its accepted shapes; null when it is none (spec 01 §2 array). */
export const elementsOf = (value: unknown, split: 'commas' | 'blanks'): readonly unknown[] | null => {
  if (Array.isArray(value)) return value as readonly unknown[]
  if (typeof value === 'string') return splitText(value, split)
  if (!isObject(value)) return [value]
  return Object.keys(value).every(key => /^\d+$/.test(key)) ? Object.values(value) : null
}

const withoutRepeats = <Value>(values: readonly Value[]): readonly Value[] => {
  const seen = new Set<string>()
  return values.filter(value => seen.size < seen.add(JSON.stringify(value)).size)
}

const readAll = <Value>(
  elements: readonly unknown[],
  read: (element: unknown, index: number) => Read<Value>,
): Read<readonly Value[]> => {
  const values: Value[] = []
  for (const [index, element] of elements.entries()) {
    const one = read(element, index)
    if (!one.ok) return one
    values.push(one.value)
  }
  return accept(values)
}

/** An element that stands alone, unless it is a text: those are split. */
const scalars = <Value>({ accepts }: ArgumentKind<Value>) =>
  (accepts.anyOf ?? [accepts]).filter(
    ({ type }) => type !== 'string' && type !== 'object' && type !== 'array',
  )

const tooMany = (name: string, most: number) =>
  reject('rest_too_many_items', `${name} must not have more than ${most} elements.`)

/** List, object with index keys, or a scalar text that is split; every element is checked. */
export const list = <Value>(
  of: ArgumentKind<Value>,
  rules: ListRules = {},
): ArgumentKind<readonly Value[]> => {
  const { minItems = 0, maxItems = Infinity, unique = false } = rules
  const split = rules.split ?? (of.declared.type === 'integer' || of.declared.enum ? 'blanks' : 'commas')
  const published = {
    ...(rules.maxItems === undefined ? {} : { maxItems }),
    ...(unique ? { uniqueItems: true } : {}),
  }
  return {
    read: (value, name, at) => {
      const elements = elementsOf(value, split)
      if (elements === null) return reject('rest_invalid_type', `${name} is not a list.`, { param: name })
      if (elements.length > LIST_ELEMENTS) return tooMany(name, Math.min(maxItems, LIST_ELEMENTS))
      const read = readAll(elements, (element, index) => of.read(element, `${name}[${index}]`, at))
      if (!read.ok) return read
      const values = unique ? withoutRepeats(read.value) : read.value
      if (values.length > maxItems) return tooMany(name, maxItems)
      if (values.length < minItems)
        return reject('rest_too_short', `${name} must have at least ${minItems} elements.`)
      return accept(values)
    },
    declared: { type: 'array', items: of.declared, ...published },
    accepts: either(
      { type: 'array', items: of.accepts, maxItems: Math.min(maxItems, LIST_ELEMENTS) },
      ...scalars(of),
      splitForm(of.accepts, split),
    ),
  }
}

type Members = { readonly [name: string]: Argument<unknown> }
type Values<Shape extends Members> = {
  readonly [Name in keyof Shape]: Shape[Name] extends Argument<infer Value> ? Value : never
}

/** Schema of each member as a JSON body may hold it: null is absent (spec 01 §1). */
export const membersSchema = (shape: Members): { readonly [name: string]: Schema } =>
  Object.fromEntries(
    Object.entries(shape).map(([name, { absent, accepts }]) => [
      name,
      absent === null ? accepts : orNull(accepts),
    ]),
  )

/** Object with declared members; others are ignored. "" is an object without members. */
export const object = <Shape extends Members>(shape: Shape): ArgumentKind<Values<Shape>> => {
  const names = Object.keys(shape)
  const needed = names.filter(name => shape[name]?.absent === null)
  return {
    read: (value, name, at) => {
      const sent = value === '' ? {} : value
      if (!isObject(sent)) return reject('rest_invalid_type', `${name} is not an object.`, { param: name })
      const values: Record<string, unknown> = {}
      for (const member of names) {
        const argument = shape[member]
        if (argument === undefined) continue
        const inner = `${name}[${member}]`
        const given = sent[member]
        if (given === undefined || given === null) {
          if (argument.absent === null) return reject('rest_property_required', `${inner} is required.`)
          values[member] = argument.absent(at)
          continue
        }
        const read = argument.read(given, inner, at)
        if (!read.ok) return read
        values[member] = read.value
      }
      return accept(values as Values<Shape>)
    },
    declared: { type: 'object' },
    accepts: {
      type: 'object',
      properties: membersSchema(shape),
      ...(needed.length === 0 ? {} : { required: needed }),
    },
  }
}

/** Object whose members are looked at elsewhere. */
export const anyObject = (): ArgumentKind<{ readonly [name: string]: unknown }> => ({
  read: (value, name) => {
    const sent = value === '' ? {} : value
    return isObject(sent)
      ? accept(sent)
      : reject('rest_invalid_type', `${name} is not an object.`, { param: name })
  },
  declared: { type: 'object' },
  accepts: { type: 'object' },
})
