import type { FeedItem } from '../item/item.ts'
import { present, type Row } from './cells.ts'
import type { OrganizerColumn, VenueColumn } from './columns.ts'

const SHARED = ['description', 'phone', 'website', 'image'] as const
const VENUE_TEXTS = [...SHARED, ...(['city', 'country', 'stateprovince', 'zip'] as const)] as const
const VENUE_FLAGS = ['show_map', 'show_map_link'] as const
const ORGANIZER_TEXTS = [...SHARED, 'email'] as const

/** The second line of an address stands behind the first. */
const addressOf = ({ cell }: Row<VenueColumn>): { readonly address?: string } => {
  const [first, second = ''] = [cell('address'), cell('address2')]
  if (first === undefined && second === '') return {}
  return { address: [first ?? '', second].filter(line => line !== '').join(', ') }
}

/** Both, or none: half of a place on earth is none. */
const coordinatesOf = (
  row: Row<VenueColumn>,
): { readonly latitude?: number; readonly longitude?: number } => {
  const read = (['latitude', 'longitude'] as const).map((column, n) => {
    const text = row.cell(column) ?? ''
    const degrees = /^[+-]?\d{1,3}(?:[.,]\d{0,20})?$/.test(text) ? Number(text.replace(',', '.')) : NaN
    if (Math.abs(degrees) <= 90 * (n + 1)) return degrees
    if (text !== '') row.notice('bad_coordinates', column)
    return undefined
  })
  const [latitude, longitude] = read
  return latitude === undefined || longitude === undefined ? {} : { latitude, longitude }
}

/** The item of a row of a venue file: no event, but its venue alone. */
export const venueItem = (row: Row<VenueColumn>): FeedItem => {
  const name = row.cell('name') ?? ''
  const members = { ...present(row, VENUE_TEXTS, VENUE_FLAGS), ...addressOf(row), ...coordinatesOf(row) }
  return { csv_row: 'venue', title: name, venue: { venue: name, ...members } }
}

/** The item of a row of an organizer file. */
export const organizerItem = (row: Row<OrganizerColumn>): FeedItem => {
  const name = row.cell('name') ?? ''
  return {
    csv_row: 'organizer',
    title: name,
    organizer: { organizer: name, ...present(row, ORGANIZER_TEXTS, []) },
  }
}
