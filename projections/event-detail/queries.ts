import type { Collection } from '../../shared/documents/port.ts'
import type { StoredRecord } from '../../shared/event-store/port.ts'
import type { EventValues } from '../../shared/facts/event.ts'
import type { Item } from '../item.ts'
import { bySlug } from '../slugs.ts'
import { detailOf, eventFold, type EventDetail } from './evolve.ts'

export type { EventDetail } from './evolve.ts'

export type EventDetailQueries = {
  readonly byId: (id: number) => Promise<EventDetail | null>
  /** In the order of `ids`; unknown ones are left out. */
  readonly byIds: (ids: readonly number[]) => Promise<readonly EventDetail[]>
  /** Raw or percent-encoded, any case. */
  readonly bySlug: (slug: string) => Promise<EventDetail | null>
}

export const eventDetailQueries = (details: Collection<EventDetail>): EventDetailQueries => ({
  byId: id => details.get(id),
  byIds: ids => details.getMany(ids),
  bySlug: slug => bySlug(details, slug),
})

/** The same answer from the records of the event's stream, for when the read model lags (spec 00 §8). */
export const eventFromRecords = (records: readonly StoredRecord[]): EventDetail | null => {
  const item = records.reduce<Item<EventValues> | null>(
    (state, record) => eventFold.evolve(state, eventFold.decode(record), record),
    null,
  )
  return item === null ? null : detailOf(item)
}
