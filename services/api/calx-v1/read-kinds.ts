import { isObject } from '../../../shared/kernel/json.ts'
import { either, type Schema } from '../platform/arguments/accepted.ts'
import type { ArgumentKind } from '../platform/arguments/arguments.ts'
import { integer } from '../platform/arguments/kinds.ts'

const SPOKEN = ['raw', 'rendered'] as const

/** The text itself, or the object in which reads show it: what is raw counts before what is rendered (spec 03 §4). */
export const spoken = (kind: ArgumentKind<string>): ArgumentKind<string> => {
  const object = (member: string): Schema => ({
    type: 'object',
    properties: { [member]: kind.accepts },
    required: [member],
  })
  return {
    declared: kind.declared,
    accepts: either(kind.accepts, ...SPOKEN.map(object)),
    read: (value, name, at) => {
      const member = isObject(value) ? SPOKEN.find(one => typeof value[one] === 'string') : undefined
      return kind.read(member === undefined || !isObject(value) ? value : value[member], name, at)
    },
  }
}

/** An id, or an object that counts by its id. */
export const idOfObject = (): ArgumentKind<number> => {
  const id = integer()
  return {
    declared: id.declared,
    accepts: either(id.accepts, { type: 'object', properties: { id: id.accepts }, required: ['id'] }),
    read: (value, name, at) => id.read(isObject(value) ? value['id'] : value, name, at),
  }
}
