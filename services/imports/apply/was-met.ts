import type { ActivityList } from '../../../shared/facts/import.ts'
import { found } from '../run/state-lists.ts'
import { touchKey, type Run } from '../run/state.ts'

export const EFFECTS = ['created', 'updated', 'scheduled'] as const
const LOOKED_AT = [...EFFECTS, 'skipped'] as const

export const recordedIn = (run: Run, lists: readonly ActivityList[], id: number): boolean =>
  lists.some(list => found(run.touches, touchKey('cal_events', list, id)) !== undefined)

/** Whether an item of an earlier chunk of the import met the event. */
export const wasMet = (run: Run, id: number): boolean => recordedIn(run, LOOKED_AT, id)
