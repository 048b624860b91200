import type { ItemOutcome, Outcome } from '../../shared/facts/import.ts'
import type { ImportDoc } from './collections.ts'

/** What is counted of items with an outcome. */
export type Tally = Pick<ImportDoc, 'outcomes' | 'reasons' | 'warnings' | 'warned'>

export const noTally: Tally = {
  outcomes: { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0, duplicate: 0, withdrawn: 0 },
  reasons: {},
  warnings: {},
  warned: 0,
}

/** With so many more outcomes. */
export const tallied = (tally: Tally, more: readonly ItemOutcome[]): Tally => {
  const outcomes: Record<Outcome, number> = { ...tally.outcomes }
  const reasons: Record<string, Readonly<Record<string, number>>> = { ...tally.reasons }
  const warnings: Record<string, number> = { ...tally.warnings }
  let { warned } = tally
  for (const { outcome, reason, warnings: noticed } of more) {
    outcomes[outcome] += 1
    if (reason !== null) {
      const known = reasons[outcome] ?? {}
      reasons[outcome] = { ...known, [reason]: (known[reason] ?? 0) + 1 }
    }
    if (noticed.length > 0) warned += 1
    for (const warning of noticed) warnings[warning] = (warnings[warning] ?? 0) + 1
  }
  return { outcomes, reasons, warnings, warned }
}
