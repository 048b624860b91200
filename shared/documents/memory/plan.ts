import type { Conjunction, FieldTest, Test } from '../filter.ts'
import type { Key } from '../port.ts'
import { boundsOf, intervalsOf, total, type Bounds, type Interval } from './bounds.ts'
import type { DocumentIndex } from './document-index.ts'
import { orderOf, type Order } from './index-order.ts'
import type { SortField } from '../find-options.ts'

export type IndexAccess = {
  readonly by: 'index'
  readonly index: DocumentIndex
  readonly intervals: readonly Interval[]
  /** Null: documents must be sorted after they were found. */
  readonly order: Order | null
  /** A document may be met more than once. */
  readonly repeats: boolean
  /** The intervals hold what is asked for, each document once, and otherwise only these. Null: documents must be tested. */
  readonly except: readonly Key[] | null
  /** What a document must still be tested for. */
  readonly rest: Conjunction
}

/** How the documents a filter may match are reached. */
export type Access =
  | IndexAccess
  | { readonly by: 'ids'; readonly ids: readonly Key[] }
  | { readonly by: 'scan' }
  /** One after the other; a document may be met in several. */
  | { readonly by: 'branches'; readonly branches: readonly Branch[] }

/** One side of an `$or`, with everything that is asked besides. */
export type Branch = { readonly tests: Conjunction; readonly access: Access }

type Candidate = Omit<IndexAccess, 'by' | 'intervals'> & { readonly bounds: Bounds }

/** `wanted`: documents read before it stops, skipped ones included; Infinity when all are. */
export const planAccess = (
  indexes: readonly DocumentIndex[],
  size: number,
  tests: Conjunction,
  sort: readonly SortField[],
  wanted: number,
): Access => {
  const ids = idsOf(tests)
  if (ids !== null && ids.length <= 1) return { by: 'ids', ids }
  const candidates = candidatesFor(indexes, tests, sort)
  const [first] = candidates
  if (first !== undefined && isPerfect(first)) return withIntervals(first)
  const accesses = candidates.map(withIntervals)
  const matches = Math.max(1, Math.min(size, ...accesses.map(({ intervals }) => total(intervals))))
  const costs = accesses.map(access => costOf(access, matches, wanted))
  const cheapest = Math.min(...costs, Infinity)
  if (ids !== null && ids.length <= cheapest) return { by: 'ids', ids }
  const divided = branchesOf(indexes, size, tests)
  if (divided !== null && costOfBranches(divided) < Math.min(cheapest, size))
    return { by: 'branches', branches: divided }
  const access = accesses[costs.indexOf(cheapest)]
  return access === undefined || (cheapest > size && sort.length === 0) ? { by: 'scan' } : access
}

/** Whether entries of the index may be looked at to answer such a question: soon told, for it is told for each. */
export const mayBeAsked = (index: DocumentIndex, tests: Conjunction, sort: readonly SortField[]): boolean =>
  mayServe(index, tests, sort) || tests.some(({ kind }) => kind === 'any')

/** Indexes whose entries are looked at to answer such a question, and perhaps others. */
export const indexesFor = (
  indexes: readonly DocumentIndex[],
  tests: Conjunction,
  sort: readonly SortField[],
): readonly DocumentIndex[] => {
  const ids = idsOf(tests)
  if (ids !== null && ids.length <= 1) return []
  const candidates = candidatesFor(indexes, tests, sort)
  const sides = candidates.some(isPerfect) ? [] : (sidesOf(tests) ?? [])
  return [...candidates.map(({ index }) => index), ...sides.flatMap(side => indexesFor(indexes, side, []))]
}

/** Ways that have to be compared; a perfect one stands alone. Looks at no entry. */
const candidatesFor = (
  indexes: readonly DocumentIndex[],
  tests: Conjunction,
  sort: readonly SortField[],
): readonly Candidate[] => {
  const useful: Candidate[] = []
  for (const index of indexes) {
    if (!mayServe(index, tests, sort)) continue
    const candidate = candidateOf(index, tests, sort)
    if (!isUseful(candidate, sort)) continue
    // in the order that is asked for no other one can be better
    if (sort.length > 0 && isPerfect(candidate)) return [candidate]
    useful.push(candidate)
  }
  const candidates = sort.length === 0 ? useful.filter(one => !isOutdone(one, useful)) : useful
  const perfect = candidates.find(isPerfect)
  return perfect === undefined ? candidates : [perfect]
}

const candidateOf = (index: DocumentIndex, tests: Conjunction, sort: readonly SortField[]): Candidate => {
  const bounds = boundsOf(index, tests)
  const repeats = index.keys.some((_, n) => index.hasMany(n) && bounds.single[n] !== true)
  return {
    index,
    bounds,
    repeats,
    rest: bounds.rest,
    order: orderOf(index, bounds, sort),
    except: !repeats && bounds.rest.every(isExclusion) ? bounds.rest.flatMap(excluded) : null,
  }
}

/** What is asked for stands in one piece of the index, and in order. */
const isPerfect = ({ bounds, order, except }: Candidate): boolean =>
  order !== null && except !== null && bounds.prefixes.length === 1

/** Spares a closer look at an index whose first key neither a test nor the sort begins with. */
const mayServe = ({ keys }: DocumentIndex, tests: Conjunction, sort: readonly SortField[]): boolean => {
  const first = keys[0] ?? '_id'
  if (sort[0]?.field === first) return true
  for (const test of tests)
    if (
      test.kind === 'in'
        ? !test.negated && test.field === first
        : test.kind === 'range' && test.field === first
    )
      return true
  return false
}

const isUseful = ({ bounds, order }: Candidate, sort: readonly SortField[]): boolean =>
  bounds.single.length > 0 || bounds.ranges.length > 0 || (sort.length > 0 && order !== null)

/** Whether another one answers the same tests and more, so that it reads fewer entries. */
const isOutdone = ({ rest }: Candidate, candidates: readonly Candidate[]): boolean =>
  candidates.some(
    other =>
      !other.repeats && other.rest.length < rest.length && other.rest.every(test => rest.includes(test)),
  )

const withIntervals = ({ bounds, ...candidate }: Candidate): IndexAccess => ({
  by: 'index',
  ...candidate,
  intervals: intervalsOf(candidate.index, bounds),
})

/** Finding a document without order costs its sorting, too. */
const SORTING = 1.5

/** Entries to read. Matches are taken to lie evenly among them; there are `matches` at most. */
const costOf = ({ intervals, order, except }: IndexAccess, matches: number, wanted: number): number => {
  const all = total(intervals)
  if (all === 0) return 0
  if (order === null) return all * SORTING
  return Math.min(all, except === null ? (wanted * all) / matches : wanted)
}

/** What each side of the first `$or` asks, with everything that is asked besides; null: there is none. */
const sidesOf = (tests: Conjunction): readonly Conjunction[] | null => {
  const any = tests.find(test => test.kind === 'any' && !test.negated)
  if (any?.kind !== 'any') return null
  const others = tests.filter(test => test !== any)
  return any.branches.map(branch => [...others, ...branch])
}

/** The sides, if each has its own way; null: there are none, or documents would be tried one by one. */
const branchesOf = (
  indexes: readonly DocumentIndex[],
  size: number,
  tests: Conjunction,
): readonly Branch[] | null => {
  const sides = sidesOf(tests)
  if (sides === null) return null
  const branches: Branch[] = []
  for (const side of sides) {
    const access = planAccess(indexes, size, side, [], Infinity)
    if (access.by === 'scan') return null
    branches.push({ tests: side, access })
  }
  return branches
}

const costOfBranches = (branches: readonly Branch[]): number =>
  branches.reduce((sum, { access }) => sum + costOfAll(access), 0) * SORTING

const costOfAll = (access: Access): number => {
  switch (access.by) {
    case 'index':
      return total(access.intervals)
    case 'ids':
      return access.ids.length
    case 'branches':
      return costOfBranches(access.branches)
    case 'scan':
      return Infinity
  }
}

const idsOf = (tests: Conjunction): readonly Key[] | null => {
  let fewest: (FieldTest & { readonly kind: 'in' }) | null = null
  for (const test of tests)
    if (isIdTest(test) && !test.negated)
      if (fewest === null || test.values.length < fewest.values.length) fewest = test
  return fewest === null ? null : fewest.values.filter(isKey)
}

const isIdTest = (test: Test): test is FieldTest & { kind: 'in' } =>
  test.kind === 'in' && test.field === '_id'
const isExclusion = (test: Test): boolean => isIdTest(test) && test.negated
const excluded = (test: Test): readonly Key[] => (isIdTest(test) ? test.values.filter(isKey) : [])
const isKey = (value: unknown): value is Key => typeof value === 'string' || typeof value === 'number'
