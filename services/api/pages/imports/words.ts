import type { ImportProgress } from '../../../../projections/import-status/queries.ts'
import { Outcome } from '../../../../shared/facts/import.ts'

type Standing = Pick<ImportProgress, 'status' | 'paused' | 'over' | 'received'>

/** What an import is doing, as a name for styles and as a word for people. */
export type State = { readonly name: string; readonly word: string }

export const stateOf = ({ status, paused, over, received }: Standing): State => {
  if (over)
    return status === 'success' ? { name: 'success', word: 'Done' } : { name: 'failed', word: 'Failed' }
  if (paused) return { name: 'paused', word: 'Paused' }
  if (status !== 'pending') return { name: 'running', word: 'Finishing' }
  return received === 0
    ? { name: 'waiting', word: 'Waiting for items' }
    : { name: 'running', word: 'Running' }
}

export const outcomes: readonly Outcome[] = Outcome.options

const UNITS = [
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const

/** `1 h 5 min`, `2 min 10 s`, `8 s`: the two greatest parts of a duration. */
export const durationText = (seconds: number): string => {
  const parts: string[] = []
  let rest = Math.max(0, Math.round(seconds))
  for (const [unit, size] of UNITS) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0 && parts.length < 2) parts.push(`${count} ${unit}`)
  }
  return parts.length === 0 ? '0 s' : parts.join(' ')
}
