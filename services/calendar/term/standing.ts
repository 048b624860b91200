import type { TermId } from '../../../shared/kernel/brands.ts'
import type { EventStore, Position } from '../../../shared/event-store/port.ts'
import { termStream, type TermValues } from '../../../shared/facts/term.ts'
import { LONGEST_MERGE } from '../../../shared/limits/desk.ts'
import { handle, load, serviceContext, type Context } from '../../handle.ts'
import { term } from './term.ts'
import { msOfIso } from '../../../shared/kernel/time/calculate.ts'

/** The category or tag itself, or the one that it was merged into (spec 07 §7.1); null: there is none. */
export const standingTerm = async (
  store: Pick<EventStore, 'read'>,
  id: TermId,
): Promise<{ readonly id: TermId; readonly values: TermValues } | null> => {
  let at = id
  for (let step = 0; step <= LONGEST_MERGE; step++) {
    const { state } = await load(store, term, termStream(at))
    if (state.status === 'live') return { id: at, values: state.values }
    if (state.status !== 'merged') return null
    at = state.into
  }
  return null
}

/**
 * Makes one that was merged, and that nothing stands for any more, itself again: its name was asked for, and it still
 * holds that (spec 07 §7.1). Answers where that was recorded; null: it is no such one.
 */
export const standAgain = async (
  store: EventStore,
  id: TermId,
  { correlation, at }: Pick<Context, 'correlation' | 'at'>,
): Promise<{ readonly position: Position | null } | null> => {
  const known = await load(store, term, termStream(id))
  if (known.state.status !== 'merged' || (await standingTerm(store, id)) !== null) return null
  const command = { type: 'Unmerge', id, by: 'service' } as const
  const context = serviceContext(correlation, msOfIso(at))
  const handled = await handle(store, term, termStream(id), command, context, known)
  return handled.ok ? { position: handled.position } : null
}
