import type { EventDetail } from '../../../projections/event-listing/queries.ts'
import type { EventValues } from '../../../shared/facts/event.ts'
import { canRead } from '../../../shared/rights.ts'
import type { Call } from '../platform/call.ts'
import { defined } from '../platform/non-empty.ts'
import type { EventDeps, EventReads } from './event-deps.ts'

/** Ids of everything sent, in sent order; members that were not sent are left out. */
export type LinkedIds = Partial<Pick<EventValues, 'venues' | 'organizers' | 'categories' | 'tags'>>

const unseen = async (find: EventReads['venuesByIds'], ids: readonly number[], { caller }: Call) => {
  const found = ids.length === 0 ? [] : await find(ids)
  return ids.filter(id => !found.some(one => one._id === id && canRead(caller, one)))
}

/** Links that the caller is not shown are kept behind the sent ones (spec 02 §6). */
export const withUnseen = async (
  { reads }: EventDeps,
  ids: LinkedIds,
  { values }: EventDetail,
  call: Call,
): Promise<LinkedIds> => {
  const kept = async (name: 'venues' | 'organizers', find: EventReads['venuesByIds']) => {
    const sent = ids[name]
    if (sent === undefined) return undefined
    return [...new Set([...sent, ...(await unseen(find, values[name], call))])]
  }
  const venues = await kept('venues', reads.venuesByIds)
  const organizers = await kept('organizers', reads.organizersByIds)
  return { ...ids, ...defined({ venues, organizers }) }
}
