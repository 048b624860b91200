import { compare } from '../order.ts'
import { someLeaf } from '../path.ts'
import type { Conjunction, FieldTest, RangeOperator, Test } from '../filter.ts'

export type Predicate = (given: unknown) => boolean

/** A function that says whether a document passes all tests, as MongoDB's `find` would. */
export const compilePredicate = (tests: Conjunction): Predicate => {
  const predicates = tests.map(predicateOf)
  const [first] = predicates
  if (first === undefined) return () => true
  return predicates.length === 1 ? first : document => predicates.every(holds => holds(document))
}

const predicateOf = (test: Test): Predicate => {
  if (test.kind === 'any') {
    const { negated } = test
    const branches = test.branches.map(compilePredicate)
    return document => branches.some(holds => holds(document)) !== negated
  }
  const holds = memberTest(test)
  const [member = ''] = test.path
  return document => {
    const fields = document as Readonly<Record<string, unknown>>
    return holds(Object.hasOwn(fields, member) ? fields[member] : undefined)
  }
}

/** The same of what a document has under the first name of the test's path; undefined: it is missing. */
export const memberTest = (test: FieldTest): Predicate => {
  const matches = leafTest(test)
  const negated = 'negated' in test ? test.negated : test.kind === 'exists' && !test.present
  const { path } = test
  // most filters name plain fields: spare them the walk
  return path.length > 1
    ? value => someLeaf(value, path, matches, 1) !== negated
    : value => matches(value) !== negated
}

const leafTest = (test: FieldTest): ((leaf: unknown) => boolean) => {
  if (test.kind === 'exists') return leaf => leaf !== undefined
  const matches = elementTest(test)
  return leaf => (Array.isArray(leaf) ? leaf.some(matches) : matches(leaf))
}

const elementTest = (test: Exclude<FieldTest, { kind: 'exists' }>): ((element: unknown) => boolean) => {
  switch (test.kind) {
    case 'in':
      return equalsAny(test.values)
    case 'range':
      return within(test.operator, test.bound)
    case 'contains':
      return element => typeof element === 'string' && element.includes(test.text)
  }
}

const equalsAny = (values: readonly unknown[]): ((element: unknown) => boolean) => {
  const [only] = values
  if (values.length === 1)
    return only === null ? element => element === null || element === undefined : element => element === only
  const set = new Set(values)
  return element => set.has(element ?? null)
}

/** A string is never within numbers, nor the other way round. */
const within = (operator: RangeOperator, bound: string | number): ((element: unknown) => boolean) => {
  const type = typeof bound
  switch (operator) {
    case '$gt':
      return element => typeof element === type && compare(element, bound) > 0
    case '$gte':
      return element => typeof element === type && compare(element, bound) >= 0
    case '$lt':
      return element => typeof element === type && compare(element, bound) < 0
    case '$lte':
      return element => typeof element === type && compare(element, bound) <= 0
  }
}
