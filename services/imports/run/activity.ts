import type { ActivityList, ActivityType } from '../../../shared/facts/import.ts'
import { valuesOf } from './state-lists.ts'
import type { Run } from './state.ts'

export type Activity = Record<ActivityType, Record<ActivityList, number[]>>

/** `activity` of spec 05 §3 as it was after the first `outcomesKnown` outcomes: always six types, four lists. */
export const activityAfter = (run: Run, outcomesKnown: number): Activity => {
  const lists = () => ({ created: [], updated: [], skipped: [], scheduled: [] })
  const activity: Activity = {
    cal_events: lists(),
    cal_organizer: lists(),
    cal_venue: lists(),
    cal_events_cat: lists(),
    post_tag: lists(),
    attachment: lists(),
  }
  for (const touch of valuesOf(run.touches)) {
    if (touch.after >= outcomesKnown) break
    activity[touch.type][touch.list].push(touch.id)
  }
  return activity
}
