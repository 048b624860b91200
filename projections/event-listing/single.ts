import type { Collection } from '../../shared/documents/port.ts'
import type { StoredRecord } from '../../shared/event-store/port.ts'
import { foldRecords } from '../engine/fold.ts'
import { eventFold, type EventItem } from '../items/item.ts'
import { type Rendered, withRendered } from '../items/post.ts'
import { bySlug } from '../items/slugs.ts'

/** An event with all its values. */
export type EventDetail = EventItem & { readonly rendered: Rendered }

export type SingleEventQueries = {
  readonly byId: (id: number) => Promise<EventDetail | null>
  /** In the order of `ids`; unknown ones are left out. */
  readonly byIds: (ids: readonly number[]) => Promise<readonly EventDetail[]>
  /** Raw or percent-encoded, any case. */
  readonly bySlug: (slug: string) => Promise<EventDetail | null>
}

type Row = EventDetail & { readonly slug: string }

export const singleEvents = <Stored extends Row>(rows: Collection<Stored>): SingleEventQueries => ({
  byId: async id => {
    const found = await rows.get(id)
    return found?.purged === true ? null : found
  },
  byIds: async ids => (await rows.getMany(ids)).filter(event => !event.purged),
  bySlug: slug => bySlug(rows, slug),
})

/** The same answer from the records of the event's stream, for when the read model lags (spec 00 §8). */
export const eventFromRecords = (records: readonly StoredRecord[]): EventDetail | null => {
  const item = foldRecords(records, eventFold)
  return item === null ? null : withRendered(item)
}
