import { setImmediate as nextTurn } from 'node:timers/promises'
import { underWay } from '../../under-way.ts'
import type { Conjunction } from '../filter.ts'
import type { Doc, Key, Page } from '../port.ts'
import { total, type Interval } from './bounds.ts'
import type { DocumentIndex } from './document-index.ts'
import type { Order } from './index-order.ts'
import type { Slot } from './entry-blocks.ts'
import type { Kept, Query } from './kept.ts'
import { indexesFor, mayBeAsked, planAccess, type Access, type Branch, type IndexAccess } from './plan.ts'
import { compilePredicate } from './predicate.ts'
import { sortedBuffer } from './sorting.ts'
import type { Store } from './store.ts'
import { merged, ordinalOf, streamOf } from './stream.ts'

const NO_EXCEPTIONS: readonly Exception[] = []
const FORWARD: Order = { start: 0, direction: 1, turn: Infinity }

type Asked = Parameters<Kept['ready']>[0]

/** Puts the entries in order that a question looks at where these are very many, so that everything else has its turn meanwhile. */
export const readying = ({ indexes }: Store): Kept['ready'] => {
  const placing = underWay<unknown>()
  const firstOf = ({ tests, sort }: Asked): DocumentIndex | undefined => {
    const all = indexes(sort, tests)
    const mayWait = all.some(index => areManyWaiting(index) && mayBeAsked(index, tests, sort))
    return mayWait ? indexesFor(all, tests, sort).find(areManyWaiting) : undefined
  }
  const place = async (asked: Asked): Promise<void> => {
    for (let index = firstOf(asked); index !== undefined; index = firstOf(asked)) {
      const { name, entries } = index
      await placing(name, () => entries.placeWithPauses(nextTurn))
    }
  }
  return asked => (firstOf(asked) === undefined ? null : place(asked))
}

const areManyWaiting = ({ entries }: DocumentIndex): boolean => entries.areManyWaiting()

export const findIn = (store: Store, { tests, sort, skip, limit }: Query): readonly Doc[] => {
  if (limit === 0) return []
  const access = planAccess(store.indexes(sort, tests), store.slots.size, tests, sort, skip + limit)
  const exact = exactlyIn(store, access)
  if (exact?.order != null) return pageOf(store, { ...exact, order: exact.order }, skip, limit)

  const inOrder = sort.length === 0 || (access.by === 'index' && access.order !== null)
  const found: Doc[] = []
  const buffer = inOrder ? null : sortedBuffer<Doc>(sort, skip + limit)
  let toSkip = skip
  const visited = visitMatches(store, access, tests, ({ document }) => {
    if (buffer !== null) buffer.add(document)
    else if (toSkip > 0) toSkip--
    else found.push(document)
    return found.length < limit
  })
  store.report({ index: nameOf(access), visited, sorted: !inOrder })
  return buffer?.take(skip) ?? found
}

export const countIn = (store: Store, tests: Conjunction): number => {
  if (tests.length === 0) return store.slots.size
  const access = planAccess(store.indexes([], tests), store.slots.size, tests, [], Infinity)
  const exact = exactlyIn(store, access)
  if (exact !== null) {
    store.report({ index: exact.index.name, visited: 0, sorted: false })
    return exact.total
  }
  let matches = 0
  const visited = visitMatches(store, access, tests, () => {
    matches++
    return true
  })
  store.report({ index: nameOf(access), visited, sorted: false })
  return matches
}

/** A stretch in which pages were found, as it was when its index had had so many changes. */
type Known = { readonly stretch: Stretch; readonly sort: Query['sort']; readonly changes: number }

/** Pages, each with the number of all. */
type Pages = {
  /** Where such pages were found before, and nothing has to be looked for to find another; null: elsewhere. */
  readonly known: (query: Query) => Page<Doc> | null
  readonly page: (query: Query) => Page<Doc>
  /** All indexes are others from now on. */
  readonly forget: () => void
}

/**
 * At once where an index holds what is asked for in its order. Where the same tests are asked again, as for the next page,
 * they are not planned again until that index changes.
 */
export const pagesIn = (store: Store): Pages => {
  let stretches = new WeakMap<Conjunction, Known>()

  const pageIn = (stretch: Stretch, { skip, limit }: Query): Page<Doc> => ({
    rows: pageOf(store, stretch, skip, limit),
    total: stretch.total,
  })
  const stretchFor = ({ tests, sort, skip, limit }: Query): Stretch | null => {
    const access = planAccess(store.indexes(sort, tests), store.slots.size, tests, sort, skip + limit)
    const exact = exactlyIn(store, access)
    if (exact?.order == null) return null
    const stretch = { ...exact, order: exact.order }
    // documents that are left out are not held on to
    if (exact.exceptions.length === 0)
      stretches.set(tests, { stretch, sort, changes: exact.index.entries.changes() })
    return stretch
  }

  return {
    known: query => {
      const known = query.limit === 0 ? undefined : stretches.get(query.tests)
      const isKnown = known !== undefined && isCurrent(known) && isSameSort(known.sort, query.sort)
      return isKnown ? pageIn(known.stretch, query) : null
    },
    page: query => {
      const stretch = query.limit === 0 ? null : stretchFor(query)
      if (stretch !== null) return pageIn(stretch, query)
      return { rows: findIn(store, query), total: countIn(store, query.tests) }
    },
    forget: () => {
      stretches = new WeakMap()
    },
  }
}

const isCurrent = ({ stretch, changes }: Known): boolean => stretch.index.entries.changes() === changes

const isSameSort = (a: Query['sort'], b: Query['sort']): boolean =>
  a === b ||
  (a.length === b.length &&
    a.every(({ field, direction }, n) => field === b[n]?.field && direction === b[n].direction))

/** The slots of up to `limit` documents the tests hold for, in no order. */
export const matchesIn = (store: Store, tests: Conjunction, limit: number): readonly Slot[] => {
  const slots: Slot[] = []
  const access = planAccess(store.indexes([], tests), store.slots.size, tests, [], limit)
  visitMatches(store, access, tests, slot => slots.push(slot) < limit)
  return slots
}

const nameOf = (access: Access): string | null => {
  if (access.by !== 'branches') return access.by === 'index' ? access.index.name : null
  const names = new Set(access.branches.map(branch => nameOf(branch.access)))
  const [only = null] = names
  return names.size === 1 ? only : null
}

/** An entry of a document that is left out, and its place in the index. */
type Exception = { readonly slot: Slot; readonly rank: number }

/** What is asked for as a stretch of an index, or several, but for some entries in them. */
type Exact = Pick<IndexAccess, 'index' | 'intervals' | 'order'> & {
  readonly exceptions: readonly Exception[]
  readonly total: number
}

/** The same in the order that is asked for. */
type Stretch = Exact & { readonly order: Order }

/** null: documents must be looked at. */
const exactlyIn = (store: Store, access: Access): Exact | null => {
  if (access.by !== 'index' || access.except === null) return null
  const { index, intervals } = access
  const exceptions = access.except.length === 0 ? NO_EXCEPTIONS : exceptionsIn(store, access, access.except)
  // merged intervals have no places
  const order = intervals.length > 1 ? null : access.order
  return { index, intervals, order, exceptions, total: total(intervals) - exceptions.length }
}

/** The page straight from its place in the index. */
const pageOf = (
  store: Store,
  { index, intervals: [interval], order, exceptions }: Stretch,
  skip: number,
  limit: number,
): readonly Doc[] => {
  if (interval === undefined) return []
  const ordinals = exceptions
    .map(({ rank }) => ordinalOf(index.entries, interval, order, rank))
    .sort((a, b) => a - b)
  let start = skip
  for (const ordinal of ordinals) if (ordinal <= start) start++
  const left = exceptions.length === 0 ? null : new Set(exceptions.map(({ slot }) => slot))
  const stream = streamOf(index.entries, interval, order, start)
  const page: Doc[] = []
  let visited = 0
  for (let slot = stream.slot(); slot !== null && page.length < limit; slot = stream.slot()) {
    visited++
    // most of the time none is, and to look for one costs much
    if (left === null || !left.has(slot)) page.push(slot.document)
    if (page.length < limit) stream.next()
  }
  store.report({ index: index.name, visited, sorted: false })
  return page
}

/** Entries of the excluded ids that lie in the intervals. */
const exceptionsIn = (
  store: Store,
  { index, intervals }: IndexAccess,
  except: readonly Key[],
): readonly Exception[] =>
  [...new Set(except)].flatMap(id => {
    const slot = store.slots.get(id)
    if (slot === undefined) return []
    return index
      .places(slot.document)
      .tuples.map(tuple => ({ slot, rank: index.entries.rank({ values: [...tuple, id], after: false }) }))
      .filter(({ rank }) => intervals.some(({ from, to }) => from <= rank && rank < to))
  })

/** Answers how many it looked at. `visit` says whether to go on. */
const visitMatches = (
  store: Store,
  access: Access,
  tests: Conjunction,
  visit: (slot: Slot) => boolean,
): number => {
  if (access.by === 'branches') return visitBranches(store, access.branches, visit)
  const holds = compilePredicate(access.by === 'index' ? access.rest : tests)
  const met = access.by === 'index' && access.repeats ? new Set<Slot>() : null
  let visited = 0
  for (const slot of reachable(store, access)) {
    visited++
    if (met?.has(slot) === true) continue
    met?.add(slot)
    if (holds(slot.document) && !visit(slot)) break
  }
  return visited
}

/** Each document once, whichever branches it is met in. */
const visitBranches = (store: Store, branches: readonly Branch[], visit: (slot: Slot) => boolean): number => {
  const met = new Set<Slot>()
  let [visited, goesOn] = [0, true]
  const visitNew = (slot: Slot): boolean => {
    if (met.has(slot)) return true
    met.add(slot)
    goesOn = visit(slot)
    return goesOn
  }
  for (const { tests, access } of branches) {
    visited += visitMatches(store, access, tests, visitNew)
    if (!goesOn) break
  }
  return visited
}

const reachable = (store: Store, access: Exclude<Access, { by: 'branches' }>): Iterable<Slot> => {
  switch (access.by) {
    case 'scan':
      return store.slots.values()
    case 'ids':
      return access.ids.flatMap(id => store.slots.get(id) ?? [])
    case 'index':
      return access.order === null ? unordered(access) : ordered(access.index, access.intervals, access.order)
  }
}

const unordered = function* ({ index, intervals }: IndexAccess): Iterable<Slot> {
  for (const interval of intervals) yield* ordered(index, [interval], FORWARD)
}

const ordered = function* (
  { entries }: DocumentIndex,
  intervals: readonly Interval[],
  order: Order,
): Iterable<Slot> {
  const streams = intervals.map(interval => streamOf(entries, interval, order, 0))
  const stream = merged(streams, order, entries.width)
  for (let slot = stream.slot(); slot !== null; slot = stream.slot()) {
    yield slot
    stream.next()
  }
}
