import { compare, isEasy } from '../order.ts'

/** For each value of a column its rank, equal ones alike; `count`: how many ranks there are. */
type Ranks = { readonly of: readonly number[]; readonly count: number }

const isNumber = (value: unknown): value is number => typeof value === 'number'
const isEasyText = (value: unknown): value is string => typeof value === 'string' && isEasy(value)

const sorted = (values: unknown[]): Iterable<unknown> => {
  if (values.every(isNumber)) return Float64Array.from(values).sort()
  return values.every(isEasyText) ? values.sort() : values.sort(compare)
}

/** Each once, ascending: JavaScript's own sorting takes a fraction of one that calls back for every comparison. */
const distinct = (column: readonly unknown[]): Iterable<unknown> => {
  const values = new Set(column)
  // sorting puts it last, whatever the comparison says
  return values.delete(undefined) ? [undefined, ...sorted([...values])] : sorted([...values])
}

/** Whole numbers that lie so close together are ranks already, but for what the least of them is. */
const CLOSE = 500_000

const closeNumbers = (column: readonly unknown[]): Ranks | null => {
  let [least, most] = [Infinity, -Infinity]
  for (const value of column) {
    if (!Number.isSafeInteger(value)) return null
    least = Math.min(least, Number(value))
    most = Math.max(most, Number(value))
  }
  const count = most - least + 1
  return count > CLOSE ? null : { of: column.map(value => Number(value) - least), count }
}

const ranksOf = (column: readonly unknown[]): Ranks => closeNumbers(column) ?? ranksByOrder(column)

const ranksByOrder = (column: readonly unknown[]): Ranks => {
  const ranks = new Map<unknown, number>()
  let count = 0
  let before: unknown
  for (const value of distinct(column)) {
    // one is equal to another without being the same when it is an object
    if (count === 0 || compare(before, value) !== 0) count++
    ranks.set(value, count - 1)
    before = value
  }
  return { of: column.map(value => ranks.get(value) ?? 0), count }
}

/** Ranks by one column, then by another. */
const together = (one: Ranks, other: Ranks): Ranks => {
  const { of, count } = one.count * other.count < 2 ** 32 ? one : ranksByOrder(one.of)
  return { of: of.map((rank, i) => rank * other.count + (other.of[i] ?? 0)), count: count * other.count }
}

/**
 * Indexes of rows, 131,072 at most, in ascending order of the columns, the first one first. Each row becomes one
 * number, made of the ranks of its values: comparing the values of two rows again and again would take far longer.
 */
export const ascending = (columns: readonly (readonly unknown[])[], length: number): Float64Array => {
  const varying = columns.filter(column => column.some(value => value !== column[0]))
  const { of } = varying.map(ranksOf).reduce(together, { of: new Array<number>(length).fill(0), count: 1 })
  return Float64Array.from(of, (rank, i) => rank * length + i)
    .sort()
    .map(key => key % length)
}
