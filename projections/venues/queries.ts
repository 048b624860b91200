import type { VenueValues } from '../../shared/facts/venue.ts'
import type { StoredRecord } from '../../shared/event-store/port.ts'
import { foldRecords, shownInLog } from '../engine/fold.ts'
import type { DirectoryQueries } from '../items/directory-queries.ts'
import { type RenderedItem, withRendered } from '../items/post.ts'
import { venueFold } from './evolve.ts'

export type VenueQueries = DirectoryQueries<VenueValues>

/** A venue from the records of its stream, for when the read model lags (spec 00 §8). */
export const venueFromRecords = (records: readonly StoredRecord[]): RenderedItem<VenueValues> | null => {
  const item = foldRecords(records, venueFold)
  return item && withRendered(item)
}

/** The same for who is going to write. */
export const venueInLog = shownInLog(venueFold, withRendered)
