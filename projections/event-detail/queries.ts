import type { Collection } from '../../shared/documents/port.ts'
import type { StoredRecord } from '../../shared/event-store/port.ts'
import { foldRecords } from '../engine/batch.ts'
import { eventFold } from '../items/event-fold.ts'
import { bySlug } from '../items/slugs.ts'
import { detailOf, type EventDetail } from './evolve.ts'

export type { EventDetail } from './evolve.ts'

export type EventDetailQueries = {
  readonly byId: (id: number) => Promise<EventDetail | null>
  /** In the order of `ids`; unknown ones are left out. */
  readonly byIds: (ids: readonly number[]) => Promise<readonly EventDetail[]>
  /** Raw or percent-encoded, any case. */
  readonly bySlug: (slug: string) => Promise<EventDetail | null>
}

export const eventDetailQueries = (details: Collection<EventDetail>): EventDetailQueries => ({
  byId: async id => {
    const found = await details.get(id)
    return found?.purged === true ? null : found
  },
  byIds: async ids => (await details.getMany(ids)).filter(event => !event.purged),
  bySlug: slug => bySlug(details, slug),
})

/** The same answer from the records of the event's stream, for when the read model lags (spec 00 §8). */
export const eventFromRecords = (records: readonly StoredRecord[]): EventDetail | null => {
  const item = foldRecords(records, eventFold)
  return item === null ? null : detailOf(item)
}
