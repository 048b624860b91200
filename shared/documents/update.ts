import { isObject } from '../kernel/json.ts'
import { isPlainObject } from './json.ts'
import { parsePath, type Path } from './path.ts'
import { UnsupportedQuery, type Update, type Value } from './port.ts'

const OPERATORS = ['$set', '$unset', '$inc', '$max', '$addToSet', '$pull'] as const
type UpdateOperator = (typeof OPERATORS)[number]

/** One field changed in one way. */
export type Change = {
  readonly operator: UpdateOperator
  readonly field: string
  readonly path: Path
  readonly operand: Value
}

/** Checks the whole update and spells it out. Throws UnsupportedQuery naming what is not in the subset. */
export const parseUpdate = (update: Update): readonly Change[] => {
  const given = Object.entries(update)
  if (given.length === 0) throw new UnsupportedQuery('an update needs an operator')
  const changes = given.flatMap(([operator, fields]) => {
    const known = OPERATORS.find(name => name === operator)
    if (known === undefined) throw new UnsupportedQuery(`update operator ${operator} is not supported`)
    if (!isObject(fields)) throw new UnsupportedQuery(`${operator} takes an object of fields`)
    return Object.entries(fields).map(([field, operand]) => change(known, field, operand))
  })
  refuseConflicts(changes)
  return changes
}

const change = (operator: UpdateOperator, field: string, operand: unknown): Change => {
  const path = parsePath(field)
  if (path[0] === '_id') throw new UnsupportedQuery('the _id of a document never changes')
  if (!isValue(operand) || !fits(operator, operand))
    throw new UnsupportedQuery(`${operator} of ${field}: it takes no such operand`)
  return { operator, field, path, operand }
}

const fits = (operator: UpdateOperator, operand: Value): boolean => {
  switch (operator) {
    case '$inc':
      return typeof operand === 'number'
    case '$max':
    case '$pull':
      return typeof operand === 'number' || typeof operand === 'string'
    case '$unset':
      return operand === ''
    case '$addToSet':
      // MongoDB would read `{$each: …}` here
      return !isObject(operand) || !Object.keys(operand).some(key => key.startsWith('$'))
    case '$set':
      return true
  }
}

const isValue = (value: unknown): value is Value => {
  if (typeof value === 'number') return Number.isFinite(value)
  if (Array.isArray(value)) return value.every(isValue)
  if (isPlainObject(value)) return Object.values(value).every(isValue)
  return value === null || typeof value === 'string' || typeof value === 'boolean'
}

/** Two changes of one field, or of a field and a member of it, have no defined order. */
const refuseConflicts = (changes: readonly Change[]) => {
  const fields = changes.map(({ field }) => field).sort()
  const conflict = fields.find((field, i) =>
    fields.some((other, j) => i !== j && `${other}.`.startsWith(`${field}.`)),
  )
  if (conflict !== undefined) throw new UnsupportedQuery(`${conflict} is changed twice`)
}
