import type { EventDetail } from '../../../projections/event-listing/queries.ts'
import type { EventValues } from '../../../shared/facts/event.ts'
import { canRead } from '../../../shared/rights.ts'
import type { Call } from '../platform/call.ts'
import { defined } from '../../../shared/kernel/json.ts'
import type { EventDeps, FindPlaces } from './event-deps.ts'

/** Ids of everything sent, in sent order; members that were not sent are left out. */
export type LinkedIds = Partial<Pick<EventValues, 'venues' | 'organizers' | 'categories' | 'tags'>>

const unseen = async <Id extends number>(find: FindPlaces<Id>, ids: readonly Id[], { caller }: Call) => {
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
  const kept = async <Id extends number>(
    sent: Id[] | undefined,
    stored: readonly Id[],
    find: FindPlaces<Id>,
  ) => {
    if (sent === undefined) return undefined
    return [...new Set([...sent, ...(await unseen(find, stored, call))])]
  }
  const venues = await kept(ids.venues, values.venues, reads.venuesByIds)
  const organizers = await kept(ids.organizers, values.organizers, reads.organizersByIds)
  return { ...ids, ...defined({ venues, organizers }) }
}
