/** A repeatable source of numbers: the same seed, the same numbers. */
export type Random = {
  /** 0..below-1. */
  readonly number: (below: number) => number
  readonly oneOf: <Value>(values: readonly [Value, ...Value[]]) => Value
}

/** Splitmix32. */
export const randomFrom = (seed: number): Random => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return (mixed ^ (mixed >>> 15)) >>> 0
  }
  const number = (below: number) => next() % below
  return { number, oneOf: values => values[number(values.length)] ?? values[0] }
}
