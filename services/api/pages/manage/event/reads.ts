import type { EventDetail } from '../../../../../projections/event-listing/queries.ts'
import { eventFromRecords } from '../../../../../projections/event-listing/queries.ts'
import type { StoredRecord } from '../../../../../shared/event-store/port.ts'
import type { EventValues } from '../../../../../shared/facts/event.ts'
import { canRead } from '../../../../../shared/rights.ts'
import { mayEdit } from '../../../items/access.ts'
import type { EventReads } from '../../../items/event-deps.ts'
import type { Caller } from '../../../platform/caller.ts'
import type { OfferDeps } from '../offered.ts'

/** An event that somebody edits, and the records of its stream. */
export type Edited = { readonly event: EventDetail; readonly records: readonly StoredRecord[] }

/** Why there is no form of it. */
type NoForm = 'unknown' | 'forbidden' | 'trash'

/** The event of a form, as the log says, for somebody who may change it. */
export const editedEvent = async (
  { meetEvent }: Pick<EventReads, 'meetEvent'>,
  id: number,
  caller: Caller,
): Promise<Edited | NoForm> => {
  const { item, met } = await meetEvent(id)
  if (item === null || met === undefined) return 'unknown'
  if (!mayEdit(caller, item)) return canRead(caller, item.values) ? 'forbidden' : 'unknown'
  return item.values.status === 'trash' ? 'trash' : { event: item, records: met.records }
}

/** The event as a form that was opened at `rev` (a position) shows it; null: it was never so. Pure. */
export const asOf = ({ records }: Edited, rev: number): EventDetail | null =>
  records.some(({ position }) => position === rev)
    ? eventFromRecords(records.filter(({ position }) => position <= rev))
    : null

type Known = { readonly _id: number; readonly values: Pick<EventValues, 'author' | 'status'> }

/** Lists without the venues and organizers that this reader may not see: a form keeps those (spec 02 §6). */
export const withoutUnseen = async (
  { venues, organizers }: Pick<OfferDeps, 'venues' | 'organizers'>,
  all: readonly EventValues[],
  caller: Caller,
): Promise<(values: EventValues) => EventValues> => {
  const readable = async (
    find: (ids: readonly number[]) => Promise<readonly Known[]>,
    member: 'venues' | 'organizers',
  ) => {
    const found = await find([...new Set(all.flatMap(values => values[member]))])
    return new Set(found.filter(({ values }) => canRead(caller, values)).map(({ _id }) => _id))
  }
  const [seenVenues, seenOrganizers] = await Promise.all([
    readable(venues.byIds, 'venues'),
    readable(organizers.byIds, 'organizers'),
  ])
  return values => ({
    ...values,
    venues: values.venues.filter(id => seenVenues.has(id)),
    organizers: values.organizers.filter(id => seenOrganizers.has(id)),
  })
}
