import { isObject } from '../../../../shared/kernel/json.ts'
import { LIST_ELEMENTS } from '../../../../shared/limits/requests.ts'
import { either, orNull, splitText as splitForm, type Schema } from './accepted.ts'
import { accept, reject, type Argument, type ArgumentKind, type Read } from './arguments.ts'

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
