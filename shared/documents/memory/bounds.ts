import type { Conjunction, FieldTest, Test } from '../filter.ts'
import { compare } from '../order.ts'
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

/** Values for the leading keys, then limits for one more. Asked for every index a query may use: no spare work. */
export const boundsOf = (index: DocumentIndex, tests: Conjunction): Bounds => {
  const used: Test[] = []
  const single: boolean[] = []
  let prefixes: readonly (readonly unknown[])[] = [[]]
  let ranges: readonly RangeTest[] = []
  for (let n = 0; n <= index.keys.length; n++) {
    const key = index.keys[n] ?? '_id'
    const values = fewestValues(tests, key)
    if (values !== null && prefixes.length * values.values.length <= MOST_PREFIXES) {
      prefixes = extended(prefixes, values.values)
      single.push(values.values.length === 1)
      used.push(values)
      continue
    }
    ranges = rangesOf(tests, key, index.hasMany(n))
    used.push(...ranges)
    break
  }
  return { prefixes, single, ranges, rest: tests.filter(test => !used.includes(test)) }
}

const extended = (
  prefixes: readonly (readonly unknown[])[],
  values: readonly unknown[],
): readonly (readonly unknown[])[] => {
  const all: (readonly unknown[])[] = []
  for (const prefix of prefixes) for (const value of values) all.push([...prefix, value])
  return all
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
  const ranges: RangeTest[] = []
  for (const test of tests)
    if (test.kind === 'range' && test.field === field)
      if (ranges.length === 0 || (!many && typeof test.bound === typeof ranges[0]?.bound)) ranges.push(test)
  return ranges
}

const isAbove = ({ operator }: RangeTest) => operator === '$gt' || operator === '$gte'
const isBelow = (test: RangeTest) => !isAbove(test)

/** Of the limits on one side the one that leaves least: only that has to be looked for. */
const tightest = (
  ranges: readonly RangeTest[],
  isSide: (range: RangeTest) => boolean,
  order: 1 | -1,
): RangeTest | null => {
  let best: RangeTest | null = null
  for (const range of ranges) {
    if (!isSide(range)) continue
    const difference = best === null ? 1 : compare(range.bound, best.bound) * order
    // of two at the same place the one that shuts it out
    if (difference > 0 || (difference === 0 && (range.operator === '$gt' || range.operator === '$lt')))
      best = range
  }
  return best
}

export const intervalsOf = (index: DocumentIndex, { prefixes, ranges }: Bounds): readonly Interval[] =>
  prefixes.map(prefix => interval(index, prefix, ranges))

const interval = (
  { entries }: DocumentIndex,
  prefix: readonly unknown[],
  ranges: readonly RangeTest[],
): Interval => {
  const [first] = ranges
  if (first === undefined) {
    if (prefix.length === 0) return { from: 0, to: entries.size() }
    const from = entries.rank({ values: prefix, after: false })
    return { from, to: entries.rank({ values: prefix, after: true }) }
  }
  const rank = (value: unknown, after: boolean) => entries.rank({ values: [...prefix, value], after })
  const [above, below] = [tightest(ranges, isAbove, 1), tightest(ranges, isBelow, -1)]
  const lower = above === null ? null : rank(above.bound, above.operator === '$gt')
  const upper = below === null ? null : rank(below.bound, below.operator === '$lte')
  // numbers lie between the least number and the least string, strings between that and the least object
  const type = typeof first.bound
  const from = lower ?? rank(type === 'number' ? -Infinity : '', false)
  const to = upper ?? rank(type === 'number' ? '' : {}, false)
  return { from, to: Math.max(from, to) }
}

export const total = (intervals: readonly Interval[]): number =>
  intervals.reduce((sum, { from, to }) => sum + to - from, 0)
