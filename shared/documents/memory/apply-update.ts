import { isObject } from '../../kernel/json.ts'
import { compare } from '../order.ts'
import type { Path } from '../path.ts'
import { UnsupportedQuery, type Doc, type Value } from '../port.ts'
import type { Change } from '../update.ts'

type Members = Readonly<Record<string, unknown>>

/** A new version of the document; the one given, and every part of it, stays as it is. Throws UnsupportedQuery. */
export const applyUpdate = (document: Doc, changes: readonly Change[]): Doc => ({
  ...changes.reduce<Members>((now, change) => changed(now, change.path, change), document),
  _id: document._id,
})

/** `members` with the value at the path changed; unset members are gone. */
const changed = (members: Members, path: Path, change: Change): Members => {
  const [member, ...deeper] = path
  if (member === undefined) return members
  const current = Object.hasOwn(members, member) ? members[member] : undefined
  if (deeper.length === 0) {
    const next = valueAfter(current, change)
    if (next !== undefined) return next === current ? members : { ...members, [member]: next }
    return Object.fromEntries(Object.entries(members).filter(([name]) => name !== member))
  }
  if (isObject(current)) return { ...members, [member]: changed(current, deeper, change) }
  if (change.operator === '$unset' || (change.operator === '$pull' && current === undefined)) return members
  if (current !== undefined) throw new UnsupportedQuery(`${change.field}: ${member} holds no object`)
  return { ...members, [member]: changed({}, deeper, change) }
}

/** Undefined: the member is to be missing. */
const valueAfter = (current: unknown, { operator, operand, field }: Change): unknown => {
  switch (operator) {
    case '$set':
      return operand
    case '$unset':
      return undefined
    case '$inc':
      return sum(current, operand, field)
    case '$max':
      return current === undefined || compare(operand, current) > 0 ? operand : current
    case '$addToSet': {
      const list = listAt(current, field, operator) ?? []
      return list.some(element => compare(element, operand) === 0) ? list : [...list, operand]
    }
    case '$pull':
      return listAt(current, field, operator)?.filter(element => element !== operand)
  }
}

const sum = (current: unknown, operand: Value, field: string): unknown => {
  if (current === undefined) return operand
  if (typeof current !== 'number') throw new UnsupportedQuery(`$inc of ${field}: it holds no number`)
  return current + Number(operand)
}

const listAt = (current: unknown, field: string, operator: string): readonly unknown[] | undefined => {
  if (current === undefined || Array.isArray(current)) return current
  throw new UnsupportedQuery(`${operator} of ${field}: it holds no list`)
}
