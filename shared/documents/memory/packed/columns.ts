import { madeOnce } from '../../../remembered.ts'
import { compare } from '../../order.ts'
import { numbersFrom, packNumbers, type Numbers, type StoredNumbers } from './numbers.ts'
import { packTexts, textsFrom, type StoredTexts, type Texts } from './texts.ts'

/** What stands in a column more than once is kept once, and a row has the place of it. */
export type Choices = {
  readonly kind: 'choices'
  /** undefined: the member is missing. */
  readonly values: readonly unknown[] | Texts
  readonly placeOf: (row: number) => number
  /** null: all rows have the first. */
  readonly codes: Uint8Array | Uint16Array | null
  /** Of all numbers among them, those in lists, too; nothing lies in it when there are none. */
  readonly span: Span
}

type Span = { readonly least: number; readonly most: number }

/** The values of one member in one block. */
export type Column = Numbers | Choices

/** From so many different texts on they are kept as bytes. */
const MANY = 24

/** By value: lists and objects are alike when their JSON is. */
const distinct = (values: readonly unknown[]): { readonly all: unknown[]; readonly places: number[] } => {
  const [same, composed] = [new Map<unknown, number>(), new Map<string, number>()]
  const all: unknown[] = []
  const composedPlace = (value: object): number => {
    const text = JSON.stringify(value)
    const place = composed.get(text) ?? all.push(value) - 1
    composed.set(text, place)
    return place
  }
  const places = values.map(value => {
    const known = same.get(value)
    if (known !== undefined) return known
    const place = typeof value === 'object' && value !== null ? composedPlace(value) : all.push(value) - 1
    same.set(value, place)
    return place
  })
  return { all, places }
}

const isNumber = (value: unknown): value is number => typeof value === 'number'
const isText = (value: unknown): value is string => typeof value === 'string'

export const packColumn = (values: readonly unknown[]): Column => {
  if (values.every(isNumber)) return packNumbers(values)
  const { all, places } = distinct(values)
  const texts = all.length >= MANY && all.every(isText) ? packTexts(all) : null
  if (all.length === 1) return choicesOf(all, null)
  return choicesOf(texts ?? all, all.length <= 2 ** 8 ? Uint8Array.from(places) : Uint16Array.from(places))
}

const choicesOf = (values: Choices['values'], codes: Choices['codes']): Choices => ({
  kind: 'choices',
  values,
  codes,
  placeOf: codes === null ? () => 0 : row => codes[row] ?? 0,
  span: spanOf(isList(values) ? values.flat() : []),
})

type Ends = { readonly first: unknown; readonly last: unknown }

/** The first and the last of the values in the order of sorting; null: some are no plain numbers or texts. */
export const endsOf = madeOnce((column: Column): Ends | null => {
  if (column.kind === 'numbers') return { first: column.min, last: column.max }
  const { length } = column.values
  let [first, last] = [choiceAt(column, 0), choiceAt(column, 0)]
  for (let place = 0; place < length; place++) {
    const value = choiceAt(column, place)
    if (!isText(value) && !isNumber(value)) return null
    if (compare(value, first) < 0) first = value
    if (compare(value, last) > 0) last = value
  }
  return { first, last }
})

const spanOf = (values: readonly unknown[]): Span => {
  let [least, most] = [Infinity, -Infinity]
  for (const value of values)
    if (isNumber(value)) {
      if (value < least) least = value
      if (value > most) most = value
    }
  return { least, most }
}

/** A column as data, for `v8.serialize`. */
export type StoredColumn =
  | { readonly numbers: StoredNumbers }
  | {
      readonly texts: StoredTexts | null
      readonly values: readonly unknown[]
      readonly codes: Choices['codes']
    }

export const storedColumn = (column: Column): StoredColumn => {
  if (column.kind === 'numbers') return { numbers: column.stored }
  const { values, codes } = column
  return isList(values) ? { texts: null, values, codes } : { texts: values.stored, values: [], codes }
}

/** Bytes of its own: what was read may be a part of something larger. */
const own = <Bytes extends Uint8Array | Uint16Array | Uint32Array | Float64Array>(bytes: Bytes): Bytes =>
  bytes.slice() as Bytes

const ownTexts = ({ bytes, ends, marks }: StoredTexts): Texts =>
  // a buffer would be cut out of a pool
  textsFrom({ bytes: new Uint8Array(bytes), ends: own(ends), marks: new Uint8Array(marks) })

export const ownNumbers = ({ min, max, isAbove, of }: StoredNumbers): Numbers =>
  numbersFrom({ min, max, isAbove, of: own(of) })

export const columnFrom = (stored: StoredColumn): Column => {
  if ('numbers' in stored) return ownNumbers(stored.numbers)
  const codes = stored.codes === null ? null : own(stored.codes)
  return choicesOf(stored.texts === null ? stored.values : ownTexts(stored.texts), codes)
}

const isList = (values: Choices['values']): values is readonly unknown[] => Array.isArray(values)

/** What a choice is; undefined: missing. */
export const choiceAt = ({ values }: Choices, place: number): unknown =>
  isList(values) ? values[place] : values.at(place)

export const valueAt = (column: Column, row: number): unknown =>
  column.kind === 'numbers' ? column.at(row) : choiceAt(column, column.placeOf(row))
