/** One measured number. `ratio`: share of the yardstick measured in the same run; `aim`: what `ratio` (or `value`) should reach. */
export type Row = {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly ratio: number | null
  readonly aim: number | null
  /** Whether smaller is better (latency, memory). */
  readonly atMost?: boolean
}
