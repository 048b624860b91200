/** The numbers of one member in one block, in as few bytes as they need. */
export type Numbers = {
  readonly kind: 'numbers'
  readonly min: number
  readonly max: number
  readonly at: (row: number) => number
  readonly stored: StoredNumbers
}

/** The same as data: what they are above the least, or as they are. */
export type StoredNumbers = {
  readonly min: number
  readonly max: number
  readonly isAbove: boolean
  readonly of: Uint8Array | Uint16Array | Uint32Array | Float64Array
}

export const numbersFrom = (stored: StoredNumbers): Numbers => {
  const { min, max, isAbove, of } = stored
  const at = isAbove ? (row: number) => min + (of[row] ?? NaN) : (row: number) => of[row] ?? NaN
  return { kind: 'numbers', min, max, at, stored }
}

/** Whole numbers are kept as what they are above the least. */
const above = (min: number, span: number, length: number): Uint8Array | Uint16Array | Uint32Array | null => {
  if (!Number.isSafeInteger(min) || Object.is(min, -0) || span >= 2 ** 32) return null
  if (span < 2 ** 8) return new Uint8Array(length)
  return span < 2 ** 16 ? new Uint16Array(length) : new Uint32Array(length)
}

const isWhole = (value: number): boolean => Number.isSafeInteger(value) && !Object.is(value, -0)

export const packNumbers = (values: readonly number[]): Numbers => {
  let [min, max] = [Infinity, -Infinity]
  for (const value of values) {
    if (value < min) min = value
    if (value > max) max = value
  }
  const small = values.every(isWhole) ? above(min, max - min, values.length) : null
  if (small === null) return numbersFrom({ min, max, isAbove: false, of: Float64Array.from(values) })
  for (const [row, value] of values.entries()) small[row] = value - min
  return numbersFrom({ min, max, isAbove: true, of: small })
}
