import type { Conjunction, Test } from '../../filter.ts'
import { compare } from '../../order.ts'
import { memberOf } from '../../path.ts'
import type { Doc } from '../../port.ts'

/** Least and greatest of what documents have under a member; null: one of them has what is no text or number, or both occur. */
type Span = { least: string | number; greatest: string | number } | null

/** Member → where the documents of a stretch lie by it; undefined: there is no document yet. */
export type Spans = Map<string, Span | undefined>

export const spansOf = (members: Iterable<string>): Spans =>
  new Map([...members].map(member => [member, undefined]))

export const growSpans = (spans: Spans, document: Doc): void => {
  for (const [member, span] of spans) {
    if (span === null) continue
    const value = memberOf(document, member)
    if (typeof value !== 'string' && typeof value !== 'number') spans.set(member, null)
    else if (span === undefined) spans.set(member, { least: value, greatest: value })
    else if (typeof value !== typeof span.least) spans.set(member, null)
    else if (compare(value, span.least) < 0) span.least = value
    else if (compare(value, span.greatest) > 0) span.greatest = value
  }
}

const isWithin = (value: unknown, { least, greatest }: NonNullable<Span>): boolean =>
  compare(value, least) >= 0 && compare(value, greatest) <= 0

/** Whether documents with such spans may pass all of the tests: false only when none can. */
export const mayPass = (tests: Conjunction, spans: Spans): boolean =>
  tests.every(test => mayHold(test, spans))

const mayHold = (test: Test, spans: Spans): boolean => {
  if (test.kind === 'any') return test.negated || test.branches.some(branch => mayPass(branch, spans))
  const span = spans.get(test.field)
  if (span === null || span === undefined) return true
  if (test.kind === 'in') return test.negated || test.values.some(value => isWithin(value, span))
  if (test.kind !== 'range') return true
  switch (test.operator) {
    case '$gt':
      return compare(span.greatest, test.bound) > 0
    case '$gte':
      return compare(span.greatest, test.bound) >= 0
    case '$lt':
      return compare(span.least, test.bound) < 0
    case '$lte':
      return compare(span.least, test.bound) <= 0
  }
}

/** Members by which such tests can be told from afar. */
export const membersIn = (tests: Conjunction): readonly string[] =>
  tests.flatMap(test => {
    if (test.kind === 'any') return test.negated ? [] : test.branches.flatMap(membersIn)
    const tells = test.kind === 'range' || (test.kind === 'in' && !test.negated)
    return tells && test.path.length === 1 ? [test.field] : []
  })

/** Whether one of the ids lies in the span of those of the documents. */
export const mayBeOneOf = (ids: ReadonlySet<unknown>, spans: Spans): boolean => {
  if (ids.size === 0) return false
  const span = spans.get('_id')
  if (span === null || span === undefined) return true
  for (const id of ids) if (isWithin(id, span)) return true
  return false
}
