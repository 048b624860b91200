import type { EventId, Position } from '../../../../../shared/kernel/brands.ts'
import { type EventDetail, eventFromRecords } from '../../../../../projections/event-listing/queries.ts'
import type { EventValues } from '../../../../../shared/facts/event.ts'
import { canRead } from '../../../../../shared/rights.ts'
import type { EventReads } from '../../../items/event-deps.ts'
import type { Caller } from '../../../platform/call.ts'
import { editedItem, recordsAt, type EditedItem, type NoForm } from '../form/edited.ts'
import type { OfferDeps } from '../offered.ts'

export type Edited = EditedItem<EventDetail>

/** The event of a form, as the log says, for somebody who may change it. */
export const editedEvent = async (
  { meetEvent }: Pick<EventReads, 'meetEvent'>,
  id: EventId,
  caller: Caller,
): Promise<Edited | NoForm> => editedItem(await meetEvent(id), caller)

/** The event as a form that was opened at `rev` shows it; null: it was never so. Pure. */
export const asOf = ({ records }: Edited, rev: Position): EventDetail | null => {
  const before = recordsAt(records, rev)
  return before && eventFromRecords(before)
}

type Known = { readonly _id: number; readonly values: Pick<EventValues, 'author' | 'status'> }

/** Lists without the venues and organizers that this reader may not see: a form keeps those (spec 02 §6). */
export const withoutUnseen = async (
  { venues, organizers }: Pick<OfferDeps, 'venues' | 'organizers'>,
  all: readonly EventValues[],
  caller: Caller,
): Promise<(values: EventValues) => EventValues> => {
  const readable = async <Id>(
    find: (ids: readonly Id[]) => Promise<readonly Known[]>,
    named: (values: EventValues) => readonly Id[],
  ) => {
    const found = await find([...new Set(all.flatMap(named))])
    return new Set<number>(found.filter(({ values }) => canRead(caller, values)).map(({ _id }) => _id))
  }
  const [seenVenues, seenOrganizers] = await Promise.all([
    readable(venues.byIds, values => values.venues),
    readable(organizers.byIds, values => values.organizers),
  ])
  return values => ({
    ...values,
    venues: values.venues.filter(id => seenVenues.has(id)),
    organizers: values.organizers.filter(id => seenOrganizers.has(id)),
  })
}
