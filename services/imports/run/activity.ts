import { ActivityList, ActivityType, noActivity, type Activity } from '../../../shared/facts/import.ts'
import { elementsOf, valuesOf } from './state-lists.ts'
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

const latestTexts = ({ touchedIds }: Run): readonly string[] => {
  const texts: string[] = []
  for (const [i, type] of ActivityType.options.entries()) {
    texts.push(`${i === 0 ? '{' : ','}"${type}":`)
    for (const [n, list] of ActivityList.options.entries()) {
      const ids = touchedIds[`${type}/${list}`]
      texts.push(`${n === 0 ? '{' : ','}"${list}":[`)
      if (ids !== undefined) for (const some of elementsOf(ids)) texts.push(some)
      texts.push(']')
    }
    texts.push('}')
  }
  texts.push('}')
  return texts
}

/**
 * The same as JSON, as texts to be joined with what goes around them. Each callback of a large import is answered with
 * all that is known, most of a megabyte, and copying that is most of the work: the latest is put together at once from
 * texts that came with the import, what was known before is looked up.
 */
export const activityTexts = (run: Run, outcomesKnown: number): readonly string[] =>
  outcomesKnown === run.recorded ? latestTexts(run) : [JSON.stringify(activityAfter(run, outcomesKnown))]
