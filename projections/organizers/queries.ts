import type { OrganizerValues } from '../../shared/facts/organizer.ts'
import type { StoredRecord } from '../../shared/event-store/port.ts'
import { foldRecords } from '../engine/batch.ts'
import type { DirectoryQueries } from '../items/directory-queries.ts'
import { withRendered, type RenderedItem } from '../items/rendered.ts'
import { organizerFold } from './evolve.ts'

export type OrganizerQueries = DirectoryQueries<OrganizerValues>

/** An organizer from the records of its stream, for when the read model lags (spec 00 §8). */
export const organizerFromRecords = (
  records: readonly StoredRecord[],
): RenderedItem<OrganizerValues> | null => {
  const item = foldRecords(records, organizerFold)
  return item && withRendered(item)
}
