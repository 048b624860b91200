import type { Conjunction, FieldTest, Test } from '../filter.ts'
import type { DocumentIndex } from './document-index.ts'

type RangeTest = FieldTest & { readonly kind: 'range' }
type ValuesTest = FieldTest & { readonly kind: 'in' }

/** What a filter asks of one index. */
export type Bounds = {
  /** Leading key values; more than one where a key may have one of several. */
  readonly prefixes: readonly (readonly unknown[])[]
  /** For each key of the prefix: is there one value only? */
  readonly single: readonly boolean[]
  /** Limits of the key after the prefix. */
  readonly ranges: readonly RangeTest[]
  /** What the bounds do not answer. */
  readonly rest: Conjunction
}

/** Ranks: the first entry, and the one behind the last. */
export type Interval = { readonly from: number; readonly to: number }

const MOST_PREFIXES = 200

/** Values for the leading keys, then limits for one more. */
export const boundsOf = (index: DocumentIndex, tests: Conjunction): Bounds => {
  const used = new Set<Test>()
  const single: boolean[] = []
  let prefixes: readonly (readonly unknown[])[] = [[]]
  let ranges: readonly RangeTest[] = []
  for (const key of [...index.keys, '_id']) {
    const values = fewestValues(tests, key)
    if (values !== null && prefixes.length * values.values.length <= MOST_PREFIXES) {
      prefixes = prefixes.flatMap(prefix => values.values.map(value => [...prefix, value]))
      single.push(values.values.length === 1)
      used.add(values)
      continue
    }
    ranges = rangesOf(tests, key, index.hasMany(single.length))
    for (const range of ranges) used.add(range)
    break
  }
  return { prefixes, single, ranges, rest: tests.filter(test => !used.has(test)) }
}

const fewestValues = (tests: Conjunction, field: string): ValuesTest | null => {
  let fewest: ValuesTest | null = null
  for (const test of tests)
    if (test.kind === 'in' && !test.negated && test.field === field)
      if (fewest === null || test.values.length < fewest.values.length) fewest = test
  return fewest
}

/** An array may meet two limits with two different elements: then only one of them bounds the entries. */
const rangesOf = (tests: Conjunction, field: string, many: boolean): readonly RangeTest[] => {
  const ranges = tests.filter((test): test is RangeTest => test.kind === 'range' && test.field === field)
  const [first] = ranges
  if (first === undefined) return []
  return many ? [first] : ranges.filter(({ bound }) => typeof bound === typeof first.bound)
}

export const intervalsOf = (index: DocumentIndex, { prefixes, ranges }: Bounds): readonly Interval[] =>
  prefixes.map(prefix => interval(index, prefix, ranges))

const interval = (
  { entries }: DocumentIndex,
  prefix: readonly unknown[],
  ranges: readonly RangeTest[],
): Interval => {
  if (prefix.length === 0 && ranges.length === 0) return { from: 0, to: entries.size() }
  const rank = (value: unknown, after: boolean) => entries.rank({ values: [...prefix, value], after })
  const lower: number[] = []
  const upper: number[] = []
  for (const { operator, bound } of ranges)
    if (operator === '$gt' || operator === '$gte') lower.push(rank(bound, operator === '$gt'))
    else upper.push(rank(bound, operator === '$lte'))
  const [type] = ranges.map(({ bound }) => typeof bound)
  if (type === undefined) {
    lower.push(entries.rank({ values: prefix, after: false }))
    upper.push(entries.rank({ values: prefix, after: true }))
  }
  // numbers lie between the least number and the least string, strings between that and the least object
  if (lower.length === 0) lower.push(rank(type === 'number' ? -Infinity : '', false))
  if (upper.length === 0) upper.push(rank(type === 'number' ? '' : {}, false))
  const from = Math.max(...lower)
  return { from, to: Math.max(from, Math.min(...upper)) }
}

export const total = (intervals: readonly Interval[]): number =>
  intervals.reduce((sum, { from, to }) => sum + to - from, 0)
