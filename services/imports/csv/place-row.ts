import type { FeedItem } from '../item/item.ts'
import { present, type Row } from './cells.ts'
import type { OrganizerColumn, VenueColumn } from './columns.ts'

const SHARED = ['description', 'phone', 'website', 'image'] as const
const VENUE_TEXTS = [...SHARED, 'address', 'city', 'country', 'stateprovince', 'zip'] as const
const VENUE_FLAGS = ['show_map', 'show_map_link'] as const
const ORGANIZER_TEXTS = [...SHARED, 'email'] as const

/** The item of a row of a venue file: no event, but its venue alone. */
export const venueItem = (row: Row<VenueColumn>): FeedItem => {
  const name = row('name') ?? ''
  return { csv_row: 'venue', title: name, venue: { venue: name, ...present(row, VENUE_TEXTS, VENUE_FLAGS) } }
}

/** The item of a row of an organizer file. */
export const organizerItem = (row: Row<OrganizerColumn>): FeedItem => {
  const name = row('name') ?? ''
  return {
    csv_row: 'organizer',
    title: name,
    organizer: { organizer: name, ...present(row, ORGANIZER_TEXTS, []) },
  }
}
