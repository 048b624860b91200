import { packNumbers, type Numbers } from './numbers.ts'
import { packTexts, type Texts } from './texts.ts'

/** What stands in a column more than once is kept once, and a row has the place of it. */
export type Choices = {
  readonly kind: 'choices'
  /** undefined: the member is missing. */
  readonly values: readonly unknown[] | Texts
  readonly placeOf: (row: number) => number
}

/** The values of one member in one block. */
export type Column = Numbers | Choices

/** From so many different texts on they are kept as bytes. */
const MANY = 24

/** By value: lists and objects are alike when their JSON is. */
const distinct = (values: readonly unknown[]): { readonly all: unknown[]; readonly places: number[] } => {
  const [plain, composed] = [new Map<unknown, number>(), new Map<string, number>()]
  const all: unknown[] = []
  const places = values.map(value => {
    const isComposed = typeof value === 'object' && value !== null
    const known: Map<unknown, number> = isComposed ? composed : plain
    const key = isComposed ? JSON.stringify(value) : value
    const place = known.get(key) ?? all.push(value) - 1
    known.set(key, place)
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
  if (all.length === 1) return { kind: 'choices', values: all, placeOf: () => 0 }
  const codes = all.length <= 2 ** 8 ? Uint8Array.from(places) : Uint16Array.from(places)
  return { kind: 'choices', values: texts ?? all, placeOf: row => codes[row] ?? 0 }
}

const isList = (values: Choices['values']): values is readonly unknown[] => Array.isArray(values)

/** What a choice is; undefined: missing. */
export const choiceAt = ({ values }: Choices, place: number): unknown =>
  isList(values) ? values[place] : values.at(place)

export const valueAt = (column: Column, row: number): unknown =>
  column.kind === 'numbers' ? column.at(row) : choiceAt(column, column.placeOf(row))
