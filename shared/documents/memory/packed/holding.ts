import type { Conjunction, FieldTest, Test } from '../../filter.ts'
import { memberTest, type Predicate } from '../predicate.ts'
import type { Block } from './block.ts'
import { choiceAt, type Choices, type Column } from './columns.ts'
import type { Numbers } from './numbers.ts'
import { needleOf, type Needle } from './texts.ts'

/** Which rows of a block pass. */
export type Passing = 'all' | 'none' | ((row: number) => boolean)
type OfBlock = (block: Block) => Passing

/** Tests, made ready once for all blocks: most blocks are passed over by what is known of a whole column. */
export const compileBlocks = (tests: Conjunction): OfBlock => {
  const each = tests.map(compiled)
  return block => {
    const left: ((row: number) => boolean)[] = []
    for (const test of each) {
      const passing = test(block)
      if (passing === 'none') return 'none'
      if (passing !== 'all') left.push(passing)
    }
    const [first, second] = left
    if (first === undefined) return 'all'
    if (second === undefined) return first
    return row => left.every(holds => holds(row))
  }
}

const compiled = (test: Test): OfBlock => {
  if (test.kind !== 'any') return fieldTest(test)
  const branches = test.branches.map(compileBlocks)
  return block => {
    const passing = branches.map(branch => branch(block))
    const some = passing.includes('all') ? 'all' : anyOf(passing.filter(one => typeof one === 'function'))
    return test.negated ? opposite(some) : some
  }
}

const anyOf = (rows: readonly ((row: number) => boolean)[]): Passing =>
  rows.length === 0 ? 'none' : row => rows.some(holds => holds(row))

const opposite = (passing: Passing): Passing => {
  if (passing === 'all') return 'none'
  return passing === 'none' ? 'all' : row => !passing(row)
}

const fieldTest = (test: FieldTest): OfBlock => {
  const [member = ''] = test.path
  const holds = memberTest(test)
  const wanted = wantedBy(test)
  return block => {
    const column: Column | undefined = member === '_id' ? block.ids : block.columns.get(member)
    if (column === undefined) return holds(undefined) ? 'all' : 'none'
    if (column.kind === 'numbers') return amongNumbers(column, test, holds)
    return mayHold(column, wanted) ? amongChoices(column, wanted, holds) : 'none'
  }
}

/** What a member is to be one of, and the texts among it, made ready; null: it is asked in another way. */
type Wanted = { readonly values: readonly unknown[]; readonly needles: readonly Needle[] } | null

const wantedBy = (test: FieldTest): Wanted => {
  if (test.kind !== 'in' || test.negated || test.path.length > 1) return null
  const { values } = test
  const texts = values.filter(value => typeof value === 'string')
  return { values, needles: texts.map(needleOf).filter(needle => needle !== null) }
}

/** false: it is to be one of some numbers, and all numbers of the column lie elsewhere. */
const mayHold = ({ span }: Choices, wanted: Wanted): boolean =>
  wanted === null ||
  wanted.values.some(value => typeof value !== 'number' || (value >= span.least && value <= span.most))

const amongNumbers = ({ min, max, at }: Numbers, test: FieldTest, holds: Predicate): Passing => {
  if (test.path.length > 1 || test.kind === 'exists' || test.kind === 'contains')
    return holds(min) ? 'all' : 'none'
  if (min === max) return holds(min) ? 'all' : 'none'
  if (test.kind === 'in') {
    const among = new Set<unknown>(test.values)
    const isWithin = test.values.some(value => typeof value === 'number' && value >= min && value <= max)
    if (!isWithin) return test.negated ? 'all' : 'none'
    return row => among.has(at(row)) !== test.negated
  }
  // within one block a range is passed by all numbers when it is by the least and the greatest
  const [least, greatest] = [holds(min), holds(max)]
  if (least && greatest) return 'all'
  if (!least && !greatest) return 'none'
  return row => holds(at(row))
}

const amongChoices = (column: Choices, wanted: Wanted, holds: Predicate): Passing => {
  const { values, codes, placeOf } = column
  if (wanted !== null && 'placeOf' in values) {
    const places = new Set(wanted.needles.map(values.placeOf))
    places.delete(-1)
    if (places.size === 0) return 'none'
    const [only] = places
    return places.size === 1 ? row => placeOf(row) === only : row => places.has(placeOf(row))
  }
  const passing = new Uint8Array(values.length)
  let count = 0
  for (let place = 0; place < values.length; place++)
    if (holds(choiceAt(column, place))) {
      passing[place] = 1
      count++
    }
  if (count === 0) return 'none'
  if (count === values.length) return 'all'
  return codes === null ? 'none' : row => passing[codes[row] ?? 0] === 1
}
