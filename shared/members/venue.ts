import { itemMembers } from './item.ts'
import { coordinate, flag, idList, line, phone, region, title, uri } from './member.ts'

/** What says where a venue is: venues of one name are told apart by it. */
const where = { fact: 'Moved', differs: 'apart', searched: true } as const
/** Rows of a venue file alone say it. */
const map = { fact: 'Presented', differs: 'compared' } as const

/**
 * Everything that a venue has. One row is all that a new member of a known kind needs: what it leaves out does not hold
 * for it, and it stands behind those whose order `orders` names.
 */
export const venueMembers = {
  ...itemMembers,
  address: line({
    ...where,
    word: 'Address',
    doc: 'Street address.',
    asked: 'Street and number',
    cal: 'address',
    calx: 'address',
    imported: { as: 'address', columns: ['address'] },
  }),
  city: line({
    ...where,
    word: 'City',
    asked: true,
    cal: 'city',
    calx: 'city',
    imported: { as: 'city', columns: ['city'] },
  }),
  country: line({
    ...where,
    word: 'Country',
    asked: true,
    cal: 'country',
    calx: 'country',
    imported: { as: 'country', columns: ['country'] },
  }),
  province: line({
    ...where,
    word: 'Province',
    cal: 'province',
    calx: 'province',
    imported: { as: 'province' },
  }),
  state: line({
    ...where,
    word: 'State',
    asked: 'State or province',
    cal: 'state',
    calx: 'state',
    imported: { as: 'state' },
  }),
  stateprovince: region({
    ...where,
    word: 'State or province',
    cal: 'stateprovince',
    calx: 'state_province',
    imported: { as: 'stateprovince', columns: ['stateprovince', 'state', 'province'] },
  }),
  zip: line({
    ...where,
    word: 'Postal code',
    asked: true,
    cal: 'zip',
    calx: 'zip',
    imported: { as: 'zip', columns: ['zip'] },
  }),
  latitude: coordinate({ word: 'Latitude', fact: 'Moved', differs: 'compared' }),
  longitude: coordinate({ word: 'Longitude', fact: 'Moved', differs: 'compared' }),
  name: title({ word: 'Name', fact: 'Renamed', searched: true }),
  phone: phone({
    word: 'Phone',
    doc: 'Phone number.',
    asked: true,
    fact: 'ContactChanged',
    cal: 'phone',
    calx: 'phone',
    differs: 'compared',
    searched: true,
    onPage: true,
    imported: { as: 'phone', columns: ['phone'], clears: true },
  }),
  website: uri({
    word: 'Website',
    doc: 'Web address.',
    asked: true,
    fact: 'ContactChanged',
    cal: 'website',
    calx: 'website',
    differs: 'compared',
    onPage: true,
    imported: { as: 'website', orAs: 'url', columns: ['website'], clears: true },
  }),
  showMap: {
    ...flag({
      ...map,
      word: 'Map shown',
      doc: 'Whether to show a map.',
      cal: 'show_map',
      imported: { as: 'show_map', columns: ['showmap'], rowsOnly: true },
    }),
    initial: true,
  },
  showMapLink: {
    ...flag({
      ...map,
      word: 'Link to a map shown',
      doc: 'Whether to link to a map.',
      cal: 'show_map_link',
      imported: { as: 'show_map_link', columns: ['showmaplink'], rowsOnly: true },
    }),
    initial: true,
  },
  /** Of the second generation, which has it for all items. */
  sticky: flag({ word: 'Sticky', fact: 'Presented' }),
  tags: idList({ word: 'Tags', fact: 'Tagged', names: 'tag' }),
}

/** Where members stand otherwise than in the table; what is not named follows in its order. */
export const venueOrders = {
  calArguments: [
    'address',
    'city',
    'country',
    'province',
    'state',
    'zip',
    'phone',
    'stateprovince',
    'website',
  ],
  calObject: ['address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'website', 'stateprovince'],
  calx: ['address', 'country', 'city', 'stateprovince', 'state', 'province', 'zip', 'phone', 'website'],
  asked: ['address', 'city', 'state', 'zip', 'country', 'phone', 'website'],
  /** Keys of drafts hold it, for ever. */
  imported: ['address', 'city', 'country', 'state', 'province', 'stateprovince', 'zip', 'phone', 'website'],
} as const
