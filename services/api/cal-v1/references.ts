import { isObject } from '../../../shared/kernel/json.ts'
import { MOST_ELEMENTS } from '../../../shared/limits/items.ts'
import { either, splitText, type Schema } from '../platform/arguments/accepted.ts'
import {
  accept,
  type ArgumentKind,
  type Arguments,
  elementsOf,
  type Input,
  object,
  type Read,
  reject,
} from '../platform/arguments/arguments.ts'
import { tooMany } from '../items/most-elements.ts'
import { integer, termName } from '../platform/arguments/kinds.ts'
import { termId, type TermId } from '../../../shared/kernel/brands.ts'

/** Something an event refers to: by id, or described so that it can be found or made. */
export type Reference<Described, Id extends number = number> =
  { readonly id: Id } | { readonly described: Described }

/** A list in any form; an object that is no list of its own is its only element. */
const elements = (value: unknown, split: 'commas' | 'blanks'): readonly unknown[] => {
  if (isObject(value) && Object.keys(value).length === 0) return [value]
  return elementsOf(value, split) ?? [value]
}

const id = integer({ minimum: 0 })
/** 0 is how forms say "none" (spec 02 §5, §6). */
const isNone = (reference: Reference<unknown>): boolean => 'id' in reference && reference.id === 0

const referenceList = <Described, Id extends number>(
  split: 'commas' | 'blanks',
  readElement: (
    value: unknown,
    name: string,
    at: Parameters<ArgumentKind<unknown>['read']>[2],
  ) => Read<Reference<Described, Id>>,
  element: Schema,
): ArgumentKind<readonly Reference<Described, Id>[]> => ({
  read: (value, name, at) => {
    // `false` is how a read object says that there is none
    const all = value === false ? [] : elements(value, split)
    if (all.length > MOST_ELEMENTS) return tooMany(name)
    const references: Reference<Described, Id>[] = []
    for (const [index, element] of all.entries()) {
      const read = readElement(element, all.length === 1 ? name : `${name}[${index}]`, at)
      if (!read.ok) return read
      if (!isNone(read.value)) references.push(read.value)
    }
    return accept(references)
  },
  declared: { type: 'array', items: { type: 'integer' } },
  accepts: either(
    { type: 'array', items: element, maxItems: MOST_ELEMENTS },
    ...(element.anyOf ?? []).filter(({ type }) => type !== 'string'),
    splitText(element, split),
    { type: 'boolean', enum: [false] },
  ),
})

/** An id, or what else is wanted in its place, in words. */
const idOr = (
  wanted: string,
  ...[value, name, at]: Parameters<ArgumentKind<number>['read']>
): Read<number> => {
  const read = id.read(value, name, at)
  return read.ok || read.problem.code !== 'rest_invalid_type'
    ? read
    : reject('rest_invalid_type', `${name} is neither an id nor ${wanted}.`, { param: name })
}

/** An object that counts by its id, whatever else it holds. */
const withId: Schema = { type: 'object', properties: { id: id.accepts }, required: ['id'] }

/** Venues or organizers of an event: ids, objects with an id, or objects like those of a create (spec 02 §6). */
export const itemReferences = <Members extends Arguments, Id extends number>(
  members: Members,
  of: (id: number) => Id,
): ArgumentKind<readonly Reference<Input<Members>, Id>[]> => {
  const described = object(members)
  return referenceList<Input<Members>, Id>(
    'blanks',
    (value, name, at) => {
      if (isObject(value) && (value['id'] === undefined || value['id'] === null)) {
        const read = described.read(value, name, at)
        return read.ok ? accept({ described: read.value }) : read
      }
      const sent = isObject(value) ? value['id'] : value
      const read = idOr('an object with an id or a name', sent, name, at)
      return read.ok ? accept({ id: of(read.value) }) : read
    },
    either(id.accepts, withId, described.accepts),
  )
}

const describedTerm = termName()

/** Terms of an event: numbers and digit texts are ids, other texts slugs or names, objects count by id (spec 02 §5). */
export const termReferences = (): ArgumentKind<readonly Reference<string, TermId>[]> =>
  referenceList<string, TermId>(
    'commas',
    (value, name, at) => {
      const sent = isObject(value) ? value['id'] : value
      if (typeof sent === 'string' && !/^\d+$/.test(sent) && !isObject(value)) {
        const read = describedTerm.read(sent, name, at)
        return read.ok ? accept({ described: read.value }) : read
      }
      const read = idOr('a slug, a name or an object with an id', sent, name, at)
      return read.ok ? accept({ id: termId(read.value) }) : read
    },
    either({ type: 'integer', minimum: 0 }, describedTerm.accepts, withId),
  )
