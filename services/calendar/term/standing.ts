import type { EventStore } from '../../../shared/event-store/port.ts'
import { termStream, type TermValues } from '../../../shared/facts/term.ts'
import { LONGEST_MERGE } from '../../../shared/limits.ts'
import { load } from '../../handle.ts'
import { term } from './index.ts'

/** The category or tag itself, or the one that it was merged into (spec 07 §7.1); null: there is none. */
export const standingTerm = async (
  store: Pick<EventStore, 'read'>,
  id: number,
): Promise<{ readonly id: number; readonly values: TermValues } | null> => {
  let at = id
  for (let step = 0; step <= LONGEST_MERGE; step++) {
    const { state } = await load(store, term, termStream(at))
    if (state.status === 'live') return { id: at, values: state.values }
    if (state.status !== 'merged') return null
    at = state.into
  }
  return null
}
