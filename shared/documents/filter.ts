import { isObject } from '../kernel/json.ts'
import { isPlainObject } from './json.ts'
import { literalText } from './literal-pattern.ts'
import { parsePath, type Path } from './path.ts'
import { UnsupportedQuery, type Filter } from './port.ts'

type Scalar = string | number | boolean | null
export type RangeOperator = '$gt' | '$gte' | '$lt' | '$lte'

/** One thing a document is asked; `$eq` and `$ne` are `in` with one value. */
export type FieldTest = { readonly field: string; readonly path: Path } & (
  | { readonly kind: 'in'; readonly values: readonly Scalar[]; readonly negated: boolean }
  | { readonly kind: 'range'; readonly operator: RangeOperator; readonly bound: string | number }
  | { readonly kind: 'exists'; readonly present: boolean }
  | { readonly kind: 'contains'; readonly text: string; readonly negated: boolean }
)
export type Test =
  | FieldTest
  /** `$or`; negated: `$nor`. */
  | { readonly kind: 'any'; readonly branches: readonly Conjunction[]; readonly negated: boolean }

/** All of them must hold. */
export type Conjunction = readonly Test[]

/** Checks the whole filter and spells it out. Throws UnsupportedQuery naming what is not in the subset. */
export const parseFilter = (filter: Filter): Conjunction => conjunction(filter)

const conjunction = (filter: unknown): Conjunction => {
  const tests: Test[] = []
  addTests(filter, tests)
  return tests
}

const addTests = (filter: unknown, tests: Test[]): void => {
  if (!isObject(filter)) throw new UnsupportedQuery(`a filter must be an object, not ${shown(filter)}`)
  for (const key of Object.keys(filter)) {
    const given = filter[key]
    if (!key.startsWith('$')) addConditions(key, given, tests)
    else if (key === '$and') for (const branch of branchesOf(key, given)) addTests(branch, tests)
    else if (key === '$or' || key === '$nor')
      tests.push({ kind: 'any', branches: branchesOf(key, given).map(conjunction), negated: key === '$nor' })
    else throw new UnsupportedQuery(`operator ${key} is not supported`)
  }
}

const branchesOf = (key: string, given: unknown): readonly unknown[] => {
  if (!Array.isArray(given) || given.length === 0)
    throw new UnsupportedQuery(`${key} takes a list of at least one filter`)
  return given
}

const addConditions = (field: string, given: unknown, tests: Test[]): void => {
  const path = parsePath(field)
  if (!isObject(given)) {
    tests.push({ kind: 'in', field, path, values: [scalar(field, given)], negated: false })
    return
  }
  const operators = Object.keys(given)
  if (operators.length === 0 || !isPlainObject(given))
    throw new UnsupportedQuery(`${field}: ${shown(given)} is not a condition`)
  for (const operator of operators)
    tests.push({ field, path, ...operation(field, operator, given[operator]) })
}

type Operation = FieldTest extends infer T ? (T extends FieldTest ? Omit<T, 'field' | 'path'> : never) : never

const operation = (field: string, operator: string, operand: unknown): Operation => {
  switch (operator) {
    case '$eq':
    case '$ne':
      return { kind: 'in', values: [scalar(field, operand)], negated: operator === '$ne' }
    case '$in':
    case '$nin':
      return { kind: 'in', values: scalars(field, operator, operand), negated: operator === '$nin' }
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return { kind: 'range', operator, bound: bound(field, operator, operand) }
    case '$exists':
      if (typeof operand !== 'boolean') throw new UnsupportedQuery(`${field}: $exists takes true or false`)
      return { kind: 'exists', present: operand }
    case '$regex':
      return { kind: 'contains', text: pattern(field, operand), negated: false }
    case '$not':
      return { kind: 'contains', text: negatedPattern(field, operand), negated: true }
    default:
      throw new UnsupportedQuery(`${field}: operator ${operator} is not supported`)
  }
}

const scalar = (field: string, given: unknown): Scalar => {
  if (given === null || typeof given === 'string' || typeof given === 'boolean') return given
  if (typeof given === 'number' && Number.isFinite(given)) return given
  throw new UnsupportedQuery(`${field}: cannot compare with ${shown(given)}`)
}

const scalars = (field: string, operator: string, given: unknown): readonly Scalar[] => {
  if (!Array.isArray(given)) throw new UnsupportedQuery(`${field}: ${operator} takes a list`)
  return [...new Set(given.map(value => scalar(field, value)))]
}

const bound = (field: string, operator: string, given: unknown): string | number => {
  const value = scalar(field, given)
  if (typeof value === 'string' || typeof value === 'number') return value
  throw new UnsupportedQuery(`${field}: ${operator} takes a string or a number, not ${shown(given)}`)
}

const pattern = (field: string, given: unknown): string => {
  if (typeof given !== 'string') throw new UnsupportedQuery(`${field}: $regex takes a string`)
  return literalText(given)
}

const negatedPattern = (field: string, given: unknown): string => {
  if (!isObject(given) || Object.keys(given).join() !== '$regex')
    throw new UnsupportedQuery(`${field}: $not takes {$regex} only`)
  return pattern(field, given['$regex'])
}

const shown = (value: unknown): string => (value === undefined ? 'undefined' : JSON.stringify(value))
