import { isDeepStrictEqual } from 'node:util'
import type { Conjunction } from '../../filter.ts'
import type { SortField } from '../../find-options.ts'
import { UnsupportedQuery, type Doc, type Key } from '../../port.ts'
import type { Kept, Query } from '../kept.ts'
import { compilePredicate } from '../predicate.ts'
import { sortedBuffer } from '../sorting.ts'
import type { Effort } from '../store.ts'
import { memberOf } from '../../path.ts'
import { rowAt, rowFrom, type Block, type Row } from './block.ts'
import { endsOf, valueAt } from './columns.ts'
import { compileBlocks, type Passing } from './holding.ts'
import { blockFor, settling } from './settle.ts'
import { heldIn, takeInto, type Packed } from './written.ts'
import { waitingRows, type Waiting } from './waiting.ts'

/**
 * A collection whose documents are kept packed, a thousand in a block: some tens of bytes each. No index stands beside
 * them: blocks are gone through in the order of ids, and those are passed over of which a column as a whole says that
 * nothing in it can pass. For documents of few members that are appended in the order of their ids and seldom changed.
 */
export const packedRows = (admit: (document: Doc) => void, report: (effort: Effort) => void): Kept => {
  const packed: Packed = { blocks: [], waiting: waitingRows(), lists: new Set() }
  const { blocks, waiting, lists } = packed
  const settle = settling(blocks, waiting)
  const find = (query: Query) => found(packed, query, report)
  const count = (tests: Conjunction) => counted(packed, tests, report)
  return {
    ready: () => null,
    get: id => rowOf(packed, id),
    find,
    count,
    page: query => ({ rows: find(query), total: count(query.tests) }),
    matches: (tests, limit) => matching(packed, tests, limit),
    eachValue: (tests, member, most, each) => {
      let left = most
      if (most > 0)
        visit(packed, tests, -1, ({ value }) => {
          each(value(member))
          return --left > 0
        })
    },
    put: document => {
      admit(document)
      if (!isRow(document)) throw new UnsupportedQuery('the ids of packed documents are numbers')
      const before = rowOf(packed, document._id)
      if (before !== null && isDeepStrictEqual(before, document)) return before
      for (const [member, value] of Object.entries(document)) if (Array.isArray(value)) lists.add(member)
      waiting.set(document._id, document)
      settle()
      return before
    },
    remove: id => {
      if (typeof id !== 'number') return
      if (inBlocks(blocks, id) === null) waiting.delete(id)
      else waiting.set(id, null)
      settle()
    },
    addIndex: ({ name, unique = false }) => {
      if (unique) throw new UnsupportedQuery(`index ${name}: packed documents have no unique ones`)
    },
    clear: () => {
      blocks.length = 0
      waiting.clear()
      lists.clear()
    },
    held: () => heldIn(packed),
    take: part => takeInto(packed, part),
  }
}

const matching = (packed: Packed, tests: Conjunction, limit: number): readonly Row[] => {
  const ids = idsIn(tests)
  if (ids !== null)
    return ids
      .flatMap(id => rowOf(packed, id) ?? [])
      .filter(compilePredicate(tests))
      .slice(0, limit)
  const rows: Row[] = []
  if (limit > 0) visit(packed, tests, 1, ({ row }) => rows.push(row()) < limit)
  return rows
}

/** Ids one of which a document has to have; null: it may have any. */
const idsIn = (tests: Conjunction): readonly Key[] | null => {
  const test = tests.find(one => one.kind === 'in' && !one.negated && one.field === '_id')
  if (test?.kind !== 'in') return null
  return test.values.filter(id => typeof id === 'number' || typeof id === 'string')
}

const isRow = (document: Doc): document is Row => typeof document._id === 'number'

const inBlocks = (blocks: readonly Block[], id: number): Row | null => {
  const block = blocks[blockFor(blocks, id)]
  if (block === undefined) return null
  const row = rowFrom(block, id)
  return row < block.size && block.ids.at(row) === id ? rowAt(block, row) : null
}

const rowOf = ({ blocks, waiting }: Packed, id: Key): Row | null => {
  if (typeof id !== 'number') return null
  return waiting.has(id) ? waiting.get(id) : inBlocks(blocks, id)
}

/** The way through the ids that gives this order; null: none does. Of a member with one value nothing depends. */
const directionOf = ({ lists }: Packed, sort: readonly SortField[], tests: Conjunction): 1 | -1 | null => {
  const isFixed = ({ field, path: [member = '', ...deeper] }: SortField) =>
    deeper.length === 0 &&
    !lists.has(member) &&
    tests.some(
      test => test.kind === 'in' && !test.negated && test.values.length === 1 && test.field === field,
    )
  const first = sort.find(field => !isFixed(field))
  if (first === undefined) return 1
  return first.field === '_id' ? first.direction : null
}

const counted = (packed: Packed, tests: Conjunction, report: (effort: Effort) => void): number => {
  let matches = 0
  const visited = visit(packed, tests, 1, () => ++matches > 0)
  report({ index: null, visited, sorted: false })
  return matches
}

const found = (
  packed: Packed,
  { tests, sort, skip, limit }: Query,
  report: (effort: Effort) => void,
): readonly Doc[] => {
  if (limit === 0) return []
  const direction = directionOf(packed, sort, tests)
  if (direction === null) return foundSorted(packed, { tests, sort, skip, limit }, report)
  const rows: Row[] = []
  let toSkip = skip
  const visited = visit(packed, tests, direction, ({ row }) => {
    if (toSkip > 0) toSkip--
    else rows.push(row())
    return rows.length < limit
  })
  report({ index: null, visited, sorted: false })
  return rows
}

const BY_ID: SortField = { field: '_id', path: ['_id'], direction: 1 }

/**
 * What is sorted is the id and the members it is sorted by; whole are only those of the page. Blocks are passed over whose
 * values all come later than what has been found; it begins at the end where, as a rule, the first ones are.
 */
const foundSorted = (
  packed: Packed,
  { tests, sort, skip, limit }: Query,
  report: (effort: Effort) => void,
): readonly Doc[] => {
  const buffer = sortedBuffer<Row>([...sort, BY_ID], skip + limit)
  const members = sort.map(({ path: [member = ''] }) => member)
  const [leading] = sort
  const direction = leading?.direction ?? 1
  const mayLead = (block: Block): boolean => {
    const column = leading?.path.length === 1 ? block.columns.get(leading.field) : undefined
    // the ends of a column take a look at all of its values, once
    const ends = column === undefined || !buffer.hasAll() ? null : endsOf(column)
    return ends === null || buffer.mayTake(direction === 1 ? ends.first : ends.last)
  }
  const each: Each = ({ value }) => {
    const sorted: Record<string, unknown> & { _id: number } = { _id: Number(value('_id')) }
    for (const member of members) sorted[member] = value(member)
    buffer.add(sorted)
    return true
  }
  const visited = visit(packed, tests, direction, each, mayLead)
  report({ index: null, visited, sorted: true })
  return buffer.take(skip).flatMap(({ _id }) => rowOf(packed, _id) ?? [])
}

/** A document that passes, and what it has under a member, without the others. */
type Passed = { readonly row: () => Row; readonly value: (member: string) => unknown }
/** Told of each, in the order of ids; says whether to go on. */
type Each = (passed: Passed) => boolean

const waitingRow = (row: Row): Passed => ({ row: () => row, value: member => memberOf(row, member) })

/** One for all rows of a block, so that to look at a member of many costs little. */
const rowsIn = (block: Block) => {
  let current = 0
  const passed: Passed = {
    row: () => rowAt(block, current),
    value: member => {
      const column = member === '_id' ? block.ids : block.columns.get(member)
      return column === undefined ? undefined : valueAt(column, current)
    },
  }
  return (row: number): Passed => {
    current = row
    return passed
  }
}

/** Answers how many documents it looked at; those of blocks that nobody wants are passed over. */
const visit = (
  { blocks, waiting }: Packed,
  tests: Conjunction,
  direction: 1 | -1,
  each: Each,
  isWanted: (block: Block) => boolean = () => true,
): number => {
  const passing = compileBlocks(tests)
  const walk = walkOf(waiting, compilePredicate(tests), direction, each)
  for (let n = 0; n < blocks.length && walk.goesOn(); n++) {
    const block = blocks[direction === 1 ? n : blocks.length - 1 - n]
    if (block !== undefined) walk.through(block, isWanted(block) ? passing(block) : 'none')
  }
  walk.waitingUntil(direction * Infinity)
  return walk.visited()
}

/** Goes through blocks and what waits between and within them. */
const walkOf = (waiting: Waiting, holds: (row: Row) => boolean, direction: 1 | -1, each: Each) => {
  const ids = waiting.ids()
  let [next, visited, goesOn] = [direction === 1 ? 0 : ids.length - 1, 0, true]
  const isBefore = (one: number, other: number) => (one - other) * direction < 0
  const waitingUntil = (id: number) => {
    for (let one = ids[next]; goesOn && one !== undefined && isBefore(one, id); one = ids[next]) {
      next += direction
      const row = waiting.get(one)
      visited++
      if (row !== null && holds(row)) goesOn = each(waitingRow(row))
    }
  }
  const passRow = (
    block: Block,
    row: number,
    passing: Exclude<Passing, 'none'>,
    passed: (row: number) => Passed,
  ) => {
    const id = block.ids.at(row)
    waitingUntil(id)
    // it was written anew, or removed
    if (!goesOn || ids[next] === id) return
    visited++
    if (passing === 'all' || passing(row)) goesOn = each(passed(row))
  }
  return {
    goesOn: () => goesOn,
    visited: () => visited,
    waitingUntil,
    through: (block: Block, passing: Passing) => {
      const { min, max } = block.ids
      waitingUntil(direction === 1 ? min : max)
      const behind = direction === 1 ? max + 1 : min - 1
      if (passing === 'none') {
        waitingUntil(behind)
        return
      }
      const one = ids[next]
      const isAlone = one === undefined || !isBefore(one, behind)
      const passed = rowsIn(block)
      for (let n = 0; n < block.size && goesOn; n++) {
        const row = direction === 1 ? n : block.size - 1 - n
        if (!isAlone) passRow(block, row, passing, passed)
        else {
          visited++
          if (passing === 'all' || passing(row)) goesOn = each(passed(row))
        }
      }
    },
  }
}
