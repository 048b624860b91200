const EVENT_COLUMNS = {
  title: ['name', 'title'],
  description: ['description'],
  excerpt: ['excerpt'],
  start_date: ['startdate'],
  start_time: ['starttime'],
  end_date: ['enddate'],
  end_time: ['endtime'],
  all_day: ['allday', 'alldayevent'],
  timezone: ['timezone'],
  venue: ['venuename', 'venuenames'],
  organizer: ['organizername', 'organizernames'],
  categories: ['category', 'categories'],
  tags: ['tag', 'tags'],
  cost: ['cost'],
  currency_symbol: ['currencysymbol'],
  currency_code: ['currencycode'],
  currency_position: ['currencyposition'],
  website: ['website'],
  image: ['image', 'featuredimage'],
  show_map: ['showmap'],
  show_map_link: ['showmaplink'],
  featured: ['featured'],
  sticky: ['sticky'],
  hide_from_listings: ['hidefromlistings'],
  uid: ['uid'],
  status: ['status'],
} as const

const VENUE_COLUMNS = {
  name: ['name'],
  description: ['description'],
  address: ['address'],
  city: ['city'],
  country: ['country'],
  stateprovince: ['stateprovince', 'state', 'province'],
  zip: ['zip'],
  phone: ['phone'],
  website: ['website'],
  show_map: ['showmap'],
  show_map_link: ['showmaplink'],
  image: ['image', 'featuredimage'],
} as const

const ORGANIZER_COLUMNS = {
  name: ['name', 'names'],
  description: ['description'],
  email: ['email'],
  phone: ['phone'],
  website: ['website'],
  image: ['image', 'featuredimage'],
} as const

export type EventColumn = keyof typeof EVENT_COLUMNS
export type VenueColumn = keyof typeof VENUE_COLUMNS
export type OrganizerColumn = keyof typeof ORGANIZER_COLUMNS

/** Which cell of a row holds a column. */
type Columns<Column extends string> = ReadonlyMap<Column, number>

/** What the rows of a file are, and where their cells stand. */
export type FileColumns =
  | { readonly kind: 'event'; readonly columns: Columns<EventColumn> }
  | { readonly kind: 'venue'; readonly columns: Columns<VenueColumn> }
  | { readonly kind: 'organizer'; readonly columns: Columns<OrganizerColumn> }

const keyOf = (header: string): string => {
  const key = header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  return key.length > 5 && key.startsWith('event') ? key.slice(5) : key
}

const placesOf = <Column extends string>(
  names: ReadonlyMap<string, number>,
  table: { readonly [Name in Column]: readonly string[] },
  /** May stand before a name: "Venue city" beside "City". */
  prefix = '',
): Columns<Column> => {
  const columns = new Map<Column, number>()
  for (const [column, synonyms] of Object.entries(table) as [Column, readonly string[]][]) {
    const all = prefix === '' ? synonyms : synonyms.flatMap(name => [name, prefix + name])
    const places = all.flatMap(name => names.get(name) ?? [])
    if (places.length > 0) columns.set(column, Math.min(...places))
  }
  return columns
}

/**
 * Columns of a file by its header row (spec 05 §9): case, blanks, punctuation and a leading "event" do not count; of
 * two columns of one meaning the first is read, unknown ones are not. Without a title it is a file of venues or
 * organizers when it names them; null: of nothing that can be imported.
 */
export const fileColumns = (header: readonly string[]): FileColumns | null => {
  const names = new Map<string, number>()
  for (const [index, cell] of header.entries()) {
    const key = keyOf(cell)
    if (!names.has(key)) names.set(key, index)
  }
  const columns = placesOf(names, EVENT_COLUMNS)
  if (columns.has('title')) return { kind: 'event', columns }
  if (columns.has('venue')) return { kind: 'venue', columns: placesOf(names, VENUE_COLUMNS, 'venue') }
  if (columns.has('organizer'))
    return { kind: 'organizer', columns: placesOf(names, ORGANIZER_COLUMNS, 'organizer') }
  return null
}
