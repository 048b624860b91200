import { ActivityList, ActivityType, noActivity, type Activity } from '../../../shared/facts/import.ts'
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

const latestText = ({ touchedIds }: Run): string => {
  const types = ActivityType.options.map(type => {
    const lists = ActivityList.options.map(list => `"${list}":[${touchedIds[`${type}/${list}`] ?? ''}]`)
    return `"${type}":{${lists.join(',')}}`
  })
  return `{${types.join(',')}}`
}

/**
 * The same as JSON text. Each callback of a large import is answered with all that is known: the latest is put together
 * from texts that grew with the import, what was known before is looked up.
 */
export const activityText = (run: Run, outcomesKnown: number): string =>
  outcomesKnown === run.recorded ? latestText(run) : JSON.stringify(activityAfter(run, outcomesKnown))
