import { noActivity, type Activity } from '../../../shared/facts/import.ts'
import { valuesOf } from './state-lists.ts'
import type { Run } from './state.ts'

/** `activity` of spec 05 §3 as it was after the first `outcomesKnown` outcomes: always six types, four lists. */
export const activityAfter = (run: Run, outcomesKnown: number): Activity => {
  const activity = noActivity()
  for (const touch of valuesOf(run.touches)) {
    if (touch.after >= outcomesKnown) break
    activity[touch.type][touch.list].push(touch.id)
  }
  return activity
}
