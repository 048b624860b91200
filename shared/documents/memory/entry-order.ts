import { compare, isEasy } from '../order.ts'

/** For each value of a column its rank, equal ones alike; `count`: how many ranks there are. */
type Ranks = { readonly of: Float64Array; readonly count: number }

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

const MOMENT_LENGTH = 19

/** The number of two digits; NaN: there are none. */
const pairAt = (text: string, at: number): number => {
  const [tens, ones] = [text.charCodeAt(at) - 48, text.charCodeAt(at + 1) - 48]
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : NaN
}

/** A whole number that stands for a value in the order of those that have one; NaN: it has none. */
type WholeOf = (value: unknown) => number

/**
 * Whole numbers in the order of texts `YYYY-MM-DD HH:MM:SS`, which most long columns consist of: sorting numbers takes a
 * tenth of what sorting texts does. No calendar, every month has 31 days. NaN: another text, or no such time.
 */
const momentOf: WholeOf = text => {
  if (typeof text !== 'string' || text.length !== MOMENT_LENGTH) return NaN
  if (text[4] !== '-' || text[7] !== '-' || text[10] !== ' ' || text[13] !== ':' || text[16] !== ':')
    return NaN
  const [month, day] = [pairAt(text, 5), pairAt(text, 8)]
  const [hours, minutes, seconds] = [pairAt(text, 11), pairAt(text, 14), pairAt(text, 17)]
  if (!(month <= 12 && day <= 31 && hours <= 23 && minutes <= 59 && seconds <= 59)) return NaN
  const year = pairAt(text, 0) * 100 + pairAt(text, 2)
  return ((((year * 13 + month) * 32 + day) * 24 + hours) * 60 + minutes) * 60 + seconds
}

const itself: WholeOf = value => (isNumber(value) && Number.isSafeInteger(value) ? value : NaN)

/** null: for one of the values there is none. */
const wholeIn = (column: readonly unknown[], wholeOf: WholeOf): Float64Array | null => {
  const numbers = new Float64Array(column.length)
  for (let place = 0; place < column.length; place++) {
    const number = wholeOf(column[place])
    if (Number.isNaN(number)) return null
    numbers[place] = number
  }
  return numbers
}

/** So many for each row at most, whole numbers are ranks already, but for what the least of them is. */
const CLOSE = 4

/** Ranks of whole numbers, by sorting each together with its place; null: they lie too far apart for that. */
const ranksOfWhole = (numbers: Float64Array): Ranks | null => {
  const { length } = numbers
  let [least, most] = [Infinity, -Infinity]
  for (const number of numbers) {
    if (number < least) least = number
    if (number > most) most = number
  }
  const span = most - least + 1
  if (span <= CLOSE * length) return { of: numbers.map(number => number - least), count: span }
  if (span * length > Number.MAX_SAFE_INTEGER) return null
  const keys = numbers.map((number, place) => (number - least) * length + place).sort()
  const of = new Float64Array(length)
  let [rank, before] = [-1, -1]
  for (const key of keys) {
    const number = Math.floor(key / length)
    if (number !== before) rank++
    before = number
    of[key - number * length] = rank
  }
  return { of, count: rank + 1 }
}

const ranksOf = (column: readonly unknown[]): Ranks => {
  const numbers = wholeIn(column, momentOf) ?? wholeIn(column, itself)
  return (numbers === null ? null : ranksOfWhole(numbers)) ?? ranksByOrder(column)
}

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
  const of = new Float64Array(column.length)
  for (let place = 0; place < column.length; place++) of[place] = ranks.get(column[place]) ?? 0
  return { of, count }
}

/** Rows by their ranks; those of equal rank stay in the order that they had. */
const orderedBy = (rows: Uint32Array, { of, count }: Ranks): Uint32Array => {
  // how many rows come before those of each rank, and then before the next of that rank
  const before = new Uint32Array(count + 1)
  for (const rank of of) before[rank + 1] = (before[rank + 1] ?? 0) + 1
  for (let rank = 1; rank < count; rank++) before[rank] = (before[rank] ?? 0) + (before[rank - 1] ?? 0)
  const ordered = new Uint32Array(rows.length)
  for (const row of rows) {
    const rank = of[row] ?? 0
    const place = before[rank] ?? 0
    ordered[place] = row
    before[rank] = place + 1
  }
  return ordered
}

type Columns = readonly (readonly unknown[])[]

/** Those in which rows differ, the last one first. */
const telling = (columns: Columns): Columns =>
  columns.filter(column => column.some(value => value !== column[0])).toReversed()

const asTheyCame = (length: number): Uint32Array => Uint32Array.from({ length }, (_, row) => row)

/**
 * Indexes of rows in ascending order of the columns, the first one first. Values become ranks, and rows are put in order by
 * one column after the other, the last one first: comparing the values of two rows again and again would take far longer.
 */
export const ascending = (columns: Columns, length: number): Uint32Array =>
  telling(columns).reduce<Uint32Array>((rows, column) => orderedBy(rows, ranksOf(column)), asTheyCame(length))

/** The same with a pause behind each column: of 50,000 rows, one takes some ten milliseconds. */
export const ascendingWithPauses = async (
  columns: Columns,
  length: number,
  pause: () => Promise<void>,
): Promise<Uint32Array> => {
  let rows = asTheyCame(length)
  for (const column of telling(columns)) {
    rows = orderedBy(rows, ranksOf(column))
    await pause()
  }
  return rows
}
