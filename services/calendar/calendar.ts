import type { EventValues } from '../../shared/facts/event.ts'
import type { OrganizerValues } from '../../shared/facts/organizer.ts'
import type { VenueValues } from '../../shared/facts/venue.ts'
import { directoryWriter, type DirectoryWriter } from './directory/write.ts'
import { itemWriter, type ItemWriter } from './item/write.ts'
import { itemKinds } from './kinds.ts'
import type { Writing } from './writing.ts'

/** What may be done to items, by their kind. */
export type Calendar = {
  readonly event: ItemWriter<EventValues>
  readonly venue: DirectoryWriter<VenueValues>
  readonly organizer: DirectoryWriter<OrganizerValues>
}

export const calendarOn = (writing: Writing): Calendar => ({
  event: itemWriter({ writing, kind: itemKinds.event }),
  venue: directoryWriter({ writing, kind: itemKinds.venue }),
  organizer: directoryWriter({ writing, kind: itemKinds.organizer }),
})
