import type { OrganizerValues } from '../../shared/facts/organizer.ts'
import type { StoredRecord } from '../../shared/event-store/port.ts'
import { foldRecords, shownInLog } from '../engine/fold.ts'
import type { DirectoryQueries } from '../items/directory-queries.ts'
import { type RenderedItem, withRendered } from '../items/post.ts'
import { organizerFold } from './evolve.ts'

export type OrganizerQueries = DirectoryQueries<OrganizerValues>

/** An organizer from the records of its stream, for when the read model lags (spec 00 §8). */
export const organizerFromRecords = (
  records: readonly StoredRecord[],
): RenderedItem<OrganizerValues> | null => {
  const item = foldRecords(records, organizerFold)
  return item && withRendered(item)
}

/** The same for who is going to write. */
export const organizerInLog = shownInLog(organizerFold, withRendered)
