import { FARTHEST, placeOnEarth } from '../../../shared/kernel/coordinates.ts'
import { membersWith } from '../../../shared/members/derive.ts'
import type { Members } from '../../../shared/members/member.ts'
import { organizerMembers } from '../../../shared/members/organizer.ts'
import { venueMembers } from '../../../shared/members/venue.ts'
import type { FeedItem } from '../item/item.ts'
import { present, type Row } from './cells.ts'

/** Members of which a cell is what it says. */
const cellsOf = (table: Members) => {
  const flags: string[] = []
  const texts: string[] = []
  for (const [, { kind, imported }] of membersWith(table, 'imported'))
    if (imported.columns !== undefined) (kind === 'flag' ? flags : texts).push(imported.as)
  return (row: Row<string>) => present(row, texts, flags)
}

const venueCells = cellsOf(venueMembers)
const organizerCells = cellsOf(organizerMembers)

/** The second line of an address stands behind the first. */
const addressOf = ({ cell }: Row<string>): { readonly address?: string } => {
  const [first, second = ''] = [cell('address'), cell('address2')]
  if (first === undefined && second === '') return {}
  return { address: [first ?? '', second].filter(line => line !== '').join(', ') }
}

const coordinatesOf = (row: Row<string>): { readonly latitude?: number; readonly longitude?: number } => {
  const [latitude, longitude] = (['latitude', 'longitude'] as const).map(column => {
    const text = row.cell(column) ?? ''
    const degrees = /^[+-]?\d{1,3}(?:[.,]\d{0,20})?$/.test(text) ? Number(text.replace(',', '.')) : NaN
    if (Math.abs(degrees) <= FARTHEST[column]) return degrees
    if (text !== '') row.notice('bad_coordinates', column)
    return undefined
  })
  return placeOnEarth(latitude, longitude) ?? {}
}

/** The item of a row of a venue file: no event, but its venue alone. */
export const venueItem = (row: Row<string>): FeedItem => {
  const name = row.cell('name') ?? ''
  const members = { ...venueCells(row), ...addressOf(row), ...coordinatesOf(row) }
  return { csv_row: 'venue', title: name, venue: { venue: name, ...members } }
}

/** The item of a row of an organizer file. */
export const organizerItem = (row: Row<string>): FeedItem => {
  const name = row.cell('name') ?? ''
  return {
    csv_row: 'organizer',
    title: name,
    organizer: { organizer: name, ...organizerCells(row) },
  }
}
