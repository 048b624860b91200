import type { Document, Filter as MongoFilter, UpdateFilter } from 'mongodb'
import type { Conjunction, FieldTest } from '../filter.ts'
import type { SortField } from '../find-options.ts'
import type { Key } from '../port.ts'
import type { Change } from '../update.ts'

/** A document as the server keeps it. */
export type Stored = Document & { readonly _id: Key }

/**
 * What goes out is made anew from the checked filter: nothing a caller wrote reaches the server as an object. One flat
 * object as far as it goes, as servers know `{_id}` and `{_id, rev}` for what they are in that form only.
 */
export const mongoFilter = (tests: Conjunction): MongoFilter<Stored> => {
  const fields: Record<string, Document> = {}
  const others: MongoFilter<Stored>[] = []
  for (const test of tests) {
    if (test.kind === 'any') {
      const branches = test.branches.map(mongoFilter)
      others.push(test.negated ? { $nor: branches } : { $or: branches })
      continue
    }
    if (Object.hasOwn(fields, test.field)) others.push({ [test.field]: condition(test) })
    else fields[test.field] = condition(test)
  }
  return others.length === 0 ? fields : { ...fields, $and: others }
}

const condition = (test: FieldTest): Document => {
  switch (test.kind) {
    case 'in': {
      const [only] = test.values
      if (test.values.length === 1) return test.negated ? { $ne: only } : { $eq: only }
      return test.negated ? { $nin: test.values } : { $in: test.values }
    }
    case 'range':
      return { [test.operator]: test.bound }
    case 'exists':
      return { $exists: test.present }
    case 'contains': {
      const text = { $regex: patternOf(test.text) }
      return test.negated ? { $not: text } : text
    }
  }
}

/** Finds exactly the text, in the server's dialect: a pattern cannot hold the character NUL itself. */
const patternOf = (text: string): string =>
  text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&').replaceAll('\0', String.raw`\x00`)

/** Pairs, because the order of fields counts. */
export const mongoSort = (sort: readonly SortField[]): [string, 1 | -1][] =>
  sort.map(({ field, direction }) => [field, direction])

export const mongoUpdate = (changes: readonly Change[]): UpdateFilter<Stored> => {
  const update: Record<string, Record<string, unknown>> = {}
  for (const { operator, field, operand } of changes) (update[operator] ??= {})[field] = operand
  return update
}
